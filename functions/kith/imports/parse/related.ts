// Who is related to a contact of a file.
import { isStorable } from "../../core/json.ts";
import { inOneLine } from "./lines.ts";
import type { FoundContact } from "./contact.ts";
import { type Dropped, listLimits, type Related } from "./types.ts";

/** Those who are related to a contact and can be written, each once. */
export function checkRelated(related: FoundContact["related"], dropped: Dropped): Related[] {
  const valid = new Map<string, Related>();
  for (const { value, from } of related) {
    const { kind, uid = "" } = value;
    const [label, name] = [value.label ?? "", value.name ?? ""].map(inOneLine) as [string, string];
    if (name === "" && uid === "") continue;
    const key = [kind, label, uid || name].join("\n").toLowerCase();
    if (valid.has(key)) dropped.add(from, "it occurs twice");
    else if ([...name].length > 255) dropped.add(from, "the name is too long");
    else if ([...label].length > 50) dropped.add(from, "its label is too long");
    else if (!isStorable(name + label + uid)) dropped.add(from, "it has a character that is none");
    else if (valid.size === listLimits.related) {
      dropped.add(from, `a contact has at most ${listLimits.related}`);
    } else {
      valid.set(key, { kind, ...label && { label }, ...uid && { uid }, ...name && { name } });
    }
  }
  return [...valid.values()];
}
