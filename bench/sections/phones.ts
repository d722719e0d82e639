// Measures what address books on phones cost: their first synchronisation, the next one, and cards that they write.
import { writeFile } from "node:fs/promises";
import { davPath } from "../../functions/kith/core/paths.ts";
import { costTo, memoryOf } from "../measure.ts";
import type { Row } from "../report.ts";
import { type Section, startBench } from "../stack.ts";

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
  const root = `${stack.url}/functions/v1${davPath}`;
  const passwordOf = async (token: string) => {
    const answer = await fetch(`${stack.url}/functions/v1/kith/api/v1/api-keys`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "A phone" }),
    });
    return `Basic ${btoa(`phone:${(await answer.json()).key}`)}`;
  };
  const ask = async (method: string, path: string, authorization: string, body: string) => {
    const answer = await fetch(new URL(path, root), {
      method,
      headers: { authorization, depth: "1", "content-type": "application/xml" },
      body,
    });
    const text = await answer.text();
    return { status: answer.status, text };
  };
  const bookOf = async (authorization: string) => {
    const { text } = await ask(
      "PROPFIND",
      `${root}/`,
      authorization,
      "<propfind xmlns='DAV:'><prop><current-user-principal/></prop></propfind>",
    );
    return `${root}/${/principals\/([0-9a-f]{8})\//.exec(text)![1]}/contacts/`;
  };
  const authorization = await passwordOf(owner!.token);
  const book = await bookOf(authorization);
  const pid = stack.functionPid!;
  const isReadable = await memoryOf(pid, "VmHWM") !== undefined;
  let hrefs: string[] = [];
  const rows: Row[] = [];
  for (const [what, method, body] of requests(() => hrefs)) {
    const [seconds, growth]: [number[], number[]] = [[], []];
    let bytes = 0;
    for (let round = 0; round < rounds; round++) {
      if (isReadable) await writeFile(`/proc/${pid}/clear_refs`, "5");
      const idle = await memoryOf(pid, "VmHWM");
      const once = costTo(pid, async () => {
        const { status, text } = await ask(method, book, authorization, body());
        const found = text.match(/<(?:\w+:)?response>/g)?.length ?? 0;
        if (status !== 207 || found < contacts) {
          throw new Error(`${what}: ${status}, ${found} cards`);
        }
        hrefs = [...text.matchAll(/<(?:\w+:)?href>([^<]+\.vcf)</g)].map((match) => match[1]!);
        bytes = text.length;
        return { requests: 1, milliseconds: 0 };
      });
      seconds.push((await once(0, 0)).milliseconds / 1000);
      if (isReadable) growth.push((await memoryOf(pid, "VmHWM"))! - idle!);
    }
    rows.push([what, bytes / 1e6, { values: seconds, atMost: 2 }, { values: growth, atMost: 64 }]);
    context.progress(what);
  }
  const writing = await passwordOf(writer!.token);
  const place = await bookOf(writing);
  const statuses = new Map<number, number>();
  const began = performance.now();
  let next = 0;
  const send = async () => {
    for (let n = next++; n < puts; n = next++) {
      const { status } = await ask("PUT", `${place}bench-${n}.vcf`, writing, card(n));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 16 }, send));
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

const card = (n: number) =>
  [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `UID:bench-${n}`,
    `N:Family ${n % 997};Given ${n};;;`,
    `FN:Given ${n} Family ${n % 997}`,
    `TEL;TYPE=CELL:+49 30 ${1_000_000 + n}`,
    "END:VCARD\r\n",
  ].join("\r\n");
