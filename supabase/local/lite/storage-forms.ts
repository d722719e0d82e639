/**
 * A form that supabase-js sends for a `Blob` or `File`, as the plain upload that it means. Lite looks for the file under
 * the name "file", and under none at all in signed uploads, where it takes the form itself for the file. Real: whichever
 * part of the form is a file, with a limit that holds, since a form's size is known when it is read.
 */
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
