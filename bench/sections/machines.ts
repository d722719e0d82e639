// Measures accounts on several databases: what finding theirs costs, how soon Auth's changes arrive, and how long a move refuses writes.
import { randomUUID } from "node:crypto";
import { moveAccounts } from "../../tools/machines/move.ts";
import { prepareMachine } from "../../tools/machines/prepare.ts";
import { startOwnStack } from "../../test/support/own-stack.ts";
import { everyday, toRequest } from "../calls.ts";
import { compare, costTo, effortOf, http } from "../measure.ts";
import { figures, type Row } from "../report.ts";
import { cleanUp, open, type Section, startBench, startDeno } from "../stack.ts";

export const machines: Section = async (context) => {
  const contacts = context.quick ? 500 : 5_000;
  const sizes = [{ owners: 1, contacts, notes: 2 * contacts }];
  const { stack: home, sql: atHome, owners: [owner] } = await startBench(context, sizes);
  const starting = startOwnStack();
  cleanUp(async () => await (await starting).stop());
  const other = await starting;
  const atOther = open(other.adminDatabaseUrl);
  await prepareMachine(home.adminDatabaseUrl, other.adminDatabaseUrl);
  const rows: Row[] = [["an account or the end of a session arrives, ms", {
    values: await delays(),
  }]];

  // All at home, so that nothing differs but that the account is looked for.
  const index = new URL("../../functions/kith/index.ts", import.meta.url);
  const alone = await startDeno(index, home.environment);
  const placed = { ...home.environment, KITH_DB_MAP: JSON.stringify({ "00-ff": "home" }) };
  const placing = await startDeno(index, placed);
  for (const name of ["get", "list 50"] as const) {
    const sides = [alone, placing].map(({ url, pid }) =>
      costTo(pid!, http(url, (n) => toRequest(everyday[name](owner!, n), owner!.token)))
    );
    const [one, two] = await compare(sides, effortOf(context, 400));
    rows.push([`${name}, ms of a processor`, { values: one!.times }]);
    rows.push([`${name} with KITH_DB_MAP, ÷ without`, { values: two!.ratios, atMost: 1.1 }]);
    context.progress(name);
  }

  const began = performance.now();
  let refusing = began;
  await moveAccounts({
    from: home.adminDatabaseUrl,
    to: other.adminDatabaseUrl,
    range: "00-ff",
    say: (step) => {
      if (step === "refuse writes") refusing = performance.now();
      context.progress(step);
    },
  });
  const moved = performance.now();
  rows.push([`${contacts} contacts are moved, s`, (moved - began) / 1000]);
  rows.push(["of that, writes are refused, s", (moved - refusing) / 1000]);

  return {
    method:
      `Two databases on this machine, of which one has Auth. Delays are those of 50 sessions from their end at home until the other ` +
      `has it, asked for every millisecond. The processor's time is that of the function's process.`,
    tables: [figures(rows)],
  };

  /** Milliseconds until the other machine has what changes at home. */
  async function delays(): Promise<number[]> {
    const taken: number[] = [];
    for (let n = 0; n < 50; n++) {
      const session = randomUUID();
      const isThere = async () =>
        (await atOther`select from auth.sessions where id = ${session}`).length > 0;
      await atHome`insert into auth.sessions (id, user_id) values (${session}, ${owner!.id})`;
      while (!await isThere()) await new Promise((resolve) => setTimeout(resolve, 1));
      const began = performance.now();
      await atHome`delete from auth.sessions where id = ${session}`;
      while (await isThere()) await new Promise((resolve) => setTimeout(resolve, 1));
      taken.push(performance.now() - began);
    }
    return taken;
  }
};
