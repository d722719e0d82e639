// Storage of @supabase/lite, as the platform answers.
import { signMany } from "./storage-sign-many.ts";

/** Handles a request to Storage. */
export type Storage = (request: Request) => Promise<Response>;

/** The path of Storage at the gateway. */
const root = "/storage/v1";

type Adapter = (request: Request, storage: Storage) => Promise<Response>;

/** What lite answers otherwise than the platform, by method and path; docs/embedded-storage.md says what, and why it matters. */
const adapters: [route: RegExp, adapter: Adapter][] = [
  [/^POST \/object\/upload\/sign\//, signUpload],
  [/^PUT \/object\/upload\/sign\//, async (request, storage) => storage(await unwrapForm(request))],
  [/^POST \/object\/sign\/[^/]+\/?$/, signMany],
  [/^GET \/object\/info\//, readInfo],
  [/^GET \/object\/authenticated\//, read],
];

/** Answers a request to Storage as the platform does, as far as Kith and its clients ask. */
export async function adaptStorage(request: Request, storage: Storage): Promise<Response> {
  const route = `${request.method} ${new URL(request.url).pathname.slice(root.length)}`;
  const [, adapter] = adapters.find(([pattern]) => pattern.test(route)) ?? [];
  return await (adapter ? adapter(request, storage) : storage(request));
}

/** The address from the root of Storage, where lite gives it from the root of the gateway. */
async function signUpload(request: Request, storage: Storage): Promise<Response> {
  return await convert(request, storage, ({ signedUrl, token }) => ({
    url: String(signedUrl).slice(root.length),
    token,
  }));
}

/** The members that the function reads, where lite answers with its row. */
async function readInfo(request: Request, storage: Storage): Promise<Response> {
  return await convert(request, storage, ({ id, name, bucket_id, metadata }) => {
    const { size, mimetype } = metadata as Record<string, unknown>;
    return { id, name, bucket_id, size, content_type: mimetype };
  });
}

async function convert(
  request: Request,
  storage: Storage,
  change: (found: Record<string, unknown>) => Record<string, unknown>,
): Promise<Response> {
  const answer = await storage(request);
  return answer.ok ? Response.json(change(await answer.json())) : answer;
}

/** Makes a plain upload of one as a form, which is how supabase-js sends a `Blob`: lite takes the form itself for the file. */
async function unwrapForm(request: Request): Promise<Request> {
  const { url, method } = request;
  if (!/^multipart\/form-data\b/i.test(request.headers.get("content-type") ?? "")) return request;
  const form = await request.formData();
  const file = [...form.values()].find((part) => typeof part !== "string");
  const bytes = file ? await file.arrayBuffer() : new ArrayBuffer();
  const headers = new Headers(request.headers);
  headers.set("content-type", file?.type ?? "");
  headers.set("content-length", String(bytes.byteLength));
  return new Request(url, { method, headers, body: bytes });
}

/** The first bytes where the request asks for these; lite takes "authenticated" for a bucket, and does not read `Range`. */
async function read(request: Request, storage: Storage): Promise<Response> {
  const path = new URL(request.url);
  path.pathname = path.pathname.replace("/object/authenticated/", "/object/");
  const whole = await storage(new Request(path, request));
  const [, last] = /^bytes=0-(\d+)$/.exec(request.headers.get("range") ?? "") ?? [];
  if (!whole.ok || !last) return whole;
  const bytes = new Uint8Array(await whole.arrayBuffer());
  const part = bytes.subarray(0, Number(last) + 1);
  const headers = new Headers(whole.headers);
  headers.set("content-range", `bytes 0-${part.length - 1}/${bytes.length}`);
  headers.set("content-length", String(part.length));
  return new Response(part, { status: part.length > 0 ? 206 : 416, headers });
}
