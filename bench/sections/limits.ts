import { call, lists, type Make } from "../calls.ts";
import { effortOf, openHttpChannel, rowOf, type Side, sideOf } from "../channels.ts";
import type { Row } from "../report.ts";
import { idOf, sha256 } from "../seed.ts";
import { type Section, startBench } from "../stack.ts";

const size = {
  owners: 20,
  contactsPerOwner: 100,
  notesPerOwner: 450,
  large: { contacts: 5000, notes: 22_500 },
};

/** The promise: lists and searches of contacts take at most this many times what they take without limits. */
const promise = { atMost: 1.6 };

/** What the limits of API keys cost, over HTTP; and what counting costs, which an access token goes without. */
export const limits: Section = async (context) => {
  const bench = await startBench(context, size);
  const { sql } = bench;
  const owner = bench.large!;
  const networks = [0, 1, 2].map((n) => idOf("network", owner.index, n));
  const [{ scopes }] = await sql<[{ scopes: string[] }]>`
    select array(select scope from unnest(kith_private.all_scopes()) scope where scope not like 'profile:%') as scopes`;
  const keys: [name: string, scopes: string[] | null, networks: string[] | null][] = [
    ["no limits", null, null],
    ["scopes", scopes, null],
    ["three networks", null, networks],
    ["one network", null, networks.slice(0, 1)],
  ];
  const channels = [];
  for (const [name, scopes, networks] of keys) {
    const key = `kith_${sha256(name).slice(0, 40)}`;
    await sql`
      insert into kith_private.api_keys (owner_id, name, key_prefix, hash, scopes, network_ids)
      values (${owner.id}, ${name}, 'kith_0000', sha256(${key}), ${scopes}, ${networks})`;
    channels.push(openHttpChannel(bench, key));
  }
  const withToken = openHttpChannel(bench);
  // Contacts that all of the keys see.
  const seen = await sql<{ id: string }[]>`
    select contact_id as id from kith.contact_networks
    where owner_id = ${owner.id} and network_id = ${networks[0]} limit 100`;
  const calls: Record<string, Make> = {
    ...lists,
    "get": (_, n) => call("get_contact", seen[n % seen.length]!.id),
    "patch": (_, n) =>
      call("update_contact", seen[n % seen.length]!.id, { jobTitle: `Colleague ${n}` }),
  };
  const rows: Row[] = [];
  for (const [name, make] of Object.entries(calls)) {
    const sides = channels.map((channel): Side => async (n) => {
      // Empties the limiter before a call that is not timed.
      if (n % 50 === 0) await sql`delete from kith_private.api_key_requests`;
      return await sideOf(channel, [owner], make)(n);
    });
    const isPromised = !/^(notes|get|patch)/.test(name);
    const all = [...sides, sideOf(withToken, [owner], make)];
    const row: Row = await rowOf(all, effortOf(context.quick), isPromised ? promise : {});
    const last = row.pop() as { values: number[] };
    rows.push([name, ...row, { values: last.values }]);
    context.progress(name);
  }
  return {
    method:
      `Requests of the same account over HTTP, call by call in turn, with an API key without limits, with one that may read and write ` +
      `everything but its profile, with keys for all three and for one of its networks, and with an access token, which nobody counts.`,
    tables: [{
      caption: "Times of a key without limits: median (lowest–highest)",
      columns: ["", "no limits, ms", ...keys.slice(1).map(([name]) => name), "access token"],
      rows,
    }],
  };
};
