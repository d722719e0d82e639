import { useRef } from "preact/hooks";
import { Icon } from "../ui/icon.tsx";

interface Props {
  ids: readonly string[];
  /** Undefined while it is loaded, or where it cannot be. */
  nameOf: (id: string) => string | undefined;
  onRemove: (id: string) => void;
  /** Called when the last one is removed, whose button had the focus. */
  onEmpty: () => void;
}

/** People who are chosen, as chips with a button that removes them. */
export function ChosenPeople({ ids, nameOf, onRemove, onEmpty }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const remove = (id: string) => {
    const place = ids.indexOf(id);
    onRemove(id);
    // The button is gone then: the next one takes its focus, or the one before it.
    setTimeout(() => {
      const buttons = list.current?.querySelectorAll("button") ?? [];
      const next = buttons[Math.min(place, buttons.length - 1)];
      if (next) next.focus();
      else onEmpty();
    });
  };
  if (ids.length === 0) return null;
  return (
    <ul ref={list} class="people" aria-label="People who are chosen">
      {ids.map((id) => (
        <li key={id}>
          <span class="chip person chosen">
            <span>{nameOf(id) ?? "…"}</span>
            <button
              type="button"
              aria-label={`Remove ${nameOf(id) ?? "a contact"}`}
              onClick={() => remove(id)}
            >
              <Icon name="close" />
            </button>
          </span>
        </li>
      ))}
    </ul>
  );
}
