import { lists, type Make } from "../calls.ts";
import { effortOf, Http, rowOf, type Side } from "../compare.ts";
import type { Row } from "../report.ts";
import { idOf, sha256 } from "../seed.ts";
import { type Section, startBench } from "../stack.ts";

const size = {
  owners: 1,
  contactsPerOwner: 100,
  notesPerOwner: 450,
  large: { contacts: 5000, notes: 22_500 },
};

/** What the limits of API keys cost lists and searches of contacts, over HTTP. */
export const limits: Section = async (context) => {
  const { sql, stack, large } = await startBench(context, size);
  const owner = large!;
  const networks = [0, 1, 2].map((n) => idOf("network", owner.index, n));
  const [{ scopes }] = await sql<[{ scopes: string[] }]>`
    select array(select scope from unnest(kith_private.all_scopes()) scope where scope not like 'profile:%') as scopes`;
  const keys: [name: string, scopes: string[] | null, networks: string[] | null][] = [
    ["no limits", null, null],
    ["scopes", scopes, null],
    ["three networks", null, networks],
    ["one network", null, networks.slice(0, 1)],
  ];
  for (const [name, scopes, networks] of keys) {
    await sql`
      insert into kith_private.api_keys (owner_id, name, key_prefix, hash, scopes, network_ids)
      values (${owner.id}, ${name}, 'kith_0000', sha256(${keyOf(name)}), ${scopes}, ${networks})`;
  }
  const askers = keys.map(([name]) => new Http(stack, keyOf(name)));
  const rows: Row[] = [];
  for (const [name, make] of Object.entries<Make>(lists)) {
    if (name.startsWith("notes")) continue;
    const sides = askers.map((http): Side => async (n) => {
      // Empties the limiter before a call that is not timed.
      if (n % 50 === 0) await sql`delete from kith_private.api_key_requests`;
      return await http.calls([owner], make)(n);
    });
    rows.push([name, ...await rowOf(sides, effortOf(context.quick), { atMost: 1.6 })]);
    context.progress(name);
  }
  return {
    method:
      `Requests of the same account over HTTP, call by call in turn, with an API key without limits, with one that may read and write ` +
      `everything but its profile, and with keys for all three and for one of its networks.`,
    tables: [{
      caption: "Times of a key without limits: median (lowest–highest)",
      columns: ["", "no limits, ms", ...keys.slice(1).map(([name]) => name)],
      rows,
      goal: "lists and searches with a key's limits, ÷ a key without",
    }],
  };
};

const keyOf = (name: string) => `kith_${sha256(name).slice(0, 40)}`;
