import { legacyServiceRoleKey } from "../core/keys.ts";
import { unwrapForm } from "./storage-forms.ts";
import { listOneLevel } from "./storage-list.ts";
import { refuse, refuseKey, refuseToken, reword } from "./storage-refusals.ts";
import { signMany } from "./storage-sign-many.ts";

/** The Storage of lite: takes a request and answers it. */
export type Storage = (request: Request) => Promise<Response>;

const root = "/storage/v1";

/**
 * Everything in which the answers of lite's Storage differ from those of the real one where Kith or
 * supabase-js look. The reasons stand beside the cases, the whole list in docs/embedded-storage.md.
 */
export async function adaptStorage(request: Request, storage: Storage): Promise<Response> {
  return await reword(await adaptRoute(request, storage));
}

async function adaptRoute(request: Request, storage: Storage): Promise<Response> {
  const url = new URL(request.url);
  const route = `${request.method} ${url.pathname.slice(root.length)}`;
  const [, bucket = "", path = ""] =
    /^(?:\w+) \/object\/(?:upload\/sign\/|sign\/|authenticated\/|list\/)?([^/]+)\/?(.*)$/.exec(
      route,
    ) ?? [];

  if (/^POST \/object\/upload\/sign\//.test(route)) return await signUpload(request, storage);
  if (/^POST \/object\/sign\/[^/]+\/?$/.test(route)) {
    return await signMany(request, storage, bucket);
  }
  if (/^POST \/object\/sign\//.test(route)) return await signOne(request, storage);
  if (/^POST \/object\/list\//.test(route)) return await listOneLevel(request, storage);
  if (/^GET \/object\/info\//.test(route)) return await info(request, storage);
  if (route === "POST /object/move") return await move(request, storage);
  if (route === "POST /object/copy") return await copy(request, storage);
  if (/^PUT \/object\/upload\/sign\//.test(route)) {
    return await refuseToken(url, bucket, path, "upload") ?? refuseKey(path) ??
      await uploadSigned(request, storage, bucket);
  }
  if (/^(POST|PUT) \/object\/[^/]+\//.test(route)) {
    return refuseKey(path) ?? await storage(await unwrapForm(request));
  }
  if (/^(GET|HEAD) \/object\/sign\//.test(route)) {
    return await refuseToken(url, bucket, path, "download") ?? await read(request, storage, url);
  }
  if (/^(GET|HEAD) \/object\/authenticated\//.test(route)) {
    // Lite takes "authenticated" for a bucket; its shorter form is the same operation.
    url.pathname = `${root}/object/${bucket}/${path}`;
    return await read(new Request(url, request), storage, url);
  }
  if (/^(GET|HEAD) \/object\//.test(route)) return await read(request, storage, url);
  return await storage(request);
}

/** Lite: `signedUrl` from the root of the gateway. Real: `url` from the root of Storage. */
async function signUpload(request: Request, storage: Storage): Promise<Response> {
  const answer = await storage(request);
  if (!answer.ok) return answer;
  const { signedUrl, token } = await answer.json() as { signedUrl: string; token: string };
  return Response.json({ url: signedUrl.slice(root.length), token });
}

/** Lite: `signedUrl` from the root of the gateway. Real: `signedURL` from the root of Storage. */
async function signOne(request: Request, storage: Storage): Promise<Response> {
  const answer = await storage(request);
  if (!answer.ok) return answer;
  const { signedUrl } = await answer.json() as { signedUrl: string };
  return Response.json({ signedURL: signedUrl.slice(root.length) });
}

/**
 * Lite: `Key` without the bucket; and where another upload to the same URL has ended meanwhile, a failure of its own,
 * the bytes being those of the later one by then. Real: they are as well, and it says so or calls it a duplicate.
 */
async function uploadSigned(request: Request, storage: Storage, bucket: string): Promise<Response> {
  const answer = await storage(await unwrapForm(request));
  if (answer.status === 500 && await exists(request.url, storage)) {
    return refuse("409", "Duplicate", "The resource already exists");
  }
  if (!answer.ok) return answer;
  const { Key } = await answer.json() as { Key: string };
  return Response.json({ Key: `${bucket}/${Key}` });
}

async function exists(uploadUrl: string, storage: Storage): Promise<boolean> {
  const url = uploadUrl.replace("/object/upload/sign/", "/object/info/").replace(/\?.*$/, "");
  const authorization = `Bearer ${legacyServiceRoleKey}`;
  const answer = await storage(new Request(url, { headers: { authorization } }));
  await answer.body?.cancel();
  return answer.ok;
}

/** Lite answers with the row. Real: its most useful members, by names of their own. */
async function info(request: Request, storage: Storage): Promise<Response> {
  const answer = await storage(request);
  if (!answer.ok) return answer;
  const row = await answer.json() as Record<string, unknown>;
  const { size, mimetype, cacheControl, eTag, lastModified } = row["metadata"] as Record<
    string,
    unknown
  >;
  return Response.json({
    id: row["id"],
    name: row["name"],
    version: row["version"],
    bucket_id: row["bucket_id"],
    size,
    content_type: mimetype,
    cache_control: cacheControl,
    etag: eTag,
    metadata: row["user_metadata"] ?? {},
    last_modified: lastModified,
    created_at: row["created_at"],
  });
}

let moves: Promise<unknown> = Promise.resolve();

/**
 * Lite looks for the object, copies its bytes and renames its row without a lock, so that of two moves of one object
 * at once both succeed and one leaves bytes without a row. Real: the second finds nothing. So one at a time.
 */
function move(request: Request, storage: Storage): Promise<Response> {
  const moved = moves.then(() => storage(request));
  moves = moved.catch(() => {});
  return moved;
}

/** Lite: `key`. Real: `Key` with the bucket. */
async function copy(request: Request, storage: Storage): Promise<Response> {
  const { bucketId, destinationBucket } = await request.clone().json() as Record<string, string>;
  const answer = await storage(request);
  if (!answer.ok) return answer;
  const { key } = await answer.json() as { key: string };
  return Response.json({ Key: `${destinationBucket ?? bucketId}/${key}` });
}

/** Lite reads neither `Range` nor `?download`. */
async function read(request: Request, storage: Storage, url: URL): Promise<Response> {
  const answer = await storage(request);
  if (!answer.ok) return answer;
  const headers = new Headers(answer.headers);
  const name = url.searchParams.get("download");
  if (name !== null) {
    const encoded = encodeURIComponent(name);
    headers.set(
      "content-disposition",
      name ? `attachment; filename=${encoded}; filename*=UTF-8''${encoded};` : "attachment;",
    );
  }
  const range = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get("range") ?? "");
  const size = Number(headers.get("content-length"));
  if (!range || (!range[1] && !range[2])) return new Response(answer.body, { headers });
  const from = range[1] ? Number(range[1]) : Math.max(0, size - Number(range[2]));
  const to = range[1] && range[2] ? Math.min(Number(range[2]), size - 1) : size - 1;
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (from > to) {
    return new Response(null, { status: 416, headers: { "content-range": `bytes */${size}` } });
  }
  headers.set("content-range", `bytes ${from}-${to}/${size}`);
  headers.set("content-length", String(to - from + 1));
  const part = request.method === "HEAD" ? null : bytes.subarray(from, to + 1);
  return new Response(part, { status: 206, headers });
}
