import type { Arguments } from "../db/handle.ts";
import type { Answer, Call } from "../http/call.ts";
import { cleanUp } from "./clean-up.ts";

/**
 * Runs an operation on contacts: the answer shows photos by signed URLs, and bytes that the operation left over are
 * removed after it.
 */
export async function runWithPhotos(
  call: Call,
  args: Arguments = call.arguments,
  operation?: string,
): Promise<Answer> {
  const answer = await call.run(args, operation);
  const { dependencies } = call;
  if (answer.removals?.length) {
    dependencies.afterwards(cleanUp(dependencies, answer.removals));
  }
  return await withLinks(call, answer);
}

interface Contact {
  hasPhoto: boolean;
  photoUrl: string | null;
}

/** Puts signed URLs in the place of paths. What has no photo goes to the client as the database wrote it. */
async function withLinks(call: Call, answer: Answer): Promise<Answer> {
  // Cannot stand inside a text, where quotation marks are escaped.
  if (!answer.body?.includes('"hasPhoto":true')) return answer;
  const shown: Contact | { data: Contact[] } = JSON.parse(answer.body);
  const contacts = "data" in shown ? shown.data : [shown];
  const paths = contacts.flatMap(({ photoUrl }) => photoUrl ?? []);
  const { links, cause } = await call.dependencies.photos.signReads(paths);
  // A contact is shown without its photo rather than not at all.
  if (cause !== undefined) call.note(cause);
  for (const contact of contacts) contact.photoUrl = links.get(contact.photoUrl ?? "") ?? null;
  return { ...answer, body: JSON.stringify(shown), expires: true };
}
