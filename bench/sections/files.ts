// Measures what exports and imports take of memory and time.
import { Kith } from "../../client/src/index.ts";
import { growthOf, memoryOf } from "../measure.ts";
import { figures, type Row } from "../report.ts";
import { type Section, startBench } from "../stack.ts";

const secondsSince = (began: number) => (performance.now() - began) / 1000;

/** What an export takes of the function's memory, and of the time. */
export const exportsOfAll: Section = async (context) => {
  const contacts = context.quick ? 5_000 : 50_000;
  const size = { owners: 1, contacts, notes: 100 };
  const { stack, owners: [owner] } = await startBench(context, [size]);
  const get = async (path: string) => {
    const answer = await fetch(`${stack.url}/functions/v1/kith/api/v1/contacts${path}`, {
      headers: { authorization: `Bearer ${owner!.token}` },
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return (await answer.arrayBuffer()).byteLength;
  };
  await get("?pageSize=1");
  const pid = stack.functionPid!;
  const isReadable = await memoryOf(pid, "VmHWM") !== undefined;
  const rows: Row[] = [];
  for (const format of ["vcard", "vcard3", "csv", "json"]) {
    const seconds: number[] = [];
    const growth: number[] = [];
    let bytes = 0;
    for (let round = 0; round < (context.quick ? 1 : 3); round++) {
      const grown = await growthOf(pid, async () => {
        const began = performance.now();
        bytes = await get(`/export?isArchived=any&format=${format}`);
        seconds.push(secondsSince(began));
      });
      if (grown !== undefined) growth.push(grown);
    }
    rows.push([format, bytes / 1e6, { values: seconds }, { values: growth, atMost: 100 }]);
    context.progress(format);
  }
  return {
    method:
      `All ${contacts} contacts of an account over HTTP, one format after the other; memory is the function's highest while it answers, ` +
      `over that before.`,
    tables: [{
      caption: "By format",
      columns: ["format", "MB", "s", "MB of memory"],
      rows,
      goal: "memory for an export of 50,000 contacts, MB",
    }],
    ...(!isReadable && { skipped: ["The memory of a process can be read on Linux only."] }),
  };
};

/** What a file of vCards takes. */
export const importOfFile: Section = async (context) => {
  const contacts = context.quick ? 1_000 : 10_000;
  const size = { owners: context.quick ? 1 : 3, contacts: 100, notes: 100 };
  const { stack, owners } = await startBench(context, [size]);
  const baseUrl = `${stack.url}/functions/v1/kith/api/v1`;
  const file = new Blob(Array.from({ length: contacts }, (_, n) => card(n)));
  const [imported, undone] = [[] as number[], [] as number[]];
  // A round an owner, so that each is the first of its account.
  for (const { token } of owners) {
    const kith = new Kith({ baseUrl, token });
    const began = performance.now();
    const preview = await kith.imports.fromFile(file);
    const { created } = await preview.apply();
    imported.push(secondsSince(began));
    if (created !== contacts) throw new Error(`${created} of ${contacts} were created.`);
    const begun = performance.now();
    await preview.undo();
    undone.push(secondsSince(begun));
    const { total } = await kith.contacts.list({ pageSize: 1 });
    if (total !== size.contacts) throw new Error(`${total} contacts are left.`);
    context.progress(`import ${imported.length}`);
  }
  return {
    method:
      `A file of vCards through the client, in parts of at most 1,000, previewed, imported and undone; an owner a round.`,
    tables: [figures([
      [`a file of ${contacts} vCards imported, s`, { values: imported, atMost: 60 }],
      ["undone, s", { values: undone, atMost: 5 }],
    ])],
  };
};

/** The card of somebody. */
export const card = (n: number) =>
  [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `UID:bench-${n}`,
    `N:Family ${n % 997};Given ${n};;;`,
    `FN:Given ${n} Family ${n % 997}`,
    `EMAIL;TYPE=WORK:person${n}@example.com`,
    `TEL;TYPE=CELL:+49 30 ${1_000_000 + n}`,
    "END:VCARD\r\n",
  ].join("\r\n");
