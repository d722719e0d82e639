import { readInfo, signDownload, signUpload, uploadSigned } from "./storage-answers.ts";
import { unwrapForm } from "./storage-forms.ts";
import { inTurn, moveObject } from "./storage-move.ts";
import { type Storage, storageRoot } from "./storage-protocol.ts";
import { answerRange } from "./storage-range.ts";
import { signMany } from "./storage-sign-many.ts";
import { refuseToken } from "./storage-tokens.ts";

/**
 * Answers a request to Storage as the platform does, as far as Kith and its clients ask. There is a file for each
 * difference of lite, with the reason; docs/embedded-storage.md lists them.
 */
export async function adaptStorage(request: Request, storage: Storage): Promise<Response> {
  const url = new URL(request.url);
  const route = `${request.method} ${url.pathname.slice(storageRoot.length)}`;
  const [, bucket = "", path = ""] =
    /^(?:\w+) \/object\/(?:upload\/sign\/|sign\/|authenticated\/)?([^/]+)\/?(.*)$/.exec(route) ??
      [];

  if (/^POST \/object\/upload\/sign\//.test(route)) return await signUpload(request, storage);
  if (/^POST \/object\/sign\/[^/]+\/?$/.test(route)) {
    return await signMany(request, storage, bucket);
  }
  if (/^POST \/object\/sign\//.test(route)) return await signDownload(request, storage);
  if (/^GET \/object\/info\//.test(route)) return await readInfo(request, storage);
  if (/^DELETE \/object\//.test(route)) return await inTurn(request, storage);
  if (route === "POST /object/move") return await moveObject(request, storage);
  if (/^PUT \/object\/upload\/sign\//.test(route)) {
    return await refuseToken(url, bucket, path, "upload") ??
      await uploadSigned(request, storage, bucket);
  }
  if (/^(POST|PUT) \/object\/[^/]+\//.test(route)) return await storage(await unwrapForm(request));
  if (/^(GET|HEAD) \/object\/sign\//.test(route)) {
    return await refuseToken(url, bucket, path, "download") ??
      await answerRange(request, await storage(request));
  }
  if (/^(GET|HEAD) \/object\/authenticated\//.test(route)) {
    return await answerRange(request, await storage(shortenPath(request, bucket, path)));
  }
  if (/^(GET|HEAD) \/object\//.test(route)) {
    return await answerRange(request, await storage(request));
  }
  return await storage(request);
}

/**
 * Lite takes "authenticated" for the name of a bucket. `/object/authenticated/{bucket}/{path}`, which the function reads, is
 * the same operation as the shorter path. Can be removed when lite has the route.
 */
function shortenPath(request: Request, bucket: string, path: string): Request {
  const url = new URL(request.url);
  url.pathname = `${storageRoot}/object/${bucket}/${path}`;
  return new Request(url, request);
}
