import { shortenPath } from "./storage-authenticated.ts";
import { copyObject } from "./storage-copy.ts";
import { nameDownload } from "./storage-download.ts";
import { unwrapForm } from "./storage-forms.ts";
import { readInfo } from "./storage-info.ts";
import { refuseKey } from "./storage-keys.ts";
import { listOneLevel } from "./storage-list.ts";
import { inTurn, moveObject } from "./storage-move.ts";
import { answerRange } from "./storage-range.ts";
import { reword } from "./storage-refusals.ts";
import { signMany } from "./storage-sign-many.ts";
import { uploadSigned } from "./storage-signed-uploads.ts";
import { signDownload, signUpload } from "./storage-signed-urls.ts";
import { refuseToken } from "./storage-tokens.ts";
import { type Storage, storageRoot } from "./storage-types.ts";

/**
 * Answers a request to Storage as the platform does. There is a file for each difference of lite, with the reason;
 * docs/embedded-storage.md lists them.
 */
export async function adaptStorage(request: Request, storage: Storage): Promise<Response> {
  return await reword(await adaptRoute(request, storage));
}

async function adaptRoute(request: Request, storage: Storage): Promise<Response> {
  const url = new URL(request.url);
  const route = `${request.method} ${url.pathname.slice(storageRoot.length)}`;
  const [, bucket = "", path = ""] =
    /^(?:\w+) \/object\/(?:upload\/sign\/|sign\/|authenticated\/|list\/)?([^/]+)\/?(.*)$/.exec(
      route,
    ) ?? [];

  if (/^POST \/object\/upload\/sign\//.test(route)) return await signUpload(request, storage);
  if (/^POST \/object\/sign\/[^/]+\/?$/.test(route)) {
    return await signMany(request, storage, bucket);
  }
  if (/^POST \/object\/sign\//.test(route)) return await signDownload(request, storage);
  if (/^POST \/object\/list\//.test(route)) return await listOneLevel(request, storage);
  if (/^GET \/object\/info\//.test(route)) return await readInfo(request, storage);
  if (/^DELETE \/object\//.test(route)) return await inTurn(request, storage);
  if (route === "POST /object/move") return await moveObject(request, storage);
  if (route === "POST /object/copy") return await copyObject(request, storage);
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
    return await read(shortenPath(request, bucket, path), storage, url);
  }
  if (/^(GET|HEAD) \/object\//.test(route)) return await read(request, storage, url);
  return await storage(request);
}

async function read(request: Request, storage: Storage, url: URL): Promise<Response> {
  return await answerRange(request, nameDownload(url, await storage(request)));
}
