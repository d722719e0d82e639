import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { databaseUrlOf } from "./core/database-url.ts";
import { functionJwks, publishableKey, secretKey } from "./core/keys.ts";
import { lockFolder } from "./core/lock.ts";
import { project } from "./core/settings.ts";
import { type Demo, makeDemoData } from "./demo/demo.ts";
import { type FunctionControl, platformEnvironment, startFunctions } from "./function/control.ts";
import { type Gateway, startGateway } from "./gateway/gateway.ts";
import { loadPage } from "./gateway/page.ts";
import { type Mail, startLite } from "./lite/lite.ts";
import { startServices } from "./lite/services.ts";
import { type DatabaseControl, startDatabase } from "./postgres/database.ts";
import { pushMigrations } from "./postgres/migrations.ts";

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
  /** Takes the mails that Auth would send. */
  onMail?: (mail: Mail) => void;
  /** The project whose functions/kith runs, in place of this one. */
  functionProject?: string;
  /** Takes the lines that the function writes. */
  functionLog?: (line: string) => void;
  /** In place of the database's URL, so that a proxy can be put in between. */
  functionDatabaseUrl?: string;
  /** Added to what the platform gives the function. */
  functionEnvironment?: Record<string, string>;
  /** Stop everything as soon as one part ends by itself. */
  supervise?: boolean;
}

export interface Stack extends FunctionControl {
  /** The gateway: what a client calls the project URL. */
  readonly url: string;
  /** As the role `postgres`. */
  readonly databaseUrl: string;
  /** As the superuser `supabase_admin`. */
  readonly adminDatabaseUrl: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  /** The keys by which access tokens are verified, as the function gets them. */
  readonly jwks: typeof functionJwks;
  readonly postgres: Omit<DatabaseControl, "port">;
  /** The demo account, where this folder has one and it was asked for. */
  readonly demo?: Demo;
  /** Why there is no settings page although it was asked for; the rest runs without it. */
  readonly pageFailure?: string | undefined;
  /** Settles with the reason when a part has ended by itself (and, supervised, all have). */
  readonly failure: Promise<string>;
  /** Ends every process. May be called more than once. */
  stop(): Promise<void>;
}

/**
 * Starts what `supabase start` and `supabase functions serve` give, without Docker.
 * @throws one clear line; whatever was started by then is stopped again.
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
  await mkdir(folder, { recursive: true });
  undo.push(await lockFolder(folder));
  const gateway = await startGateway(options.gatewayPort);
  undo.push(() => gateway.stop());
  const failed = failureSignal(options.supervise ?? false, stop);
  const page = options.page ? pageOf(gateway) : undefined;

  const database = await startDatabase(folder, options.databasePort, failed.report);
  undo.push(() => database.stop());
  const databaseUrl = databaseUrlOf("postgres", database.port);
  const environment = {
    ...platformEnvironment(gateway.url, options.functionDatabaseUrl ?? databaseUrl),
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
  const services = await startServices(
    (onLost) =>
      startLite(database.port, join(folder, "storage"), gateway.url, onLost, options.onMail),
    (lite) => gateway.upstreams.lite = lite && ((request) => lite.fetch(request)),
  );
  undo.push(() => services.stop());
  const demo = options.demo ? await makeDemoData(gateway.url, folder, databaseUrl) : undefined;
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
    environment,
    startFunction: functions.startFunction,
    function: functions.function,
    failure: failed.reason,
    stop,
  };
}

/** Builds the page while the rest starts; the reason where that fails. */
async function pageOf(gateway: Gateway): Promise<string | undefined> {
  try {
    gateway.upstreams.page = await loadPage({ projectUrl: gateway.url, publishableKey });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Undoes in reverse order, each even if another fails. */
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
