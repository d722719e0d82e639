// Everything about one contact, as models read it: for tools and for resources.
import type { ToolArguments } from "../../core/database.ts";
import { compact, type Names, shortNote, shortReminder } from "./members.ts";
import { shortRelationship } from "./relationships.ts";
import type { Run } from "./tool.ts";

/**
 * Reads a contact with its networks, relationships, newest notes and open reminders, as far as the credential may read them.
 * @param who `id`, or `byName` with a name as `id`
 * @throws Problem when the database refuses
 */
export async function readContact(who: ToolArguments, run: Run) {
  const { body } = await run("get_contact", {
    ...who,
    query: { include: ["notes", "reminders", "networks", "relationships", "names"] },
    onlyReadable: true,
  });
  const { notes, reminders, networks, relationships, names, vcardLines: _, ...details } = body;
  const others: Names = { ...names };
  delete others[details.id];
  return compact({
    ...details,
    networks: networks?.map(({ id, name }: Record<string, unknown>) => ({ id, name })),
    relationships: relationships?.map(shortRelationship),
    notes: notes?.map((note: Record<string, unknown>) => shortNote(about(note, others), others)),
    reminders: reminders?.map((each: Record<string, unknown>) =>
      shortReminder(about(each, others), others)
    ),
  }) as Record<string, unknown>;
}

/** What is read with a contact is about that contact; only the others are named. */
function about(read: Record<string, unknown>, others: Names) {
  const contactIds = (read["contactIds"] as string[]).filter((id) => id in others);
  return { ...read, contactIds };
}

/** A contact as lines of text, for clients that show what they have read as a document. */
export function asText(contact: Record<string, unknown>): string {
  const lines = Object.entries(contact).filter(([name]) => name !== "id").map(([name, value]) =>
    Array.isArray(value)
      ? `${name}:\n${value.map((item) => `- ${inOneLine(item)}`).join("\n")}`
      : `${name}: ${inOneLine(value)}`
  );
  return lines.join("\n");
}

/** A part of a contact, such as a number with its label, without ids. */
function inOneLine(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return value.map(inOneLine).join(", ");
  const { value: own, label, ...rest } = value as Record<string, unknown>;
  if (own !== undefined) return label ? `${own} (${label})` : String(own);
  return Object.entries({ label, ...rest })
    .filter(([name, member]) => !/^(id|nextId)$/.test(name) && member !== undefined)
    .map(([, member]) => inOneLine(member)).join(", ");
}
