import { createECDH, randomBytes, randomUUID } from "node:crypto";
// @ts-expect-error The package has no types.
import ece from "http_ece";
import { afterAll, describe, expect, it } from "vitest";
import { as, type Client, expectStatus, type Json } from "../support/client.ts";
import { expectViolations } from "../support/problems.ts";
import { type OutsideRequest, type Person, startTicking } from "../support/ticking.ts";

/** Messages to browsers and topics of ntfy, and reminders at their time. */
const sent: OutsideRequest[] = [];
let status = 201;
const ticking = await startTicking((request) => {
  sent.push(request);
  return { status };
}, { KITH_PAGE_URL: "https://page.example/" });
const { sql, newPerson, tick } = ticking;
afterAll(() => ticking.stop());

const sentTo = (url: string) => sent.filter((each) => each.url === url);
const soon = () => new Date(Date.now() + 400).toISOString();

/** A browser as its subscription names it, and what reads its messages: an implementation that is not the function's. */
function newBrowser() {
  const pair = createECDH("prime256v1");
  const p256dh = pair.generateKeys("base64url");
  const auth = randomBytes(16).toString("base64url");
  const target = `https://fcm.googleapis.com/fcm/send/${randomUUID()}`;
  const decrypt = ({ body }: OutsideRequest): Json =>
    JSON.parse(
      ece.decrypt(body, { version: "aes128gcm", privateKey: pair, authSecret: auth }).toString(),
    );
  return { subscription: { target, keys: { p256dh, auth } }, target, decrypt };
}

const channelOf = (browser: ReturnType<typeof newBrowser>, more: Json = {}) => ({
  kind: "webPush",
  name: "Firefox",
  ...browser.subscription,
  ...more,
});

/** A reminder that is due in a moment, told to all channels. */
async function tellReminder(person: Client, more: Json = {}): Promise<Json> {
  const reminder = await person.make("/reminders", { title: "Call", dueAt: soon(), ...more });
  await sql`select pg_sleep(0.5)`;
  await tick();
  return reminder;
}

describe("a browser", () => {
  it("is told what it alone can read, signed by the key that it subscribed with", async () => {
    const person = await newPerson();
    const browser = newBrowser();
    const channel = await person.make("/channels", channelOf(browser));
    expect(channel).toMatchObject({
      target: null,
      events: ["digest", "reminder"],
      withNames: true,
      verifiedAt: expect.any(String),
    });
    const { id } = await person.make("/contacts", { firstName: "Zoë", lastName: "Müller" });
    await tellReminder(person, { contactIds: [id] });
    const [message, ...others] = sentTo(browser.target);
    expect(others).toEqual([]);
    expect(browser.decrypt(message!)).toMatchObject({
      title: "Kith",
      text: "Call (Zoë Müller)",
      path: `#/contacts/${id}`,
    });
    expect(message!.headers).toMatchObject({ ttl: "43200", "content-encoding": "aes128gcm" });
    const { publicKey } = expectStatus(await as(null, ticking.base).get("/push-key"), 200);
    const [, token, key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(
      message!.headers["authorization"]!.toString(),
    )!;
    expect(key).toBe(publicKey);
    expect(JSON.parse(Buffer.from(token!.split(".")[1]!, "base64url").toString())).toMatchObject({
      aud: "https://fcm.googleapis.com",
      sub: "https://page.example/",
    });
    // Nobody is told twice.
    await tick();
    expect(sentTo(browser.target)).toHaveLength(1);
  });

  it("has one channel of an account, which goes when the browser has forgotten it", async () => {
    const person = await newPerson();
    const browser = newBrowser();
    await person.make("/channels", channelOf(browser));
    const { id } = await person.make("/channels", channelOf(browser, { name: "Again" }));
    expect((await person.listed("/channels")).map(({ name }) => name)).toEqual(["Again"]);
    expectStatus(await person.post(`/channels/${id}/test`), 200);
    status = 410;
    await tick();
    status = 201;
    expect(await person.listed("/channels")).toEqual([]);
  });

  const short = { p256dh: "AA", auth: "A".repeat(22) };
  it.each<[string, Json, string]>([
    ["of no push service", { target: "https://evil.example/1" }, "body /target invalid_format"],
    [
      "of a host that begins like one",
      { target: "https://fcm.googleapis.com.evil.example/1" },
      "body /target invalid_format",
    ],
    ["without keys", { keys: undefined }, "body /keys required"],
    ["with a key that is too short", { keys: short }, "body /keys/p256dh invalid_format"],
  ])("%s is refused", async (_, more, violation) => {
    const person = await newPerson();
    const answer = await person.post("/channels", channelOf(newBrowser(), more));
    expectViolations(answer, violation);
  });

  it("of no push service is refused by the database itself, too", async () => {
    const { id } = await newPerson();
    const { keys } = newBrowser().subscription;
    const insert = sql`
      insert into kith_private.channels (owner_id, kind, name, target, keys)
      values (${id}, 'webPush', 'Evil', 'https://evil.example/1', ${JSON.stringify(keys)}::jsonb)`;
    await expect(insert).rejects.toThrow("channels_target_check");
  });

  it("with keys that are no point of the curve is an error of its channel", async () => {
    const person = await newPerson();
    const keys = { p256dh: "A".repeat(87), auth: "A".repeat(22) };
    const { id } = await person.make("/channels", channelOf(newBrowser(), { keys }));
    await person.post(`/channels/${id}/test`);
    await tick();
    expect((await person.read(`/channels/${id}`)).lastError).toBe("refused_address");
  });
});

describe("a topic", () => {
  async function newTopic(person: Client, more: Json = {}) {
    const target = `https://ntfy.example.com/${randomUUID()}`;
    const { id } = await person.make("/channels", { kind: "ntfy", name: "Phone", target, ...more });
    await tick();
    const [, code] = /^(\d{6}) is your code/.exec(sentTo(target)[0]!.body.toString())!;
    expectStatus(await person.post(`/channels/${id}/verify`, { code }), 200);
    return { id, target, last: () => sentTo(target).at(-1)!.body.toString() };
  }

  it("gets a code first, and names nobody unless its owner says so", async () => {
    const person = await newPerson();
    const topic = await newTopic(person);
    await tellReminder(person);
    expect(topic.last()).toBe("A reminder is due");
    await sql`update kith_private.digests set next_at = now() - interval '1 minute' where owner_id = ${person.id}`;
    await tick();
    expect(topic.last()).toBe("1 reminder");
    await person.change(`/channels/${topic.id}`, { withNames: true });
    await tellReminder(person, { title: "Write to Ben" });
    expect(topic.last()).toBe("Write to Ben");
    expect(sentTo(topic.target).at(-1)!.headers).toMatchObject({
      click: "https://page.example/#/reminders",
    });
  });

  it("is told only what it is for, and nothing while it is off", async () => {
    const person = await newPerson();
    const topic = await newTopic(person, { events: ["digest"] });
    const before = sentTo(topic.target).length;
    await tellReminder(person);
    await person.change(`/channels/${topic.id}`, { events: ["reminder"], isEnabled: false });
    expect(await sql`select from kith_private.digests where owner_id = ${person.id}`).toEqual([]);
    await tellReminder(person);
    expect(sentTo(topic.target)).toHaveLength(before);
  });

  it("is not reached where its address is none of the internet", async () => {
    const person = await newPerson();
    const body = { kind: "ntfy", name: "Phone", target: "https://ntfy.internal/topic" };
    expectViolations(await person.post("/channels", body), "body /target invalid_format");
  });
});

describe("a reminder at its time", () => {
  it("is not told where it was done, moved or deleted meanwhile", async () => {
    const person = await newPerson();
    const browser = newBrowser();
    await person.make("/channels", channelOf(browser));
    const dueAt = soon();
    const [done, moved, gone] = await Promise.all(
      ["Done", "Moved", "Gone"].map((title) => person.make("/reminders", { title, dueAt })),
    );
    await sql`select pg_sleep(0.5)`;
    await sql`select kith_private.plan_reminders(100)`;
    await person.change(`/reminders/${done!.id}`, { completed: true });
    await person.change(`/reminders/${moved!.id}`, { dueAt: "2099-01-01T09:00:00Z" });
    await person.delete(`/reminders/${gone!.id}`);
    await tick();
    expect(sentTo(browser.target)).toEqual([]);
    const [{ id }] = await person.listed("/channels") as [Json];
    const deliveries = await person.listed(`/channels/${id}/deliveries`);
    expect(deliveries.map(({ kind, state }) => [kind, state])).toEqual(
      Array(3).fill(["reminder", "empty"]),
    );
  });

  it("is told once, however many ticks there are, also where more are due than are planned at a time", async () => {
    const person = await newPerson();
    const browser = newBrowser();
    await person.make("/channels", channelOf(browser));
    const dueAt = soon();
    await sql`
      insert into kith.reminders (owner_id, title, due_at)
      select ${person.id}::uuid, 'No. ' || n, ${dueAt}::timestamptz + n / 20 * interval '1 millisecond' from generate_series(0, 99) n`;
    await sql`select pg_sleep(0.6)`;
    const planned = [];
    for (let n = 0; n < 6; n++) {
      const [row] = await sql`select kith_private.plan_reminders(30) as count` as [Json];
      planned.push(row.count);
    }
    // Those of one instant are planned together.
    expect(planned).toEqual([40, 40, 20, 0, 0, 0]);
    await Promise.all([tick(), tick()]);
    await tick();
    const texts = sentTo(browser.target).map((each) => browser.decrypt(each)["text"]);
    expect(texts).toHaveLength(100);
    expect(new Set(texts).size).toBe(100);
  });

  it("is one of about 200 that are told of an account in 24 hours, and one delivery says that there were more", async () => {
    const person = await newPerson();
    const { id } = await person.make("/channels", channelOf(newBrowser()));
    const dueAt = soon();
    await sql`
      insert into kith.reminders (owner_id, title, due_at)
      select ${person.id}::uuid, 'No. ' || n, ${dueAt}::timestamptz from generate_series(1, 300) n`;
    await sql`select pg_sleep(0.5)`;
    await sql`select kith_private.plan_reminders(1000)`;
    const states = await sql`
      select state, error, count(*)::integer from kith_private.outbox where channel_id = ${id} group by 1, 2 order by 3`;
    expect(states).toEqual([
      { state: "failed", error: "too_many", count: 1 },
      { state: "waiting", error: null, count: 200 },
    ]);
    await person.make("/reminders", { title: "One more", dueAt: soon() });
    await sql`select pg_sleep(0.5)`;
    await sql`select kith_private.plan_reminders(1000)`;
    expect(await sql`select from kith_private.outbox where channel_id = ${id}`).toHaveLength(201);
  });

  it("is told however many were due before there was a channel", async () => {
    const person = await newPerson();
    await sql`update kith_private.told_reminders set until = now() - interval '2 hours'`;
    await sql`
      insert into kith.reminders (owner_id, title, due_at)
      select ${person.id}::uuid, 'No. ' || n, now() - interval '1 hour' from generate_series(1, 250) n`;
    const { id } = await person.make("/channels", channelOf(newBrowser()));
    await person.make("/reminders", { title: "Call", dueAt: soon() });
    await sql`select pg_sleep(0.5)`;
    await sql`select kith_private.plan_reminders(1000)`;
    expect(await sql`select state from kith_private.outbox where channel_id = ${id}`)
      .toEqual([{ state: "waiting" }]);
  });

  it("of an account with many, or whose channel fails, does not delay those of others", async () => {
    await sql`update kith_private.outbox set state = 'sent' where state = 'waiting'`;
    const [many, other] = [await newPerson(), await newPerson()];
    for (const person of [many, other]) await person.make("/channels", channelOf(newBrowser()));
    const add = (person: Person, number: number) =>
      sql`
        insert into kith.reminders (owner_id, title, due_at)
        select ${person.id}::uuid, 'No. ' || n, now() + n * interval '1 millisecond' from generate_series(1, ${number}::integer) n`;
    await add(many, 100);
    await add(other, 3);
    await sql`select pg_sleep(0.5)`;
    await sql`select kith_private.plan_reminders(1000)`;
    await sql`update kith_private.outbox set due_at = due_at - interval '1 hour' where owner_id = ${many.id}`;
    const take = async (most: number) => {
      const [row] = await sql`select kith_private.take_outbox(${most}) as taken`;
      const taken = (row!["taken"] ?? []) as Json[];
      const of = ({ id }: Person) => taken.filter(({ ownerId }) => ownerId === id);
      return [of(many), of(other)] as const;
    };
    const [first, others] = await take(50);
    expect([first.length, others.length]).toEqual([5, 3]);
    const failed = first.map(({ id, ownerId }) => ({ id, ownerId, error: "timeout" }));
    await sql`select kith_private.mark_outbox(${JSON.stringify(failed)}::jsonb)`;
    expect((await take(50))[0]).toEqual([]);
  });

  it("waits in vain for nobody, however many of how many accounts wait before it", async () => {
    await sql`update kith_private.outbox set state = 'sent' where state = 'waiting'`;
    const accounts = Array.from({ length: 8 }, () => randomUUID());
    await sql`insert into auth.users (id) select unnest(${accounts}::uuid[])`;
    await sql`
      insert into kith_private.outbox (owner_id, kind, occurrence, due_at)
      select u.id, 'test', n::text, now() - interval '1 hour' from unnest(${accounts}::uuid[]) u (id), generate_series(1, 500) n`;
    const other = await newPerson();
    const { id } = await other.make("/channels", channelOf(newBrowser()));
    await other.post(`/channels/${id}/test`);
    const [row] = await sql`select kith_private.take_outbox(50) as taken`;
    const taken = row!["taken"] as Json[];
    expect(taken.map(({ ownerId }) => ownerId)).toContain(other.id);
    expect(taken).toHaveLength(8 * 5 + 1);
    await sql`update kith_private.outbox set state = 'sent' where state = 'waiting'`;
  });

  it("has failed where it was taken six times and never marked, and not where it was left", async () => {
    await sql`update kith_private.outbox set state = 'sent' where state = 'waiting'`;
    const person = await newPerson();
    const { id } = await person.make("/channels", channelOf(newBrowser()));
    await person.post(`/channels/${id}/test`);
    const take = async () => {
      await sql`update kith_private.outbox set due_at = now() where owner_id = ${person.id}`;
      const [row] = await sql`select kith_private.take_outbox(50) as taken`;
      return (row!["taken"] ?? []) as Json[];
    };
    for (let n = 0; n < 9; n++) {
      const [{ id, ownerId }] = await take() as [Json];
      const left = JSON.stringify([{ id, ownerId, isLeft: true }]);
      await sql`select kith_private.mark_outbox(${left}::jsonb)`;
    }
    for (let n = 0; n < 6; n++) expect(await take()).toHaveLength(1);
    expect(await take()).toEqual([]);
    expect((await person.listed(`/channels/${id}/deliveries`))[0])
      .toMatchObject({ state: "failed", error: "unreachable" });
  });

  it("tries a channel out fifty times a day of an account, whose channels are deleted and made again", async () => {
    const person = await newPerson();
    const tryOut = async () => {
      const { id } = await person.make("/channels", channelOf(newBrowser()));
      const answers = [];
      for (let n = 0; n < 5; n++) answers.push((await person.post(`/channels/${id}/test`)).status);
      expectStatus(await person.delete(`/channels/${id}`), 204);
      return answers;
    };
    for (let n = 0; n < 10; n++) expect(await tryOut()).toEqual(Array(5).fill(200));
    expect(await tryOut()).toEqual(Array(5).fill(409));
  });

  it("wakes the clock, and one that nobody is told of does not", async () => {
    const isDue = async () =>
      (await sql`select kith_private.are_reminders_due() as due`)[0]!["due"];
    const [person, other] = [await newPerson(), await newPerson()];
    await other.make("/reminders", { title: "Call", dueAt: soon() });
    await sql`select pg_sleep(0.5)`;
    // Nor is one of before the channel.
    await other.make("/channels", channelOf(newBrowser()));
    expect(await isDue()).toBe(false);
    await person.make("/channels", channelOf(newBrowser()));
    await person.make("/reminders", { title: "Call", dueAt: soon() });
    await sql`select pg_sleep(0.5)`;
    expect(await isDue()).toBe(true);
    await tick();
    expect(await isDue()).toBe(false);
  });
});
