import type { CDPSession, Page } from "playwright-core";

interface TraceEvent {
  name: string;
  ph: string;
  /** Microseconds. */
  ts: number;
  dur?: number;
  /** Microseconds of it in which the thread had a processor. */
  tdur?: number;
  pid: number;
  tid: number;
  args: { name?: string };
}

export interface Traced {
  /** Frames that were drawn in each second. */
  framesPerSecond: number;
  /** The longest task of the page's main thread, in milliseconds. */
  longestTask: number;
  /** The most that one of its tasks took of a processor, which other programs on the machine do not change. */
  mostWork: number;
}

const categories = [
  "devtools.timeline",
  "disabled-by-default-devtools.timeline",
  "disabled-by-default-devtools.timeline.frame",
  "__metadata",
];

/** What Chromium's trace tells of a time in which something is done to the page. */
export async function trace(page: Page, work: (session: CDPSession) => Promise<unknown>) {
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
  await session.detach();
  return read(events, seconds);
}

function read(events: TraceEvent[], seconds: number): Traced {
  const mainThreads = new Set(
    events.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = events.filter(({ name, pid, tid }) =>
    name === "RunTask" && mainThreads.has(`${pid} ${tid}`)
  );
  const frames = events.filter(({ name }) => name === "DrawFrame").length;
  return {
    framesPerSecond: frames / seconds,
    longestTask: Math.max(0, ...tasks.map(({ dur = 0 }) => dur / 1000)),
    mostWork: Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1000)),
  };
}
