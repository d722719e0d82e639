import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { afterAll, describe, expect, it } from "vitest";
import type { Mail } from "../../functions/kith/core/call.ts";
import { as, type Client, expectStatus, type Json } from "../support/client.ts";
import { listen } from "../support/listen.ts";
import { expectProblem } from "../support/problems.ts";
import { type Person, startTicking } from "../support/ticking.ts";
import { count } from "../support/tier.ts";
import { until } from "../support/wait.ts";

/** Channels, the outbox and digests: on a database of their own, because whoever ticks sends what waits, of everybody. */
const provider = await listen(createServer(async (request, response) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const mail = JSON.parse(Buffer.concat(chunks).toString());
  const status = answers(mail);
  if (status === 200) mails.push({ ...mail, id: String(request.headers["idempotency-key"]) });
  response.writeHead(status).end(status === 422 ? "no such recipient" : "");
}));
const ticking = await startTicking(() => undefined, {
  KITH_MAIL_URL: `${provider.url}/send`,
  KITH_MAIL_FROM: "Kith <kith@example.com>",
  KITH_PUBLIC_URL: "https://kith.example",
  KITH_PAGE_URL: "https://page.example/",
});
const { sql, base, tick } = ticking;

/** Mails that were sent, and with what a provider answers. */
const mails: (Mail & { id: string })[] = [];
let answers = (_: Mail): number => 200;

afterAll(async () => {
  await ticking.stop();
  await provider.stop();
});

async function newPerson(timezone = "UTC"): Promise<Person> {
  const person = await ticking.newPerson();
  await sql`update kith.profiles set timezone = ${timezone} where owner_id = ${person.id}`;
  return person;
}

const address = () => `${randomUUID().slice(0, 8)}@example.org`;
const mailsTo = (target: string) => mails.filter(({ to }) => to === target);

/** Creates a channel and waits for the code that is sent to it. */
async function newChannel(person: Client, target = address()) {
  const channel = await person.make("/channels", { kind: "email", name: "Mail", target });
  await tick();
  const code = /\d{6}/.exec(mailsTo(target)[0]!.text)![0];
  return { channel, target, code, path: `/channels/${channel.id}` };
}

async function verifiedChannel(person: Client) {
  const made = await newChannel(person);
  await person.post(`${made.path}/verify`, { code: made.code });
  mails.length = 0;
  return made;
}

/** Lets the digest of a person be due so long ago. */
const dueSince = (id: string, minutes: number) =>
  sql`update kith_private.digests set next_at = now() - ${`${minutes} minutes`}::interval where owner_id = ${id}`;

describe("an address", () => {
  it("gets a code and nothing else, until the code comes back", async () => {
    const person = await newPerson();
    const { channel, target, code, path } = await newChannel(person);
    expect(channel).toMatchObject({ verifiedAt: null, isEnabled: true, lastError: null });
    expect(mailsTo(target)[0]!.subject).toBe(`${code} is your code for Kith`);
    expectProblem(await person.post(`${path}/test`), 409, "conflict");
    expect(await sql`select from kith_private.digests where owner_id = ${person.id}`).toEqual([]);

    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
    const refused = await person.post(`${path}/verify`, { code: wrong });
    expectProblem(refused, 409, "conflict");
    const other = await newPerson();
    expectProblem(await other.post(`${path}/verify`, { code }), 404, "not_found");
    expectProblem(await other.get(`${path}/deliveries`), 404, "not_found");
    const verified = expectStatus(await person.post(`${path}/verify`, { code }), 200);
    expect(verified.verifiedAt).not.toBeNull();
    // It is spent.
    expectProblem(await person.post(`${path}/verify`, { code }), 409, "conflict");
    expect((await person.read(path)).verifiedAt).toBe(verified.verifiedAt);

    expectStatus(await person.post(`${path}/test`), 200);
    await tick();
    const [, message] = mailsTo(target);
    expect(message!.headers["List-Unsubscribe"]).toMatch(
      /^<https:\/\/kith\.example\/functions\/v1\/kith\/api\/v1\/unsubscribe\/[0-9a-f]{64}>$/,
    );
    const deliveries = await person.listed(`${path}/deliveries`);
    expect(deliveries.map(({ kind, state }) => [kind, state])).toEqual([["test", "sent"], [
      "code",
      "sent",
    ]]);
    expect(deliveries[0]!.id).toBe(message!.id);
  });

  it("gets at most three codes a day, whoever asks, and a code has five tries and an hour", async () => {
    const person = await newPerson();
    const { target, code, path } = await newChannel(person);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
    for (let n = 0; n < 5; n++) {
      expect((await person.post(`${path}/verify`, { code: wrong })).status).toBe(409);
    }
    expect((await person.post(`${path}/verify`, { code })).status).toBe(409);
    expectStatus(await person.post(`${path}/verify`), 200);
    await tick();
    await sql`update kith_private.channels set code_made_at = now() - interval '61 minutes' where target = ${target}`;
    const second = /\d{6}/.exec(mailsTo(target)[1]!.text)![0];
    expect((await person.post(`${path}/verify`, { code: second })).status).toBe(409);

    const other = await newPerson();
    await other.make("/channels", { kind: "email", name: "Mail", target: target.toUpperCase() });
    const body = { kind: "email", name: "Mail", target };
    expectProblem(await person.post("/channels", body), 409, "quota_exceeded");
    expectProblem(await other.post("/channels", body), 409, "quota_exceeded");
    expectProblem(await person.post(`${path}/verify`), 409, "quota_exceeded");
    expect(await person.listed("/channels")).toHaveLength(1);
  });

  it.each([
    "nobody",
    "a@b",
    "a@example.com, b@example.com",
    "a@example.com\r\nBcc: b@example.com",
    "<a@example.com>",
    "a b@example.com",
    `${"a".repeat(250)}@example.com`,
  ])("is one address: %s is none", async (target) => {
    const person = await newPerson();
    const answer = await person.post("/channels", { kind: "email", name: "Mail", target });
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].pointer).toBe("/target");
  });
});

describe("a digest", () => {
  it("says what is due and what comes, once a day, and nothing on an empty day", async () => {
    const person = await newPerson();
    const { path, target } = await verifiedChannel(person);
    await dueSince(person.id, 1);
    expect(await tick()).toMatchObject({ digests: 1, sent: 0 });
    expect(mailsTo(target)).toEqual([]);
    expect((await person.listed(`${path}/deliveries`))[0]).toMatchObject({
      kind: "digest",
      state: "empty",
    });

    const on = (days: number) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(5, 10);
    const make = (body: Json) => person.make("/contacts", body);
    const zoe = await make({ firstName: "Zoë <b>", birthday: `--${on(0)}` });
    await make({ firstName: "Max", birthday: `--${on(7)}` });
    await make({ firstName: "Eve", birthday: `--${on(3)}` });
    for (let n = 0; n < 12; n++) await make({ firstName: `P${n}`, contactFrequencyDays: 7 });
    await sql`update kith.contacts set created_at = now() - interval '50 days' where owner_id = ${person.id}`;
    await person.make("/reminders", {
      title: "Call the bank",
      dueAt: new Date().toISOString(),
      contactIds: [zoe.id],
    });
    await sql`delete from kith_private.outbox where owner_id = ${person.id}`;
    await dueSince(person.id, 1);
    expect(await tick()).toMatchObject({ digests: 1, sent: 1 });
    const [mail] = mailsTo(target);
    expect(mail!.subject).toBe("Zoë <b>’s birthday, 1 reminder, and 12 to get in touch with");
    const lines = mail!.text.split("\n");
    expect(lines.slice(0, 6)).toEqual([
      "Today",
      "- Zoë <b>’s birthday",
      "",
      "Reminders",
      "- Call the bank (Zoë <b>)",
      "",
    ]);
    expect(mail!.text).toContain("- P0 – due for 6 weeks\n");
    expect(mail!.text).toContain("- and 2 more\n");
    expect(mail!.text).toContain("In 7 days\n- Max’s birthday\n");
    expect(mail!.text).not.toContain("Eve");
    expect(mail!.html).toContain("Zoë &lt;b&gt;’s birthday");
    expect(mail!.html).toContain(`https://page.example/#/contacts/${zoe.id}`);
    expect(mail!.html).not.toContain("<b>");
    // Everything in it is there: nothing is loaded from elsewhere.
    expect(mail!.html).not.toMatch(/<(img|link|script|style)|url\(/);

    // The same day again, as where the time zone is changed: nothing.
    await sql`update kith_private.digests set next_at = now() - interval '1 minute',
      occurrence = (now() at time zone 'UTC')::date where owner_id = ${person.id}`;
    await tick();
    await sql`update kith_private.digests set next_at = now() - interval '1 minute',
      occurrence = (now() at time zone 'UTC')::date where owner_id = ${person.id}`;
    await tick();
    expect(mailsTo(target).length).toBeLessThanOrEqual(2);
    const days =
      await sql`select occurrence from kith_private.outbox where owner_id = ${person.id} and kind = 'digest'`;
    expect(new Set(days.map(({ occurrence }) => occurrence)).size).toBe(days.length);
  });

  it("leaves out what was done before it was written, is late where it was missed, and not half a day", async () => {
    const person = await newPerson();
    const { target } = await verifiedChannel(person);
    const reminder = await person.make("/reminders", {
      title: "Post",
      dueAt: new Date().toISOString(),
    });
    await dueSince(person.id, 11 * 60);
    await sql`select kith_private.plan_digests(10)`;
    await person.change(`/reminders/${reminder.id}`, { completed: true });
    await tick();
    expect(mailsTo(target)).toEqual([]);
    await person.change(`/reminders/${reminder.id}`, { completed: false });
    await sql`delete from kith_private.outbox where owner_id = ${person.id}`;
    await dueSince(person.id, 13 * 60);
    await tick();
    expect(mailsTo(target)).toEqual([]);
    const [next] =
      await sql`select next_at > now() as later from kith_private.digests where owner_id = ${person.id}`;
    expect(next!["later"]).toBe(true);
  });

  it.each([
    ["Pacific/Auckland", "2026-09-26", "2026-09-27"],
    ["Pacific/Auckland", "2026-04-04", "2026-04-05"],
    ["America/St_Johns", "2026-03-07", "2026-03-08"],
    ["America/St_Johns", "2026-10-31", "2026-11-01"],
    ["Australia/Lord_Howe", "2026-10-03", "2026-10-04"],
    ["Australia/Lord_Howe", "2026-04-04", "2026-04-05"],
    ["Europe/Berlin", "2026-03-28", "2026-03-29"],
    ["Asia/Kathmandu", "2026-01-01", "2026-01-02"],
  ])("comes once a day at its hour in %s, also on %s and %s", async (zone, before, change) => {
    const person = await newPerson(zone);
    await verifiedChannel(person);
    for (const at of ["00:00", "02:15", "02:30", "03:00", "08:00", "23:59"]) {
      await person.change("/me", { digestAt: at });
      let after = `${before}T00:00:00Z`;
      const found: string[] = [];
      for (let n = 0; n < 6; n++) {
        await sql`select kith_private.schedule_digest(${person.id}, ${after}::timestamptz)`;
        const [row] = await sql`
          select next_at as at, occurrence::text as day, (next_at at time zone ${zone})::text as local from kith_private.digests
          where owner_id = ${person.id}`;
        found.push(row!["day"]);
        after = row!["at"].toISOString();
        const [day, time] = row!["local"].split(" ");
        expect(day).toBe(row!["day"]);
        // An hour that is left out is the one after it.
        if (day !== change) expect(time.slice(0, 5)).toBe(at);
      }
      const first = Date.parse(found[0]!);
      expect(found).toEqual(
        found.map((_, n) => new Date(first + n * 86_400_000).toISOString().slice(0, 10)),
      );
    }
    await person.change("/me", { digestDays: [1] });
    const [row] =
      await sql`select extract(isodow from occurrence)::int as day from kith_private.digests where owner_id = ${person.id}`;
    expect(row!["day"]).toBe(1);
  });
});

describe("a delivery", () => {
  it("is tried again after longer and longer, then no more; after ten days the channel is off", async () => {
    const person = await newPerson();
    const { path, target } = await verifiedChannel(person);
    answers = ({ to }) => to === target ? 500 : 200;
    expectStatus(await person.post(`${path}/test`), 200);
    const waits: number[] = [];
    const row = async () => {
      const [found] = await sql`
        select state, tries, error, extract(epoch from due_at - now()) / 60 as minutes from kith_private.outbox
        where owner_id = ${person.id} and kind = 'test'`;
      return found!;
    };
    for (let tries = 1; tries <= 6; tries++) {
      await tick();
      const { state, minutes, error, tries: tried } = await row();
      expect([tried, error]).toEqual([tries, "status"]);
      expect(state).toBe(tries < 6 ? "waiting" : "failed");
      waits.push(Math.round(Number(minutes)));
      await sql`update kith_private.outbox set due_at = now(), error = null where owner_id = ${person.id} and state = 'waiting'`;
    }
    expect(waits.slice(0, 5)).toEqual([1, 5, 30, 120, 360]);
    expect(await person.read(path)).toMatchObject({ isEnabled: true, lastError: "status" });

    await sql`update kith_private.channels set failing_since = now() - interval '11 days' where target = ${target}`;
    answers = ({ to }) => to === target ? 422 : 200;
    await sql`update kith_private.outbox set created_at = created_at - interval '2 hours' where owner_id = ${person.id}`;
    expectStatus(await person.post(`${path}/test`), 200);
    await tick();
    expect((await person.read(path)).isEnabled).toBe(false);
    // What a provider refuses is not tried again.
    expect((await person.listed(`${path}/deliveries`))[0]).toMatchObject({
      state: "failed",
      error: "refused_address",
      tries: 1,
    });
    expect(await sql`select from kith_private.digests where owner_id = ${person.id}`).toEqual([]);
    answers = () => 200;
    await person.change(path, { isEnabled: true });
    await sql`update kith_private.outbox set created_at = created_at - interval '2 hours' where owner_id = ${person.id}`;
    expectStatus(await person.post(`${path}/test`), 200);
    await tick();
    expect((await person.read(path)).lastError).toBeNull();
  });

  it("is given back by whoever was killed with it, under the id that it had, and taken by one at a time", async () => {
    const person = await newPerson();
    const { target } = await verifiedChannel(person);
    await person.make("/reminders", { title: "Post", dueAt: new Date().toISOString() });
    await dueSince(person.id, 1);
    await sql`select kith_private.plan_digests(10)`;
    const take = async () => {
      const [row] = await sql`select kith_private.take_outbox(50) as taken`;
      return (row!["taken"] ?? []) as Json[];
    };
    const [one, two] = await Promise.all([take(), take()]);
    expect(one.length + two.length).toBe(1);
    const [killed] = [...one, ...two];
    expect(await tick()).toMatchObject({ sent: 0 });
    await sql`update kith_private.outbox set due_at = now() where owner_id = ${person.id}`;
    const ticks = await Promise.all([tick(), tick(), tick()]);
    expect(ticks.reduce((sum, { sent }) => sum + sent, 0)).toBe(1);
    expect(mailsTo(target).map(({ id }) => id)).toEqual([killed!.id]);
  });

  it("is not made for a channel that the link in a mail has switched off, which no GET does", async () => {
    const person = await newPerson();
    const { path, target } = await verifiedChannel(person);
    await person.post(`${path}/test`);
    await tick();
    const link =
      /unsubscribe\/[0-9a-f]{64}/.exec(mailsTo(target)[0]!.headers["List-Unsubscribe"]!)![0];
    const anybody = as(null, base);
    expect((await anybody.get(`/${link}`)).text).toContain("Nothing has been changed.");
    expect((await person.read(path)).isEnabled).toBe(true);
    for (const other of [`/${link.slice(0, -1)}0`, `/${link.slice(0, -4)}`, "/unsubscribe/x"]) {
      if (other !== `/${link}`) expect((await anybody.post(other)).status).toBe(404);
    }
    // As mail programs do.
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const raw = "List-Unsubscribe=One-Click";
    expectStatus(await anybody.post(`/${link}`, undefined, { raw, headers }), 200);
    expect((await person.read(path)).isEnabled).toBe(false);
    expect(await sql`select from kith_private.digests where owner_id = ${person.id}`).toEqual([]);
  });

  it("is not sent where it waited while its channel was switched off", async () => {
    const person = await newPerson();
    const { path, target } = await verifiedChannel(person);
    await person.make("/reminders", { title: "Post", dueAt: new Date().toISOString() });
    await dueSince(person.id, 1);
    await sql`select kith_private.plan_digests(10)`;
    await person.change(path, { isEnabled: false });
    expect(await tick()).toMatchObject({ sent: 0 });
    expect(mailsTo(target)).toEqual([]);
    expect((await person.listed(`${path}/deliveries`))[0]).toMatchObject({
      kind: "digest",
      state: "empty",
    });
  });

  const accounts = count({ quick: 250, thorough: 10_000 });
  it(`of ${accounts} accounts at once are all made, once`, async () => {
    await sql`delete from kith_private.digests`;
    await sql`delete from kith_private.outbox`;
    await sql`insert into auth.users (id, email) select gen_random_uuid(), 'many' || n from generate_series(1, ${accounts}::integer) n`;
    await sql`
      insert into kith_private.channels (owner_id, kind, name, target, verified_at)
      select u.id, 'email', 'Mail', u.email || '@example.net', now() from auth.users u where u.email like 'many%'`;
    await sql`
      insert into kith.reminders (owner_id, title, due_at)
      select u.id, 'Post', now() from auth.users u where u.email like 'many%'`;
    await sql`update kith_private.digests set next_at = now() - interval '1 minute'`;
    mails.length = 0;
    const waiting = () => sql`select from kith_private.outbox where state <> 'sent'`;
    const areAllSent = async () => mails.length >= accounts && (await waiting()).length === 0;
    let isDone = false;
    const ticks = [1, 2].map(async () => {
      // On a busy machine they take longer than a request of these tests may.
      while (!isDone) await tick().catch(() => {});
    });
    await until("all are sent", areAllSent, 200_000).finally(() => isDone = true);
    await Promise.all(ticks);
    expect(new Set(mails.map(({ to }) => to)).size).toBe(accounts);
    expect(mails.length).toBe(accounts);
  });
});
