import { beforeAll, describe, expect, it } from "vitest";
import { inProjectCopy, supabaseCli } from "../../../local/core/supabase-cli.ts";
import {
  accounts,
  credentials,
  seededId,
  startPlanSession,
  startSeededDatabase,
} from "../../support/plans/database.ts";
import { furtherRequests } from "../../support/plans/every-request.ts";
import {
  bodyArguments,
  isList,
  listRequests,
  operationRoutes,
  toRequest,
} from "../../support/plans/requests.ts";

/**
 * What the dashboard's advisors say, by `supabase db advisors`. Some of it depends on use (an index that nothing has
 * used), so each operation was carried out before: what is then said of an index is that no request needs it.
 */
const database = await startSeededDatabase();

beforeAll(async () => {
  const session = await startPlanSession(database.superuserUrl);
  for (const route of operationRoutes) {
    for (const account of [accounts.ordinary, accounts.photoless]) {
      const requests = isList(route)
        ? listRequests(route, account)
        : bodyArguments(route, account, []).map((args) => toRequest(route, account, args));
      for (const { steps, credential } of requests) await session.run(credential, steps);
      const [plainest] = requests;
      for (const credential of [credentials.key(account, 2), credentials.connection(account, 2)]) {
        await session.run(credential, plainest!.steps);
      }
    }
  }
  for (const requests of Object.values(furtherRequests(accounts.ordinary))) {
    for (const { steps, credential } of requests) await session.run(credential, steps);
  }
  // Every twentieth change set calls it, and it removes kept photos.
  const owner = seededId("accounts", accounts.ordinary, 0);
  await session.query(`select kith_private.shorten_log('${owner}', 20)`);
  await session.query(`select kith_private.purge_card_sequences('${owner}')`);
  // What no request does, but the sweep that comes after some.
  await session.query(
    "select kith_private.photos_to_remove(), kith_private.photos_to_remove('" + owner + "')",
  );
  // A reminder is due and a delivery waits: of an account without either, the clock asks less.
  await session.query(`
    insert into kith_private.told_reminders (until) values (now() - interval '1 day');
    update kith_private.channels set events = '{digest,reminder}', verified_at = now() - interval '1 day'
     where owner_id = '${owner}';
    update kith.reminders set due_at = now() - interval '1 minute', completed = false
     where owner_id = '${owner}' and id = (select id from kith.reminders where owner_id = '${owner}' limit 1);
    update kith_private.outbox set state = 'waiting', due_at = now() - interval '1 minute'
     where owner_id = '${owner}';
    select kith_private.plan_reminders(1);
    select kith_private.take_outbox(10), kith_private.mark_outbox('[]');
    select kith_private.tick(), kith_private.is_due(), kith_private.take_calendars(1),
      kith_private.take_webhooks(1), kith_private.stop_channel('x')`);
  // A file that no contact names is looked for in the log.
  await session.query(`select kith_private.unnamed_photos(array['${owner}/none.png'])`);
  await session.query("select pg_stat_force_next_flush()");
  await session.end();
}, 600_000);

async function advise(): Promise<string[]> {
  const url = new URL(database.superuserUrl);
  const password = url.password;
  url.password = "";
  const result = await inProjectCopy((folder) =>
    supabaseCli(folder, { PGPASSWORD: password })(
      "db",
      "advisors",
      `--remote=${url.href}?sslmode=disable`,
      "--type=all",
      "--level=info",
      "--fail-on=none",
    )
  );
  expect(result.output).toMatch(/No issues found|\[\s*\{/);
  return [...result.stdout.matchAll(/"detail": "(.*)"/g)].map((match) => match[1]!);
}

describe("the advisors, for security and performance, down to what is only for information", () => {
  it("say nothing at all of a project in use", async () => {
    expect(await advise()).toEqual([]);
  });

  it("do say what is wrong where something is", async () => {
    await database.postgres`create table public.open_to_all (id bigint primary key)`;
    await database.postgres`drop policy "Owners reach their notes" on kith.notes`;
    await database.postgres`drop index kith.notes_contact_id_idx`;
    const said = (await advise()).join("\n");
    expect(said).toContain("open_to_all");
    expect(said).toContain("notes");
  });
});
