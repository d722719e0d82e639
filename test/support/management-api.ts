import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { openConnection } from "../../local/core/connection.ts";
import { publishableKey } from "../../local/core/keys.ts";
import { asMessage } from "../../local/scratch-database.ts";
import { listen } from "./listen.ts";

/** What a function's deployment sends, by path. */
export type Files = Map<string, Uint8Array>;

/** A management API on loopback, as far as Kith is installed by one; it keeps what it is sent. */
export interface ManagementApi {
  readonly url: string;
  /** Method and path of every request, in order; of a query also what it does. */
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

/** What a management API is started with. */
export interface ManagementApiOptions {
  /** Answers by the end of the path, in place of the usual ones; a number is a status. */
  answers?: Record<string, unknown>;
  /** The project's database, as the role `postgres`. */
  databaseUrl?: string;
  /** Called after each request was carried out, before it is answered; `true` ends its connection without an answer. */
  isLost?: (request: string) => boolean;
}

/** A function as the API tells it. */
export type EdgeFunction = ReturnType<typeof newFunction>;

/** The only project there is. */
export const projectRef = "abcdefghijklmnopqrst";

/** The only access token that it takes. */
export const accessToken = `sbp_${"0".repeat(40)}`;

const usualKeys = [
  { name: "default", type: "publishable", api_key: publishableKey },
  { name: "anon", type: "legacy", api_key: "x" },
];

/** Starts one, with one project. */
export async function startManagementApi(
  { answers = {}, databaseUrl, isLost }: ManagementApiOptions = {},
): Promise<ManagementApi> {
  const server = createServer((request, response) => {
    answer(api, { answers, databaseUrl }, request).then(
      ([status, body]) => {
        if (isLost?.(api.requests.at(-1)!)) request.socket.destroy();
        else send(response, status, body);
      },
      (error: Error) => send(response, 500, { message: error.message }),
    );
  });
  const { url, stop } = await listen(server);
  const api: ManagementApi = {
    url,
    requests: [],
    exposedSchemas: "public,graphql_public,shop",
    secrets: new Map(),
    functions: new Map(),
    stop,
  };
  return api;
}

const send = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

async function answer(
  api: ManagementApi,
  { answers, databaseUrl }: { answers: Record<string, unknown>; databaseUrl: string | undefined },
  request: IncomingMessage,
): Promise<[status: number, body: unknown]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://api");
  const root = `/v1/projects/${projectRef}`;
  const path = pathname.startsWith(root) ? pathname.slice(root.length) : undefined;
  const query = path === "/database/query" ? JSON.parse(body.toString()).query as string : "";
  const [, what = ""] = /^-- Kith: (.*)$/m.exec(query) ?? [];
  api.requests.push(`${request.method} ${pathname}${what && `: ${what}`}`);
  if (request.headers.authorization !== `Bearer ${accessToken}`) {
    return [401, { message: "Unauthorized" }];
  }
  if (path === undefined) return [404, { message: "Resource not found" }];
  const special = answers[path];
  if (typeof special === "number") return [special, { message: "refused" }];
  if (special !== undefined) return [200, special];
  if (query) return await runQuery(query, databaseUrl!);
  if (path === "/api-keys") return [200, usualKeys];
  if (path === "/config/database/pooler") {
    // As the platform writes it, for a Postgres without a pooler and without TLS.
    const address = databaseUrl?.replace(/:[^:@]*@/, ":[YOUR-PASSWORD]@");
    return [200, [{ database_type: "PRIMARY", connection_string: address }]];
  }
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
  if (path === "/secrets") {
    return [200, [...api.secrets].map(([name]) => ({ name, value: "a digest" }))];
  }
  return [404, { message: "Resource not found" }];
}

/** As the platform runs it: a connection for one message, in which several statements are one transaction. */
async function runQuery(
  sql: string,
  databaseUrl: string,
): Promise<[status: number, body: unknown]> {
  const client = await openConnection(databaseUrl);
  try {
    return [201, await asMessage(client)("", sql)];
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return [400, { message: `Failed to run sql query: ERROR:  ${code}: ${message}\n` }];
  } finally {
    await client.end();
  }
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
