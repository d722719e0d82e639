// Measures how smoothly the page scrolls and takes what is typed.
import { chromium, type Page } from "playwright-core";
import { findChromium } from "../../test/browser/support/find-chromium.ts";
import { tokenOn } from "../../test/support/own-stack.ts";
import { figures } from "../report.ts";
import { cleanUp, type Section, startBench } from "../stack.ts";

/** Pixels a second: about 110 contacts. */
const scrollSpeed = 4000;
const searched = "garcia harbour";

/** How smoothly the list of contacts scrolls, and whether typing into its search is ever held up. */
export const page: Section = async (context) => {
  const executablePath = await findChromium();
  const contacts = context.quick ? 3_500 : 50_000;
  const method =
    `Headless Chromium, 1280 × 800, against a stack of its own; frames and long tasks are those that the page sees. Scrolling by a gesture ` +
    `of ${scrollSpeed} pixels a second through 3,500 contacts; typing “${searched}” with a key every 120 ms into the search of ${contacts}.`;
  if (!executablePath) {
    return { method, tables: [], skipped: ["There is no Chromium; KITH_CHROMIUM is its path."] };
  }
  const groups = [3_500, contacts].map((contacts) => ({ owners: 1, contacts, notes: 100 }));
  const { stack, sql } = await startBench(context, groups, { page: true });
  if (stack.pageFailure) throw new Error(stack.pageFailure);
  const args = ["--disable-gpu", "--no-first-run", "--disable-background-networking"];
  const browser = await chromium.launch({ executablePath, args: [...args, "--no-sandbox"] });
  cleanUp(() => browser.close());
  // The seed has no passwords: its owners get that of a new account.
  await tokenOn(stack, "page@example.com");
  await sql`update auth.users set encrypted_password = (
    select encrypted_password from auth.users where email = 'page@example.com')`;
  /** What the page of an owner sees in each round, from its list of contacts on. */
  const watched = async (owner: number, work: (page: Page) => Promise<void>) => {
    const all = [];
    for (let round = 0; round < (context.quick ? 1 : 3); round++) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      // What names functions where TypeScript is run as it is; functions that are sent to the page call it.
      await page.addInitScript("globalThis.__name = (value) => value");
      await page.goto(`${stack.url}/#/contacts`);
      await page.getByLabel("E-mail address").fill(`owner-${owner}@bench.example`);
      // The password of tokenOn.
      await page.getByLabel("Password", { exact: true }).fill("password of some length");
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.goto(`${stack.url}/#/contacts`);
      await page.locator(".contact-row").first().waitFor();
      const seen = await page.evaluateHandle(beginWatching);
      await work(page);
      all.push(
        await seen.evaluate(({ frames, longest, began }) => ({
          frames: frames * 1000 / (performance.now() - began),
          longest,
        })),
      );
      await page.close();
      context.progress(work.name);
    }
    return all;
  };
  const frames = (await watched(0, scroll)).map(({ frames }) => frames);
  const longest = (await watched(1, type)).map(({ longest }) => longest);
  return {
    method,
    tables: [figures([
      ["the page: frames a second while 3,500 contacts scroll past", {
        values: frames,
        atLeast: 55,
      }],
      ["longest task over 50 ms while one types, ms", { values: longest, atMost: 50 }],
    ])],
  };
};

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

/** In the page: counts its frames, and the longest task of its main thread in ms; below 50 there is none. */
function beginWatching() {
  const seen = { frames: 0, longest: 0, began: performance.now() };
  const count = () => {
    seen.frames += 1;
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
  }).observe({ type: "longtask" });
  return seen;
}
