// Auth, REST and Storage of @supabase/lite for the stack on this machine.
import { setTimeout as sleep } from "node:timers/promises";
import { App, setExperimental } from "@supabase/lite";
import type { PostgresConnection } from "@supabase/lite/postgres";
import {
  jwtSecret,
  legacyAnonKey,
  legacyServiceRoleKey,
  publishableKey,
  secretKey,
} from "../core/keys.ts";
import { connect } from "./connection.ts";
import { withoutConsole } from "./console.ts";
import { templates } from "./mail.ts";
import type { Mail } from "../core/mail.ts";
import { adaptErrors } from "./rest-errors.ts";
import { createFileStorage } from "./storage-files.ts";
import { adaptStorage } from "./storage.ts";
import { Interruptible, Interruption } from "./interruption.ts";
import { adaptAuth, toLiteAuthorization } from "../core/tokens.ts";

/** Auth, REST and Storage behind one request handler, which selects by the first segment of the path. */
export interface Lite {
  fetch(request: Request): Promise<Response>;
  stop(): Promise<void>;
}

/** How long an access token is valid, in seconds. The same as in config.toml. */
const tokenLifetime = 3600;

/**
 * Starts Auth, REST and Storage of @supabase/lite, as a library because its command line reports usage.
 * As on the platform, each connects with a role of its own, so that missing rights are noticed here, too
 * (for example of a trigger on auth.users).
 * @param onLost is called once when a connection is lost; everything has stopped by then
 */
export async function startLite(
  databasePort: number,
  storageFolder: string,
  url: string,
  onLost: () => void,
  onMail: (mail: Mail) => void = () => {},
): Promise<Lite> {
  const inProgress = new Interruptible();
  const lost = () => {
    if (inProgress.isStopped) return;
    void stop();
    onLost();
  };
  const catalog = connect("supabase_admin", databasePort, 2, lost);
  const [auth, rest, storage] = [
    connect("supabase_auth_admin", databasePort, 5, lost, catalog),
    connect("authenticator", databasePort, 5, lost, catalog),
    connect("supabase_storage_admin", databasePort, 5, lost, catalog),
  ];
  const stop = async () => {
    inProgress.stop();
    const connections = [catalog, auth, rest, storage];
    const ends = connections.map((connection) => connection.driver.end({ timeout: 0 }));
    // A connection that was lost may never be told that it has ended.
    await Promise.race([Promise.all(ends), sleep(1000, undefined, { ref: false })]);
  };
  const services = {
    auth: createAuth(auth, url, onMail),
    rest: createRest(rest),
    storage: createStorage(storage, storageFolder),
  };
  try {
    await inProgress.run(async () => {
      await services.auth.init();
      // After the first init, which would warn of it on the console otherwise.
      setExperimental("storage", true);
      await catalog.introspect({ useCache: true });
      await catalog.driver.listen("pgrst", () => void catalog.clearSchemaCache());
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    fetch: (request) =>
      withoutConsole(request, async () => {
        const found = inProgress.run(() => answer(services, request, url));
        return await found.catch((error) => unavailable(error));
      }),
    stop,
  };
}

/** The answer where the database was lost meanwhile; any other fault is the gateway's to answer. */
function unavailable(error: unknown): Response {
  if (!(error instanceof Interruption)) throw error;
  return Response.json({ message: error.message }, { status: 503 });
}

type Services = Record<"auth" | "rest" | "storage", App>;

async function answer(services: Services, request: Request, url: string): Promise<Response> {
  const path = new URL(request.url).pathname;
  const authorization = request.headers.get("authorization");
  if (authorization) request.headers.set("authorization", await toLiteAuthorization(authorization));
  if (path.startsWith("/auth/v1/")) {
    return await adaptAuth(path, await services.auth.fetch(request), `${url}/auth/v1`);
  }
  if (path.startsWith("/storage/v1/")) {
    return await adaptStorage(request, (inner) => services.storage.fetch(inner));
  }
  return await services.rest.fetch(request);
}

const keys = { publishable_key: publishableKey, secret_key: secretKey, jwt_secret: jwtSecret };

const apiKeys = {
  resolver: (key: string) => {
    const role = key === publishableKey || key === legacyAnonKey
      ? "anon"
      : key === secretKey || key === legacyServiceRoleKey
      ? "service_role"
      : undefined;
    if (!role) return Promise.resolve(null);
    const type: "publishable" | "secret" = role === "anon" ? "publishable" : "secret";
    return Promise.resolve({ type, claims: { role } });
  },
};

const studio = { enabled: false };

/** E-mail addresses need not be confirmed, as in config.toml, and no mail is sent. */
function createAuth(
  connection: PostgresConnection,
  url: string,
  onMail: (mail: Mail) => void,
): App {
  return new App({
    connection,
    studio,
    auth: {
      ...keys,
      enabled: true,
      site_url: url,
      jwt_expiry: tokenLifetime,
      email: { enable_signup: true, enable_confirmations: false, template: templates },
    },
    options: {
      server: { apiKeys },
      drivers: { email: { send: (mail) => Promise.resolve(onMail(mail)) } },
    },
  });
}

/** Counts as set, but says no id. */
const nobody = { toString: () => "" } as string;

function createRest(connection: PostgresConnection): App {
  adaptErrors(connection);
  return new App({
    connection,
    studio,
    auth: { ...keys, enabled: true },
    api: { enabled: true, schemas: ["public", "kith"], max_rows: 1000 },
    options: {
      server: {
        apiKeys,
        // Lite looks the user and the session up first, in tables of Auth that REST's role may not
        // read; PostgREST trusts the signature alone. With these set lite skips the lookup. Can be removed
        // when lite has an option for it. Lite makes the setting `request.jwt.claim.sub` of the user, which is empty
        // for a key without a user.
        middlewares: [async (context, next) => {
          context.set("userId", nobody);
          context.set("sessionId", nobody);
          await next();
        }],
      },
    },
  });
}

function createStorage(connection: PostgresConnection, folder: string): App {
  const app = new App({
    connection,
    studio,
    auth: { ...keys, enabled: true },
    storage: { enabled: true, file_size_limit: "50MiB" },
    options: { server: { apiKeys } },
  });
  app._storageAdapter = createFileStorage(folder);
  return app;
}
