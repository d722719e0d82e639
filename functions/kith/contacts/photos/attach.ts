import type { Answer, Call } from "../../core/call.ts";
import { cleanUp } from "../../core/clean-up.ts";
import { Problem } from "../../core/problem.ts";
import { problems } from "../../core/problems.ts";
import { runWithPhotos } from "./run.ts";

/**
 * Changes a contact and makes an upload its photo. The upload is moved to a path that no client can write to and is
 * checked there, because until then the client could replace it.
 *
 * Until the contact refers to the new path, it is in the list of files to remove, due in an hour, so that no file remains
 * after a failure. After a 4xx the file is removed at once.
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
    // Not after a 5xx: the change may have been made nevertheless, or Storage may still be moving the file.
    if (error instanceof Problem && error.status < 500) {
      await cleanUp(call.dependencies, [{ path, moveTo: null }]);
    }
    throw error;
  }
}
