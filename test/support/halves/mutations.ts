import type { Sql } from "../database.ts";

/** A condition that a function of kith_private forgets. */
export interface Mutation {
  name: string;
  /** What is replaced in its definition. */
  without: string;
  by: string;
}

export const mutations: Mutation[] = [
  {
    name: "is_seen",
    without: "m.contact_id = is_seen.id and m.network_id = any (networks)",
    by: "m.contact_id = is_seen.id",
  },
  {
    name: "is_seen",
    without: "m.resource = 'membership' and m.network_id = any (networks)",
    by: "m.resource = 'membership'",
  },
  {
    name: "is_seen",
    without: "return kith_private.are_in_networks(owner, contacts, networks);",
    by: "return true;",
  },
  {
    name: "are_in_networks",
    without: "and m.network_id = any (networks) offset 0",
    by: "offset 0",
  },
  {
    name: "are_in_networks",
    without: "from unnest(contacts) about",
    by: "from unnest(contacts[:1]) about",
  },
  {
    name: "are_seen",
    without: "from unnest(contacts) about",
    by: "from unnest(contacts[:1]) about",
  },
  {
    name: "seen_resources",
    without: "where m.owner_id = owner and m.network_id = any (networks)",
    by: "where m.owner_id = owner",
  },
  {
    name: "seen_resources",
    without: "and m.resource = 'membership' and m.network_id = any (networks)",
    by: "and m.resource = 'membership'",
  },
  {
    name: "seen_resources",
    without:
      "(about.contact_ids[1] in (select s.contact_id from seen s)) is true and (cardinality(about.contact_ids) = 1 or",
    by: "(cardinality(about.contact_ids) = 1 or",
  },
  {
    name: "seen_resources",
    without: "bool_and((further.id in (select s.contact_id from seen s)) is true)",
    by: "bool_and(true)",
  },
  {
    name: "change_set_body",
    without: "where exists (select from kith_private.change_sets s where s.id = u.id)",
    by: "",
  },
  {
    name: "without_hidden_contacts",
    without: "if not columns ? 'contact_ids' or",
    by: "if true or",
  },
];

/** Mutations that a call of a function which runs with the rights of its owner has to notice. */
export const definerMutations: (Mutation & { call: string })[] = [
  {
    name: "check_photo_limits",
    without: "perform kith_private.not_found();",
    by: "null;",
    call: `kith_private.create_upload_path('{right anna}', 'png')`,
  },
  {
    name: "check_photo_limits",
    without: "perform kith_private.not_found();",
    by: "null;",
    call: `kith_private.set_photo('{right dora}', null)`,
  },
  {
    name: "insert_contact_in_networks",
    without: "and n.id = any ((select kith_private.key_networks())::uuid[])",
    by: "",
    call:
      `kith_private.insert_contact_in_networks('{"firstName": "X", "networkIds": ["{right net 1}"]}')`,
  },
];

/** Lets a function forget something while something is done. @throws Error where it does not have it */
export async function withMutation<T>(
  sql: Sql,
  { name, without, by }: Mutation,
  work: () => Promise<T>,
): Promise<T> {
  const [found] = await sql`
    select pg_catalog.pg_get_functiondef(p.oid) as text from pg_catalog.pg_proc p
     where p.pronamespace = 'kith_private'::regnamespace and p.proname = ${name}`;
  const text = String(found?.["text"]);
  if (!text.includes(without)) throw new Error(`${name} has no longer: ${without}`);
  await sql.query(text.replace(without, () => by));
  try {
    return await work();
  } finally {
    await sql.query(text);
  }
}
