import type { Answer, Call } from "../../core/call.ts";
import type { Arguments } from "../../core/database.ts";

/** Runs an operation on contacts, and replaces photos in the answer by signed URLs. */
export async function runWithPhotos(
  call: Call,
  args: Arguments = call.arguments,
  operation?: string,
): Promise<Answer> {
  return await withLinks(call, await call.run(args, operation));
}

interface Contact {
  photoUrl: string | null;
}

/** An item of a list: a contact, maybe with few of its members, or one of the changes, whose value may be a contact. */
type Item = Contact | { resource?: string; value?: unknown };

function contactsOf(item: Item): Contact[] {
  if ("photoUrl" in item) return [item];
  return item.resource === "contact" && item.value ? [item.value as Contact] : [];
}

/** Replaces paths by signed URLs. An answer without photos is sent as the database wrote it. */
async function withLinks(call: Call, answer: Answer): Promise<Answer> {
  // Never part of a text value, in which quotation marks are escaped.
  if (!answer.body?.includes('"photoUrl":"')) return answer;
  const shown: Contact | { data: Item[] } | { contact: Contact } = JSON.parse(answer.body);
  const contacts = "data" in shown
    ? shown.data.flatMap(contactsOf)
    : ["contact" in shown ? shown.contact : shown];
  const paths = contacts.flatMap(({ photoUrl }) => photoUrl ?? []);
  const { links, cause } = await call.dependencies.photos.signReads(paths);
  // When Storage does not answer, contacts are shown without their photos.
  if (cause !== undefined) call.note(cause);
  for (const contact of contacts) contact.photoUrl = links.get(contact.photoUrl ?? "") ?? null;
  return { ...answer, body: JSON.stringify(shown), expires: true };
}
