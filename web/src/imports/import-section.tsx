// The import of a file: choosing it, its preview, and what was applied.
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
      <h2 id="import" class="section-title">Import</h2>
      <div
        ref={element}
        class="card card-body data-card stack gap-4"
        tabIndex={-1}
        aria-labelledby="import"
      >
        {file && (
          <p class="break">
            File: <strong>{file.name}</strong>
          </p>
        )}
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
                Try again
              </Button>
              <Button onClick={() => work.reset()}>Choose another file</Button>
            </div>
          )}
        <Progress work={work} />
        {problem && file && !found && !columns && (
          <Notice tone="danger">The file could not be read. {problem.detail}</Notice>
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
      <label for="import-file" class="button">Choose a file, or drop it here</label>
      <p id="import-file-hint" class="fine">
        vCard, CSV of Google, Outlook, iCloud, LinkedIn, HubSpot, Dex or others, LDIF, or JSON of
        Kith or Monica. You see what will happen before anything is changed.
      </p>
    </div>
  );
}

const busyWords = { preview: "Reading the file", apply: "Importing", undo: "Undoing" };

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
        {understood.length === 0
          ? "None of the columns has a name that is known."
          : `Understood: ${
            understood.join(", ")
          } (${understood.length} of ${columns.length} columns).`}{" "}
        Say what the columns are. What is left out is not imported.
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
            options={[["", "Leave out"], ...mappingWords]}
          />
        ))}
      </div>
      <div class="flow gap-3">
        <Button submit kind="primary" disabled={isEmpty}>Show what will happen</Button>
        <Button onClick={() => work.reset()}>Choose another file</Button>
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
          ? "The import is undone."
          : `Created ${created}, merged ${merged}, skipped ${skipped}.`}{" "}
        {!undone && <a href={hrefOf("contacts")}>Show the contacts</a>}
      </Notice>
      {failed > 0 && !undone && (
        <>
          <p>{failed} could not be written:</p>
          <Rows work={work} found={found!} filter="failed" />
        </>
      )}
      {problem && <Notice tone="danger">{problem.detail}</Notice>}
      {asking && <Deck onClose={() => setAsking(false)} />}
      <div class="flow gap-3">
        {created + merged > 0 && !undone && (
          <Button kind="primary" onClick={() => setAsking(true)}>Who matters?</Button>
        )}
        {activityIds.length > 0 && !undone && (
          <Button
            icon="undo"
            busy={busy === "undo"}
            onClick={() => void work.undo(isConflict)}
          >
            {isConflict ? "Undo what can be undone" : "Undo the import"}
          </Button>
        )}
        <Button disabled={busy !== undefined} onClick={() => work.reset()}>
          Import another file
        </Button>
      </div>
    </>
  );
}
