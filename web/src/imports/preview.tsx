// The preview of an import, with its questions, and what it leaves out.
import { rich, t } from "../base/texts.ts";
import type { FileImport, ImportQuestion, ImportRow } from "@kith/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { useAction } from "../hooks/load.ts";
import { hrefOf } from "../shell/router.ts";
import { Button, LinkButton } from "../ui/buttons.tsx";
import { Choice, ChoiceGroup, SelectField } from "../ui/fields.tsx";
import { Icon } from "../ui/icon.tsx";
import { Loading, Notice } from "../ui/states.tsx";
import { capitalized, counted, joined, nameInWords } from "../base/words.ts";
import type { ImportWork, OnMatch, RowChoice } from "./work.ts";

type RowFilter = "" | ImportRow["action"] | "failed";

interface Props {
  work: ImportWork;
  found: FileImport;
}

const actions = [
  ["create", "new"],
  ["match", t("there already")],
  ["conflict", "unclear"],
  ["error", t("that cannot be read")],
] as const;

const ways: [OnMatch, string, string][] = [
  ["merge", t("Merge"), t("Adds what is missing; nothing is replaced.")],
  ["skip", t("Skip"), t("Leaves the contacts as they are.")],
  ["create", t("Create anyway"), t("Adds them beside the contacts that are there.")],
];

const answerWords: Record<string, string> = {
  "birthday:day-first": t("The day comes first"),
  "birthday:month-first": t("The month comes first"),
  true: t("They are the names of columns"),
  false: t("It is a person"),
};

/** What the file does not tell, with what can be said. The file is read again with that. */
function Question({ work, question }: { work: ImportWork; question: ImportQuestion }) {
  const { kind, column, count, examples, answers } = question;
  const answer = (said: string) =>
    work.answer(kind === "header" ? { header: said === "true" } : { columns: { [column!]: said } });
  return (
    <Notice>
      <p>
        {kind === "header"
          ? t("The first line was read as a person: {0}.", examples.join(", "))
          : t(
            "{0}: {1} may be read in two ways, such as {2}. The month was taken first.",
            column,
            counted(count, "day"),
            examples.join(", "),
          )}
      </p>
      <div class="flow gap-3">
        {answers.map((said) => (
          <Button
            key={said}
            disabled={work.state.busy !== undefined}
            onClick={() => void answer(said)}
          >
            {answerWords[said] ?? said}
          </Button>
        ))}
      </div>
    </Notice>
  );
}

/** What applying a file would do, and what can be chosen. */
export function Preview({ work, found }: Props) {
  const present = actions.filter(([action]) => found.counts[action] > 0);
  // What has to be looked at comes first.
  const open = present.find(([action]) => action === "conflict" || action === "error")?.[0] ?? "";
  const [filter, setFilter] = useState<RowFilter>(open);
  const { busy, onMatch, problem } = work.state;
  const { counts, photos } = found;
  const isUseful = counts.create + counts.match + counts.conflict > 0;
  return (
    <>
      <p>
        {rich(
          "{0}. {1}Nothing is changed yet.",
          present.map(([action, words]) => `${counts[action]} ${words}`).join(", ") ||
            t("Nothing is in this file"),
          photos > 0 && t("{0} with a photo. ", photos),
        )}
      </p>
      {found.questions.map((question) => (
        <Question key={`${question.kind} ${question.column}`} work={work} question={question} />
      ))}
      <Dropped work={work} found={found} />
      {counts.match > 0 && (
        <ChoiceGroup legend={t("Those that are there already")}>
          {ways.map(([way, label, hint]) => (
            <Choice
              key={way}
              type="radio"
              name="on-match"
              label={label}
              hint={hint}
              checked={onMatch === way}
              disabled={busy !== undefined}
              onChoose={() => work.set({ onMatch: way })}
            />
          ))}
        </ChoiceGroup>
      )}
      {problem && (
        <Notice tone="danger">{t("{0} What you chose is kept; try again.", problem.detail)}</Notice>
      )}
      <div class="flow gap-3">
        {isUseful && (
          <Button
            kind="primary"
            busy={busy === "apply"}
            onClick={() => void work.apply()}
          >
            {problem ? t("Try again") : t("Import")}
          </Button>
        )}
        <Button disabled={busy !== undefined} onClick={() => work.reset()}>
          {t("Choose another file")}
        </Button>
      </div>
      {present.length > 1 && (
        <SelectField
          label={t("Show")}
          value={filter}
          onValue={setFilter}
          options={[
            ["", t("Everything")],
            ...present.map(([action, words]) => [action, `${counts[action]} ${words}`] as const),
          ]}
        />
      )}
      <Rows key={filter} work={work} found={found} filter={filter} />
    </>
  );
}

const linesInWords = (lines: number[]) =>
  lines.length === 1 ? t("in line {0}", lines[0]!) : t("in lines {0}", joined(lines.map(String)));

/** What of the file is left out, by its columns or fields. */
function Dropped({ work, found: { dropped, format } }: Props) {
  if (dropped.length === 0) return null;
  return (
    <Notice tone="warning">
      <p class="strong">{t("Left out of the file")}</p>
      <ul>
        {dropped.map(({ property, count, lines }) => (
          <li key={property}>
            {property} ({count}×{lines && `, ${linesInWords(lines)}`})
          </li>
        ))}
      </ul>
      {format === "csv" && (
        <p class="flow gap-3">
          <LinkButton onClick={() => void work.askForMapping()}>
            {t("Say what the columns are")}
          </LinkButton>
          <LinkButton onClick={() => work.answer({ newFields: true })}>
            {t("Keep them as fields")}
          </LinkButton>
        </p>
      )}
    </Notice>
  );
}

/** Rows that are read at once. */
const step = 50;

/** The rows of an import that a list shows, without so many that it has already. */
async function* rowsOf(found: FileImport, filter: RowFilter, known: number) {
  const query = filter === "" || filter === "failed" ? {} : { action: filter };
  let before = 0;
  for await (const row of found.rows(query)) {
    if (filter === "failed" && row.outcome !== "failed") continue;
    if (++before > known) yield row;
  }
}

/** The rows of an import. A button loads more; after an error it goes on where it was. */
export function Rows({ work, found, filter }: Props & { filter: RowFilter }) {
  const [rows, setRows] = useState<ImportRow[]>([]);
  const [isEnd, setEnd] = useState(false);
  const reading = useRef<AsyncGenerator<ImportRow>>();
  const { busy, problem, run } = useAction(() => {
    reading.current = undefined;
  });
  const more = () =>
    void run(async () => {
      const list = reading.current ??= rowsOf(found, filter, rows.length);
      const next: ImportRow[] = [];
      while (next.length < step) {
        const { done, value } = await list.next();
        if (done) setEnd(true);
        if (done) break;
        next.push(value);
      }
      setRows([...rows, ...next]);
    });
  useEffect(more, []);
  if (!problem && !isEnd && rows.length === 0) return <Loading what="what will happen" />;
  return (
    <>
      <ul class="card rows" aria-label={t("What the file has")}>
        {rows.map((row) => <Row key={row.number} row={row} work={work} />)}
      </ul>
      {problem && <p class="field-problem" role="alert">{problem.detail}</p>}
      {!isEnd && (
        <div class="more flow gap-3">
          <Button busy={busy} onClick={more}>
            {problem ? t("Load the list again") : t("Show more")}
          </Button>
        </div>
      )}
    </>
  );
}

const reasons: Record<string, string> = {
  uid: t("imported before"),
  email: t("same e-mail address"),
  phone: t("same phone number"),
  name: "same name",
};

/** One thing of a file: what will happen to it, and a list to choose from where that is unclear. */
function Row({ row, work }: { row: ImportRow; work: ImportWork }) {
  const name = nameOf(row);
  return (
    <li class="import-row flow">
      <div class="contact-who">
        <span class="contact-name">{name}</span>
        <span class="fine">{aboutOf(row)}</span>
        <span class={row.problem ? "import-what label field-problem" : "import-what label"}>
          {row.problem && <Icon name="alert" />}
          <What row={row} isTable={work.state.found?.format === "csv"} />
        </span>
      </div>
      {row.outcome === null && row.resource === "contact" && row.action === "conflict" && (
        <RowChoiceField row={row} name={name} work={work} />
      )}
    </li>
  );
}

/** Why a contact of a table without an e-mail address or a phone number is known: tables have no ids. */
const isNameOnly = ({ value }: ImportRow) =>
  textsOf((value as Value | null)?.["emails"]).length === 0 &&
  textsOf((value as Value | null)?.["phones"]).length === 0;

function What({ row, isTable }: { row: ImportRow; isTable: boolean }) {
  const { action, contact, matchedBy, problem, line, resource } = row;
  if (action === "error") return <>{rich("Line {0}: {1}", line, problem)}</>;
  if (problem) return <>{problem}</>;
  if (action === "create") {
    return <>{resource === "profile" ? t("Fills in what your profile lacks") : t("New")}</>;
  }
  const reason = matchedBy === "uid" && isTable && isNameOnly(row)
    ? t("same name and file")
    : matchedBy && reasons[matchedBy];
  const why = reason ? `: ${reason}` : "";
  if (resource !== "contact" || !contact) return <>{t("There already{0}", why)}</>;
  return (
    <span>
      {rich(
        "There already{0} as {1}",
        why,
        <a href={hrefOf("contacts", contact.id)}>{contact.displayName}</a>,
      )}
    </span>
  );
}

interface FieldProps {
  row: ImportRow;
  name: string;
  work: ImportWork;
}

function RowChoiceField({ row, name, work }: FieldProps) {
  const { number, candidates } = row;
  const { choices, busy } = work.state;
  const { action: chosen, contactId } = choices.get(number) ?? {};
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
      <SelectField
        label={t("What to do with {0}, line {1}", name, row.line)}
        quiet
        value={[chosen, contactId].filter(Boolean).join(" ")}
        disabled={busy !== undefined}
        onValue={choose}
        options={[
          ["", t("Skip")],
          ["create", t("Create")],
          ...candidates.map(({ id, displayName }) =>
            [`merge ${id}`, t("Merge into {0}", displayName)] as const
          ),
        ]}
      />
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
  const text = typeof found === "string"
    ? found
    : t("{0} in line {1}", capitalized(nameInWords(resource)), line);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}

function aboutOf({ value, resource, networks, notes, hasPhoto }: ImportRow): string {
  const { emails, phones, timezone, country } = (value ?? {}) as Value;
  return [
    ...(resource === "contact" ? [] : [capitalized(nameInWords(resource))]),
    ...(resource === "profile" ? [timezone, country].filter(Boolean) : []),
    ...textsOf(emails),
    ...textsOf(phones),
    ...networks,
    ...(notes.length > 0 ? [counted(notes.length, "note")] : []),
    ...(hasPhoto ? ["photo"] : []),
  ].join(" · ");
}
