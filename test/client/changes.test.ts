import { describe, expect, expectTypeOf, it } from "vitest";
import {
  type Change,
  type Contact,
  Kith,
  KithConflictError,
  KithExpiredError,
} from "../../client/src/index.ts";
import { signUp } from "../support/accounts.ts";
import { baseUrl } from "../support/client.ts";
import { fake, problem } from "../support/fake-fetch.ts";
import { checkedFetch } from "../support/checked-fetch.ts";

const page = (ids: string[], cursor: string, hasMore: boolean) =>
  Response.json({
    data: ids.map((id) => ({ resource: "note", id, deleted: true })),
    cursor,
    hasMore,
  });

/** A client of a service that has two pages behind the cursor `a`. */
function offline() {
  const service = fake(page(["1", "2"], "b", true), page(["3"], "c", false));
  const kith = new Kith({ baseUrl: "https://kith.test/api/v1", token: "t", fetch: service.fetch });
  const queries = () => service.requests.map(({ url }) => new URL(url).search);
  return { kith, queries };
}

describe("the feed of changes", () => {
  it("the feed is awaited for one page, and sends nothing before", async () => {
    const { kith, queries } = offline();
    const changes = kith.changes({ since: "a", pageSize: 2 });
    expect([changes.cursor, queries()]).toEqual(["a", []]);
    expect(await changes).toMatchObject({ cursor: "b", hasMore: true });
    expect(queries()).toEqual(["?since=a&pageSize=2"]);
  });

  it("the feed is iterated to its end, item by item and page by page, and says where to continue", async () => {
    const { kith, queries } = offline();
    const changes = kith.changes({ since: "a" });
    const found: string[] = [];
    for await (const { id } of changes) found.push(id);
    expect([found, changes.cursor]).toEqual([["1", "2", "3"], "c"]);
    expect(queries()).toEqual(["?pageSize=200&since=a", "?pageSize=200&since=b"]);
    const cursors: string[] = [];
    const pages = offline().kith.changes({ since: "a" }).pages();
    for await (const { cursor } of pages) cursors.push(cursor);
    expect(cursors).toEqual(["b", "c"]);
  });

  it("continues before an item that was not processed", async () => {
    const { kith } = offline();
    const changes = kith.changes({ since: "a" });
    const cursors: (string | undefined)[] = [];
    for await (const { id } of changes) {
      cursors.push(changes.cursor);
      if (id === "3") break;
    }
    expect(cursors).toEqual(["a", "a", "b"]);
    expect(changes.cursor).toBe("b");
  });

  it("throws a KithExpiredError where the cursor is too old", async () => {
    const service = fake(problem(410, "cursor_expired"), problem(410, "cursor_expired"));
    const kith = new Kith({ baseUrl: "https://kith.test", token: "t", fetch: service.fetch });
    await expect(kith.changes({ since: "a" })).rejects.toBeInstanceOf(KithExpiredError);
    const iteration = kith.changes({ since: "a" })[Symbol.asyncIterator]().next();
    await expect(iteration).rejects.toMatchObject({ code: "cursor_expired", status: 410 });
  });

  it("the feed has the type of each resource", () => {
    type OfContact = Extract<Change, { resource: "contact"; value: unknown }>;
    expectTypeOf<NonNullable<OfContact["value"]>>().toEqualTypeOf<Contact>();
    const read = (change: Change) =>
      !change.deleted && change.resource === "note" ? change.value.content : undefined;
    expectTypeOf(read).returns.toEqualTypeOf<string | undefined>();
  });
});

describe("against the service", () => {
  const kithOf = (token: string) =>
    new Kith({ baseUrl: baseUrl(), token, fetch: checkedFetch(token) });

  it("a change names its change set, which is undone and redone", async () => {
    const kith = kithOf((await signUp()).token);
    const { id } = await kith.contacts.create({ firstName: "Zoë" });
    const { activityId } = await kith.contacts.delete(id).withResponse();
    expect(await kith.activity.undo(activityId!)).toMatchObject({ changeCount: 1 });
    expect((await kith.contacts.get(id)).firstName).toBe("Zoë");
    const read = await kith.contacts.get(id).withResponse();
    expect(read.activityId).toBeUndefined();
    expect((await kith.activity.get(activityId!)).undoneBy).not.toBeNull();
    await expect(kith.contacts.update(id, { firstName: "Zoe" })).resolves.toBeDefined();
    const [latest] = (await kith.activity.list({ resourceId: id })).data;
    await kith.contacts.update(id, { firstName: "Z" });
    await expect(kith.activity.undo(latest!.id)).rejects.toBeInstanceOf(KithConflictError);
  });

  it("a copy follows the account", async () => {
    const kith = kithOf((await signUp()).token);
    const { cursor: since } = await kith.changes();
    const { id } = await kith.contacts.create({ firstName: "Zoë" });
    const note = await kith.notes.create({ content: "gone" });
    await kith.notes.delete(note.id);
    const changes = kith.changes({ since, pageSize: 1 });
    const found: Change[] = [];
    for await (const change of changes) found.push(change);
    expect(found).toEqual(expect.arrayContaining([
      { resource: "contact", id, value: await kith.contacts.get(id) },
      { resource: "note", id: note.id, deleted: true },
    ]));
    expect(found).toHaveLength(2);
    expect(await kith.changes({ since: changes.cursor! })).toMatchObject({ data: [] });
  });
});
