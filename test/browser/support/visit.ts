import { setTimeout } from "node:timers/promises";
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Route,
} from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject } from "vitest";
import type { Person } from "./account.ts";
import { askAuth } from "./mails.ts";

const switches = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
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

export interface VisitOptions
  extends Pick<BrowserContextOptions, "colorScheme" | "viewport" | "serviceWorkers"> {
  /** Where the page lies, if not at the stack's own address. */
  url?: string;
  person?: Person;
  /** Zone of the browser. */
  timezoneId?: string;
}

export interface Visit {
  page: Page;
  /** Everything that was written to the console. */
  console: string[];
  /** What is no fault: a line of the console that this test brings about. */
  expectOnConsole(line: RegExp): void;
}

/**
 * A browser for the tests of a file. Whatever a test does in it, the page may neither ask anyone
 * but its project for anything, nor write an error to the console (which is where violations of
 * the content-security policy end up).
 */
export function useBrowser(): { visit(options?: VisitOptions): Promise<Visit> } {
  let browser: Browser;
  const checks: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    const root = process.getuid?.() === 0;
    browser = await chromium.launch({
      executablePath: process.env["KITH_CHROMIUM"]!,
      args: [...switches, ...(root ? ["--no-sandbox"] : [])],
    });
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    for (let check = checks.pop(); check; check = checks.pop()) await check();
  });
  return {
    async visit(options = {}) {
      const { url = inject("page").url, person, ...rest } = options;
      const context = await browser.newContext({
        reducedMotion: "reduce",
        locale: "en",
        ...rest,
        ...(person && { storageState: await signedInState(person, new URL(url).origin) }),
      });
      if (latency > 0) await context.route(/\/(api|auth|storage)\/v1\//, delay);
      const page = await context.newPage();
      page.setDefaultTimeout(15_000);
      const watched = watch(page, [new URL(url).origin, inject("page").url]);
      checks.push(async () => {
        await context.close();
        watched.check();
      });
      await page.goto(url);
      if (person) await openContacts(page);
      return { page, console: watched.lines, expectOnConsole: watched.allow };
    },
  };
}

/** What a browser keeps of somebody who has signed in: a session of its own, as the form makes it. */
async function signedInState({ email, password }: Person, origin: string) {
  const answer = await askAuth("token?grant_type=password", { email, password });
  const value = await answer.text();
  if (!answer.ok) throw new Error(`Signing in was answered with ${answer.status}: ${value}`);
  const name = `kith-session:${new URL(inject("page").url).host}`;
  return { cookies: [], origins: [{ origin, localStorage: [{ name, value }] }] };
}

/** Fills the form in, and goes on to the contacts. */
export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await openContacts(page);
}

async function openContacts(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "Today", level: 1 }).waitFor();
  await page.getByRole("link", { name: "Contacts", exact: true }).click();
  await page.getByRole("heading", { name: "Contacts", level: 1 }).waitFor();
}

function watch(page: Page, allowed: string[]) {
  const lines: string[] = [];
  const errors: string[] = [];
  const foreign: string[] = [];
  const expected: RegExp[] = [];
  page.on("console", (message) => {
    lines.push(message.text());
    if (/error|warning/.test(message.type())) errors.push(message.text());
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
