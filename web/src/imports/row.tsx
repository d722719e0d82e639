import type { ImportRow } from "@kith/client";
import { useId } from "preact/hooks";
import { hrefOf } from "../shell/router.ts";
import { Icon } from "../ui/icon.tsx";
import type { ImportWork, RowChoice } from "./work.ts";

/** "Note type" for note_type. */
const kindInWords = (kind: string) =>
  kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll("_", " ");
const reasons: Record<string, string> = {
  uid: "imported before",
  email: "same e-mail address",
  phone: "same phone number",
  name: "same name",
};

/** One thing of a file: what will happen to it, and a list to choose something else. */
export function Row({ row, work }: { row: ImportRow; work: ImportWork }) {
  const name = nameOf(row);
  return (
    <li class="import-row">
      <div class="contact-who">
        <span class="contact-name">{name}</span>
        <span class="hint">{aboutOf(row)}</span>
        <span class={row.problem ? "import-what field-problem" : "import-what"}>
          {row.problem && <Icon name="alert" />}
          <What row={row} />
        </span>
      </div>
      {row.outcome === null && row.resource === "contact" && row.action !== "error" && (
        <RowChoiceField row={row} name={name} work={work} />
      )}
    </li>
  );
}

function What(
  { row: { action, contact, matchedBy, problem, line, resource } }: { row: ImportRow },
) {
  if (action === "error") return <>Line {line}: {problem}</>;
  if (problem) return <>{problem}</>;
  if (action === "create" && resource === "profile") {
    return <>Fills in what your profile lacks</>;
  }
  if (action === "create") return <>New</>;
  const reason = matchedBy && reasons[matchedBy];
  const why = reason ? `: ${reason}` : "";
  if (resource !== "contact" || !contact) return <>There already{why}</>;
  return (
    <span>
      There already{why} as <a href={hrefOf("contacts", contact.id)}>{contact.displayName}</a>
    </span>
  );
}

interface FieldProps {
  row: ImportRow;
  name: string;
  work: ImportWork;
}

function RowChoiceField({ row, name, work }: FieldProps) {
  const id = useId();
  const { number, action, contact, candidates } = row;
  const { choices, busy } = work.state;
  const { action: chosen, contactId } = choices.get(number) ?? {};
  const others = [...contact ? [contact] : [], ...candidates];
  const usual =
    { create: "Create", match: "As chosen for all", conflict: "Skip" }[action as "create"];
  const choose = (value: string) => {
    const [verb, into] = value.split(" ");
    work.choose(
      number,
      verb
        ? { number, action: verb as RowChoice["action"], ...(into && { contactId: into }) }
        : undefined,
    );
  };
  return (
    <div class="import-choice">
      <label for={id} class="unseen">What to do with {name}, line {row.line}</label>
      <select
        id={id}
        class="input"
        value={chosen ? `${chosen}${contactId ? ` ${contactId}` : ""}` : ""}
        disabled={busy !== undefined}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <option value="">{usual}</option>
        {action !== "create" && <option value="create">Create</option>}
        {others.map((each) => (
          <option key={each.id} value={`merge ${each.id}`}>Merge into {each.displayName}</option>
        ))}
        {action !== "conflict" && <option value="skip">Skip</option>}
      </select>
    </div>
  );
}

type Value = Record<string, unknown>;

const textsOf = (list: unknown) =>
  (list as { value: string }[] | undefined ?? []).map(({ value }) => value);

function nameOf({ value, resource, line }: ImportRow): string {
  const { firstName, lastName, nickname, company, name, title, content, emails } =
    (value ?? {}) as Value;
  const full = [firstName, lastName].filter(Boolean).join(" ");
  const found = full || nickname || company || name || title || content || textsOf(emails)[0];
  const text = typeof found === "string" ? found : `${kindInWords(resource)} in line ${line}`;
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}

function aboutOf({ value, resource, networks, notes, hasPhoto }: ImportRow): string {
  const { emails, phones, timezone, country } = (value ?? {}) as Value;
  return [
    ...(resource === "contact" ? [] : [kindInWords(resource)]),
    ...(resource === "profile" ? [timezone, country].filter(Boolean) : []),
    ...textsOf(emails),
    ...textsOf(phones),
    ...networks,
    ...(notes.length > 0 ? [notes.length === 1 ? "1 note" : `${notes.length} notes`] : []),
    ...(hasPhoto ? ["photo"] : []),
  ].join(" · ");
}
