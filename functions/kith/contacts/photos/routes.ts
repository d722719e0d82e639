import type { Answer, Call } from "../../core/call.ts";
import { defineRoute, type Route } from "../../core/route.ts";
import { contentTypes } from "./image-type.ts";
import { runWithPhotos } from "./run.ts";
import { photoUpload, photoUploadCreate, photoUploadParams } from "./schema.ts";

export const photoRoutes: Route[] = [
  defineRoute({
    method: "post",
    path: "/contacts/{id}/photo-upload",
    operation: "create_photo_upload",
    summary: "Prepare the upload of a photo",
    description:
      "Send the file's bytes to `uploadUrl` with `method` and `headers` and no other headers, then set the contact's " +
      "`photoUrl` to `path`. An upload that is never attached is removed.",
    tag: "Contacts",
    scopes: ["contacts:write"],
    params: photoUploadParams,
    body: photoUploadCreate,
    problems: ["quota_exceeded"],
    success: { status: 200, description: "Where and how to upload.", schema: photoUpload },
    handler: preparePhotoUpload,
  }),
];

/** Answers where and how to upload a photo. */
export async function preparePhotoUpload(call: Call): Promise<Answer> {
  const answer = await runWithPhotos(call);
  const { path } = JSON.parse(answer.body!);
  const { uploadUrl, token, expiresAt } = await call.dependencies.photos.signUpload(path);
  const extension = call.arguments.body!["extension"] as keyof typeof contentTypes;
  const body = {
    uploadUrl,
    path,
    token,
    expiresAt: expiresAt.toISOString(),
    method: "PUT",
    headers: { "content-type": contentTypes[extension] },
  };
  return { ...answer, body: JSON.stringify(body) };
}
