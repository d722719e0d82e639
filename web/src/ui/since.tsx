/** How long ago something was. */
import { useTimeZone } from "../hooks/time-zone.ts";
import { formatInstant, sinceInWords } from "../base/dates.ts";

interface Props {
  instant: string;
  /** What is shown instead of how long ago it was. */
  words?: string;
}

/** How long ago something was; when, where the mouse points at it. */
export function Since({ instant, words }: Props) {
  const timeZone = useTimeZone();
  return (
    <time dateTime={instant} title={formatInstant(instant, timeZone)}>
      {words ?? sinceInWords(instant, timeZone)}
    </time>
  );
}
