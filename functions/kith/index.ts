import { createApp } from "./app.ts";
import { createAuthenticator } from "./auth/authenticate.ts";
import { connectPostgres } from "./db/postgres.ts";
import { readEnvironment } from "./environment.ts";
import { createLog } from "./log.ts";
import { connectStorage } from "./photos/storage.ts";
import { createPhotoStore } from "./photos/store.ts";

const environment = readEnvironment((name) => Deno.env.get(name));

/** The platform's runtime; it is what keeps an isolate alive for work that goes on after an answer. */
const { EdgeRuntime } = globalThis as {
  EdgeRuntime?: { waitUntil(work: Promise<unknown>): void };
};

const afterwards = (work: Promise<void>) => EdgeRuntime?.waitUntil(work);

const app = createApp({
  authenticate: createAuthenticator(environment.accessTokens),
  database: connectPostgres(environment.databaseUrl, environment.databaseCertificate),
  photos: createPhotoStore(connectStorage(environment.storage)),
  afterwards,
  log: createLog(afterwards),
});

Deno.serve((request) => app.fetch(request));
