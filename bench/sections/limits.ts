// Measures what the limits of API keys cost.
import { lists, type Make, toRequest } from "../calls.ts";
import { effortOf, http, rowOf, type Side } from "../measure.ts";
import type { Row } from "../report.ts";
import { idOf, sha256 } from "../seed.ts";
import { type Section, startBench } from "../stack.ts";

/** What the limits of API keys cost lists and searches of contacts, over HTTP. */
export const limits: Section = async (context) => {
  const { sql, stack, owners } = await startBench(context, [
    { owners: 1, contacts: 100, notes: 450 },
    { owners: 1, contacts: 5000, notes: 22_500 },
  ]);
  const owner = owners.at(-1)!;
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
  const rows: Row[] = [];
  for (const [name, make] of Object.entries<Make>(lists)) {
    if (name.startsWith("notes")) continue;
    const sides = keys.map(([key]): Side => {
      const side = http(stack.functionUrl, (n) => toRequest(make(owner, n), keyOf(key)));
      return async (...slice) => {
        // Empties the limiter: a slice has less than it allows.
        await sql`delete from kith_private.api_key_requests`;
        return await side(...slice);
      };
    });
    rows.push([name, ...await rowOf(sides, effortOf(context), { atMost: 1.6 })]);
    context.progress(name);
  }
  return {
    method:
      `Requests of the same account over HTTP, slice by slice in turn, with an API key without limits, with one that may read and write ` +
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
