/**
 * Lite: lists the whole names of everything below the prefix.
 * The platform's Storage: the names one level below it, a folder being an entry without an id; supabase-js's `list`.
 * Can be removed when lite lists one level, and sorts, searches and limits it.
 */
import type { Storage } from "./storage-types.ts";

interface Entry {
  name: string;
  id: string | null;
  [column: string]: unknown;
}

interface ListBody {
  prefix?: string;
  limit?: number;
  offset?: number;
  search?: string;
  sortBy?: { column?: string; order?: string };
}

/** `POST /object/list/{bucket}` */
export async function listOneLevel(request: Request, storage: Storage): Promise<Response> {
  const body = await request.json() as ListBody;
  const prefix = body.prefix ? body.prefix.replace(/^\/+|\/*$/g, "") + "/" : "";
  const below = prefix === "/" ? "" : prefix;
  const all = await storage(
    new Request(request.url, {
      method: "POST",
      headers: request.headers,
      body: JSON.stringify({ prefix: below }),
    }),
  );
  if (!all.ok) return all;
  const entries = fold(await all.json() as Entry[], below)
    .filter((entry) => entry.name.toLowerCase().startsWith(body.search?.toLowerCase() ?? ""));
  const column = body.sortBy?.column ?? "name";
  const sign = body.sortBy?.order === "desc" ? -1 : 1;
  entries.sort((a, b) => sign * compare(a[column], b[column]) || compare(a.name, b.name));
  const offset = body.offset ?? 0;
  return Response.json(entries.slice(offset, offset + (body.limit ?? 100)));
}

function fold(objects: Entry[], below: string): Entry[] {
  const entries = new Map<string, Entry>();
  for (const object of objects) {
    // The prefix went into a LIKE, where "_" and "%" match more than themselves.
    if (!object.name.startsWith(below)) continue;
    const [name = "", ...deeper] = object.name.slice(below.length).split("/");
    const { id, updated_at, created_at, last_accessed_at, metadata } = object;
    const entry = deeper.length === 0
      ? { name, id, updated_at, created_at, last_accessed_at, metadata }
      : {
        name,
        id: null,
        updated_at: null,
        created_at: null,
        last_accessed_at: null,
        metadata: null,
      };
    entries.set(`${name}${deeper.length ? "/" : ""}`, entry);
  }
  return [...entries.values()];
}

function compare(a: unknown, b: unknown): number {
  const [left, right] = [String(a ?? ""), String(b ?? "")];
  return left < right ? -1 : left > right ? 1 : 0;
}
