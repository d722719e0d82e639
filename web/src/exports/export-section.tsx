import { useEffect, useRef, useState } from "preact/hooks";
import { files, saveFile } from "../api/files.ts";
import { useAction } from "../hooks/action.ts";
import { announce } from "../ui/announce.tsx";
import { Button } from "../ui/buttons.tsx";
import { Notice } from "../ui/states.tsx";

const kinds = [
  { label: "Contacts as vCard", format: "vcard", name: "kith-contacts", extension: "vcf" },
  { label: "Contacts as CSV", format: "csv", name: "kith-contacts", extension: "csv" },
  { label: "Contacts as JSON", format: "json", name: "kith-contacts", extension: "json" },
  { label: "Everything as JSON", format: undefined, name: "kith", extension: "json" },
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
  const { busy, problem, run } = useAction();
  const [kind, setKind] = useState<Kind>();
  const running = useRef<AbortController>();
  useEffect(() => () => running.current?.abort(), []);
  const save = async ({ format, name, extension }: Kind) => {
    const { signal } = running.current = new AbortController();
    try {
      const file = await readWhole(await files.export(format ? { format } : {}, { signal }));
      saveFile(file, `${name}-${new Date().toISOString().slice(0, 10)}.${extension}`);
      announce("The file is saved.");
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  };
  const start = (next: Kind) => {
    if (busy) return;
    setKind(next);
    void run(() => save(next));
  };
  return (
    <section class="section" aria-labelledby="export">
      <h2 id="export" class="section-title">Export</h2>
      <div class="card card-body data-card">
        <p>
          Contacts as vCard for phones and address books, as CSV for Google Contacts and Outlook, or
          as JSON. Everything, with notes and reminders, is a JSON file that can be imported here.
        </p>
        <div class="data-actions">
          {kinds.map((each) => (
            <Button
              key={each.label}
              busy={busy && each === kind}
              onClick={() => start(each)}
            >
              {each.label}
            </Button>
          ))}
        </div>
        {problem && <Notice tone="danger">Nothing was saved. {problem.detail}</Notice>}
      </div>
    </section>
  );
}
