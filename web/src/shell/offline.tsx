import { lookAgain, useConnection } from "../offline/connection.ts";
import { useNewVersion } from "../offline/worker.ts";
import { formatInstant } from "../ui/dates.ts";
import { Icon } from "../ui/icon.tsx";
import { browserTimeZone } from "./profile-context.tsx";

/** Banners while what is shown may be old, and when there is a new version of the page. */
export function OfflineBanner() {
  const { online, since } = useConnection();
  const isNew = useNewVersion();
  const seen = since && formatInstant(since, browserTimeZone());
  return (
    <div role="status">
      {(!online || since) && (
        <p class="offline">
          <Icon name="offline" />
          <span>
            {online ? "The server could not be reached." : "You are offline."} {seen
              ? `You see what was there on ${seen}, and can save nothing but notes.`
              : "The data may be out of date, and you can save nothing but notes."}
          </span>
          {online && <button type="button" class="link" onClick={lookAgain}>Try again</button>}
        </p>
      )}
      {isNew && online && (
        <p class="offline">
          <Icon name="rotate" />
          <span>There is a new version of this page.</span>
          <button type="button" class="link" onClick={() => location.reload()}>Reload</button>
        </p>
      )}
    </div>
  );
}
