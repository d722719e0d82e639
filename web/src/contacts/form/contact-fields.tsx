/** The fields of a contact, in the form for a new one and in its details. */
import { inSentence, t } from "../../base/texts.ts";
import { useRef, useState } from "preact/hooks";
import { kith } from "../../api/kith.ts";
import type { Problem } from "../../base/problem.ts";
import type { Network } from "@kith/client";
import { type ContactDraft, emptyAddress, emptyDate, emptyMethod, isGiven } from "./draft.ts";
import {
  type TextField,
  textFields,
  type TextName,
  textNames,
} from "../../../../functions/kith/contacts/fields.ts";
import { useAction } from "../../hooks/load.ts";
import { NetworkBoxes, useNetworks } from "../../networks/networks.tsx";
import { OwnFieldInputs } from "../../fields/fields.tsx";
import { manage } from "../../shell/open.ts";
import { Button, IconButton } from "../../ui/buttons.tsx";
import { ChoiceGroup, Field, SelectField, TextArea } from "../../ui/fields.tsx";
import { formatBirthday } from "../../base/dates.ts";
import { parseBirthday } from "../../base/day-words.ts";
import { capitalized, every, nameInWords } from "../../base/words.ts";

/** Members whose problems stand beside their fields. */
export const placed = [
  ...textNames(),
  "emails",
  "phones",
  "urls",
  "addresses",
  "dates",
  "birthday",
  "custom",
];

const rareTexts = textNames(({ isRare }) => isRare);

const isMainName = (name: TextName) => name === "firstName" || name === "lastName";

interface Props {
  draft: ContactDraft;
  set: (change: Partial<ContactDraft>) => void;
  fields: Problem["fields"];
}

/** The fields of a contact: first what most people are added with, so that few keys lead through it. */
export function ContactFields({ draft, set, fields }: Props) {
  const networks = useNetworks();
  const days = draft.contactFrequencyDays;
  // Another number of days that a contact has stays among the choices.
  const isKnown = frequencies.some(([known]) => known === days);
  const [hasRare] = useState(() => rareTexts.some((name) => draft[name]));
  const texts = (holds: (name: TextName, field: TextField) => unknown) =>
    textFields.map(([name, field]: [TextName, TextField]) => {
      const { label, maxLength } = field;
      return !field.isLong && holds(name, field) && (
        <Field
          key={name}
          label={t(label)}
          maxLength={maxLength}
          autocomplete="off"
          value={draft[name]}
          onValue={(value) => set({ [name]: value })}
          problem={fields[name] ?? (name === "firstName" ? fields[""] : undefined)}
        />
      );
    });
  const list = (kind: Kind) => (
    <ListField
      key={kind}
      kind={kind}
      list={draft[kind]}
      onChange={(list) => set({ [kind]: list })}
      fields={fields}
    />
  );
  return (
    <>
      <div class="columns">
        {texts(isMainName)}
        <Field
          label={t("Birthday")}
          autocomplete="off"
          placeholder={t("12 March 1990, or 12 March")}
          value={draft.birthday}
          onValue={(birthday) => set({ birthday })}
          hint={birthdayInWords(draft.birthday)}
          problem={fields["birthday"] &&
            t("This is not a day in the past. The year may be left out.")}
        />
      </div>
      <div class="methods stack gap-3 start">
        {(["phones", "emails", "urls"] as const).map(list)}
      </div>
      <div class="columns">
        {texts((name, field) => !isMainName(name) && !field.isRare)}
        <SelectField
          label={t("Be in touch")}
          value={days}
          onValue={(contactFrequencyDays) => set({ contactFrequencyDays })}
          options={isKnown
            ? frequencies
            : [...frequencies, [days, capitalized(every(Number(days), "day"))]]}
        />
      </div>
      <details open={hasRare}>
        <summary>{t("Middle name, titles, pronouns…")}</summary>
        <div class="columns">{texts((_, field) => field.isRare)}</div>
      </details>
      {list("addresses")}
      {list("dates")}
      <OwnFieldInputs
        values={draft.custom}
        onChange={(custom) => set({ custom })}
        problem={fields["custom"]}
      />
      {textFields.map(([name, { label, maxLength, isLong }]) =>
        isLong && (
          <TextArea
            key={name}
            label={label}
            rows={3}
            maxLength={maxLength}
            value={draft[name]}
            onValue={(value) => set({ [name]: value })}
            problem={fields[name]}
          />
        )
      )}
      <NetworksChoice
        networks={networks.data ?? []}
        chosen={draft.networkIds}
        onChange={(networkIds) => set({ networkIds })}
        onCreated={(network) => networks.change([...networks.data ?? [], network])}
      />
    </>
  );
}

/** How often people are in touch: days, and words. */
export const frequencies: [days: string, words: string][] = [
  ["", t("No reminder")],
  ["7", t("Every week")],
  ["14", t("Every 2 weeks")],
  ["30", t("Every month")],
  ["60", t("Every 2 months")],
  ["90", t("Every 3 months")],
  ["180", t("Every half year")],
  ["365", t("Every year")],
];

type Item = Record<string, string>;

type Kind = "phones" | "emails" | "urls" | "addresses" | "dates";

interface KindOfList {
  one: string;
  empty: Item;
  inputMode?: "email" | "tel" | "url";
  /** What the label of one may be. */
  labels: string;
}

const kinds: Record<Kind, KindOfList> = {
  phones: {
    one: t("Phone number"),
    empty: emptyMethod,
    inputMode: "tel",
    labels: t("mobile, work…"),
  },
  emails: {
    one: t("E-mail address"),
    empty: emptyMethod,
    inputMode: "email",
    labels: t("work, home…"),
  },
  urls: { one: t("Link"), empty: emptyMethod, inputMode: "url", labels: t("website, profile…") },
  addresses: { one: t("Address"), empty: emptyAddress, labels: t("home, work…") },
  dates: { one: t("Date"), empty: emptyDate, labels: t("anniversary, name day…") },
};

interface ListProps {
  kind: Kind;
  list: Item[];
  onChange: (list: Item[]) => void;
  fields: Problem["fields"];
}

/** Several of one kind, such as phone numbers: the fields of each, and a button for one more. */
function ListField({ kind, list, onChange, fields }: ListProps) {
  const box = useRef<HTMLDivElement>(null);
  const { one, empty, inputMode, labels } = kinds[kind];
  const set = (index: number, change: Item) =>
    onChange(list.map((each, at) => at === index ? { ...each, ...change } : each));
  const focusOn = (selector: string) =>
    setTimeout(() => [...box.current!.querySelectorAll<HTMLElement>(selector)].at(-1)?.focus());
  // The problems are of what was sent, where those without a value were left out.
  const sent = list.filter(isGiven);
  return (
    <div ref={box} class="methods stack gap-3 start">
      {list.map((each, index) => (
        <div
          key={index}
          class="method flow gap-3"
          {...!("value" in empty) && { role: "group", "aria-label": `${one} ${index + 1}` }}
        >
          {Object.entries(each).map(([part, value]) => (
            <Field
              key={part}
              label={part !== "value"
                ? capitalized(nameInWords(part))
                : list.length > 1
                ? `${one} ${index + 1}`
                : one}
              aria-label={part === "label"
                ? t("Label of {0} {1}", inSentence(one), index + 1)
                : undefined}
              placeholder={part === "label" ? labels : ""}
              inputMode={part === "value" ? inputMode : undefined}
              autocomplete="off"
              value={value}
              onValue={(value) => set(index, { [part]: value })}
              problem={fields[`${kind}/${sent.indexOf(each)}/${part}`]}
            />
          ))}
          <IconButton
            icon="close"
            label={t("Remove {0} {1}", inSentence(one), index + 1)}
            title={t("Remove")}
            onClick={() => {
              onChange(list.filter((_, at) => at !== index));
              focusOn(".button");
            }}
          />
        </div>
      ))}
      <Button
        kind="plain"
        icon="plus"
        onClick={() => {
          onChange([...list, empty]);
          focusOn(".method:nth-last-child(2) .field:first-child input");
        }}
      >
        {t("Add {0}", inSentence(one))}
      </Button>
    </div>
  );
}

/** How a birthday was read, where that is not how it was typed. */
function birthdayInWords(text: string): string | undefined {
  const birthday = parseBirthday(text, navigator.language);
  const words = birthday && formatBirthday(birthday);
  return words === text.trim() ? undefined : words;
}

interface NetworksProps {
  networks: Network[];
  chosen: string[];
  onChange: (chosen: string[]) => void;
  onCreated: (network: Network) => void;
}

/** The networks of a contact, and a field for a new one. */
function NetworksChoice({ networks, chosen, onChange, onCreated }: NetworksProps) {
  const [name, setName] = useState("");
  const { busy, problem, run } = useAction();
  const add = () =>
    name.trim() && void run(async () => {
      const network = await kith.networks.create({ name: name.trim() });
      onCreated(network);
      onChange([...chosen, network.id]);
      setName("");
    });
  return (
    <ChoiceGroup legend={t("Networks")}>
      {networks.length > 0 && (
        <div class="choice-list choice-list-flat">
          <NetworkBoxes networks={networks} chosen={chosen} onChange={onChange} />
        </div>
      )}
      <div class="with-button flow gap-3">
        <Field
          label={t("New network")}
          autocomplete="off"
          maxLength={100}
          value={name}
          onValue={setName}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !name.trim()) return;
            event.preventDefault();
            add();
          }}
          problem={problem?.detail}
        />
        <Button busy={busy} onClick={add}>{t("Add network")}</Button>
      </div>
      <p>
        <button type="button" class="link fine" onClick={() => manage("networks")}>
          {t("Edit networks")}
        </button>
      </p>
    </ChoiceGroup>
  );
}
