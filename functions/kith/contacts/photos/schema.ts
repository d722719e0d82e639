import { z } from "zod";
import { lazily } from "../../core/lazily.ts";
import { instant } from "../../core/dates.ts";
import { id } from "../../core/fields.ts";

export const photoUploadParams = lazily(() => z.object({ id: id("Id of the contact.") }));

const extensionPattern = /^\.?([Jj][Pp][Ee]?[Gg]|[Pp][Nn][Gg]|[Ww][Ee][Bb][Pp])$/;

export const photoUploadCreate = lazily(() =>
  z.strictObject({
    extension: z.string().trim()
      .regex(extensionPattern, "Must be jpg, jpeg, png or webp.")
      .overwrite((text) => text.toLowerCase().replace(/^\./, ""))
      .meta({ description: "Extension of the file, in any case.", example: "jpg" }),
  }).meta({ id: "PhotoUploadCreate", example: { extension: "jpg" } })
);

export const photoUpload = lazily(() =>
  z.object({
    uploadUrl: z.string().meta({ description: "Where to send the file.", format: "uri" }),
    path: z.string().meta({ description: "Value for `photoUrl` after the upload." }),
    token: z.string().meta({ description: "The token in `uploadUrl`, for Storage's own clients." }),
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
