/** Number of bytes at the beginning of a file that identify its type. */
export const signatureLength = 12;

/** Content type → the first bytes of such a file; null is any byte. */
const signatures: Record<string, (number | null)[]> = {
  "image/jpeg": [0xff, 0xd8, 0xff],
  "image/png": [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  // "RIFF", the length of what follows, "WEBP"
  "image/webp": [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50],
};

/** Content type of the uploads of each extension. */
export const contentTypes = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
} as const;

/** Whether a file that begins with these bytes is a JPEG, PNG or WebP file. */
export function isImage(start: Uint8Array): boolean {
  return Object.values(signatures).some((signature) =>
    signature.every((byte, index) => byte === null || byte === start[index])
  );
}

/** Whether it is the content type of a JPEG, PNG or WebP file. */
export function isImageType(contentType: string): boolean {
  return Object.hasOwn(signatures, contentType);
}
