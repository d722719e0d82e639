import { useRef, useState } from "preact/hooks";
import { hrefOf } from "../shell/router.ts";
import { Icon } from "../ui/icon.tsx";
import { useNames } from "./names.tsx";

interface Props {
  ids: readonly string[];
  label: string;
}

/** How many people are shown before the list is expanded. */
const shownAtFirst = 6;

/** Contacts as chips that lead to them. */
export function People({ ids, label }: Props) {
  const [whole, setWhole] = useState(ids.length <= shownAtFirst);
  const shown = whole ? ids : ids.slice(0, shownAtFirst);
  const names = useNames(shown);
  const list = useRef<HTMLUListElement>(null);
  const expand = () => {
    setWhole(true);
    // The button is gone then, so that the first of those that it showed takes its focus.
    setTimeout(() => list.current?.querySelectorAll("a")[shownAtFirst]?.focus());
  };
  if (ids.length === 0) return null;
  return (
    <ul ref={list} class="people" aria-label={label}>
      {shown.map((id) => (
        <li key={id}>
          <a class="chip person" href={hrefOf("contacts", id)}>
            <Icon name="person" />
            <span>{names.has(id) ? names.get(id) ?? "A contact" : "…"}</span>
          </a>
        </li>
      ))}
      {!whole && (
        <li>
          <button type="button" class="chip" onClick={expand}>
            {ids.length - shownAtFirst} more
          </button>
        </li>
      )}
    </ul>
  );
}

/** The other contacts of a note or a reminder, on the page of one of them. */
export function OtherPeople({ ids, than }: { ids: readonly string[]; than: string }) {
  const others = ids.filter((id) => id !== than);
  if (others.length === 0) return null;
  return (
    <div class="other-people">
      <span class="fine" aria-hidden="true">Also about</span>
      <People ids={others} label="Also about" />
    </div>
  );
}
