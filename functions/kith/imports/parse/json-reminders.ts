import { toInstant } from "../../core/dates.ts";
import { uuidPattern } from "../../core/fields.ts";
import type { Dropped } from "./dropped.ts";
import type { Item } from "./json-items.ts";
import type { ImportRecord, ImportRefs } from "./types.ts";

/** What a reminder of a document has besides what a client can write. */
export function reminderDetails(
  { completed, completedAt, nextId, createdAt, updatedAt }: Item,
  dropped: Dropped,
): { value: { completedAt?: string }; refs: ImportRefs } {
  const at = typeof completedAt === "string" ? toInstant(completedAt) : null;
  if (completed === true && completedAt != null && at === null) {
    dropped.add("reminders.completedAt", "Must be an RFC 3339 instant.");
  }
  const isId = typeof nextId === "string" && uuidPattern.test(nextId);
  if (nextId != null && !isId) dropped.add("reminders.nextId", "Must be a UUID.");
  const isAsMade = typeof createdAt === "string" && createdAt === updatedAt;
  return {
    value: completed === true && at !== null ? { completedAt: at } : {},
    refs: {
      ...(isId ? { nextUid: nextId.toLowerCase() } : {}),
      ...(isAsMade ? { isAsMade } : {}),
    },
  };
}

/** Removes where reminders come after themselves, be it after others. */
export function dropCircles(records: ImportRecord[], dropped: Dropped): void {
  const byUid = new Map<string, ImportRecord>();
  for (const record of records) {
    if (record.resource === "reminder" && record.uid !== null && !byUid.has(record.uid)) {
      byUid.set(record.uid, record);
    }
  }
  const seen = new Set<ImportRecord>();
  for (const first of byUid.values()) {
    const way = new Set<ImportRecord>();
    let at: ImportRecord | undefined = first;
    while (at && !seen.has(at)) {
      seen.add(at);
      way.add(at);
      at = byUid.get(at.refs?.nextUid ?? "");
    }
    if (!at || !way.has(at)) continue;
    for (const record of [...way].slice([...way].indexOf(at))) {
      delete record.refs!.nextUid;
      dropped.add("reminders.nextId", "Comes after itself.");
    }
  }
}
