import { Kith } from "../../client/src/index.ts";
import { rangeCell } from "../goal.ts";
import type { Goal, Section } from "../section.ts";
import { seed } from "../seed.ts";
import { startBenchStack } from "../stack.ts";
import { median, spread } from "../statistics.ts";

/** The promises, in seconds: importing a file of 10,000 contacts, upload and preview included, and undoing it. */
const promised = { import: 60, undo: 5 };

/** What a file of vCards takes, beside creating the same contacts one by one. */
export const importsSection: Section = async ({ quick, progress }) => {
  const { stack, remove } = await startBenchStack();
  try {
    const contacts = quick ? 1_000 : 10_000;
    const singles = quick ? 50 : 500;
    const size = { owners: 3, contactsPerOwner: 100, notesPerOwner: 100, keysPerOwner: 1 };
    const { owners } = await seed(stack.adminDatabaseUrl, size, { progress });
    const found: Record<"preview" | "apply" | "undo" | "singles", number[]> = {
      preview: [],
      apply: [],
      undo: [],
      singles: [],
    };
    // A round an owner, so that each is the first of its account.
    for (const owner of owners.slice(0, quick ? 1 : 3)) {
      const token = await owner.accessToken(stack.url);
      const kith = new Kith({ baseUrl: `${stack.url}/functions/v1/kith/api/v1`, token });
      const timed = async <T>(name: keyof typeof found, work: () => Promise<T>) => {
        const start = performance.now();
        const answer = await work();
        found[name].push((performance.now() - start) / 1000);
        progress(`${name}: ${found[name].at(-1)!.toFixed(2)} s`);
        return answer;
      };
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
    const whole = found.preview.map((seconds, n) => seconds + found.apply[n]!);
    const ratio = whole.map((seconds, n) => seconds / contacts / (found.singles[n]! / singles));
    const goals: Goal[] = [
      goalOf(`import of ${contacts} contacts`, whole, promised.import),
      goalOf(`undo of ${contacts} imported contacts`, found.undo, promised.undo),
      {
        name: "import of a contact, of creating it alone",
        measured: median(ratio),
        spread: spread(ratio),
        unit: "×",
      },
    ];
    return {
      title: "Imports",
      method:
        `A file of ${contacts} vCards through the client, in parts of at most 1,000, and the same contacts ` +
        `created one by one (${singles} of them) with the same access token. One after the other, an owner a round.`,
      tables: [{
        caption: "Seconds: median (lowest–highest)",
        columns: ["", "s"],
        rows: Object.entries(found).map(([name, seconds]) => [name, rangeCell(seconds)]),
      }],
      goals,
      skipped: [],
    };
  } finally {
    await remove();
  }
};

const goalOf = (name: string, seconds: number[], atMost: number): Goal => ({
  name,
  measured: median(seconds),
  spread: spread(seconds),
  unit: "s",
  atMost,
});

const bodyOf = (n: number) => ({
  firstName: `Given ${n}`,
  lastName: `Family ${n % 997}`,
  emails: [{ value: `person${n}@example.com`, label: "work" }],
  phones: [{ value: `+49 30 ${String(1_000_000 + n)}`, label: "mobile" }],
});

function card(n: number): string {
  const { firstName, lastName, emails, phones } = bodyOf(n);
  return [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `UID:bench-${n}`,
    `N:${lastName};${firstName};;;`,
    `FN:${firstName} ${lastName}`,
    `EMAIL;TYPE=WORK:${emails[0]!.value}`,
    `TEL;TYPE=CELL:${phones[0]!.value}`,
    "END:VCARD",
    "",
  ].join("\r\n");
}
