import { createServer, type IncomingMessage } from "node:http";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listen } from "./listen.ts";

/** What a function's deployment sends, by path. */
export type Files = Map<string, Uint8Array>;

/** A management API on loopback, as far as the CLI needs one to deploy; it keeps what it is sent. */
export interface ManagementApi {
  /** For the CLI's `--profile`. */
  readonly profile: string;
  /** A login that is none, and a home of its own, so that nobody's own are touched. */
  readonly environment: Record<string, string>;
  /** Method and path of every request, in order. */
  readonly requests: string[];
  /** The last deployment of the function. */
  upload?: { files: Files; metadata: Record<string, unknown>; bytes: number };
  /** The schemas that PostgREST serves, as the API tells them. */
  exposedSchemas: string;
  /** Secrets that were set, by name. */
  readonly secrets: Map<string, string>;
  /** The project's functions, by name. */
  readonly functions: Map<string, EdgeFunction>;
  stop(): Promise<void>;
}

/** A function as the API tells it. */
export type EdgeFunction = ReturnType<typeof newFunction>;

/** The only project there is. */
export const projectRef = "abcdefghijklmnopqrst";

/** @param answers of the API by the end of the path, in place of the usual ones; a number is a status */
export async function startManagementApi(
  answers: Record<string, unknown> = {},
): Promise<ManagementApi> {
  const home = await mkdtemp(join(tmpdir(), "kith management "));
  const server = createServer((request, response) => {
    answer(api, answers, request).then(([status, body]) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    }, (error: Error) => response.writeHead(500).end(JSON.stringify({ message: error.message })));
  });
  const { url, stop } = await listen(server);
  const api: ManagementApi = {
    profile: join(home, "profile.json"),
    environment: {
      HOME: home,
      SUPABASE_ACCESS_TOKEN: `sbp_${"0".repeat(40)}`,
      SUPABASE_NO_KEYRING: "1",
    },
    requests: [],
    exposedSchemas: "public,graphql_public,shop",
    secrets: new Map(),
    functions: new Map(),
    async stop() {
      await stop();
      await rm(home, { recursive: true, force: true });
    },
  };
  const profile = {
    name: "loopback",
    api_url: url,
    dashboard_url: `${url}/dashboard`,
    project_host: "invalid",
  };
  await writeFile(api.profile, JSON.stringify(profile));
  return api;
}

async function answer(
  api: ManagementApi,
  answers: Record<string, unknown>,
  request: IncomingMessage,
): Promise<[status: number, body: unknown]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://api");
  const root = `/v1/projects/${projectRef}`;
  api.requests.push(`${request.method} ${pathname}`);
  const path = pathname.startsWith(root) ? pathname.slice(root.length) : undefined;
  if (path === undefined) return [404, { message: "Resource not found" }];
  const special = answers[path];
  if (typeof special === "number") return [special, { message: "refused" }];
  if (special !== undefined) return [200, special];
  if (path === "/functions/deploy") {
    api.upload = await readUpload(body, request.headers["content-type"] ?? "");
    const slug = searchParams.get("slug")!;
    const made = newFunction(slug, (api.functions.get(slug)?.version ?? 0) + 1);
    api.functions.set(slug, made);
    return [201, made];
  }
  if (path === "/functions") return [200, [...api.functions.values()]];
  if (path.startsWith("/functions/") && request.method === "DELETE") {
    const isThere = api.functions.delete(path.split("/")[2]!);
    return isThere ? [200, {}] : [404, { message: "Function not found" }];
  }
  if (path === "/postgrest") {
    if (request.method === "PATCH") api.exposedSchemas = JSON.parse(body.toString()).db_schema;
    return [200, { db_schema: api.exposedSchemas, max_rows: 1000, db_extra_search_path: "public" }];
  }
  if (path === "/config/auth") return [200, { oauth_server_enabled: false }];
  if (path === "/secrets" && request.method === "POST") {
    for (const { name, value } of JSON.parse(body.toString())) api.secrets.set(name, value);
    return [201, {}];
  }
  if (path === "/secrets" && request.method === "DELETE") {
    for (const name of JSON.parse(body.toString())) api.secrets.delete(name);
    return [200, {}];
  }
  if (path === "/secrets") return [200, []];
  return path === "" ? [200, theProject] : [404, { message: "Resource not found" }];
}

const newFunction = (slug: string, version: number) => ({
  id: slug,
  slug,
  name: slug,
  version,
  status: "ACTIVE",
  verify_jwt: false,
  created_at: 1,
  updated_at: version,
});

const theProject = {
  id: projectRef,
  ref: projectRef,
  name: "Kith",
  organization_id: "org",
  organization_slug: "org",
  region: "eu-central-1",
  created_at: "2026-01-01T00:00:00Z",
  status: "ACTIVE_HEALTHY",
  database: { host: "db.invalid", version: "17.4.1", postgres_engine: "17", release_channel: "ga" },
};

/** The files of a multipart body, and what was said of them. */
async function readUpload(body: Buffer, type: string) {
  const form = await new Response(new Uint8Array(body), { headers: { "content-type": type } })
    .formData();
  const files: Files = new Map();
  for (const file of form.getAll("file")) {
    if (typeof file !== "string") {
      files.set(file.name, new Uint8Array(await file.arrayBuffer()));
    }
  }
  const text = form.get("metadata");
  const metadata = typeof text === "string" ? JSON.parse(text) : JSON.parse(await text!.text());
  return { files, metadata, bytes: body.length };
}
