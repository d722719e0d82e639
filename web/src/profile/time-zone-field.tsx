import { useId, useMemo, useState } from "preact/hooks";
import { OptionList, useOptions } from "../ui/options.tsx";

interface Props {
  value: string;
  onChange: (zone: string) => void;
  problem?: string | undefined;
}

/** Time zones that the list shows at most; others are found by typing. */
const maxShown = 60;

/** A time zone, chosen from a list that is filtered by typing. */
export function TimeZoneField({ value, onChange, problem }: Props) {
  const id = useId();
  /** What is typed; undefined while the list is closed. */
  const [search, setSearch] = useState<string>();
  const open = search !== undefined;
  const found = useMemo(() => open ? findZones(search) : [], [search]);
  const shown = found.slice(0, maxShown);
  const close = () => setSearch(undefined);
  const options = shown.map((zone) => ({
    key: zone,
    label: zoneName(zone),
    about: offsetOf(zone),
    run: () => {
      onChange(zone);
      close();
    },
  }));
  const show = (text: string) => {
    setSearch(text);
    point(text ? undefined : value);
  };
  const onOpen = () => show("");
  const { at, point, input } = useOptions({ id, open, options, onOpen, onClose: close });
  const more = found.length - shown.length;
  return (
    <div class="field stack gap-1 combobox">
      <label for={id}>Time zone</label>
      <input
        {...input}
        class="input"
        aria-describedby={`${id}-hint`}
        aria-invalid={problem ? "true" : undefined}
        value={search ?? `${zoneName(value)} (${offsetOf(value)})`}
        placeholder="City or region"
        onClick={() => open || show("")}
        onInput={(event) => show(event.currentTarget.value)}
      />
      <p id={`${id}-hint`} class={problem ? "field-problem" : "fine"}>
        {problem ?? "Decides when a day begins, for notes, reminders and due contacts."}
      </p>
      <OptionList
        id={id}
        label="Time zones"
        open={open}
        groups={[{ title: "", options }]}
        at={at}
        rest={more > 0
          ? `and ${more} more: type to search`
          : found.length === 0
          ? "No matching time zone"
          : undefined}
      />
    </div>
  );
}

/** All time zones that this browser supports, and UTC, which some browsers do not list. */
const timeZones: readonly string[] = [
  "UTC",
  ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC"),
];

/** The name of a time zone with spaces instead of underscores. */
const zoneName = (zone: string) => zone.replaceAll("_", " ");

/** The zones in which every word of a search occurs; those whose city begins with it first. */
function findZones(search: string): string[] {
  const words = plain(search).split(" ").filter(Boolean);
  if (words.length === 0) return [...timeZones];
  const found = timeZones.filter((zone) => words.every((word) => plain(zone).includes(word)));
  const starts = (zone: string) =>
    plain(zone).split(" ").some((part) => part.startsWith(words[0]!)) ? 0 : 1;
  return found.sort((one, other) => starts(one) - starts(other));
}

/** The current offset, such as “GMT+2”. */
function offsetOf(zone: string): string {
  const parts = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "shortOffset" })
    .formatToParts();
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

const plain = (text: string) =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[/_\s-]+/g, " ").trim();
