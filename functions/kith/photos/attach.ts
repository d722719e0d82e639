import type { Answer, Call } from "../http/call.ts";
import { Problem } from "../http/problem.ts";
import { problems } from "../http/problems.ts";
import { cleanUp } from "./clean-up.ts";
import { runWithPhotos } from "./run.ts";

/**
 * Changes a contact and makes an upload its photo. The upload is moved to a path that no client can write to, and what
 * lies there is checked: until then it may be anything, and be replaced at any time.
 *
 * The reserved path stands in the list of bytes to be removed, due in an hour, until the contact has it. So whatever
 * happens on the way, nothing stays behind; what is known to have failed is removed at once.
 */
export async function attachPhoto(call: Call): Promise<Answer> {
  const { photos } = call.dependencies;
  const upload = String(call.arguments.body?.["photoUrl"]);
  const { body } = await call.run(call.arguments, "prepare_photo");
  const { path } = JSON.parse(body!);
  try {
    if (!await photos.move(upload, path)) throw problems.invalidPhotoPath();
    if (!await photos.isPhoto(path)) throw problems.invalidPhoto();
    return await runWithPhotos(call, { ...call.arguments, photo: path }, "attach_photo");
  } catch (error) {
    // Not after a 5xx: the change may have been made all the same, or the move still be under way.
    if (error instanceof Problem && error.status < 500) await cleanUp(call.dependencies, [path]);
    throw error;
  }
}
