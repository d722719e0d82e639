// Makes the preview of a file: reads it, keeps its rows, and stores its photos.
import { sha256 } from "../core/sha256.ts";
import { contentTypes } from "../contacts/photos/image.ts";
import type { Answer, Call, PhotoStore, UploadedFile } from "../core/call.ts";
import type { DroppedProperty, ImportError, ImportRecord, ReadOptions } from "./parse/types.ts";

/** Photos that are sent to Storage at the same time. */
const parallelUploads = 4;

/** After this many milliseconds no further photo is sent, because the client waits for the answer. */
const uploadTimeMs = 15_000;

/** The photo of a record, as the file has it. */
type Photo = NonNullable<ImportRecord["photo"]>;

/** What the database keeps of a record; its photo is the extension of the file that is stored. */
type ReadRow = Omit<ImportRecord, "photo"> & { photo?: string };

/** What it keeps of a record that cannot be read. */
type FailedRow = Pick<ImportRecord, "line" | "resource"> & { problem: string };

/** What a client says of the file itself. */
interface FileFacts {
  fileName?: string;
  /** `YYYY-MM-DD` */
  fileDay?: string;
}

/** Reads a file, keeps what it has as a preview, and stores its photos. */
export async function createImport(call: Call): Promise<Answer> {
  const { body, photos } = await readImport(call.file!, {
    ...call.readBy,
    ...call.arguments.query ?? {},
  });
  const { query: _, ...conditions } = call.arguments;
  const answer = await call.run({ ...conditions, body });
  return await storePhotos(call, answer, photos);
}

/**
 * Reads a file into what the database keeps of it, and the photos by the number of their row.
 * @throws Problem where it cannot be read
 */
export async function readImport(
  { bytes, contentType }: UploadedFile,
  options: Partial<ReadOptions> & FileFacts,
) {
  const { parseFile } = await import("./parse/records.ts");
  const parsed = await parseFile(bytes, contentType, options);
  const { rows, photos } = toRows(withFacts(parsed.records, options), parsed.errors);
  const body = {
    format: parsed.format,
    rows,
    dropped: parsed.dropped,
    questions: parsed.questions,
    // So that an `Idempotency-Key` recognises another file of the same contacts, as one with other photos.
    digest: sha256(bytes),
  };
  return { body, photos };
}

/** Contacts with what their file tells of them: the day of notes without one, and an id for those that have only a name. */
function withFacts(records: ImportRecord[], { fileName, fileDay }: FileFacts): ImportRecord[] {
  const counts = new Map<string, number>();
  return records.map((record) => {
    if (record.resource !== "contact") return record;
    const notes = fileDay
      ? record.notes.map((note) => ({ occurredAt: fileDay, ...note }))
      : record.notes;
    const { firstName, lastName, nickname, company, emails, phones } = record.value;
    if (!fileName || record.uid || isFilled(emails) || isFilled(phones)) {
      return { ...record, notes };
    }
    const name = JSON.stringify([fileName, firstName, lastName, nickname, company]);
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return { ...record, notes, uid: `file:${sha256(`${count} ${name}`)}` };
  });
}

const isFilled = (list: unknown) => Array.isArray(list) && list.length > 0;

/** The rows of the database in the order of the file, and the photos by the number of their row. */
function toRows(records: ImportRecord[], errors: ImportError[]) {
  const photos = new Map<number, Photo>();
  const all: (ImportRecord | ImportError)[] = [...records, ...errors]
    .sort((one, other) => one.line - other.line);
  const rows = all.map((each, index): ReadRow | FailedRow => {
    if ("message" in each) {
      const { line, message, pointer, resource = "contact" } = each;
      return {
        line,
        resource,
        problem: pointer ? `${pointer}: ${message}` : message,
      };
    }
    const { photo, ...row } = each;
    if (!photo) return row;
    photos.set(index + 1, photo);
    return { ...row, photo: extensionOf(photo) };
  });
  return { rows, photos };
}

function extensionOf({ type }: Photo): string {
  return Object.entries(contentTypes).find(([, each]) => each === type)![0];
}

/** Stores the photos where the preview has reserved paths, and answers without these. */
async function storePhotos(call: Call, answer: Answer, photos: Map<number, Photo>) {
  if (photos.size === 0) return answer;
  const { uploads = {}, ...shown }: {
    uploads?: Record<string, string>;
    dropped: DroppedProperty[];
  } = JSON.parse(answer.body!);
  // A repeated answer is that of a request which has stored them.
  const lost = answer.replayed ? 0 : await upload(call, photos, uploads);
  if (lost > 0) shown.dropped.push({ property: "photo: could not be stored", count: lost });
  return { ...answer, body: JSON.stringify(shown) };
}

/** Returns how many could not be stored. */
async function upload(
  call: Call,
  photos: Map<number, Photo>,
  paths: Record<string, string>,
): Promise<number> {
  const store: PhotoStore = call.dependencies.photos;
  const waiting = [...photos];
  const end = performance.now() + uploadTimeMs;
  let stored = 0;
  const work = async () => {
    for (let next = waiting.shift(); next && performance.now() < end; next = waiting.shift()) {
      const [number, photo] = next;
      try {
        await store.store(paths[number]!, photo.type, photo.bytes);
        stored += 1;
      } catch (error) {
        call.note(error instanceof Error ? error.cause : error);
      }
    }
  };
  await Promise.all(Array.from({ length: parallelUploads }, work));
  return photos.size - stored;
}
