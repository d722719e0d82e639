import { scopes as allScopes } from "../../../functions/kith/core/scopes.ts";
import { routes } from "../../../functions/kith/routes.ts";
import type { Json } from "../client.ts";
import type { Sql } from "../database.ts";
import { type Caller, limited, unlimited, withoutClaim } from "./claims.ts";
import type { Ground } from "./ground.ts";
import { actAs, type Attempt } from "./harm.ts";
import { sqlState } from "../sql.ts";
import { isReadable } from "./tables.ts";

export interface Operation {
  name: string;
  resource: string;
  verb: string;
  scopes: string[];
  writes: boolean;
  needs_access_token: boolean;
  /** Whether its arguments have an id: whether the path of its route has one. */
  takes_id: boolean;
}

const routesWithId = new Set(
  routes.filter(({ path }) => path.includes("{id}")).map(({ operation }) => operation),
);

/** Every operation; the steps of a request take what their route takes. */
export async function readOperations(sql: Sql): Promise<Operation[]> {
  const operations = await sql<(Operation & { step_of: string | null })[]>`
    select name, resource, verb, scopes, writes, needs_access_token, step_of
      from kith_private.operations order by name`;
  return operations.map(({ step_of, ...operation }) => ({
    ...operation,
    takes_id: routesWithId.has(step_of ?? operation.name),
  }));
}

/** Everything that some operation wants in its body; each reads what it knows. */
const body = {
  name: "Changed",
  firstName: "Changed",
  nickname: "Changed",
  content: "Changed",
  title: "Changed",
  description: "Changed",
  extension: "png",
  clientId: "a-client",
  redirectHost: "app.example.com",
  since: "2020-01-01",
  partial: true,
  format: "json",
  dropped: [],
  rows: [],
  onMatch: "merge",
};

/** Which table the id in an operation's arguments is of. */
const tableOf: Record<string, string> = {
  contact: "kith.contacts",
  network: "kith.networks",
  note: "kith.notes",
  note_type: "kith.note_types",
  reminder: "kith.reminders",
  activity: "kith_private.change_sets",
  api_key: "kith_private.api_keys",
  connection: "kith_private.api_keys",
  import: "kith_private.imports",
};

/** Items of each list about what is outside. */
const itemsOf = (contact: string, networks: Ground["half"]["networks"]) => ({
  create: [{ firstName: "Changed", networkIds: [networks.outside] }],
  update: [{ id: contact, nickname: "Changed" }],
  delete: [contact],
});

/** Arguments for an operation on each row that it can be asked for; `contact` is what the body refers to. */
function argumentsFor(operation: Operation, ground: Ground, contact: string | null): Json[] {
  const { half } = ground;
  const table = tableOf[operation.resource];
  const targets = ground.rows.filter((row) => row.table === table);
  const shared = {
    contactId: half.contacts.outside,
    hash: "0".repeat(64),
    keyPrefix: "kith_0000",
    photo: half.photo,
    query: operation.name === "list_changes" ? {} : { pageSize: 200 },
    body: {
      ...body,
      actorId: half.person.id,
      ...(contact === null ? {} : { contactId: contact }),
      ...(operation.name === "set_network_contacts" ? { contactIds: [half.contacts.outside] } : {}),
      ...(operation.name === "bulk_contacts" ? itemsOf(half.contacts.outside, half.networks) : {}),
      ...(operation.name === "create_contact" ? { networkIds: [half.networks.outside] } : {}),
      ...(operation.name === "dismiss_duplicate"
        ? { contactIds: [half.contacts.inside, half.contacts.outside] }
        : {}),
      ...(operation.name === "merge_contacts" ? { duplicateId: half.contacts.nobody } : {}),
      ...(operation.name === "update_contact" ? { photoUrl: null } : {}),
      ...(operation.name.endsWith("_photo") ? { photoUrl: half.upload } : {}),
    },
  };
  if (!operation.takes_id) return [shared];
  const isFew = operation.resource !== "activity";
  // Two of each place are enough.
  const chosen = targets.filter((row) =>
    !isFew || targets.filter(({ place }) => place === row.place).indexOf(row) < 2
  );
  return chosen.map(({ key }) => ({ ...shared, id: key.id }));
}

/** Those who must not run an operation on anything. */
function strangersTo({ scopes, needs_access_token }: Operation): Caller[] {
  const none = limited("a key without scopes", { scopes: [], networkIds: null });
  if (needs_access_token) {
    return [none, limited("a key with all scopes", { scopes: [...allScopes], networkIds: null })];
  }
  const lacking = scopes.map((scope) =>
    limited(`a key without ${scope}`, {
      scopes: allScopes.filter((each) =>
        each !== scope && each !== scope.replace(":read", ":write")
      ),
      networkIds: null,
    })
  );
  return [none, withoutClaim, ...lacking];
}

/** Those who may, but not on what is outside of their networks. */
const confined = ({ half }: Ground): Caller[] => [
  limited("a key for one network", { scopes: null, networkIds: [half.networks.inside] }),
  limited("a key for no network", { scopes: null, networkIds: [] }),
];

/** Every attempt to run an operation that nobody has asked whether the limits allow it. */
export function attemptsAt(operation: Operation, ground: Ground): Attempt[] {
  const { half } = ground;
  const attempt = (caller: Caller, args: Json, mayWrite = false): Attempt => ({
    name: `${operation.name} ${JSON.stringify(args.id ?? null)}`,
    caller,
    statement: `select * from kith_api.${operation.name}($1)`,
    values: [JSON.stringify(args)],
    mayWrite,
  });
  const strange = strangersTo(operation).flatMap((caller) =>
    argumentsFor(operation, ground, half.contacts.outside).map((args) => attempt(caller, args))
  );
  const outside = confined(ground).flatMap((caller) =>
    [null, half.contacts.outside, half.contacts.nobody].flatMap((contact) =>
      argumentsFor(operation, ground, contact).map((args) =>
        attempt(caller, args, mayWrite(operation, args.id, ground, caller))
      )
    )
  );
  return [...strange, ...outside];
}

/** Whether a key for some networks, with all scopes, may change what an operation names. */
function mayWrite({ name, resource }: Operation, id: string, ground: Ground, { limits }: Caller) {
  // With `partial` it undoes what the limits allow.
  if (name === "update_me" || name === "undo_actor") return true;
  const row = ground.rows.find(({ table, key }) => table === tableOf[resource] && key.id === id);
  return row !== undefined && ["contact", "note", "reminder", "activity"].includes(resource) &&
    isReadable(row, limits, ground.half);
}

/** Whether some arguments of those make an operation succeed for one without limits. */
export async function canSucceed(tx: Sql, operation: Operation, ground: Ground): Promise<boolean> {
  const { contacts } = ground.half;
  for (const args of argumentsFor(operation, ground, contacts.outside)) {
    await tx`savepoint attempt`;
    await actAs(tx, ground.half.person.id, unlimited[0]!);
    const { name } = operation;
    const state = await sqlState(
      tx.query(`select * from kith_api.${name}($1)`, [JSON.stringify(args)]),
    );
    await tx`rollback to attempt`;
    if (state === null) return true;
  }
  return false;
}
