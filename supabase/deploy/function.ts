// The function with its secrets, and the schemas that PostgREST serves.
import type { Call, Management } from "./management-api.ts";
import { names } from "./names.ts";

/** What the platform takes at most when it bundles by itself. */
const uploadLimit = 5 * 1024 * 1024;

/** The request that uploads the function; the platform puts its files together. @throws one line where they are too large */
export function functionUpload(files: Map<string, Uint8Array>): Call {
  const folder = `functions/${names.edgeFunction}`;
  const bytes = [...files.values()].reduce((sum, file) => sum + file.byteLength, 0);
  if (bytes > uploadLimit) {
    throw new Error(`The function has ${bytes} bytes, more than the platform takes.`);
  }
  const form = new FormData();
  const metadata = {
    name: names.edgeFunction,
    entrypoint_path: `${folder}/index.ts`,
    import_map_path: `${folder}/deno.json`,
    static_patterns: [],
    // API keys are no JWTs: the function looks at credentials itself.
    verify_jwt: false,
  };
  form.append("metadata", JSON.stringify(metadata));
  for (const [path, file] of files) {
    form.append("file", new Blob([new Uint8Array(file)]), `${folder}/${path}`);
  }
  return {
    method: "POST",
    path: `/functions/deploy?slug=${names.edgeFunction}`,
    needs: "Edge Functions: Read-write",
    body: form,
  };
}

/** The function as it is there; undefined where it is not. */
export async function readFunction(
  { send }: Management,
): Promise<{ updated_at: number } | undefined> {
  const all = await send({ method: "GET", path: "/functions", needs: "Edge Functions: Read" }) as {
    slug: string;
    updated_at: number;
  }[];
  return all.find(({ slug }) => slug === names.edgeFunction);
}

/** Removes the function. */
export const functionRemoval: Call = {
  method: "DELETE",
  path: `/functions/${names.edgeFunction}`,
  needs: "Edge Functions: Read-write",
};

/** The names of the project's secrets that are Kith's. */
export async function readSecrets({ send }: Management): Promise<string[]> {
  const all = await send({ method: "GET", path: "/secrets", needs: "Edge Function Secrets: Read" });
  return (all as { name: string }[]).map(({ name }) => name).filter((name) =>
    name.startsWith("KITH_")
  );
}

/** Sets secrets of the function. */
export const secretsChange = (secrets: Record<string, string>): Call => ({
  method: "POST",
  path: "/secrets",
  needs: "Edge Function Secrets: Read-write",
  body: Object.entries(secrets).map(([name, value]) => ({ name, value })),
});

/** Removes secrets of the function. */
export const secretsRemoval = (secrets: string[]): Call => ({
  method: "DELETE",
  path: "/secrets",
  needs: "Edge Function Secrets: Read-write",
  body: secrets,
});

/** The schemas that the project's PostgREST serves, in their order. */
export async function readExposed({ send }: Management): Promise<string[]> {
  const call = { method: "GET", path: "/postgrest", needs: "Data API Config: Read" } as const;
  const { db_schema } = await send(call) as { db_schema: string };
  return db_schema.split(",").map((name) => name.trim()).filter((name) => name);
}

/** Changes which schemas the project's PostgREST serves. */
export const exposedChange = (schemas: string[]): Call => ({
  method: "PATCH",
  path: "/postgrest",
  needs: "Data API Config: Read-write",
  body: { db_schema: schemas.join(",") },
});
