import { type Browser, chromium, type Page } from "playwright-core";
import { findChromium } from "../../test/browser/support/find-chromium.ts";
import { tokenOn } from "../../test/support/own-stack.ts";
import { figures } from "../report.ts";
import { type Bench, cleanUp, type Section, startBench } from "../stack.ts";

/** Pixels a second: about 110 contacts. */
const scrollSpeed = 4000;
const searched = "garcia harbour";

/** How smoothly the list of contacts scrolls, and whether typing into its search is ever held up. */
export const page: Section = async (context) => {
  const executablePath = await findChromium();
  const contacts = context.quick ? 2_000 : 50_000;
  const method =
    `Headless Chromium, 1280 × 800, against a stack of its own; frames and long tasks are those that the page sees. Scrolling by a gesture ` +
    `of ${scrollSpeed} pixels a second through 2,000 contacts; typing “${searched}” with a key every 120 ms into the search of ${contacts}.`;
  if (!executablePath) {
    return { method, tables: [], skipped: ["There is no Chromium; KITH_CHROMIUM is its path."] };
  }
  const large = { contacts, notes: 100 };
  const size = { owners: 1, contactsPerOwner: 2_000, notesPerOwner: 100, large };
  const bench = await startBench(context, size, { page: true });
  if (bench.stack.pageFailure) throw new Error(bench.stack.pageFailure);
  const args = ["--disable-gpu", "--no-first-run", "--disable-background-networking"];
  const browser = await chromium.launch({ executablePath, args: [...args, "--no-sandbox"] });
  cleanUp(() => browser.close());
  // The seed has no passwords: its owners get that of a new account.
  await tokenOn(bench.stack, "page@example.com");
  await bench.sql`update auth.users set encrypted_password = (
    select encrypted_password from auth.users where email = 'page@example.com')`;
  const watchRounds = async (owner: number, work: (page: Page) => Promise<void>) => {
    const watched: Watched[] = [];
    for (let round = 0; round < (context.quick ? 1 : 3); round++) {
      const page = await openContacts(browser, bench, `owner-${owner}@bench.example`);
      watched.push(await watch(page, () => work(page)));
      await page.context().close();
      context.progress(work.name);
    }
    return watched;
  };
  const frames = (await watchRounds(0, scroll)).map(({ frames }) => frames);
  const longest = (await watchRounds(1, type)).map(({ longest }) => longest);
  return {
    method,
    tables: [figures([
      ["the page: frames a second while 2,000 contacts scroll past", {
        values: frames,
        atLeast: 55,
      }],
      ["longest task over 50 ms while one types, ms", { values: longest, atMost: 50 }],
    ])],
  };
};

/** Signs in and opens the list of contacts. */
async function openContacts(browser: Browser, { stack }: Bench, email: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  // What names functions where TypeScript is run as it is; functions that are sent to the page call it.
  await page.addInitScript("globalThis.__name = (value) => value");
  await page.goto(`${stack.url}/#/contacts`);
  await page.getByLabel("E-mail address").fill(email);
  // The password of tokenOn.
  await page.getByLabel("Password", { exact: true }).fill("password of some length");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.goto(`${stack.url}/#/contacts`);
  await page.locator(".contact-row").first().waitFor();
  return page;
}

async function scroll(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  const session = await page.context().newCDPSession(page);
  await session.send("Input.synthesizeScrollGesture", {
    x: 640,
    y: 500,
    yDistance: -height,
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

/** Frames that were drawn in each second, and the longest task of the page's main thread in ms; below 50 there is none. */
interface Watched {
  frames: number;
  longest: number;
}

/** What the page itself sees of a time in which something is done to it. */
async function watch(page: Page, work: () => Promise<void>): Promise<Watched> {
  await page.evaluate(() => {
    const seen = { frames: 0, longest: 0, began: performance.now() };
    Object.assign(globalThis, { seen });
    const count = () => {
      seen.frames += 1;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
    }).observe({ type: "longtask" });
  });
  await work();
  return await page.evaluate(() => {
    const { seen } = globalThis as unknown as { seen: Watched & { began: number } };
    const seconds = (performance.now() - seen.began) / 1000;
    return { frames: seen.frames / seconds, longest: seen.longest };
  });
}
