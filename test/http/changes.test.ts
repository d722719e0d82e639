import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { type Account, expectStatus, makeKey, signUp } from "../support/accounts.ts";
import { as, type Json } from "../support/client.ts";
import { document } from "../support/contract.ts";
import { pathOf, plainBody, plainKinds } from "../support/plain-resources.ts";
import { expectProblem } from "../support/problems.ts";
import { superuser } from "../support/sql.ts";

const sql = superuser();
let ada: Account;
let start: string;
beforeEach(async () => {
  ada = await signUp();
  start = await now();
});

const get = (query: string) => ada.read(`/changes?${query}`);
const now = async (): Promise<string> => (await get("")).cursor;

/** Everything since a cursor, in pages of this size, and the last cursor. */
async function readAll(since: string, pageSize = 200) {
  const data: Json[] = [];
  let cursor = since;
  for (let pages = 0;; pages++) {
    if (pages > 300) throw new Error("The feed does not end.");
    const page = await get(`since=${cursor}&pageSize=${pageSize}`);
    data.push(...page.data);
    cursor = page.cursor;
    if (!page.hasMore) return { data, cursor };
  }
}

const read = (path: string) => ada.read(path);

describe("the feed of changes", () => {
  it("without a cursor has the cursor of now and no data", async () => {
    await ada.make("/contacts", { firstName: "A" });
    const page = await get("");
    expect(page).toEqual({ data: [], cursor: expect.any(String), hasMore: false });
    expect(page.cursor).toMatch(/^[A-Za-z0-9_-]{1,100}$/);
    expect(await get(`since=${page.cursor}`)).toEqual(page);
  });

  it("shows each kind of resource as its own path does", async () => {
    const paths: Record<string, string> = {};
    for (
      const [resource, path, body] of [
        ["network", "/networks", { name: "N" }],
        ["note_type", "/note-types", { name: "T" }],
        ["field", "/fields", { name: "F" }],
        ["contact", "/contacts", { firstName: "C", contactFrequencyDays: 7 }],
        ["note", "/notes", { content: '"hasPhoto":true' }],
        ["reminder", "/reminders", { title: "R" }],
        ["relationship", "/relationships", { relatedName: "Jo", kind: "friend" }],
        ...plainKinds.map((kind) => [kind, pathOf(kind), plainBody(kind, [])] as const),
      ] as const
    ) {
      const contactId = paths["contact"]?.split("/").pop();
      const whole = resource === "relationship" ? { contactId, ...body } : body;
      paths[resource] = `${path}/${(await ada.make(path, whole)).id}`;
    }
    expectStatus(await ada.patch("/me", { name: "Ada" }), 200);
    paths["profile"] = "/me";
    const { resource } = document.components.schemas.ChangedResource.properties;
    expect(Object.keys(paths).toSorted()).toEqual(resource["x-extensible-enum"].toSorted());
    const expected = await Promise.all(
      Object.entries(paths).map(async ([resource, path]) => {
        const value = await read(path);
        return { resource, id: value.id, value };
      }),
    );
    const { data } = await readAll(start);
    expect(data).toEqual(expected);
  });

  it("shows what was changed several times once, as it is now, and what was deleted as a tombstone", async () => {
    const contact = await ada.make("/contacts", { firstName: "1" });
    const brief = await ada.make("/notes", { content: "brief" });
    for (const firstName of ["2", "3"]) await ada.patch(`/contacts/${contact.id}`, { firstName });
    expectStatus(await ada.delete(`/notes/${brief.id}`), 204);
    const { data } = await readAll(start);
    expect(data).toHaveLength(2);
    expect(data).toEqual(expect.arrayContaining([
      { resource: "contact", id: contact.id, value: await read(`/contacts/${contact.id}`) },
      { resource: "note", id: brief.id, deleted: true },
    ]));
  });

  it.each([1, 2, 3])("the feed has everything exactly once in pages of %i", async (pageSize) => {
    const { id } = await ada.make("/networks", { name: "N" });
    const ids = new Set([id]);
    for (const firstName of ["A", "B", "C"]) {
      ids.add((await ada.make("/contacts", { firstName, networkIds: [id] })).id);
    }
    const contact = [...ids][1]!;
    const between = await now();
    expectStatus(await ada.delete(`/networks/${id}/contacts/${contact}`), 204);
    const last = await readAll(between, pageSize);
    expect(new Set(last.data.map((item) => item.id))).toEqual(new Set([contact, id]));
    const whole = await readAll(start, pageSize);
    expect(new Set(whole.data.map((item) => item.id))).toEqual(ids);
    expect(whole.cursor).toBe(last.cursor);
    expect(await get(`since=${whole.cursor}`)).toMatchObject({ data: [], hasMore: false });
  });

  it("the feed has pages of about 4 MiB at most", async () => {
    await sql`
      insert into kith.notes (owner_id, content)
      select ${ada.id}, repeat('x', 100000) from generate_series(1, 60)`;
    const answer = await ada.get(`/changes?since=${start}&pageSize=200`);
    expect(answer.text.length).toBeLessThan(4.5 * 2 ** 20);
    expect(answer.body.hasMore).toBe(true);
    expect((await readAll(start)).data).toHaveLength(60);
  });
});

describe("a cursor", () => {
  const expired = async (cursor: string, client = ada) =>
    expectProblem(await client.get(`/changes?since=${cursor}`), 410, "cursor_expired");

  it("of another account, or one that was never issued, is answered with 410", async () => {
    const bob = await signUp();
    await bob.make("/contacts", { firstName: "B" });
    await ada.make("/contacts", { firstName: "A" });
    const own = await now();
    await expired(own, bob);
    await expired(start, bob);
    await expired("unknown");
    await expired(own.replace(/^[0-9a-f-]{36}/, randomUUID()));
  });

  it("that is newer than a restored backup is answered with 410, although its number is used again", async () => {
    await ada.make("/contacts", { firstName: "Before" });
    const kept = await now();
    await ada.make("/contacts", { firstName: "Lost" });
    const lost = await now();
    await sql`
      with newest as (
        delete from kith_private.change_sets s where s.owner_id = ${ada.id} and s.number = (
          select max(number) from kith_private.change_sets where owner_id = ${ada.id}) returning s.number)
      delete from kith_private.changes c using newest where c.owner_id = ${ada.id} and c.set_number = newest.number`;
    await expired(lost);
    await ada.make("/contacts", { firstName: "Again" });
    await expired(lost);
    expect((await readAll(kept)).data).toMatchObject([{ value: { firstName: "Again" } }]);
  });

  it("from before the log was erased is answered with 410, a new one is not", async () => {
    await ada.make("/contacts", { firstName: "A" });
    expectStatus(await ada.delete("/activity"), 204);
    await expired(start);
    const fresh = await now();
    await ada.make("/contacts", { firstName: "B" });
    expect((await readAll(fresh)).data).toMatchObject([{ value: { firstName: "B" } }]);
  });

  it("stays valid when the trash is erased, and deleted resources are still reported", async () => {
    const { id } = await ada.make("/contacts", { firstName: "A" });
    expectStatus(await ada.delete(`/contacts/${id}`), 204);
    expectStatus(await ada.delete("/trash"), 204);
    expect((await readAll(start)).data).toEqual([{ resource: "contact", id, deleted: true }]);
  });
});

it("a key without networks:read is told nothing of networks, whose memberships change", async () => {
  const scopes = ["activity:read" as const, "contacts:read" as const];
  const limited = as((await makeKey(ada, "K", { scopes })).key);
  const { cursor } = await limited.read("/changes");
  const network = await ada.make("/networks", { name: "N" });
  const contact = await ada.make("/contacts", { firstName: "A", networkIds: [network.id] });
  const { data } = await limited.read(`/changes?since=${cursor}`);
  expect(data.map(({ resource, id }: Json) => [resource, id])).toEqual([["contact", contact.id]]);
});
