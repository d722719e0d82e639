import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import type { Json } from "../../support/client.ts";
import { prepareUpload, upload } from "../../support/photos.ts";
import { collectionOf, exampleBody, withMember } from "../../support/route-examples.ts";
import { type TestRoute, tokenRoutes } from "../../support/route-table.ts";
import { superuser } from "../../support/sql.ts";
import { build, type Built } from "./build.ts";
import { answers, type Asked, type Difference, differences, expectNone } from "./compare.ts";
import { sharedStack } from "./named-account.ts";
import { readsOf } from "./reads.ts";

// What a key for some networks writes is answered as in an account that has nothing outside of them; ids of what is outside,
// and of what has no network, as ids that nothing has. The reads are in reads.test.ts.

const stack = sharedStack(superuser());
let whole: Built;
let alone: Built;
let unlimited: Built;
let before: string[];

beforeAll(async () => {
  [whole, alone, unlimited] = await Promise.all([
    build(stack, { hasOutside: true, isLimited: true }),
    build(stack, { hasOutside: false, isLimited: true }),
    build(stack, { hasOutside: false, isLimited: false }),
  ]);
  const { account } = whole;
  account.keep(
    "outside upload",
    (await prepareUpload(account.owner, account.id("outside anna"))).path,
  );
  for (const each of [whole, alone, unlimited]) {
    const upload = await prepareUpload(each.account.owner, each.account.id("inside bert"));
    each.account.keep("inside upload", upload.path);
  }
  const deleted = await account.newKey("outside actor");
  await account.send(deleted, "patch", "/contacts/{outside anna}", { nickname: "By another" });
  await account.owner.delete(`/api-keys/${account.id("outside actor")}`);
  before = await account.rowsOutside();
  expect(before.length).toBeGreaterThan(40);
});

/** Where accounts answer the same write differently. */
async function written(builts: Built[], write: Write) {
  const [first, ...others] = await answers(builts.map(({ account }) => account), write);
  const asked = `${write.method} ${write.path} ${JSON.stringify(write.body)}`;
  expect([asked, first!.status, first!.body?.code], JSON.stringify(first!.body))
    .toEqual([asked, write.status, write.code]);
  return others.filter((other) => !isDeepStrictEqual(first, other))
    .map((other): Difference => ({ asked, one: first!, other }));
}

describe("a key for some networks", () => {
  it("writes inside of them as a key without limits does", async () => {
    const found: Difference[] = [];
    for (const write of sameWrites) found.push(...await written([whole, alone, unlimited], write));
    expectNone(found);
  });

  it("gives a contact inside a photo, takes it away and undoes that", async () => {
    const found: Difference[] = [];
    const path = "/contacts/{inside anna}";
    for (const { account } of [whole, alone, unlimited]) {
      const { answer } = await upload(account.key, account.id("inside anna"));
      expect(answer.status, answer.text).toBe(200);
      const removed = await account.send(account.key, "PATCH", path, { photoUrl: null });
      account.keep("inside set of a photo", removed.headers.get("x-activity-id")!);
    }
    const undo = good("post /activity/{inside_set_of_a_photo}/undo", {});
    found.push(...await written([whole, alone, unlimited], undo));
    found.push(...await written([whole, alone, unlimited], { method: "GET", path, status: 200 }));
    expectNone(found);
    const { account } = whole;
    expect((await account.send(account.key, "GET", path)).body.hasPhoto).toBe(true);
  });

  it.each(limitedWrites)("is refused $method $path $body", async (write) => {
    expectNone(await written([whole, alone], write));
  });

  it("is answered ids outside of them as ids that nothing has", async () => {
    const found: Difference[] = [];
    const asked = writesOutside();
    expect(asked.length).toBeGreaterThan(50);
    for (const each of asked) {
      const [one, other] = await answers([whole.account, alone.account], each);
      expect(one!.status, `${each.method} ${each.path} ${JSON.stringify(one)}`)
        .toBeGreaterThanOrEqual(400);
      if (isDeepStrictEqual(one, other)) continue;
      found.push({ asked: `${each.method} ${each.path}`, one: one!, other: other! });
    }
    expectNone(found);
  });

  it("has changed nothing outside of them", async () => {
    expect(await whole.account.rowsOutside()).toEqual(before);
  });

  it("reads the same afterwards", async () => {
    const reads = readsOf(whole.account);
    expectNone(await differences([whole.account, alone.account], reads));
  });
});

it("writes and reads through every route", () => {
  const asked = new Set([
    ...readsOf(whole.account).map(({ route }) => route),
    ...[...sameWrites, ...limitedWrites, ...writesOutside()].map(({ method, path }) =>
      `${method} ${path.replace(/\{[^}]+\}/, "{id}").replace(/\{(?!id)[^}]+\}/, "{contactId}")}`
    ),
  ]);
  const missing = tokenRoutes.map(({ method, path }) => `${method} ${path}`)
    .filter((route) => !asked.has(route));
  expect(missing).toEqual([]);
});

/** A write of the key that has this status where the key is limited. */
interface Write extends Asked {
  status: number;
  /** The code of a refusal, and the place that it names. */
  code?: string;
}

const write = (
  request: string,
  status: number,
  code?: string,
  body?: Json,
  name?: string,
): Write => {
  const [method, path] = request.split(" ") as [string, string];
  return {
    method,
    path: path.replaceAll("_", " "),
    status,
    body,
    ...(code === undefined ? {} : { code }),
    ...(name === undefined ? {} : { name }),
  };
};
/** A write that succeeds. */
const good = (request: string, body?: Json, name?: string) =>
  write(request, name ? 201 : request.startsWith("delete") ? 204 : 200, undefined, body, name);
const gone = (request: string, body?: Json) => write(request, 404, "not_found", body);
const wrong = (request: string, code: string, body: Json) => write(request, 400, code, body);
const refused = (request: string, body?: Json) => write(request, 403, "insufficient_scope", body);

/** What a limited key may do as a key without limits may. */
const sameWrites: Write[] = [
  good("post /contacts", {
    firstName: "New",
    lastContactedAt: "2021-09-09",
    networkIds: ["{inside net 1}"],
  }, "inside new"),
  good(
    "post /contacts",
    { nickname: "Two", networkIds: ["{inside net 1}", "{inside net 2}"] },
    "inside two",
  ),
  good("patch /contacts/{inside_new}", { jobTitle: "Baker", contactFrequencyDays: 3 }),
  good("patch /contacts/{inside_two}", {
    networkIds: ["{inside net 2}", "{inside net 1}"],
    company: "C",
  }),
  good("patch /contacts/{inside_jana}", { networkIds: ["{inside net 1}"], nickname: "J" }),
  good("patch /contacts/{inside_jana}", {
    addNetworkIds: ["{inside net 1}"],
    removeNetworkIds: ["{inside net 2}"],
    addEmails: [{ value: "j@example.com" }],
  }),
  good("post /contacts/bulk", { update: [{ id: "{inside jana}", jobTitle: "Bulk" }] }),
  good("post /contacts/bulk", {
    create: [{ firstName: "X", networkIds: ["{outside net 1}"] }],
    update: [{ id: "{outside anna}", nickname: "X" }, { id: "{unfiled anna}", nickname: "X" }],
    delete: ["{outside anna}", "{unfiled anna}", "{nothing}"],
    partial: true,
  }),
  gone("post /contacts/bulk", { delete: ["{outside anna}"] }),
  gone("post /contacts/bulk", { update: [{ id: "{unfiled anna}", nickname: "X" }] }),
  wrong("post /contacts/bulk", "invalid_reference", {
    create: [{ firstName: "X", networkIds: ["{outside net 1}"] }],
  }),
  good("post /contacts/{inside_anna}/photo-upload", { extension: "png" }),
  good("post /notes", {
    content: "N",
    contactId: "{inside new}",
    noteTypeId: "{call}",
    occurredAt: "2022-01-01",
  }, "inside made note"),
  good("patch /notes/{inside_made_note}", {
    content: "M",
    contactId: "{inside anna}",
    noteTypeId: null,
  }),
  good("post /notes", {
    content: "N",
    contactIds: ["{inside new}", "{inside anna}"],
    noteTypeId: "{memo}",
  }, "inside made note about two"),
  good("patch /notes/{inside_made_note_about_two}", {
    contactIds: ["{inside emil}", "{inside new}", "{inside bert}"],
  }),
  good("patch /notes/{inside_note_13}", { contactIds: ["{inside anna}", "{inside emil}"] }),
  good("post /reminders", {
    title: "R",
    contactIds: ["{inside new}", "{inside anna}"],
    dueAt: "2031-02-01",
  }, "inside made reminder about two"),
  good("patch /reminders/{inside_made_reminder_about_two}", { contactIds: ["{inside anna}"] }),
  good(
    "post /reminders",
    { title: "R", contactId: "{inside new}", dueAt: "2031-01-01" },
    "inside made reminder",
  ),
  good("patch /reminders/{inside_made_reminder}", { completed: true }),
  good("patch /reminders/{inside_made_reminder}", { contactId: "{inside anna}" }),
  good("post /reminders", {
    title: "Recurring",
    contactId: "{inside new}",
    dueAt: "2031-01-31",
    recurrence: "FREQ=MONTHLY",
  }, "inside recurring"),
  good("patch /reminders/{inside_recurring}", { completed: true }),
  good("patch /reminders/{inside_recurring}", { completed: false }),
  good("patch /reminders/{inside_recurring}", { completed: true, recurrenceFrom: "completion" }),
  good("patch /reminders/{inside_next_of_another_month}", { recurrence: "FREQ=DAILY" }),
  good("delete /reminders/{inside_next_of_another_month}?keepSeries=true"),
  good("patch /me", { name: "Ada L." }),
  good("delete /notes/{inside_made_note}"),
  good("delete /reminders/{inside_made_reminder}"),
  good("delete /contacts/{inside_two}"),
  good("post /activity/{inside_set_of_nickname}/undo", { dryRun: true }),
  good("post /activity/{inside_set_of_nickname}/undo", {}),
  good("post /activity/undo", {
    actorId: "{key}",
    since: "2026-01-01",
    dryRun: true,
    partial: true,
  }),
  write("post /activity/{inside_set_of_promotion}/undo", 403, "access_token_required", {}),
  write("post /activity/undo", 403, "access_token_required", {
    actorId: "{owner}",
    since: "2026-01-01",
  }),
  wrong("post /activity/undo", "invalid_reference", {
    actorId: "{outside actor}",
    since: "2026-01-01",
  }),
  wrong("patch /contacts/{inside_anna}", "invalid_photo_path", { photoUrl: "{outside upload}" }),
  wrong("patch /contacts/{inside_anna}", "invalid_photo_path", { photoUrl: "{inside upload}" }),
  wrong("post /contacts", "invalid_reference", { firstName: "X", networkIds: ["{outside net 1}"] }),
  wrong("post /contacts", "invalid_reference", {
    firstName: "X",
    networkIds: ["{inside net 1}", "{unfiled net}"],
  }),
  wrong("post /notes", "invalid_reference", { content: "X", contactId: "{outside anna}" }),
  wrong("post /notes/with-reminder", "invalid_reference", {
    note: { content: "X", contactId: "{inside anna}" },
    reminder: { title: "X", contactId: "{outside anna}" },
  }),
  wrong("post /notes", "invalid_reference", { content: "X", contactId: "{unfiled anna}" }),
  wrong("patch /notes/{inside_note_1}", "invalid_reference", { contactId: "{outside anna}" }),
  wrong("patch /notes/{inside_note_1}", "invalid_reference", { contactId: "{unfiled anna}" }),
  wrong("post /notes", "invalid_reference", {
    content: "X",
    contactIds: ["{inside anna}", "{outside anna}"],
  }),
  wrong("post /notes", "invalid_reference", {
    content: "X",
    contactIds: ["{unfiled anna}", "{inside anna}"],
  }),
  wrong("patch /notes/{inside_note_13}", "invalid_reference", {
    contactIds: ["{inside anna}", "{nothing}", "{outside emil}"],
  }),
  gone("patch /notes/{unfiled_mixed_note_1}", { content: "X" }),
  gone("patch /notes/{unfiled_mixed_note_2}", { contactIds: ["{inside emil}"] }),
  gone("delete /notes/{unfiled_mixed_note_1}"),
  wrong("post /reminders", "invalid_reference", { title: "X", contactId: "{outside anna}" }),
  wrong("post /reminders", "invalid_reference", {
    title: "X",
    contactIds: ["{inside anna}", "{outside anna}"],
  }),
  gone("patch /reminders/{unfiled_mixed_rem_1}", { completed: true }),
  gone("delete /reminders/{unfiled_mixed_rem_2}"),
  wrong("patch /reminders/{inside_reminder_1}", "invalid_reference", {
    contactId: "{outside anna}",
  }),
  gone("post /activity/{outside_set_of_nickname}/undo", {}),
  gone("post /activity/{unfiled_set_of_edit}/undo", { dryRun: true }),
  gone("patch /contacts/{outside_anna}", { photoUrl: "{outside upload}" }),
  gone("patch /contacts/{unfiled_anna}", {
    photoUrl: "{outside upload}",
    networkIds: ["{inside net 1}"],
  }),
  gone("patch /contacts/{outside_anna}", { photoUrl: null }),
  gone("delete /contacts/{outside_anna}"),
  gone("delete /contacts/{unfiled_anna}"),
];

/** What only a key without limits may do. */
const limitedWrites: Write[] = [
  refused("post /contacts/{inside_anna}/merge", { duplicateId: "{inside bert}" }),
  refused("post /contacts/{inside_anna}/merge", { duplicateId: "{outside anna}", dryRun: true }),
  refused("post /contacts/{unfiled_anna}/merge", { duplicateId: "{inside anna}" }),
  wrong("post /contacts/duplicates/dismiss", "invalid_reference", {
    contactIds: ["{inside anna}", "{outside anna}"],
  }),
  wrong("post /contacts/duplicates/dismiss", "invalid_reference", {
    contactIds: ["{unfiled anna}", "{inside anna}"],
    dismissed: false,
  }),
  wrong("post /contacts", "validation_failed", { firstName: "X" }),
  wrong("post /contacts", "validation_failed", { firstName: "X", networkIds: [] }),
  wrong("post /notes", "validation_failed", { content: "X" }),
  wrong("post /notes", "validation_failed", { content: "X", contactId: null }),
  wrong("patch /notes/{inside_note_1}", "validation_failed", { contactId: null }),
  wrong("patch /notes/{inside_note_13}", "validation_failed", { contactIds: [] }),
  wrong("post /reminders", "validation_failed", { title: "X" }),
  wrong("patch /reminders/{inside_reminder_1}", "validation_failed", { contactId: null }),
  refused("patch /contacts/{inside_anna}", { networkIds: [] }),
  refused("patch /contacts/{inside_anna}", { networkIds: ["{inside net 2}"] }),
  refused("patch /contacts/{inside_jana}", { networkIds: ["{inside net 1}", "{inside net 2}"] }),
  refused("patch /contacts/{inside_jana}", { addNetworkIds: ["{inside net 2}"] }),
  refused("patch /contacts/{inside_jana}", { removeNetworkIds: ["{inside net 1}"] }),
  wrong("patch /contacts/{inside_jana}", "invalid_reference", {
    networkIds: ["{inside net 1}", "{outside net 1}"],
  }),
  wrong("patch /contacts/{inside_jana}", "invalid_reference", { networkIds: ["{outside net 1}"] }),
  wrong("post /activity/undo", "invalid_reference", {
    actorId: "{other key}",
    since: "2026-01-01",
  }),
  refused("post /imports", { kith: 1, contacts: [{ firstName: "X" }] }),
  refused("post /imports/{nothing}/apply", { onMatch: "skip" }),
  refused("delete /imports/{nothing}"),
  refused("post /networks", { name: "Climbing inside" }),
  refused("post /networks", { name: "Climbing outside" }),
  refused("post /networks", { name: "Unheard of" }),
  refused("patch /networks/{inside_net_1}", { name: "Choir inside" }),
  refused("patch /networks/{outside_net_1}", { name: "Choir outside" }),
  refused("delete /networks/{inside_net_1}"),
  refused("delete /networks/{outside_net_1}"),
  refused("delete /networks/{nothing}"),
  refused("put /networks/{inside_net_2}/contacts/{inside_anna}"),
  refused("put /networks/{inside_net_1}/contacts", { contactIds: [] }),
  refused("put /networks/{inside_net_1}/contacts", { contactIds: ["{outside anna}"] }),
  refused("put /networks/{outside_net_1}/contacts", { contactIds: ["{inside anna}"] }),
  refused("put /networks/{inside_net_1}/contacts/{outside_anna}"),
  refused("put /networks/{outside_net_1}/contacts/{inside_anna}"),
  refused("delete /networks/{inside_net_1}/contacts/{inside_anna}"),
  refused("delete /networks/{outside_net_1}/contacts/{inside_jana}"),
  refused("post /note-types", { name: "Call" }),
  refused("post /note-types", { name: "Fresh" }),
  refused("patch /note-types/{call}", { countsAsContact: false }),
  refused("delete /note-types/{call}"),
];

/** Things outside of the key's networks and in none, by collection. */
const outside: Record<string, string> = {
  contacts: "outside anna, outside gina, unfiled anna, unfiled gone",
  networks: "outside net 1, unfiled net",
  notes: "outside note 1, outside note 6, unfiled note, unfiled note 1, unfiled gone note, " +
    "unfiled mixed note 1",
  reminders: "outside reminder 1, outside reminder 5, unfiled reminder, unfiled reminder 1, " +
    "unfiled mixed rem 1",
  activity: "outside set of anna, outside set of deletion of gina, unfiled set of edit, " +
    "unfiled set of edit of mixed 1",
  trash: "outside set of deletion of gina, unfiled set of deletion of gone",
  "note-types": "nothing",
  "api-keys": "nothing",
  connections: "nothing",
  imports: "nothing",
};
const own: Record<string, string> = {
  contacts: "inside anna",
  networks: "inside net 1",
  notes: "inside note 1",
  reminders: "inside reminder 1",
  activity: "inside set of nickname",
  trash: "inside set of deletion of gina",
  "note-types": "call",
  "api-keys": "key",
  connections: "key",
};
/** What an example of a body needs for a limited key. */
const needed: Record<string, Json> = {
  "post /contacts": { networkIds: ["{inside net 1}"] },
  "post /notes": { contactId: "{inside anna}" },
  "post /reminders": { contactId: "{inside anna}" },
};

/**
 * A write of every route with the id of something outside in every place that takes one, and everything else good; and what
 * only access tokens may do.
 */
function writesOutside(): Asked[] {
  return tokenRoutes.filter(({ method }) => method !== "get").flatMap((route) => [
    ...inPath(route),
    ...inPath(route).map((asked) => ({ ...asked, headers: conditional(route.method) })),
    ...inBody(route),
    ...(route.credential === "access_token" && route.ids.length === 0
      ? [{ method: route.method, path: route.path, body: bodyOf(route) }]
      : []),
  ]);
}

/** @throws Error where nobody has said what of the collection the key must not reach */
function outsideOf(collection: string): string[] {
  const names = outside[collection];
  if (!names) {
    throw new Error(
      `Say in test/thorough/limits/writes.test.ts what of ${collection} is outside of the networks.`,
    );
  }
  return names.split(", ");
}

/** Headers that are compared with what there is. */
function conditional(method: string): Record<string, string> {
  return method === "post" ? { "idempotency-key": "outside" } : { "if-match": '"other"' };
}

function bodyOf(route: TestRoute): Json {
  return route.takesBody
    ? { ...exampleBody(route), ...needed[`${route.method} ${route.path}`] }
    : undefined;
}

function inPath(route: TestRoute): Asked[] {
  return route.ids.flatMap(({ collection }, place) =>
    outsideOf(collection).map((name) => {
      const names = route.ids.map((each, n) => n === place ? name : own[each.collection]!);
      const path = route.path.replace(/\{[^}]+\}/g, () => `{${names.shift()}}`);
      return { method: route.method, path, body: bodyOf(route) };
    })
  );
}

function inBody(route: TestRoute): Asked[] {
  const path = route.path.replace(/\{[^}]+\}/g, () => `{${own[route.ids[0]!.collection]}}`);
  return route.bodyIds.flatMap(({ name, many, least, collection }) =>
    outsideOf(collectionOf(name)).map((each) => ({
      method: route.method,
      path,
      body: withMember(
        bodyOf(route),
        name,
        many ? [...(least > 1 ? [`{${own[collection]}}`] : []), `{${each}}`] : `{${each}}`,
      ),
    }))
  );
}
