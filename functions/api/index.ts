import { createApp } from "./app.ts";
import { createAuthenticator } from "./auth/authenticate.ts";
import { connectPostgres } from "./db/postgres.ts";
import { readEnvironment } from "./environment.ts";

const environment = readEnvironment((name) => Deno.env.get(name));

const app = createApp({
  authenticate: createAuthenticator(environment.accessTokens),
  database: connectPostgres(environment.databaseUrl),
  log: (entry) => console.log(JSON.stringify(entry)),
});

Deno.serve((request) => app.fetch(request));
