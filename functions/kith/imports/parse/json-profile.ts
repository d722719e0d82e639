import { validateBody } from "../../core/validate.ts";
import { profile, profileUpdate } from "../../me/schema.ts";
import type { Dropped } from "./dropped.ts";
import { isObject } from "./json-items.ts";
import type { ParsedFile } from "./types.ts";

/** The time zone of a profile in which nobody has chosen one. */
const defaultZone = "UTC";

/**
 * Reads what a client can write of the profile of a document; nothing where it says nothing. Whose it was is not read: id,
 * e-mail address and limits.
 */
export function readProfile(
  item: unknown,
  line: number,
  dropped: Dropped,
): Pick<ParsedFile, "records" | "errors"> {
  const members = isObject(item) ? Object.entries(item) : [];
  for (const [name] of members) {
    if (!Object.hasOwn(profile().shape, name)) dropped.add(`profile.${name}`);
  }
  const readable = Object.fromEntries(
    members.filter(([name, value]) => Object.hasOwn(profileUpdate().shape, name) && value !== null),
  );
  const isSaid = item !== undefined && item !== null;
  const { value, violations } = validateBody(
    profileUpdate(),
    [],
    isObject(item) ? readable : item,
  );
  if (isSaid && violations.length > 0) {
    const { pointer, message } = violations[0]!;
    return {
      records: [],
      errors: [{ line, message, pointer: `/profile${pointer}`, resource: "profile" }],
    };
  }
  const said = Object.entries((value ?? {}) as object)
    .filter(([name, each]) => each !== null && (name !== "timezone" || each !== defaultZone));
  if (said.length === 0) return { records: [], errors: [] };
  const record = {
    line,
    resource: "profile" as const,
    uid: null,
    value: Object.fromEntries(said),
    networks: [],
    notes: [],
    photo: null,
  };
  return { records: [record], errors: [] };
}
