// Measures what address books on phones cost: their first synchronisation, the next one, and cards that they write.
import { costTo, growthOf, memoryOf } from "../measure.ts";
import { phoneOf } from "../phone.ts";
import type { Row } from "../report.ts";
import { type Section, startBench } from "../stack.ts";
import { card } from "./files.ts";

type Phone = Awaited<ReturnType<typeof phoneOf>>;

/** The requests of programs: their methods, depths and bodies. @param hrefs of all cards */
const requests = (hrefs: () => string[]): [what: string, method: string, body: () => string][] => [
  [
    "all tags (PROPFIND, depth 1)",
    "PROPFIND",
    () => '<propfind xmlns="DAV:"><prop><getetag/></prop></propfind>',
  ],
  [
    "all cards, by their addresses (addressbook-multiget)",
    "REPORT",
    () => report("addressbook-multiget", hrefs().map((href) => `<href>${href}</href>`).join("")),
  ],
  [
    "all cards, by a filter (addressbook-query)",
    "REPORT",
    () => report("addressbook-query", "<c:filter/>"),
  ],
  [
    "the first sync-collection with cards",
    "REPORT",
    () => {
      const props = "<prop><getetag/><c:address-data/></prop>";
      return `<sync-collection ${namespaces}><sync-token/><sync-level>1</sync-level>${props}</sync-collection>`;
    },
  ],
];

const namespaces = 'xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav"';

const report = (name: string, rest: string) =>
  `<c:${name} ${namespaces}><prop><getetag/><c:address-data/></prop>${rest}</c:${name}>`;

export const phones: Section = async (context) => {
  const contacts = context.quick ? 1_000 : 10_000;
  const puts = context.quick ? 300 : 3_000;
  const rounds = context.quick ? 1 : 3;
  const sizes = [{ owners: 1, contacts, notes: 100 }, { owners: 1, contacts: 10, notes: 10 }];
  const { stack, owners: [owner, writer] } = await startBench(context, sizes);
  const send = async (method: string, url: string, { headers }: Phone, body: string) => {
    const all = { ...headers, depth: "1", "content-type": "application/xml" };
    const answer = await fetch(url, { method, headers: all, body });
    return { status: answer.status, text: await answer.text() };
  };
  const reader = await phoneOf(stack.url, owner!.token);
  const pid = stack.functionPid!;
  const isReadable = await memoryOf(pid, "VmHWM") !== undefined;
  let hrefs: string[] = [];
  const rows: Row[] = [];
  for (const [what, method, body] of requests(() => hrefs)) {
    const [seconds, growth]: [number[], number[]] = [[], []];
    let bytes = 0;
    for (let round = 0; round < rounds; round++) {
      const once = costTo(pid, async () => {
        const { status, text } = await send(method, reader.book, reader, body());
        const found = text.match(/<(?:\w+:)?response>/g)?.length ?? 0;
        if (status !== 207 || found < contacts) {
          throw new Error(`${what}: ${status}, ${found} cards`);
        }
        hrefs = [...text.matchAll(/<(?:\w+:)?href>([^<]+\.vcf)</g)].map((match) => match[1]!);
        bytes = text.length;
        return { requests: 1, milliseconds: 0 };
      });
      const grown = await growthOf(pid, async () => {
        seconds.push((await once(0, 0)).milliseconds / 1000);
      });
      if (grown !== undefined) growth.push(grown);
    }
    rows.push([what, bytes / 1e6, { values: seconds, atMost: 2 }, { values: growth, atMost: 64 }]);
    context.progress(what);
  }
  const writing = await phoneOf(stack.url, writer!.token);
  const statuses = new Map<number, number>();
  const began = performance.now();
  let next = 0;
  const write = async () => {
    for (let n = next++; n < puts; n = next++) {
      const { status } = await send("PUT", `${writing.book}bench-${n}.vcf`, writing, card(n));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 16 }, write));
  const took = (performance.now() - began) / 1000;
  const refused = puts - (statuses.get(201) ?? 0);
  if (refused > 0) throw new Error(`Cards were refused: ${[...statuses].join("; ")}`);
  return {
    method:
      `An address book of ${contacts} people over HTTP; time of a processor and memory of the function's process, the highest while it answers over that before. ` +
      `Then ${puts} cards are written by one key, 16 at a time, of which none may be refused.`,
    tables: [
      {
        caption: "A request",
        columns: ["", "MB", "s of a processor", "MB of memory"],
        rows,
        goal: "an address book of 10,000 people in one request: s of a processor, MB of memory",
      },
      {
        caption: "Writing",
        columns: ["", "s", "a second"],
        rows: [[`${puts} cards`, took, puts / took]],
        goal: null,
      },
    ],
    ...(!isReadable && { skipped: ["The memory of a process can be read on Linux only."] }),
  };
};
