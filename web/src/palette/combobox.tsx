import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { longestSearch } from "../api/search.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";

export interface Option {
  key: string;
  label: string;
  about?: string | undefined;
  /** People have none, but a photo or initials. */
  icon?: IconName | undefined;
  photoUrl?: string | null | undefined;
  /** Stays the first whatever else is found, so that Enter need not wait. */
  sure?: boolean;
  /** Not what was asked for: it is only taken once it was seen. */
  guess?: boolean;
  run: () => void;
}

export interface Group {
  title: string;
  options: Option[];
}

interface Props {
  label: string;
  groups: Group[];
  query: string;
  onQuery: (query: string) => void;
  /** More is being searched for: Enter waits for it. */
  waiting: boolean;
  /** The search failed: what is shown is not what was asked for. */
  failed: boolean;
}

/** A field with a list of what it finds, by the combobox pattern of ARIA: the focus stays in the field. */
export function Combobox({ label, groups, query, onQuery, waiting, failed }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const shown = groups.filter(({ options }) => options.length > 0);
  const options = shown.flatMap(({ options }) => options);
  const choice = useChoice(options, waiting, failed);
  // Before it is painted: what is typed at once belongs here.
  useLayoutEffect(() => input.current?.focus(), []);
  useEffect(() => {
    document.getElementById(`${id}-${choice.at}`)?.scrollIntoView({ block: "nearest" });
  }, [choice.at, query]);
  const press = (event: KeyboardEvent) => {
    // While an input method composes, its keys are its own.
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) choice.move(step);
    else if (event.key === "Enter") choice.run();
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div class="palette-field line gap-3 quiet">
        <Icon name="search" />
        <input
          ref={input}
          class="palette-input"
          type="text"
          role="combobox"
          aria-label={label}
          aria-expanded={options.length > 0}
          aria-controls={options.length > 0 ? `${id}-list` : undefined}
          aria-activedescendant={options.length > 0 ? `${id}-${choice.at}` : undefined}
          aria-autocomplete="list"
          placeholder={label}
          maxLength={longestSearch}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          enterkeyhint="go"
          value={query}
          onInput={(event) => {
            choice.reset();
            onQuery(event.currentTarget.value);
          }}
          onKeyDown={press}
        />
      </div>
      {options.length > 0 && (
        <div id={`${id}-list`} class="palette-list" role="listbox" aria-label={label}>
          {shown.map(({ title, options: own }, group) => (
            <div key={title} role="group" aria-labelledby={`${id}-title-${group}`}>
              <p id={`${id}-title-${group}`} class="palette-title fine strong">{title}</p>
              {own.map((option) => {
                const { key, label, about, icon, photoUrl, run } = option;
                const at = options.indexOf(option);
                return (
                  <div
                    key={key}
                    id={`${id}-${at}`}
                    class="palette-option line gap-3"
                    role="option"
                    aria-selected={at === choice.at}
                    onPointerMove={() => choice.point(key)}
                    // The focus stays in the field.
                    onMouseDown={(event) =>
                      event.preventDefault()}
                    onClick={run}
                  >
                    {icon
                      ? <Icon name={icon} />
                      : <Avatar name={label} photoUrl={photoUrl ?? null} />}
                    <span class="clip">{label}</span>
                    {about && <span class="palette-about fine clip">{about}</span>}
                  </div>
                );
              })}
            </div>
          ))}
        </div>
      )}
    </>
  );
}

/** Which option is chosen: the first one, until somebody moves. */
function useChoice(options: Option[], waiting: boolean, failed: boolean) {
  const [key, setKey] = useState<string>();
  const [entered, setEntered] = useState(false);
  const at = Math.max(0, options.findIndex((option) => option.key === key));
  useEffect(() => {
    if (!entered || waiting) return;
    setEntered(false);
    const option = options[at];
    if (option && !option.guess && !failed) option.run();
  }, [entered, waiting]);
  return {
    at,
    point: setKey,
    move: (step: number) => {
      setEntered(false);
      setKey(options[(at + step + options.length) % options.length]?.key);
    },
    run: () => {
      const option = options[at];
      if (waiting && key === undefined && !option?.sure) setEntered(true);
      else option?.run();
    },
    reset: () => {
      setKey(undefined);
      setEntered(false);
    },
  };
}
