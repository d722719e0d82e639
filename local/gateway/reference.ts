// Serves the reference of the API.
import { getMimeType } from "hono/utils/mime";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const own = fileURLToPath(new URL("reference", import.meta.url));
const viewer = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));

/** The files of the page; other files in the two folders are not served. */
const files: Record<string, string> = {
  "index.html": own,
  "page.css": own,
  "show.js": own,
  "swagger-ui.css": viewer,
  "swagger-ui-bundle.js": viewer,
  "favicon-32x32.png": viewer,
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

/** A file of `/reference`, which shows the function's API document in Swagger UI; undefined for any other name. */
export async function readReference(name = "index.html"): Promise<Response | undefined> {
  if (!Object.hasOwn(files, name)) return undefined;
  const bytes = await readFile(join(files[name]!, name));
  return new Response(bytes, {
    headers: {
      "content-type": getMimeType(name)!,
      "content-security-policy": policy,
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "cache-control": "no-cache",
    },
  });
}
