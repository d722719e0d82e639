// The route that requests the upload of a photo.
import { z } from "zod";
import type { Answer, Call } from "../../core/call.ts";
import { instant } from "../../core/dates.ts";
import { lazily, paramsOf } from "../../core/fields.ts";
import { defineRoute, type Route } from "../../core/route.ts";
import { contentTypes } from "./image.ts";
import { readPreview } from "./preview.ts";

const extensionPattern = /^\.?([Jj][Pp][Ee]?[Gg]|[Pp][Nn][Gg]|[Ww][Ee][Bb][Pp])$/;

const photoUploadCreate = lazily(() =>
  z.strictObject({
    extension: z.string().trim()
      .regex(extensionPattern, "Must be jpg, jpeg, png or webp.")
      .overwrite((text) => text.toLowerCase().replace(/^\./, ""))
      .meta({ description: "Extension of the file, in any case.", example: "jpg" }),
    preview: z.string().max(22_000).regex(/^[A-Za-z0-9+/]*={0,2}$/, "Must be base64.").optional()
      .refine((text) => text === undefined || readPreview(text) !== undefined, {
        message: "Must be a JPEG or PNG picture of at most 16 KiB.",
      })
      .meta({
        description:
          "A copy of at most 16 KiB, JPEG or PNG in base64, for address books: some 160 pixels wide. Without it they get the photo itself " +
          "where that is a JPEG or PNG of at most 16 KiB, and otherwise none.",
      }),
  }).meta({ id: "PhotoUploadCreate", example: { extension: "jpg" } })
);

const photoUpload = lazily(() =>
  z.object({
    uploadUrl: z.string().meta({ description: "Where to send the file.", format: "uri" }),
    path: z.string().describe("Value for `photoUrl` after the upload."),
    token: z.string().describe("The token in `uploadUrl`, for Storage's own clients."),
    expiresAt: instant("When `uploadUrl` expires."),
    method: z.literal("PUT"),
    headers: z.record(z.string(), z.string()).meta({
      id: "PhotoUploadHeaders",
      description: "Headers to send with the file, by name.",
      example: { "content-type": "image/jpeg" },
    }),
  }).meta({
    id: "PhotoUpload",
    example: {
      uploadUrl: "https://example.supabase.co/storage/v1/object/upload/sign/kith-photos/uploads/" +
        "0190a5c2-d186-7e5d-b4f7-a25b607f8e9d.jpg?token=eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmVk",
      path: "uploads/0190a5c2-d186-7e5d-b4f7-a25b607f8e9d.jpg",
      token: "eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmVk",
      expiresAt: "2026-03-14T11:26:53.000Z",
      method: "PUT",
      headers: { "content-type": "image/jpeg" },
    },
  })
);

export const photoRoutes: Route[] = [
  defineRoute({
    method: "post",
    path: "/contacts/{id}/photo-upload",
    operation: "create_photo_upload",
    replayCheck: "is_upload_unused",
    summary: "Prepare the upload of a photo",
    description:
      "Send the file's bytes to `uploadUrl` with `method` and `headers` and no other headers, then set the contact's " +
      "`photoUrl` to `path`. An upload that is never attached is removed.",
    tag: "Contacts",
    scopes: ["contacts:write"],
    params: paramsOf("contact"),
    body: photoUploadCreate,
    problems: ["quota_exceeded"],
    success: { status: 200, description: "Where and how to upload.", schema: photoUpload },
    handler: preparePhotoUpload,
  }),
];

/** Answers where and how to upload a photo. */
export async function preparePhotoUpload(call: Call): Promise<Answer> {
  const { preview, ...body } = call.arguments.body!;
  const cardPhoto = typeof preview === "string" ? readPreview(preview) : undefined;
  const answer = await call.run({ ...call.arguments, body, ...(cardPhoto && { cardPhoto }) });
  const { path } = JSON.parse(answer.body!);
  const { uploadUrl, token, expiresAt } = await call.dependencies.photos.signUpload(path);
  const extension = body["extension"] as keyof typeof contentTypes;
  const shown = {
    uploadUrl,
    path,
    token,
    expiresAt: expiresAt.toISOString(),
    method: "PUT",
    headers: { "content-type": contentTypes[extension] },
  };
  return { ...answer, body: JSON.stringify(shown) };
}
