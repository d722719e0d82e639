import { uuidPattern } from "../../core/fields.ts";
import { isStorable } from "../../core/json.ts";

/** Characters of a UID that are kept; longer ones are no UIDs of any program. */
const lengthLimit = 255;

/** The form in which UIDs are compared: without `urn:uuid:`, in lower case where it is a UUID. Null where there is none that can be kept. */
export function toUid(text: string): string | null {
  const uid = text.trim().replace(/^urn:uuid:/i, "");
  if (uid === "" || uid.length > lengthLimit || !isStorable(uid)) return null;
  return uuidPattern.test(uid) ? uid.toLowerCase() : uid;
}
