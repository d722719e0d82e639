// The import of a file: choosing it, its preview, and what was applied.
import { rich, t } from "../base/texts.ts";
import type { AppliedFile } from "@kith/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { given } from "../api/kith.ts";
import { hrefOf } from "../shell/router.ts";
import { Button } from "../ui/buttons.tsx";
import { SelectField } from "../ui/fields.tsx";
import { useUnloadQuestion } from "../ui/form.tsx";
import { Notice } from "../ui/states.tsx";
import { guessWord, mappingWords } from "./columns.ts";
import { Deck } from "./deck.tsx";
import { Preview, Rows } from "./preview.tsx";
import { type ImportWork, useImport } from "./work.ts";

/** The import of a file: chosen, looked at, applied, and undone. */
export function ImportSection() {
  const work = useImport();
  const { file, found, columns, mapping, applied, busy, problem } = work.state;
  useUnloadQuestion(busy !== undefined || (found !== undefined && !applied));
  const element = useRef<HTMLDivElement>(null);
  const step = applied ? "applied" : columns ? "mapping" : found ? "found" : file ? "file" : "none";
  const shown = useRef(step);
  useEffect(() => {
    // What had the focus is gone with the step before.
    if (shown.current !== step) element.current?.focus({ preventScroll: true });
    shown.current = step;
  }, [step]);
  return (
    <section class="section" aria-labelledby="import">
      <h2 id="import" class="section-title">{t("Import")}</h2>
      <div
        ref={element}
        class="card card-body data-card stack gap-4"
        tabIndex={-1}
        aria-labelledby="import"
      >
        {file && <p class="break">{rich("File: {0}", <strong>{file.name}</strong>)}</p>}
        {applied
          ? <Result work={work} applied={applied} />
          : columns && busy !== "preview"
          ? <MappingForm work={work} columns={columns} />
          : found
          ? <Preview work={work} found={found} />
          : !file
          ? <FileDrop onFile={(chosen) => void work.preview(chosen)} />
          : !busy && (
            <div class="flow gap-3">
              <Button kind="primary" onClick={() => void work.preview(file, mapping)}>
                {t("Try again")}
              </Button>
              <Button onClick={() => work.reset()}>{t("Choose another file")}</Button>
            </div>
          )}
        <Progress work={work} />
        {problem && file && !found && !columns && (
          <Notice tone="danger">{t("The file could not be read. {0}", problem.detail)}</Notice>
        )}
      </div>
    </section>
  );
}

/** A place to drop a file on, with a field that chooses one. */
function FileDrop({ onFile }: { onFile: (file: File) => void }) {
  const [over, setOver] = useState(false);
  const take = (list: FileList | null | undefined) => {
    const file = list?.[0];
    if (file) onFile(file);
  };
  return (
    <div
      class={over ? "drop stack start drop-over" : "drop stack start"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer?.files);
      }}
    >
      <input
        id="import-file"
        class="unseen"
        type="file"
        accept=".vcf,.vcard,.csv,.tsv,.txt,.json,.jcard,.jscontact,.ldif,.ldi,text/vcard,text/csv,text/ldif,application/json"
        aria-describedby="import-file-hint"
        onChange={(event) => take(event.currentTarget.files)}
      />
      <label for="import-file" class="button">{t("Choose a file, or drop it here")}</label>
      <p id="import-file-hint" class="fine">
        {t(
          "vCard, CSV of Google, Outlook, iCloud, LinkedIn, HubSpot, Dex or others, LDIF, or JSON of Kith or Monica. You see what will happen before anything is changed.",
        )}
      </p>
    </div>
  );
}

const busyWords = { preview: t("Reading the file"), apply: t("Importing"), undo: t("Undoing") };

/** How far an import is. The live region is always there, so that screen readers hear of changes. */
function Progress({ work: { state: { busy, progress } } }: { work: ImportWork }) {
  const { rows, total } = progress ?? {};
  return (
    <div role="status" class={busy ? "progress stack gap-1 label" : undefined}>
      {busy && (
        <>
          <span>
            {busyWords[busy]}
            {total ? `: ${rows} of ${total}` : ""}…
          </span>
          <progress aria-label={busyWords[busy]} {...(total ? { value: rows, max: total } : {})} />
        </>
      )}
    </div>
  );
}

/** Asks what the columns of a table are. */
function MappingForm({ work, columns }: { work: ImportWork; columns: string[] }) {
  const { file, mapping: before, problem } = work.state;
  const [words, setWords] = useState<Record<string, string>>(() =>
    before ?? Object.fromEntries(columns.map((column) => [column, guessWord(column)]))
  );
  const mapping = given(words);
  const understood = columns.filter(guessWord);
  const isEmpty = Object.keys(mapping).length === 0;
  const submit = (event: Event) => {
    event.preventDefault();
    if (!isEmpty) void work.preview(file!, mapping);
  };
  return (
    <form class="form stack gap-5" onSubmit={submit}>
      <p>
        {t(
          "{0} Say what the columns are. What is left out is not imported.",
          understood.length === 0 ? t("None of the columns has a name that is known.") : t(
            "Understood: {0} ({1} of {2} columns).",
            understood.join(", "),
            understood.length,
            columns.length,
          ),
        )}
      </p>
      {problem && before && (
        <Notice tone="danger">{Object.values(problem.fields)[0] ?? problem.detail}</Notice>
      )}
      <div class="columns">
        {columns.map((column) => (
          <SelectField
            key={column}
            label={column}
            value={words[column] ?? ""}
            onValue={(word) => setWords({ ...words, [column]: word })}
            options={[["", t("Leave out")], ...mappingWords]}
          />
        ))}
      </div>
      <div class="flow gap-3">
        <Button submit kind="primary" disabled={isEmpty}>{t("Show what will happen")}</Button>
        <Button onClick={() => work.reset()}>{t("Choose another file")}</Button>
      </div>
    </form>
  );
}

/** What an import did, with a button that undoes all of it. */
function Result({ work, applied }: { work: ImportWork; applied: AppliedFile }) {
  const { busy, problem, undone, found } = work.state;
  const { created, merged, skipped, failed, activityIds } = applied;
  const isConflict = problem?.code === "conflict";
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Notice>
        {undone
          ? t("The import is undone.")
          : t("Created {0}, merged {1}, skipped {2}.", created, merged, skipped)}{" "}
        {!undone && <a href={hrefOf("contacts")}>{t("Show the contacts")}</a>}
      </Notice>
      {failed > 0 && !undone && (
        <>
          <p>{t("{0} could not be written:", failed)}</p>
          <Rows work={work} found={found!} filter="failed" />
        </>
      )}
      {problem && <Notice tone="danger">{problem.detail}</Notice>}
      {asking && <Deck onClose={() => setAsking(false)} />}
      <div class="flow gap-3">
        {created + merged > 0 && !undone && (
          <Button kind="primary" onClick={() => setAsking(true)}>{t("Who matters?")}</Button>
        )}
        {activityIds.length > 0 && !undone && (
          <Button
            icon="undo"
            busy={busy === "undo"}
            onClick={() => void work.undo(isConflict)}
          >
            {isConflict ? t("Undo what can be undone") : t("Undo the import")}
          </Button>
        )}
        <Button disabled={busy !== undefined} onClick={() => work.reset()}>
          {t("Import another file")}
        </Button>
      </div>
    </>
  );
}
