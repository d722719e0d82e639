import { beforeAll, describe, expect, it } from "vitest";
import { scopes as allScopes } from "../../../functions/kith/core/scopes.ts";
import { tableOf as tableNameOf } from "../../../functions/kith/kinds/kinds.ts";
import { routes } from "../../../functions/kith/routes.ts";
import type { Json } from "../../support/client.ts";
import { sharedDatabase } from "../../support/activity/log-database.ts";
import { rolledBack, type Sql } from "../../support/database.ts";
import { type Attempt, breachesOf } from "../../support/limited/breaches.ts";
import {
  actAs,
  type Caller,
  incomplete,
  limited,
  unlimited,
} from "../../support/limited/callers.ts";
import { type Fixture, makeFixture } from "../../support/limited/fixture.ts";
import { isReadable } from "../../support/limited/tables.ts";
import { plainKinds } from "../../support/plain-resources.ts";
import { sqlState } from "../../support/sql.ts";

/**
 * Operations that nobody has asked whether the limits of the API key allow them: each function of kith_api, called as the
 * role of such keys and not by `handle`. Even so it shows and changes nothing that the limits do not allow.
 */
const routesWithId = new Set(
  routes.filter(({ path }) => path.includes("{id}")).map(({ operation }) => operation),
);

const database = sharedDatabase();
const operations = await readOperations(database.superuser);
let fixture: Fixture;
beforeAll(async () => {
  fixture = await makeFixture(database);
});

it("more than 40 operations are tried", () => expect(operations.length).toBeGreaterThan(40));

describe.each(operations)("$name", (operation) => {
  it("succeeds without limits", async () => {
    const work = rolledBack(database.superuser, (tx) => canSucceed(tx, operation, fixture));
    expect(await work).toBe(true);
  });

  it("shows and changes nothing beyond the limits", async () => {
    const attempts = attemptsAt(operation, fixture);
    const work = rolledBack(database.superuser, (tx) => breachesOf(tx, fixture, attempts));
    expect(await work).toEqual([]);
  });
});

interface Operation {
  name: string;
  resource: string;
  verb: string;
  scopes: string[];
  writes: boolean;
  needs_access_token: boolean;
  /** Whether its arguments have an id: whether the path of its route has one. */
  takes_id: boolean;
}

/** Every operation; the steps of a request take what their route takes. */
async function readOperations(sql: Sql): Promise<Operation[]> {
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
  ...Object.fromEntries(plainKinds.map((kind) => [kind, `kith.${tableNameOf(kind)}`])),
};

/** Items of each list about what is outside. */
const itemsOf = (contact: string, networks: Fixture["networks"]) => ({
  create: [{ firstName: "Changed", networkIds: [networks.outside] }],
  update: [{ id: contact, nickname: "Changed" }],
  delete: [contact],
});

/** Arguments for an operation on each row that it can be asked for; `contact` is what the body refers to. */
function argumentsFor(operation: Operation, fixture: Fixture, contact: string | null): Json[] {
  const table = tableOf[operation.resource];
  const targets = fixture.rows.filter((row) => row.table === table);
  const shared = {
    contactId: fixture.contacts.outside,
    hash: "0".repeat(64),
    keyPrefix: "kith_0000",
    photo: fixture.photo,
    query: operation.name === "list_changes" ? {} : { pageSize: 200 },
    body: {
      ...body,
      actorId: fixture.account,
      ...(contact === null ? {} : { contactId: contact }),
      ...(operation.name === "set_network_contacts"
        ? { contactIds: [fixture.contacts.outside] }
        : {}),
      ...(operation.name === "bulk_contacts"
        ? itemsOf(fixture.contacts.outside, fixture.networks)
        : {}),
      ...(operation.name === "create_contact" ? { networkIds: [fixture.networks.outside] } : {}),
      ...(operation.name === "dismiss_duplicate"
        ? { contactIds: [fixture.contacts.inside, fixture.contacts.outside] }
        : {}),
      ...(operation.name === "merge_contacts" ? { duplicateId: fixture.contacts.nobody } : {}),
      ...(operation.name === "update_contact" ? { photoUrl: null } : {}),
      ...(operation.name === "create_note_with_reminder"
        ? {
          note: { content: "Changed", ...(contact === null ? {} : { contactId: contact }) },
          reminder: { title: "Changed" },
        }
        : {}),
      ...(operation.name.endsWith("_photo") ? { photoUrl: fixture.upload } : {}),
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
  const none = limited("a key without scopes", { scopes: [] });
  if (needs_access_token) {
    return [none, limited("a key with all scopes", { scopes: [...allScopes] })];
  }
  const lacking = scopes.map((scope) =>
    limited(`a key without ${scope}`, {
      scopes: allScopes.filter((each) =>
        each !== scope && each !== scope.replace(":read", ":write")
      ),
    })
  );
  return [none, incomplete[0]!, ...lacking];
}

/** Those who may, but not on what is outside of their networks. */
const confined = ({ networks }: Fixture): Caller[] => [
  limited("a key for one network", { networkIds: [networks.inside] }),
  limited("a key for no network", { networkIds: [] }),
];

/** Every attempt to run an operation that nobody has asked whether the limits allow it. */
function attemptsAt(operation: Operation, fixture: Fixture): Attempt[] {
  const attempt = (caller: Caller, args: Json, mayWrite = false): Attempt => ({
    name: `${operation.name} ${JSON.stringify(args.id ?? null)}`,
    caller,
    statement: `select * from kith_api.${operation.name}($1)`,
    values: [JSON.stringify(args)],
    mayWrite,
  });
  const strange = strangersTo(operation).flatMap((caller) =>
    argumentsFor(operation, fixture, fixture.contacts.outside).map((args) => attempt(caller, args))
  );
  const outside = confined(fixture).flatMap((caller) =>
    [null, fixture.contacts.outside, fixture.contacts.nobody].flatMap((contact) =>
      argumentsFor(operation, fixture, contact).map((args) =>
        attempt(caller, args, mayWrite(operation, args.id, fixture, caller))
      )
    )
  );
  return [...strange, ...outside];
}

/** Whether a key for some networks, with all scopes, may change what an operation names. */
function mayWrite({ name, resource }: Operation, id: string, fixture: Fixture, { limits }: Caller) {
  // With `partial` it undoes what the limits allow.
  if (name === "update_me" || name === "undo_actor") return true;
  const row = fixture.rows.find(({ table, key }) => table === tableOf[resource] && key.id === id);
  return row !== undefined && ["contact", "note", "reminder", "activity"].includes(resource) &&
    isReadable(row, limits, fixture);
}

/** Whether some arguments of those make an operation succeed for one without limits. */
async function canSucceed(tx: Sql, operation: Operation, fixture: Fixture): Promise<boolean> {
  const { contacts } = fixture;
  for (const args of argumentsFor(operation, fixture, contacts.outside)) {
    await tx`savepoint attempt`;
    await actAs(tx, fixture.account, unlimited[0]!);
    const { name } = operation;
    const state = await sqlState(
      tx.query(`select * from kith_api.${name}($1)`, [JSON.stringify(args)]),
    );
    await tx`rollback to attempt`;
    if (state === null) return true;
  }
  return false;
}
