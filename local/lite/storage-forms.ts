/**
 * Lite: takes only a form part named "file" for the file, and in a signed upload the form itself.
 * The platform's Storage: whichever part of the form is a file, with a size limit, as a form's size is known when it is
 * read. supabase-js sends a `Blob` or `File` as a form.
 * Can be removed when lite reads forms this way in both kinds of upload.
 */

/** Converts an upload as a form to a plain upload; returns other requests unchanged. */
export async function unwrapForm(request: Request): Promise<Request> {
  if (!/^multipart\/form-data\b/i.test(request.headers.get("content-type") ?? "")) return request;
  const form = await request.formData();
  const file = [...form.values()].find((part) => typeof part !== "string");
  const bytes = file ? await file.arrayBuffer() : new ArrayBuffer();
  const headers = new Headers(request.headers);
  headers.set("content-type", file?.type ?? "");
  headers.set("content-length", String(bytes.byteLength));
  const seconds = form.get("cacheControl");
  if (typeof seconds === "string") headers.set("cache-control", `max-age=${seconds}`);
  return new Request(request.url, { method: request.method, headers, body: bytes });
}
