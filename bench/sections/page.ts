import { type Browser, type CDPSession, chromium, type Page } from "playwright-core";
import { findChromium } from "../../test/browser/support/find-chromium.ts";
import { tokenOn } from "../../test/support/own-stack.ts";
import type { Figure } from "../report.ts";
import { type Bench, cleanUp, type Section, startBench } from "../stack.ts";

/** Pixels a second: about 110 contacts. */
const scrollSpeed = 4000;
const searched = "garcia harbour";

/** How smoothly the list of contacts scrolls, and whether typing into its search is ever held up. */
export const page: Section = async (context) => {
  const executablePath = await findChromium();
  const contacts = context.quick ? 2_000 : 50_000;
  const rounds = context.quick ? 1 : 3;
  const method =
    `Headless Chromium, 1280 × 800, against a stack of its own; frames and tasks are those of the browser's trace. Scrolling by a gesture ` +
    `of ${scrollSpeed} pixels a second through 2,000 contacts; typing “${searched}” with a key every 120 ms into the search of ${contacts}.`;
  if (!executablePath) {
    return { method, tables: [], skipped: ["There is no Chromium; KITH_CHROMIUM is its path."] };
  }
  const size = {
    owners: 1,
    contactsPerOwner: 2_000,
    notesPerOwner: 100,
    large: { contacts, notes: 100 },
  };
  const bench = await startBench(context, size, { page: true });
  if (bench.stack.pageFailure) throw new Error(bench.stack.pageFailure);
  const args = [
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--no-sandbox",
  ];
  const browser = await chromium.launch({ executablePath, args });
  cleanUp(() => browser.close());
  const [scrolled, typed] = [[], []] as [Traced[], Traced[]];
  // The seed has no passwords: its owners get that of somebody who has signed up.
  await tokenOn(bench.stack, "page@example.com");
  await bench.sql`update auth.users set encrypted_password = (
    select encrypted_password from auth.users where email = 'page@example.com')`;
  for (const [owner, list, work] of [[0, scrolled, scroll], [1, typed, type]] as const) {
    for (let round = 0; round < rounds; round++) {
      const page = await openContacts(browser, bench, `owner-${owner}@bench.example`);
      list.push(await trace(page, (session) => work(page, session, context.quick)));
      await page.context().close();
      context.progress(work.name);
    }
  }
  const figure = (
    list: Traced[],
    what: keyof Traced,
    promise: Omit<Figure, "values"> = {},
  ): Figure => ({
    values: list.map((traced) => traced[what]),
    ...promise,
  });
  return {
    method,
    tables: [{
      caption: "Median (lowest–highest)",
      columns: ["", ""],
      rows: [
        [
          "frames a second while 2,000 contacts scroll past",
          figure(scrolled, "frames", { atLeast: 55 }),
        ],
        [
          `longest task while one types a search of ${contacts} contacts, ms`,
          figure(typed, "longest", { atMost: 50 }),
        ],
        ["the most time on a processor of one of its tasks, ms", figure(typed, "work")],
      ],
    }],
  };
};

/** Signs in and opens the list of contacts. */
async function openContacts(browser: Browser, { stack }: Bench, email: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(`${stack.url}/#/contacts`);
  await page.getByLabel("E-mail address").fill(email);
  // The password of tokenOn.
  await page.getByLabel("Password", { exact: true }).fill("password of some length");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.goto(`${stack.url}/#/contacts`);
  await page.locator(".contact-row").first().waitFor();
  return page;
}

async function scroll(page: Page, session: CDPSession, quick: boolean): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  await session.send("Input.synthesizeScrollGesture", {
    x: 640,
    y: 500,
    yDistance: -(quick ? Math.min(height, 10_000) : height),
    speed: scrollSpeed,
    preventFling: true,
  });
}

async function type(page: Page): Promise<void> {
  await page.getByRole("searchbox").click();
  await page.keyboard.type(searched, { delay: 120 });
  await page.locator(".contact-lists:not(.stale)").waitFor();
  await page.waitForTimeout(1500);
}

/** An event of Chromium's trace: `dur` and `tdur` are microseconds, by the clock and on a processor. */
interface TraceEvent {
  name: string;
  dur?: number;
  tdur?: number;
  pid: number;
  tid: number;
  args: { name?: string };
}

/** Frames that were drawn in each second; of the page's main thread the longest task, and the most work in one, in ms. */
interface Traced {
  frames: number;
  longest: number;
  work: number;
}

const categories = [
  "devtools.timeline",
  "disabled-by-default-devtools.timeline",
  "disabled-by-default-devtools.timeline.frame",
  "__metadata",
];

/** What Chromium's trace tells of a time in which something is done to the page. */
async function trace(page: Page, work: (session: CDPSession) => Promise<void>): Promise<Traced> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value as never[]));
  const traceConfig = { includedCategories: categories, recordMode: "recordAsMuchAsPossible" };
  await session.send("Tracing.start", { traceConfig: traceConfig as never });
  const began = performance.now();
  await work(session);
  const seconds = (performance.now() - began) / 1000;
  const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await complete;
  const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const main = events.filter(({ args }) => args.name === "CrRendererMain").map(thread);
  const tasks = events.filter((event) => event.name === "RunTask" && main.includes(thread(event)));
  return {
    frames: events.filter(({ name }) => name === "DrawFrame").length / seconds,
    longest: Math.max(0, ...tasks.map(({ dur = 0 }) => dur / 1000)),
    work: Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1000)),
  };
}
