import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { publicPath } from "../../functions/kith/core/paths.ts";

const own = fileURLToPath(new URL("reference", import.meta.url));
const viewer = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));

/** The files of the page; other files in the two folders are not served. */
const files: Record<string, { folder: string; type: string }> = {
  "index.html": { folder: own, type: "text/html; charset=utf-8" },
  "page.css": { folder: own, type: "text/css; charset=utf-8" },
  "show.js": { folder: own, type: "text/javascript; charset=utf-8" },
  "swagger-ui.css": { folder: viewer, type: "text/css; charset=utf-8" },
  "swagger-ui-bundle.js": { folder: viewer, type: "text/javascript; charset=utf-8" },
  "favicon-32x32.png": { folder: viewer, type: "image/png" },
};

/** Allows only files and requests of this origin. Inline styles are allowed because Swagger UI uses them. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * Serves `/reference`, the function's API document in Swagger UI, and redirects `/llms.txt` to the function's.
 * False for any other path.
 */
export function serveReference(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  const path = incoming.url?.split("?")[0] ?? "";
  const name = path === "/reference" ? "index.html" : path.replace(/^\/reference\//, "");
  const isRead = incoming.method === "GET" || incoming.method === "HEAD";
  if (isRead && path === "/llms.txt") {
    outgoing.writeHead(307, { location: `${publicPath}/llms.txt` }).end();
    return true;
  }
  if (!isRead || name === path || !Object.hasOwn(files, name)) return false;
  send(name, incoming.method === "HEAD", outgoing).catch(() => outgoing.destroy());
  return true;
}

async function send(name: string, headOnly: boolean, outgoing: ServerResponse): Promise<void> {
  const { folder, type } = files[name]!;
  const bytes = await readFile(join(folder, name));
  outgoing.writeHead(200, {
    "content-type": type,
    "content-length": bytes.length,
    "content-security-policy": policy,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-cache",
  });
  outgoing.end(headOnly ? undefined : bytes);
}
