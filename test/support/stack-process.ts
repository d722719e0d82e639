/**
 * The stack that test files share. By hand, `npx tsx test/support/stack-process.ts facts.json` leaves a stack running,
 * which `KITH_TEST_STACK=facts.json npx vitest run …` then uses.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { dirname, join } from "node:path";
import { json } from "node:stream/consumers";
import { databaseUrlOf } from "../../local/core/connection.ts";
import { project } from "../../local/core/settings.ts";
import { removeData } from "../../local/data.ts";
import { startDatabase } from "../../local/postgres/server.ts";
import { pushMigrations } from "../../local/postgres/migrations.ts";
import type { Stack } from "../../local/stack.ts";
import { functionUpload } from "../../supabase/deploy/function.ts";
import { managementApi } from "../../supabase/deploy/management-api.ts";
import { buildRelease } from "../../supabase/deploy/write-release.ts";
import { identifier, openDatabase } from "./database.ts";
import { template } from "./fresh-database.ts";
import type { StackFacts } from "./global-setup.ts";
import { listen } from "./listen.ts";
import { accessToken, projectRef, startManagementApi } from "./management-api.ts";
import { startOwnStack, temporaryFolder } from "./own-stack.ts";
import { findSecrets } from "./secrets.ts";
import { serveFacts } from "./stack-fork.ts";

const { folder, remove } = await temporaryFolder();
const templateFolder = join(folder, "template");
const secretsFile = join(folder, "secrets");
await writeFile(secretsFile, "");
// The function that is tested is the one that is deployed: what an installation uploads, and nothing beside it.
const functionProject = join(folder, "deployed");
const upload = await uploadFunction();
for (const [path, content] of upload.files) {
  await mkdir(dirname(join(functionProject, path)), { recursive: true });
  await writeFile(join(functionProject, path), content);
}
await makeTemplates();
const lines: string[] = [];
const stack = await startOwnStack(
  { functionProject, functionLog: (line) => lines.push(line) },
  templateFolder,
);
const copies = new Map<string, Awaited<ReturnType<Stack["startFunction"]>>>();
const control = await startControl();

/** Deploys the function as an installation does, to a management API on loopback. */
async function uploadFunction() {
  const api = await startManagementApi();
  try {
    const { functionFiles } = await buildRelease();
    const project = { ref: projectRef, token: accessToken, apiUrl: api.url };
    await managementApi(project).send(functionUpload(functionFiles));
    return api.upload!;
  } finally {
    await api.stop();
  }
}

/** Sets a database up, in a cluster that others are copied from: for files that need their own. */
async function makeTemplates(): Promise<void> {
  await mkdir(templateFolder);
  const database = await startDatabase(templateFolder, 0, () => {});
  try {
    await pushMigrations(project, templateFolder, databaseUrlOf("postgres", database.port));
    const sql = openDatabase(databaseUrlOf("supabase_admin", database.port));
    await sql`create database ${identifier(template)} template postgres`;
    await sql.end();
  } finally {
    await database.stop();
  }
}

/** Lets the test files ask for further copies of the function, and for what it has logged. */
async function startControl() {
  const server = createServer((request, response) => {
    answerControl(request).then(
      (value) => response.end(JSON.stringify(value)),
      (error: Error) => response.writeHead(500).end(JSON.stringify({ message: error.message })),
    );
  });
  return await listen(server);
}

async function answerControl(request: IncomingMessage): Promise<unknown> {
  const [, what, id = ""] = (request.url ?? "").split("/");
  if (what === "log") return lines;
  if (what !== "functions") throw new Error(`no such thing: ${request.url}`);
  if (request.method === "DELETE") {
    await copies.get(id)?.stop();
    return { stopped: copies.delete(id) };
  }
  const copy = await stack.startFunction(await json(request) as Record<string, string>);
  const { port } = new URL(copy.url);
  copies.set(port, copy);
  return { id: port, url: copy.url };
}

/** Stops everything. @returns where secrets of the tests were found */
async function end(): Promise<string[]> {
  // What all of the tests have left in logs and tables; looked at when the last one is through.
  const leaks = await findSecrets({
    secretsFile,
    databaseUrl: stack.adminDatabaseUrl,
    logs: { "the function's log": lines, "Postgres's log": join(stack.folder, "postgres.log") },
  }).catch((error: Error) => [`looking for secrets failed: ${error.stack}`]);
  await control.stop();
  await stack.stop();
  await removeData(templateFolder);
  await remove();
  return leaks.map((leak) => `A secret was found: ${leak}`);
}

const facts: StackFacts = {
  url: stack.url,
  functionUrl: stack.functionUrl,
  databaseUrl: stack.databaseUrl,
  adminDatabaseUrl: stack.adminDatabaseUrl,
  publishableKey: stack.publishableKey,
  secretKey: stack.secretKey,
  jwks: JSON.stringify(stack.jwks),
  controlUrl: control.url,
  secretsFile,
  template: templateFolder,
  upload: {
    folder: functionProject,
    paths: [...upload.files.keys()],
    bytes: upload.bytes,
    metadata: upload.metadata,
  },
};
await serveFacts(facts, end);
