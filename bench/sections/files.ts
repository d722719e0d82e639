import { writeFile } from "node:fs/promises";
import { Kith } from "../../client/src/index.ts";
import { functionProcess, memoryOf } from "../processes.ts";
import { ratios, type Row } from "../report.ts";
import { accessToken } from "../seed.ts";
import { type Section, startBench } from "../stack.ts";

const secondsSince = (began: number) => (performance.now() - began) / 1000;

/** What an export takes of the function's memory, and of the time. */
export const exportsOfAll: Section = async (context) => {
  const contacts = context.quick ? 5_000 : 50_000;
  const size = { owners: 1, contactsPerOwner: contacts, notesPerOwner: 100 };
  const { stack, owners } = await startBench(context, size);
  const token = await accessToken(owners[0]!, stack.url);
  const get = async (path: string) => {
    const answer = await fetch(`${stack.url}/functions/v1/kith/api/v1${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return (await answer.arrayBuffer()).byteLength;
  };
  await get("/contacts?pageSize=1");
  const pid = await functionProcess();
  const rows: Row[] = [];
  for (const format of ["vcard", "vcard3", "csv", "json"]) {
    const seconds: number[] = [];
    const growth: number[] = [];
    let bytes = 0;
    for (let round = 0; round < (context.quick ? 1 : 3); round++) {
      if (pid) await writeFile(`/proc/${pid}/clear_refs`, "5");
      const idle = pid && await memoryOf(pid, "VmHWM");
      const began = performance.now();
      bytes = await get(`/contacts/export?isArchived=any&format=${format}`);
      seconds.push(secondsSince(began));
      if (pid) growth.push((await memoryOf(pid, "VmHWM"))! - idle!);
    }
    rows.push([format, bytes / 1e6, { values: seconds }, { values: growth, atMost: 100 }]);
    context.progress(format);
  }
  return {
    method:
      `All ${contacts} contacts of an account over HTTP, one format after the other; memory is the function's highest while it answers, ` +
      `over that before.`,
    tables: [{ caption: "By format", columns: ["format", "MB", "s", "MB of memory"], rows }],
    ...(pid === undefined && { skipped: ["The memory of a process can be read on Linux only."] }),
  };
};

/** What a file of vCards takes, beside creating the same contacts one by one. */
export const importOfFile: Section = async (context) => {
  const [contacts, singles] = context.quick ? [1_000, 50] : [10_000, 500];
  const size = { owners: context.quick ? 1 : 3, contactsPerOwner: 100, notesPerOwner: 100 };
  const { stack, owners } = await startBench(context, size);
  const found = { preview: [], apply: [], undo: [], singles: [] } as Record<string, number[]>;
  const timed = async <T>(name: string, work: () => Promise<T>) => {
    const began = performance.now();
    const answer = await work();
    found[name]!.push(secondsSince(began));
    context.progress(name);
    return answer;
  };
  // A round an owner, so that each is the first of its account.
  for (const owner of owners) {
    const baseUrl = `${stack.url}/functions/v1/kith/api/v1`;
    const kith = new Kith({ baseUrl, token: await accessToken(owner, stack.url) });
    const file = new Blob(Array.from({ length: contacts }, (_, n) => card(n)));
    const preview = await timed("preview", () => kith.imports.fromFile(file));
    const { created } = await timed("apply", () => preview.apply());
    if (created !== contacts) throw new Error(`${created} of ${contacts} were created.`);
    await timed("undo", () => preview.undo());
    const { total } = await kith.contacts.list({ pageSize: 1 });
    if (total !== size.contactsPerOwner) throw new Error(`${total} contacts are left.`);
    await timed("singles", async () => {
      for (let n = 0; n < singles; n++) await kith.contacts.create(bodyOf(n));
    });
  }
  const whole = found["preview"]!.map((seconds, n) => seconds + found["apply"]![n]!);
  const ratio = ratios(whole, found["singles"]!).map((each) => each * singles / contacts);
  return {
    method:
      `A file of ${contacts} vCards through the client, in parts of at most 1,000, and the same contacts created one by one with the same ` +
      `access token. One after the other, an owner a round.`,
    tables: [{
      caption: "Median (lowest–highest)",
      columns: ["", ""],
      rows: [
        [`preview of ${contacts} contacts, s`, { values: found["preview"]! }],
        [`preview and import of them, s`, { values: whole, atMost: 60 }],
        ["undoing the import, s", { values: found["undo"]!, atMost: 5 }],
        [`creating ${singles} of them one by one, s`, { values: found["singles"]! }],
        ["import of a contact, of creating it alone, ×", { values: ratio }],
      ],
    }],
  };
};

const bodyOf = (n: number) => ({
  firstName: `Given ${n}`,
  lastName: `Family ${n % 997}`,
  emails: [{ value: `person${n}@example.com`, label: "work" }],
  phones: [{ value: `+49 30 ${1_000_000 + n}`, label: "mobile" }],
});

function card(n: number): string {
  const { firstName, lastName, emails: [email], phones: [phone] } = bodyOf(n);
  return [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `UID:bench-${n}`,
    `N:${lastName};${firstName};;;`,
    `FN:${firstName} ${lastName}`,
    `EMAIL;TYPE=WORK:${email!.value}`,
    `TEL;TYPE=CELL:${phone!.value}`,
    "END:VCARD\r\n",
  ].join("\r\n");
}
