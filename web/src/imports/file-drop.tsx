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
      <input
        id="import-file"
        class="unseen"
        type="file"
        accept=".vcf,.vcard,.csv,.tsv,.txt,.json,.jcard,.jscontact,.ldif,.ldi,text/vcard,text/csv,text/ldif,application/json"
        aria-describedby="import-file-hint"
        onChange={(event) => take(event.currentTarget.files)}
      />
      <label for="import-file" class="button">Choose a file, or drop it here</label>
      <p id="import-file-hint" class="hint">
        vCard, CSV of Google, Outlook, iCloud, LinkedIn, HubSpot, Dex or others, LDIF, or JSON of
        Kith or Monica. You see what will happen before anything is changed.
      </p>
    </div>
  );
}
