import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import { findZones, offsetOf, zoneName } from "./time-zones.ts";

interface Props {
  value: string;
  onChange: (zone: string) => void;
  problem?: string | undefined;
}

/** Time zones that the list shows at most; others are found by typing. */
const maxShown = 60;

/** A combobox as the ARIA authoring practices describe it: an input and the list that it filters. */
export function TimeZoneField({ value, onChange, problem }: Props) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  /** What is typed; undefined while the list is closed. */
  const [search, setSearch] = useState<string>();
  const [active, setActive] = useState(0);
  const open = search !== undefined;
  const found = useMemo(() => open ? findZones(search) : [], [search]);
  const shown = found.slice(0, maxShown);

  const show = (text: string) => {
    setSearch(text);
    setActive(text ? 0 : Math.max(0, findZones("").slice(0, maxShown).indexOf(value)));
  };
  const choose = (zone: string | undefined) => {
    if (zone) onChange(zone);
    setSearch(undefined);
  };
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active, open]);

  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault();
      if (!open) return show("");
      const step = key === "ArrowDown" ? 1 : -1;
      setActive((active + step + shown.length) % Math.max(1, shown.length));
    } else if (key === "Enter" && open) {
      event.preventDefault();
      choose(shown[active]);
    } else if (key === "Escape" && open) {
      event.preventDefault();
      setSearch(undefined);
    } else if (key === "Tab" && open) setSearch(undefined);
  };
  return (
    <div class="field combobox">
      <label for={id}>Time zone</label>
      <input
        id={id}
        class="input"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-activedescendant={open && shown[active] ? `${id}-${active}` : undefined}
        aria-describedby={`${id}-hint`}
        aria-invalid={problem ? "true" : undefined}
        autocomplete="off"
        spellcheck={false}
        value={search ?? `${zoneName(value)} (${offsetOf(value)})`}
        placeholder="City or region"
        onClick={() => open || show("")}
        onInput={(event) => show(event.currentTarget.value)}
        onBlur={() => setSearch(undefined)}
        onKeyDown={onKeyDown}
      />
      <p id={`${id}-hint`} class={problem ? "field-problem" : "hint"}>
        {problem ?? "Decides when a day begins, for notes, reminders and due contacts."}
      </p>
      <ul
        id={`${id}-list`}
        ref={list}
        class="options"
        role="listbox"
        aria-label="Time zones"
        hidden={!open}
      >
        {shown.map((zone, index) => (
          <li
            key={zone}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            // Before the input loses the focus, which would close the list.
            onMouseDown={(event) => {
              event.preventDefault();
              choose(zone);
            }}
          >
            <span>{zoneName(zone)}</span>
            <span class="fine">{offsetOf(zone)}</span>
          </li>
        ))}
        {found.length > maxShown && (
          <li role="option" aria-disabled="true" aria-selected="false" class="options-rest">
            and {found.length - maxShown} more: type to search
          </li>
        )}
        {open && found.length === 0 && (
          <li role="option" aria-disabled="true" aria-selected="false" class="options-rest">
            No matching time zone
          </li>
        )}
      </ul>
    </div>
  );
}
