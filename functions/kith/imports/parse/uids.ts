// The identifiers that files give to their records.
import { isStorable } from "../../core/json.ts";
import { uuidPattern } from "../../core/uuid.ts";

/** Characters of a UID that are kept; no program writes longer ones. */
const uidLength = 255;

/** The form in which UIDs are compared: without `urn:uuid:`, in lower case where it is a UUID. Null where it cannot be kept. */
export function toUid(text: string): string | null {
  const uid = text.trim().replace(/^urn:uuid:/i, "");
  if (uid === "" || uid.length > uidLength || !isStorable(uid)) return null;
  return uuidPattern.test(uid) ? uid.toLowerCase() : uid;
}
