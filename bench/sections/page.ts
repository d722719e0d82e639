import type { Browser } from "playwright-core";
import type { Goal, Section, SectionResult } from "../section.ts";
import { accountWith } from "../page/account.ts";
import { launch, openContacts } from "../page/browser.ts";
import { trace, type Traced } from "../page/trace.ts";
import { cleanUp } from "../clean-up.ts";
import { type BenchStack, startBenchStack } from "../stack.ts";
import { median, spread } from "../statistics.ts";

const rounds = 3;
/** Pixels a second: about 110 contacts. */
const scrollSpeed = 4000;
const searched = "garcia company 12";

type Context = Parameters<Section>[0];

/** How smoothly the list of contacts scrolls, and whether typing into its search is ever held up. */
export const pageSection: Section = async (context) => {
  const browser = await launch();
  if (!browser) return result([], 0, ["There is no Chromium; KITH_CHROMIUM is its path."]);
  const close = cleanUp(() => browser.close());
  const bench = await startBenchStack({ page: true });
  try {
    if (bench.stack.pageFailure) throw new Error(bench.stack.pageFailure);
    const contacts = context.quick ? 2_000 : 50_000;
    const goals = [
      await measureScrolling(browser, bench, context),
      ...await measureTyping(browser, bench, context, contacts),
    ];
    return result(goals, contacts, []);
  } finally {
    await close();
    await bench.remove();
  }
};

async function measureScrolling(browser: Browser, { stack }: BenchStack, context: Context) {
  const account = await accountWith(stack, 2_000);
  const frames: number[] = [];
  for (let round = 0; round < (context.quick ? 1 : rounds); round++) {
    const page = await openContacts(browser, stack.url, account);
    const height = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    const distance = context.quick ? Math.min(height, 10_000) : height;
    const traced = await trace(page, (session) =>
      session.send("Input.synthesizeScrollGesture", {
        x: 640,
        y: 500,
        yDistance: -distance,
        speed: scrollSpeed,
        preventFling: true,
      }));
    context.progress(
      `scrolling ${distance} px: ${traced.framesPerSecond.toFixed(1)} frames a second, ` +
        `longest task ${tasksOf(traced)}`,
    );
    frames.push(traced.framesPerSecond);
    await page.context().close();
  }
  const name = "frames a second while 2,000 contacts scroll past";
  return goalOf(name, frames, "frames", { atLeast: 55 });
}

async function measureTyping(
  browser: Browser,
  { stack }: BenchStack,
  context: Context,
  contacts: number,
): Promise<Goal[]> {
  context.progress(`making ${contacts} contacts`);
  const account = await accountWith(stack, contacts);
  const longest: number[] = [];
  const work: number[] = [];
  for (let round = 0; round < (context.quick ? 1 : rounds); round++) {
    const page = await openContacts(browser, stack.url, account);
    await page.getByRole("searchbox").click();
    const traced = await trace(page, async () => {
      await page.keyboard.type(searched, { delay: 120 });
      await page.locator(".contact-lists:not(.stale)").waitFor();
      await page.waitForTimeout(1500);
    });
    context.progress(`typing: longest task ${tasksOf(traced)}`);
    longest.push(traced.longestTask);
    work.push(traced.mostWork);
    await page.context().close();
  }
  const name = `longest task while one types a search of ${contacts} contacts`;
  return [
    goalOf(name, longest, "ms", { atMost: 50 }),
    goalOf(`${name}: time on a processor`, work, "ms", {}),
  ];
}

const tasksOf = ({ longestTask, mostWork }: Traced) =>
  `${longestTask.toFixed(1)} ms, the most work in one ${mostWork.toFixed(1)} ms`;

const goalOf = (name: string, values: number[], unit: string, limit: Partial<Goal>): Goal => ({
  name,
  measured: median(values),
  spread: spread(values),
  unit,
  ...limit,
});

const result = (goals: Goal[], contacts: number, skipped: string[]): SectionResult => ({
  title: "The settings page",
  method:
    `Headless Chromium, 1280 × 800, against a stack of its own; frames and tasks are those of the browser's trace. ` +
    `Scrolling by a gesture of ${scrollSpeed} pixels a second through 2,000 contacts; typing “${searched}” with a key ` +
    `every 120 ms into the search of ${contacts} contacts. Median of ${rounds}.`,
  tables: [],
  goals,
  skipped,
});
