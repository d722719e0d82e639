import { useEffect, useRef, useState } from "preact/hooks";
import { files } from "../api/files.ts";
import { SessionEnded, toProblem } from "../api/problem.ts";
import { announce } from "../ui/announce.tsx";
import { Button } from "../ui/buttons.tsx";
import { Notice } from "../ui/states.tsx";
import { saveFile } from "./save-file.ts";

const kinds = [
  { label: "vCard", format: "vcard", name: "kith-contacts", extension: "vcf" },
  { label: "CSV", format: "csv", name: "kith-contacts", extension: "csv" },
  { label: "JSON", format: "json", name: "kith-contacts", extension: "json" },
  { label: "Everything", name: "kith", extension: "json" },
] as const;

type Kind = (typeof kinds)[number];

/** Not `blob()`, which hides why a body breaks off. */
async function readWhole({ body, headers }: Response): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = body!.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts, { type: headers.get("content-type")! });
    parts.push(value);
  }
}

/** Buttons that save what is in the account as files. */
export function ExportSection() {
  const [busy, setBusy] = useState<Kind>();
  const [problem, setProblem] = useState<string>();
  const running = useRef<AbortController>();
  useEffect(() => () => running.current?.abort(), []);
  const save = async (kind: Kind) => {
    if (busy) return;
    const { signal } = running.current = new AbortController();
    setBusy(kind);
    setProblem(undefined);
    try {
      const query = "format" in kind ? { format: kind.format } : {};
      const answer = await files.export(query, { signal });
      const file = await readWhole(answer);
      const day = new Date().toISOString().slice(0, 10);
      saveFile(file, `${kind.name}-${day}.${kind.extension}`);
      announce("The file is saved.");
    } catch (error) {
      if (signal.aborted || error instanceof SessionEnded) return;
      setProblem(`Nothing was saved. ${toProblem(error).detail}`);
    }
    setBusy(undefined);
  };
  const button = (kind: Kind, text: string) => (
    <Button
      key={kind.label}
      busy={busy === kind}
      onClick={() => void save(kind)}
    >
      {text}
    </Button>
  );
  return (
    <section class="section" aria-labelledby="export">
      <h2 id="export" class="section-title">Export</h2>
      <div class="card card-body data-card">
        <p>
          Contacts as vCard for phones and address books, as CSV for Google Contacts and Outlook, or
          as JSON. Everything, with notes and reminders, is a JSON file that can be imported here.
        </p>
        <div class="data-actions">
          {kinds.map((kind) =>
            button(
              kind,
              kind.label === "Everything" ? "Everything as JSON" : `Contacts as ${kind.label}`,
            )
          )}
        </div>
        {problem && <Notice tone="danger">{problem}</Notice>}
      </div>
    </section>
  );
}
