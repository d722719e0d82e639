// Runs operations on contacts, and shows their photos as signed URLs.
import type { Answer, Call } from "../../core/call.ts";
import type { Arguments } from "../../core/database.ts";
import { Problem, problems } from "../../core/problems.ts";
import { cardPhoto, previewLimit } from "./preview.ts";

/** Runs the operation of a route, and replaces photos in the answer by signed URLs. */
export const runWithPhotos = async (call: Call): Promise<Answer> =>
  await withLinks(call, await call.run(call.arguments));

/** What is shown of a photo: its path in the database, and in an answer a signed URL. */
export interface WithPhoto {
  photoUrl: string | null;
}

/** Replaces paths by signed URLs. When Storage does not answer, contacts are shown without their photos. */
export async function signPhotos(call: Call, contacts: WithPhoto[]): Promise<void> {
  const paths = contacts.flatMap(({ photoUrl }) => photoUrl ?? []);
  const { links, cause } = await call.dependencies.photos.signReads(paths);
  if (cause !== undefined) call.note(cause);
  for (const contact of contacts) contact.photoUrl = links.get(contact.photoUrl ?? "") ?? null;
}

/** An item of a list: a contact, maybe with few of its members, or one of the changes, whose value may be a contact. */
type Item = WithPhoto | { resource?: string; value?: unknown };

function contactsOf(item: Item): WithPhoto[] {
  if ("photoUrl" in item) return [item];
  return item.resource === "contact" && item.value ? [item.value as WithPhoto] : [];
}

/** An answer with signed URLs; one without photos is sent as the database wrote it. */
async function withLinks(call: Call, answer: Answer): Promise<Answer> {
  // Never part of a text value, in which quotation marks are escaped.
  if (!answer.body?.includes('"photoUrl":"')) return answer;
  const shown: WithPhoto | { data: Item[] } | { contact: WithPhoto } = JSON.parse(answer.body);
  await signPhotos(
    call,
    "data" in shown ? shown.data.flatMap(contactsOf) : ["contact" in shown ? shown.contact : shown],
  );
  return { ...answer, body: JSON.stringify(shown), expires: true };
}

/**
 * Changes a contact and makes an upload its photo. The upload is copied to a path that no client can write to and is
 * checked there, because the client can replace the upload as long as its URL is valid.
 *
 * After a 4xx the copy is removed at once, and what is no photo where it was uploaded, too, so that it can be uploaded again. What
 * another failure leaves is removed by a sweep.
 */
export async function attachPhoto(call: Call): Promise<Answer> {
  const { photos } = call.dependencies;
  const upload = String(call.arguments.body?.["photoUrl"]);
  const { body } = await call.run(call.arguments, "prepare_photo");
  const { path } = JSON.parse(body!);
  let isPhoto = true;
  try {
    if (!await photos.copy(upload, path)) throw problems.invalidPhotoPath();
    const bytes = await photos.cleanPhoto(path);
    isPhoto = bytes !== null;
    if (!bytes) throw problems.invalidPhoto();
    // What no smaller copy came with, and is small itself.
    const small = bytes.length <= previewLimit ? cardPhoto(bytes) : undefined;
    const args: Arguments = { ...call.arguments, photo: path, ...(small && { cardPhoto: small }) };
    return await withLinks(call, await call.run(args, "attach_photo"));
  } catch (error) {
    // Not after a 5xx: the change may have been made nevertheless, or Storage may still be copying the file.
    if (error instanceof Problem && error.status < 500) {
      await photos.remove(isPhoto ? [path] : [path, upload]).catch((failure) => call.note(failure));
    }
    throw error;
  }
}

/** Erases what the log holds, and after the answer the photos that no row names then. */
export async function eraseWithPhotos(call: Call): Promise<Answer> {
  const answer = await call.run(call.arguments);
  const { photos, waitUntil } = call.dependencies;
  if (answer.ownerId) waitUntil(photos.sweep(call.dependencies, answer.ownerId));
  return answer;
}

/** Photos may be attached while the account is being deleted, so that deleting has to be tried again. */
const maxAttempts = 5;

/** Milliseconds; the platform ends a request after 150 seconds. One that is sent again goes on where this one ended. */
const mostTime = 100_000;

/**
 * Deletes an account. While it has photos, many rows or a large log of changes, the operation answers 202 with the photos'
 * paths and does not delete the account, so that a failure in between leaves one that can still be deleted, and no files
 * without an owner.
 * @throws Problem unavailable
 */
export async function deleteWithPhotos(call: Call): Promise<Answer> {
  let attempts = 0;
  const end = Date.now() + mostTime;
  while (attempts < maxAttempts) {
    if (Date.now() > end) {
      throw problems.unavailable(
        "The account is not deleted yet: it has too many rows for one request.",
      );
    }
    const answer = await call.run(call.arguments);
    if (answer.status !== 202) return answer;
    const paths: string[] = JSON.parse(answer.body!);
    if (paths.length === 0) continue;
    attempts += 1;
    await call.dependencies.photos.remove(paths);
  }
  throw problems.unavailable(
    "Photos were attached again and again while the account was being deleted.",
  );
}
