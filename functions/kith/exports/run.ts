import type { Answer, Call, SnapshotRunner } from "../core/call.ts";
import { describeCause } from "../core/trace.ts";
import type { Format } from "./format.ts";
import { type Page, readPage } from "./page.ts";
import { spooled } from "./spool.ts";

/**
 * Answers with all pages of an export, as of one instant. What goes wrong before the first page is an error answer; later
 * it breaks the connection.
 * @param name of the file, without the day and the ending
 */
export async function runExport(call: Call, format: Format, name: string): Promise<Answer> {
  const query = call.arguments.query as object | undefined;
  const snapshot = await call.openSnapshot();
  const read = async (place?: object) =>
    readPage(await snapshot.run({ query: { ...query, ...(place ? { place } : {}) } }));
  let first: Page;
  try {
    first = await read();
  } catch (error) {
    await snapshot.end();
    throw error;
  }
  const day = first.at.slice(0, 10);
  return {
    status: 200,
    body: null,
    stream: spooled(texts(call, snapshot, format, first, read)),
    headers: {
      "content-type": format.contentType,
      "content-disposition": `attachment; filename="${name}-${day}.${format.extension}"`,
      ...(first.follows ? { link: `<${nextPart(query, first.follows)}>; rel="next"` } : {}),
      vary: "Accept",
    },
  };
}

/** The address of what follows a part of an export, relative to that of the request. */
function nextPart(query: object | undefined, after: string): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, after })) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  return `?${parameters}`;
}

async function* texts(
  call: Call,
  snapshot: SnapshotRunner,
  format: Format,
  first: Page,
  read: (place: object) => Promise<Page>,
): AsyncGenerator<string> {
  try {
    yield format.begin(first);
    for (let page: Page | null = first; page; page = page.next && await read(page.next)) {
      const text = await format.write(page);
      if (text !== "") yield text;
    }
    await snapshot.end();
    yield format.end();
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    const time = new Date().toISOString();
    call.dependencies.log({ time, event: "export_failed", cause: describeCause(cause) });
    throw error;
  } finally {
    await snapshot.end();
  }
}
