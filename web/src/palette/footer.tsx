import type { Group } from "./combobox.tsx";
import type { People } from "./people.ts";

interface Props {
  query: string;
  groups: Group[];
  found: People;
  /** What cannot be done without a network. */
  offline: string | false;
  onBack?: () => void;
}

/** How many things are found, what is in the way, and the keys. */
export function Footer({ query, groups, found, offline, onBack }: Props) {
  const count = groups.reduce((sum, { options }) => sum + options.length, 0);
  const text = found.waiting
    ? "Searching…"
    : count === 0
    ? query.trim() ? "Nothing is found." : "Nobody is there yet."
    : query.trim()
    ? `${count} found`
    : "";
  return (
    <div class="palette-foot">
      <p role="status">
        {[offline, !offline && found.problem?.detail, text].filter(Boolean).join(" ")}
      </p>
      {found.problem && !offline && (
        <button type="button" class="link" onClick={found.retry}>Try again</button>
      )}
      {onBack && <button type="button" class="link" onClick={onBack}>Back</button>}
      <p class="palette-keys" aria-hidden="true">
        <kbd>↑</kbd>
        <kbd>↓</kbd> choose <kbd>Enter</kbd> open <kbd>Esc</kbd> close
      </p>
    </div>
  );
}
