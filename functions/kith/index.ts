// Starts the function: the environment, the database, Storage and Auth put together.
import { createApp } from "./app.ts";
import type { Reach, SendMail } from "./core/call.ts";
import type { Database } from "./core/database.ts";
import { createAuthenticator } from "./auth/authenticate.ts";
import { connectStorage } from "./contacts/photos/storage.ts";
import { createPhotoStore } from "./contacts/photos/store.ts";
import { connectMachines } from "./db/machines.ts";
import { connectPostgres } from "./db/postgres.ts";
import { readEnvironment } from "./environment.ts";
import { createLog } from "./log.ts";

const environment = readEnvironment((name) => Deno.env.get(name));

/** The platform's runtime, which keeps an isolate alive until work after an answer is done. */
const { EdgeRuntime } = globalThis as {
  EdgeRuntime?: { waitUntil(work: Promise<unknown>): void };
};

const waitUntil = (work: Promise<unknown>) => EdgeRuntime?.waitUntil(work);

/** What sends mails is imported with the first of them. */
function sendMail({ url, from }: NonNullable<typeof environment.mail>): SendMail {
  return async (mail, id) => (await import("./notices/mail.ts")).connectMail(url, from)(mail, id);
}

/** What reaches addresses outside is imported with the first of them. */
const reach: Reach = async (url, request) => {
  const { createReach, createRelay } = await import("./outside/reach.ts");
  const { relayUrl, ownHosts } = environment;
  return await (relayUrl ? createRelay(relayUrl, ownHosts) : createReach(ownHosts))(url, request);
};

/** The database, or several as one. */
function connectDatabase(): Database {
  const { databaseUrl, databaseCertificate, placement } = environment;
  const home = connectPostgres(databaseUrl, databaseCertificate);
  if (!placement) return home;
  const connected = new Map([[databaseUrl, home]]);
  for (const url of placement) {
    if (!connected.has(url)) connected.set(url, connectPostgres(url, databaseCertificate, false));
  }
  return connectMachines(placement.map((url) => connected.get(url)!), home);
}

const app = createApp({
  authenticate: createAuthenticator(environment.accessTokens),
  database: connectDatabase(),
  photos: createPhotoStore(connectStorage(environment.storage)),
  publicUrl: environment.publicUrl,
  oauthUrl: environment.oauthUrl,
  pageUrl: environment.pageUrl,
  mail: environment.mail && sendMail(environment.mail),
  reach,
  ownHosts: environment.ownHosts,
  tickSha256: environment.tickSha256,
  waitUntil,
  log: createLog(waitUntil),
});

Deno.serve((request) => app.fetch(request));
