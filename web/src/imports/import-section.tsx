import { useEffect, useRef } from "preact/hooks";
import { Button } from "../ui/buttons.tsx";
import { Notice } from "../ui/states.tsx";
import { useUnloadQuestion } from "../ui/form.tsx";
import { FileDrop } from "./file-drop.tsx";
import { MappingForm } from "./mapping-form.tsx";
import { Preview } from "./preview.tsx";
import { Progress } from "./progress.tsx";
import { Result } from "./result.tsx";
import { type ImportWork, useImport } from "./work.ts";

/** The import of a file: chosen, looked at, applied, and undone. */
export function ImportSection() {
  const work = useImport();
  const { file, found, columns, applied, busy, problem } = work.state;
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
      <div ref={element} class="card card-body data-card" tabIndex={-1} aria-labelledby="import">
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
          : file
          ? <Reading work={work} file={file} />
          : <FileDrop onFile={(chosen) => void work.preview(chosen)} />}
        <Progress busy={busy} progress={work.state.progress} />
        {problem && file && !found && !columns && (
          <Notice tone="danger">The file could not be read. {problem.detail}</Notice>
        )}
      </div>
    </section>
  );
}

/** A file that is read, or could not be read. */
function Reading({ work, file }: { work: ImportWork; file: File }) {
  if (work.state.busy) return null;
  return (
    <div class="data-actions">
      <Button kind="primary" onClick={() => void work.preview(file, work.state.mapping)}>
        Try again
      </Button>
      <Button onClick={() => work.reset()}>Choose another file</Button>
    </div>
  );
}
