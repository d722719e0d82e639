import { useState } from "preact/hooks";

/** A place to drop a file on, with a field that chooses one. */
export function FileDrop({ onFile }: { onFile: (file: File) => void }) {
  const [over, setOver] = useState(false);
  const take = (list: FileList | null | undefined) => {
    const file = list?.[0];
    if (file) onFile(file);
  };
  return (
    <div
      class={over ? "drop drop-over" : "drop"}
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
      <label for="import-file">Choose a file, or drop it here</label>
      <input
        id="import-file"
        type="file"
        accept=".vcf,.csv,.txt,.json,text/vcard,text/csv,application/json"
        aria-describedby="import-file-hint"
        onChange={(event) => take(event.currentTarget.files)}
      />
      <p id="import-file-hint" class="hint">
        vCard, CSV of Google, Outlook, iCloud, LinkedIn or others, or JSON of Kith. You see what
        will happen before anything is changed.
      </p>
    </div>
  );
}
