import type { FileImport } from "@kith/client";
import { useEffect, useState } from "preact/hooks";
import { SessionEnded, toProblem } from "../api/problem.ts";
import { Button } from "../ui/buttons.tsx";
import { Loading } from "../ui/states.tsx";
import { Row } from "./row.tsx";
import { type RowFilter, RowReader } from "./row-reader.ts";
import type { ImportWork } from "./work.ts";

interface Props {
  work: ImportWork;
  found: FileImport;
  filter: RowFilter;
}

/** The rows of an import, of which more are loaded by a button. */
export function Rows({ work, found, filter }: Props) {
  const [reader] = useState(() => new RowReader(found, filter));
  const [busy, setBusy] = useState(true);
  const [problem, setProblem] = useState<string>();
  const more = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await reader.more();
    } catch (error) {
      if (!(error instanceof SessionEnded)) setProblem(toProblem(error).detail);
    }
    setBusy(false);
  };
  useEffect(() => void more(), [reader]);
  if (busy && reader.rows.length === 0) return <Loading what="what will happen" />;
  return (
    <>
      <ul class="card rows" aria-label="What the file has">
        {reader.rows.map((row) => <Row key={row.number} row={row} work={work} />)}
      </ul>
      {problem && <p class="field-problem" role="alert">{problem}</p>}
      {!reader.isEnd && (
        <div class="more">
          <Button busy={busy} onClick={() => void more()}>
            {problem ? "Load the list again" : "Show more"}
          </Button>
        </div>
      )}
    </>
  );
}
