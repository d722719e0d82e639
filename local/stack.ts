// Starts the whole local stack: Postgres, Auth, Storage, the gateway and the function.
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describeError, isSystemError } from "./core/command.ts";
import { databaseUrlOf } from "./core/connection.ts";
import type { Mail } from "./core/mail.ts";
import { functionJwks, publishableKey, secretKey } from "./core/keys.ts";
import { project } from "./core/settings.ts";
import { startClock } from "./clock.ts";
import { lockFolder } from "./data.ts";
import { type Demo, makeDemoData } from "./demo.ts";
import { type FunctionControl, platformEnvironment, startFunctions } from "./function/function.ts";
import { type Gateway, startGateway } from "./gateway/gateway.ts";
import { loadPage } from "./gateway/page.ts";
import { startLite } from "./lite/lite.ts";
import { createOAuthServer } from "./oauth-server/server.ts";
import { startServices } from "./lite/services.ts";
import { pushMigrations } from "./postgres/migrations.ts";
import { type DatabaseControl, startDatabase } from "./postgres/server.ts";

export interface StackOptions {
  /** Where the data is kept; one stack at a time. */
  folder: string;
  /** 0 = any free port. */
  gatewayPort: number;
  /** 0 = any free port. */
  databasePort: number;
  /** Fill an empty database with a demo account. */
  demo: boolean;
  /** Serve the settings page at `/`. */
  page?: boolean;
  /** Called with each mail that Auth or the function would send. */
  onMail?: (mail: Mail) => void;
  /** Runs functions/kith of this project folder instead of this project's. */
  functionProject?: string;
  /** Called with each line that the function prints. */
  functionLog?: (line: string) => void;
  /** Added to the environment variables that the platform sets. */
  functionEnvironment?: Record<string, string>;
  /** Let the clock tick by itself. */
  clock?: boolean;
  /** Stop everything when one part ends unexpectedly. */
  supervise?: boolean;
}

export interface Stack extends FunctionControl {
  /** URL of the gateway: the project URL for clients. */
  readonly url: string;
  /** As the role `postgres`. */
  readonly databaseUrl: string;
  /** As the superuser `supabase_admin`. */
  readonly adminDatabaseUrl: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  /** The keys that the function verifies access tokens with. */
  readonly jwks: typeof functionJwks;
  readonly postgres: Omit<DatabaseControl, "port">;
  /** The demo account, where it was requested and this folder has one. */
  readonly demo?: Demo;
  /** The error when the settings page was requested and could not be built; the rest runs without it. */
  readonly pageFailure?: string | undefined;
  /** Settles with the reason when a part has ended unexpectedly (with `supervise`, when all have ended). */
  readonly failure: Promise<string>;
  /** Ends every process. May be called more than once. */
  stop(): Promise<void>;
}

/**
 * Starts the services of `supabase start` and `supabase functions serve`, without Docker.
 * @throws an error in one line; the parts that are running by then are stopped.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const undo: (() => Promise<unknown>)[] = [];
  let stopping: Promise<void> | undefined;
  const stop = () => stopping ??= undoAll(undo);
  try {
    return await startParts({ ...options, folder: resolve(options.folder) }, undo, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(
  options: StackOptions,
  undo: (() => Promise<unknown>)[],
  stop: () => Promise<void>,
): Promise<Stack> {
  const { folder } = options;
  undo.push(await prepareFolder(folder));
  const gateway = await startGateway(options.gatewayPort);
  undo.push(() => gateway.stop());
  gateway.upstreams.onMail = options.onMail;
  const failed = failureSignal(options.supervise ?? false, stop);
  const page = options.page ? pageOf(gateway) : undefined;

  const database = await startDatabase(folder, options.databasePort, failed.report);
  undo.push(() => database.stop());
  const databaseUrl = databaseUrlOf("postgres", database.port);
  const environment = {
    ...platformEnvironment(gateway.url, databaseUrl),
    ...options.functionEnvironment,
  };
  const functions = await startFunctions(
    {
      project: options.functionProject ?? project,
      environment,
      onLine: options.functionLog ?? (() => {}),
    },
    (url) => gateway.upstreams.functionUrl = url,
    failed.report,
  );
  undo.push(() => functions.stopAll());
  await pushMigrations(project, folder, databaseUrl);
  const services = await startServices((onLost) =>
    startLite(database.port, join(folder, "storage"), gateway.url, onLost, options.onMail)
  );
  undo.push(() => {
    gateway.upstreams.lite = undefined;
    return services.stop();
  });
  gateway.upstreams.lite = createOAuthServer({
    url: gateway.url,
    databaseUrl: databaseUrlOf("supabase_auth_admin", database.port),
    services: (request) => services.fetch(request),
  });
  const demo = options.demo ? await makeDemoData(gateway.url, folder, databaseUrl) : undefined;
  if (options.clock) {
    const stopClock = startClock(gateway.url);
    undo.push(() => Promise.resolve(stopClock()));
  }
  return {
    ...(demo && { demo }),
    pageFailure: await page,
    url: gateway.url,
    databaseUrl,
    adminDatabaseUrl: databaseUrlOf("supabase_admin", database.port),
    publishableKey,
    secretKey,
    jwks: functionJwks,
    postgres: database,
    get functionUrl() {
      return functions.functionUrl;
    },
    get functionPid() {
      return functions.functionPid;
    },
    environment,
    startFunction: functions.startFunction,
    function: functions.function,
    failure: failed.reason,
    stop,
  };
}

/** Creates and locks the data folder. @throws an error in one line; where it cannot be written, which setting has it */
async function prepareFolder(folder: string): Promise<() => Promise<void>> {
  try {
    await mkdir(folder, { recursive: true });
    return await lockFolder(folder);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new Error(`${describeError(error)} KITH_FOLDER sets another folder.`);
  }
}

/** Builds the page while the other parts start. Returns the error message where that fails. */
async function pageOf(gateway: Gateway): Promise<string | undefined> {
  try {
    gateway.upstreams.page = await loadPage({ projectUrl: gateway.url, publishableKey });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Runs the steps in reverse order, also after one has failed. */
async function undoAll(undo: (() => Promise<unknown>)[]): Promise<void> {
  for (let step = undo.pop(); step; step = undo.pop()) await step().catch(() => {});
}

function failureSignal(supervise: boolean, stop: () => Promise<void>) {
  let settle: (reason: string) => void;
  const reason = new Promise<string>((resolve) => settle = resolve);
  const report = (cause: string) => {
    if (supervise) void stop().then(() => settle(cause));
    else settle(cause);
  };
  return { reason, report };
}
