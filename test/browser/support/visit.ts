import { setTimeout } from "node:timers/promises";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Route,
} from "playwright-core";
import { expect, inject, onTestFinished } from "vitest";
import { askAuth, newPerson, type Person } from "./account.ts";
import { type Acts, actsOn } from "./acts.ts";

const switches = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Tabs of the page share a process, which is there already.
  "--process-per-site",
];

/**
 * KITH_TEST_LATENCY: every request of the page waits for up to so many milliseconds, each for a
 * time of its own, so that answers come late and in another order. A test that reads what it has
 * not waited for fails then.
 */
const latency = Number(process.env["KITH_TEST_LATENCY"] ?? 0);

async function delay(route: Route): Promise<void> {
  await setTimeout(Math.random() * latency);
  // The page may have given the request up, or be closed by now.
  await route.continue().catch(() => {});
}

type Own = "colorScheme" | "viewport" | "hasTouch" | "isMobile";

export interface VisitOptions extends Pick<BrowserContextOptions, Own> {
  /** Where the page lies, if not at the stack's own address. */
  url?: string;
  person?: Person;
  /** The view to open for this person: the contacts, unless another one is named. */
  view?: string;
  /** Zone and language of the browser. */
  timezoneId?: string;
  locale?: string;
  serviceWorkers?: "block";
}

export interface Visit extends Acts {
  page: Page;
  /** Everything that was written to the console. */
  console: string[];
  /** What is no fault: a line of the console that this test brings about. */
  expectOnConsole(line: RegExp): void;
}

/** The browser of this worker, for all of its files; it ends with the worker. */
let launched: Promise<Browser> | undefined;

/**
 * What visits without a wish of their own share, one after the other. A page in it stays open: without one Chromium
 * drops what it has compiled, and a visit takes twice as long.
 */
let shared: Promise<{ context: BrowserContext; home: Page }> | undefined;
let isTaken = false;

const alike = { reducedMotion: "reduce", locale: "en-GB" } as const;

function launch(): Promise<Browser> {
  const root = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: process.env["KITH_CHROMIUM"]!,
    args: [...switches, ...(root ? ["--no-sandbox"] : [])],
  });
}

/** A page of that origin, without the application. */
async function openHome(context: BrowserContext, url: string): Promise<Page> {
  const home = await context.newPage();
  await home.goto(new URL("favicon.svg", url).href);
  return home;
}

async function openShared() {
  const context = await (await (launched ??= launch())).newContext(alike);
  return { context, home: await openHome(context, inject("page").url) };
}

/** A page of a browser that keeps nothing but this session: the shared one where it is free. */
async function openPage(url: string, session?: Session, own?: BrowserContextOptions) {
  if (own || isTaken) {
    const context = await (await (launched ??= launch())).newContext({ ...alike, ...own });
    onTestFinished(() => context.close());
    const page = await openHome(context, url);
    await page.evaluate(keepOnly, session);
    return page;
  }
  isTaken = true;
  const { context, home } = await (shared ??= openShared());
  onTestFinished(async () => {
    isTaken = false;
    await context.setOffline(false);
    await context.clearPermissions();
    for (const page of context.pages()) if (page !== home) await page.close();
  });
  await home.evaluate(keepOnly, session);
  return await context.newPage();
}

/**
 * Visits the page, until the test ends. Whatever a test does there, the page may neither ask anyone but its project for
 * anything, nor write an error to the console (which is where violations of the content-security policy end up).
 */
export async function visit(
  { url = inject("page").url, person, view = "contacts", ...options }: VisitOptions = {},
): Promise<Visit> {
  const { origin } = new URL(url);
  const { colorScheme, viewport, ...own } = options;
  const isOwn = Object.keys(own).length > 0 || origin !== inject("page").url;
  const session = person && await sessionOf(person);
  const page = await openPage(url, session, isOwn ? own : undefined);
  page.setDefaultTimeout(15_000);
  if (latency > 0) await page.route(/\/(api|auth|storage)\/v1\//, delay);
  if (colorScheme) await page.emulateMedia({ colorScheme });
  // Narrower than where the list and a person stand side by side.
  await page.setViewportSize(viewport ?? { width: 1160, height: 720 });
  const watched = watch(page, [origin, inject("page").url]);
  onTestFinished(watched.check);
  await page.goto(person ? new URL(`#/${view}`, url).href : url);
  if (person) await page.locator("h1").first().waitFor();
  return { page, console: watched.lines, expectOnConsole: watched.allow, ...actsOn(page) };
}

/**
 * A view of somebody new. `prepare` fills their account before, and what it returns belongs to the result; `<Ana>` in
 * the view is the contact of this name that it made, `<id>` the only one.
 */
export async function open<Made extends object>(
  view: string,
  prepare: (person: Person) => Promise<Made | void> = () => Promise.resolve(),
  options: VisitOptions = {},
): Promise<Visit & Made & { person: Person }> {
  const person = await newPerson();
  const made = (await prepare(person) ?? {}) as Made;
  const { id, ids } = made as { id?: string; ids?: Record<string, string> };
  const path = view.replace(/<(.+)>/, (_, name) => ids?.[name] ?? id!);
  return { person, ...made, ...await visit({ person, view: path, ...options }) };
}

/** Another tab of the same browser, at this address. */
export async function openTab(page: Page, address = page.url()): Promise<Acts & { page: Page }> {
  const tab = await page.context().newPage();
  tab.setDefaultTimeout(15_000);
  await tab.goto(address);
  return { page: tab, ...actsOn(tab) };
}

type Session = [name: string, value: string];

/** Leaves of what a browser keeps nothing but the page's files, and this session. */
async function keepOnly(session?: Session): Promise<void> {
  localStorage.clear();
  for (const name of await caches.keys()) {
    if (name.startsWith("kith-seen:")) await caches.delete(name);
  }
  if (session) localStorage.setItem(...session);
}

/** A session of somebody's own, as the form to sign in makes and keeps it. */
async function sessionOf({ email, password }: Person): Promise<Session> {
  const answer = await askAuth("token?grant_type=password", { email, password });
  const value = await answer.text();
  if (!answer.ok) throw new Error(`Signing in was answered with ${answer.status}: ${value}`);
  return [`kith-session:${new URL(inject("page").url).host}`, value];
}

function watch(page: Page, allowed: string[]) {
  const lines: string[] = [];
  const errors: string[] = [];
  const foreign: string[] = [];
  const expected: RegExp[] = [];
  page.on("console", (message) => {
    lines.push(message.text());
    const { url } = message.location();
    if (/error|warning/.test(message.type())) errors.push(`${message.text()} ${url}`);
  });
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^http/.test(protocol) && !allowed.includes(origin)) foreign.push(request.url());
  });
  return {
    lines,
    allow: (line: RegExp) => expected.push(line),
    check() {
      expect(errors.filter((line) => !expected.some((each) => each.test(line)))).toEqual([]);
      expect(foreign).toEqual([]);
    },
  };
}
