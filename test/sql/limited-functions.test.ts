import { describe, expect, it } from "vitest";
import { sharedDatabase } from "../support/activity/log-database.ts";
import { rolledBack } from "../support/database.ts";
import { type Attempt, breachesOf } from "../support/limited/breaches.ts";
import {
  actAs,
  type Caller,
  incomplete,
  limited,
  scopesOf,
  scopesWithout,
  unlimited,
} from "../support/limited/callers.ts";
import { makeFixture } from "../support/limited/fixture.ts";
import { sqlState } from "../support/sql.ts";

/**
 * Functions with their owner's rights, for which there are no policies, called as the role of API keys with limits: all
 * that it may execute, with arguments that try to get around the limits.
 */
/** Why an API key with limits may execute a function that runs with the rights of its owner, past all policies. */
interface Reviewed {
  why: string;
  /** The table whose ids it may show, whatever the scopes. */
  shows?: string;
  /** By signature, with arguments that try to get around the limits, as SQL; $1 is what `targetsOf` answers, as JSON. */
  functions: Record<string, string[]>;
}

const contacts = `array(select jsonb_array_elements_text($1::jsonb -> 'contacts'))::uuid[]`;
const sets = `array(select n.value::bigint from jsonb_array_elements_text($1::jsonb -> 'sets') n)`;
const calendar = "(select c.id from kith_private.read_calendars c)";
const channel = "(select c.id from kith_private.channels c)";
const webhook = "(select w.id from kith_private.webhooks w)";
const outside = `($1::jsonb ->> 'outside')::uuid`;

const reviewed: Reviewed[] = [
  {
    why: "says whose key it is, which GET /me says to every key",
    functions: { "kith_private.owner_id()": [""] },
  },
  {
    why:
      "says in which time zone days begin, with which code phone numbers do, when the log begins, which id is the owner's, or in which order names are, and nothing else of any row",
    functions: {
      "kith_private.time_zone()": [""],
      "kith_private.own_calling_code()": [""],
      "kith_private.own_contact()": [""],
      "kith_private.east_asian_names(uuid)": [outside],
      "kith_private.log_start()": [""],
    },
  },
  {
    why: "waits for others who write; shows and changes nothing",
    functions: { "kith_private.lock_keys()": [""], "kith_private.lock_log()": [""] },
  },
  {
    why: "asks itself for the scope and for the networks of the contact",
    functions: {
      "kith_private.create_upload_path(uuid, text, jsonb)": [`${outside}, 'png', null`],
      "kith_private.reserve_photo(uuid, text)": [`${outside}, $1::jsonb ->> 'upload'`],
      "kith_private.set_photo(uuid, text, text, jsonb)": [
        `${outside}, null, null`,
        `${outside}, $1::jsonb ->> 'photo', $1::jsonb ->> 'upload'`,
      ],
      "kith_private.set_card(uuid, jsonb)": [`${outside}, '{"name":"x.vcf"}'`],
      "kith_private.set_card_photo(uuid, jsonb)": [
        `${outside}, jsonb_build_object('path', $1::jsonb ->> 'cardPhoto', 'digest', 'd')`,
      ],
      "kith_private.reserve_card_photo(uuid, jsonb)": [
        `${outside}, '{"extension":"png","bytes":1}'`,
      ],
      "kith_private.insert_contact_in_networks(jsonb)": [
        `jsonb_build_object('firstName', 'New', 'networkIds', $1::jsonb -> 'networks')`,
        `'{"firstName":"New"}'`,
      ],
    },
  },
  {
    why:
      "shows a field of the account by its key, as contacts that the key sees name it, and nothing of other accounts",
    functions: { "kith_private.fields_by_keys(uuid, text[])": ["auth.uid(), '{diet}'"] },
  },
  {
    why: "shows the name and the e-mail address with profile:read only",
    functions: { "kith_private.profile_body()": [""] },
  },
  {
    why: "is for access tokens: refuses every key with limits",
    functions: {
      "kith_private.delete_account()": [""],
      "kith_private.delete_credentials()": [""],
      "kith_private.delete_own_rows()": [""],
      "kith_private.erase_log()": [""],
      "kith_private.erase_resources(uuid[])": [contacts],
      "kith_private.photos_of_account()": [""],
      "kith_private.own_addresses()": [""],
      "kith_private.keep_url(uuid, text)": [`${calendar}, 'https://x.example/'`],
      "kith_private.send_code(uuid)": [channel],
      "kith_private.send_test(uuid)": [channel],
      "kith_private.take_code(uuid, text)": [`${channel}, '123456'`],
      "kith_private.check_actors(jsonb, uuid)": ["'[]', null"],
      "kith_private.replace_secret(uuid, text)": [`${webhook}, 'whsec_${"B".repeat(43)}='`],
      "kith_private.test_webhook(uuid)": [webhook],
      "kith_private.tell_again(uuid, bigint)": [`${webhook}, 0`],
    },
  },
  {
    why:
      "says which contact another one was merged into, with contacts:read and for all networks only",
    functions: {
      "kith_private.merged_into(uuid)": [outside],
      "kith_private.merged_among(uuid[])": [`array[${outside}]`],
    },
  },
  {
    why:
      "writes what an import of the owner has, with the scopes for that and for all networks only",
    functions: {
      "kith_private.write_import(uuid)": [outside],
      "kith_private.check_import_photos()": [""],
    },
  },
  {
    why: "refuses where the owner's rows and those of an import of theirs are too many",
    functions: { "kith_private.check_import_quotas(uuid)": [outside] },
  },
  {
    why: "changes contacts with the scopes to merge them and for all networks only",
    functions: { "kith_private.take_over(uuid, uuid, boolean)": [`${outside}, ${outside}, true`] },
  },
  {
    why: "undoes what the limits allow to change, and only that",
    functions: {
      "kith_private.undo_change_sets(bigint[], timestamp with time zone, jsonb)": [
        `${sets}, null, '{}'`,
      ],
    },
  },
  {
    why: "says why not to undo something, and nothing that it holds",
    functions: { "kith_private.undo_refusal(bigint[])": [sets] },
  },
  {
    why:
      "names the networks whose members the key sees, for the policies, and nothing else of them",
    shows: "kith.networks",
    functions: { "kith_private.visible_networks()": [""] },
  },
  {
    why: "says whether the key sees what an id names",
    functions: { "kith_private.is_seen(text, uuid)": [`'contact', ${outside}`] },
  },
  {
    why:
      "names what is in the key's networks, was deleted in them, or was taken from them, where the key may read such resources",
    functions: {
      "kith_private.left_with_contacts(kith_private.ended_membership[])": [
        `array(select (c.value, s.value, n)::kith_private.ended_membership
          from jsonb_array_elements_text($1::jsonb -> 'contacts') c, jsonb_array_elements_text($1::jsonb -> 'sets') s,
            generate_series(1, 5) n)`,
      ],
      "kith_private.seen_resources()": [""],
      "kith_private.taken_from_networks(bigint, integer)": ["0, 0"],
    },
  },
  {
    why:
      "tells which cards of the owner have changed, with contacts:read and for all networks only",
    functions: {
      "kith_private.changed_cards(bigint, bigint, uuid)": [
        "0, 1000000, null",
        "0, 1000000, '00000000-0000-0000-0000-000000000000'",
      ],
      "kith_private.end_of_changes(bigint, integer)": ["0, 1"],
      "kith_private.cards_with(text, text[])": ["'name', '{x.vcf}'", "'uid', '{x}'"],
      "kith_private.last_card_sequence()": [""],
      "kith_private.purged_cards()": [""],
    },
  },
  {
    why: "places a cursor in the log, with activity:read only",
    functions: {
      "kith_private.day_old_position()": [""],
      "kith_private.id_of_set(bigint)": [`($1::jsonb -> 'sets' ->> 0)::bigint`],
      "kith_private.number_of_set(uuid)": [`($1::jsonb -> 'setIds' ->> 0)::uuid`],
    },
  },
];

const database = sharedDatabase();
const fixture = await makeFixture(database);
const { account, contacts: { outside: hidden, nobody }, networks, upload, photo, cardPhoto } =
  fixture;
const hiddenSets = await database.superuser<{ number: string; id: string }[]>`
  select s.number, s.id from kith_private.change_sets s
   where s.owner_id = ${account} and exists (
     select from kith_private.changes c where c.owner_id = s.owner_id and c.set_number = s.number
        and c.resource_id = any (${[hidden, nobody]}))
   order by s.number`;
/** What there is outside of the key's network. */
const targets = JSON.stringify({
  outside: hidden,
  contacts: [hidden, nobody],
  networks: [networks.outside],
  upload,
  cardPhoto,
  photo,
  sets: hiddenSets.map(({ number }) => number),
  setIds: hiddenSets.map(({ id }) => id),
});

/** Kinds of limits, each of which leaves out something; what some of them allow inside of the network is theirs. */
const callers: Caller[] = [
  incomplete[0]!,
  limited("a key without scopes", { scopes: [] }),
  limited("a key that reads all", {
    scopes: scopesOf(["contacts", "networks", "notes", "reminders", "profile", "activity"]),
  }),
  limited("a key without contacts", { scopes: scopesWithout("contacts") }),
  limited("a key for one network", { networkIds: [networks.inside] }),
  limited("a key for no network", { networkIds: [] }),
];

/** A key for one network makes contacts in it; that is the only change which the limits allow. */
const mayMake = (name: string, { limits }: Caller) =>
  name === "kith_private.insert_contact_in_networks(jsonb)" && limits.networkIds?.length === 1;

const functions = reviewed.flatMap(({ functions, shows }) =>
  Object.entries(functions).map(([name, calls]) => ({ name, calls, shows }))
);

it("limited keys may execute only functions that were reviewed", async () => {
  const found = await database.superuser<{ name: string }[]>`
    select n.nspname || '.' || p.proname || '(' || oidvectortypes(p.proargtypes) || ')' as name
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('kith', 'kith_private', 'kith_api') and p.prosecdef
       and p.prorettype <> 'trigger'::regtype and has_function_privilege('kith_limited', p.oid, 'execute')`;
  expect(found.map(({ name }) => name).sort(), "a function is missing in `reviewed` of this file")
    .toEqual(functions.map(({ name }) => name).sort());
});

/** Calls of a function that get what there is outside of the network. */
const attemptsOf = (
  { name, calls, shows }: (typeof functions)[number],
  caller: Caller,
): Attempt[] =>
  calls.map((call) => ({
    name,
    caller,
    shows,
    statement: `select * from ${name.slice(0, name.indexOf("("))}(${call})`,
    values: call.includes("$1") ? [targets] : [],
    mayMake: mayMake(name, caller),
  }));

describe.each(functions)("$name", ({ name, calls, shows }) => {
  it("works where the limits allow it", async () => {
    const allowed = [
      ...unlimited,
      limited("a key for the network outside", { networkIds: [networks.outside] }),
    ];
    await rolledBack(database.superuser, async (tx) => {
      const states: unknown[] = [];
      for (
        const attempt of allowed.flatMap((caller) => attemptsOf({ name, calls, shows }, caller))
      ) {
        await tx`savepoint attempt`;
        await actAs(tx, account, attempt.caller);
        states.push(await sqlState(tx.query(attempt.statement, attempt.values)));
        await tx`rollback to attempt`;
      }
      expect(states).toContain(null);
    });
  });

  it("shows and changes nothing beyond the limits", async () => {
    const attempts = callers.flatMap((caller) => attemptsOf({ name, calls, shows }, caller));
    const work = rolledBack(database.superuser, (tx) => breachesOf(tx, fixture, attempts));
    expect(await work).toEqual([]);
  });
});
