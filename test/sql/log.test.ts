import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { Asking, type Credential, sharedDatabase } from "../support/activity/log-database.ts";
import type { Json } from "../support/client.ts";
import { committed } from "../support/database.ts";
import { become } from "../support/sql.ts";

/** What the log has, who wrote it, and what undoing and the feed make of it. */
const asking = new Asking(sharedDatabase());
const { ask, must, make, listed } = asking;

describe("a write that changes nothing", () => {
  it("writes no change set through the API, PostgREST or SQL", async () => {
    const network = await make("network", { name: "N" });
    const contact = await make("contact", {
      firstName: "A",
      emails: [{ label: "x", value: "a@x.de" }],
      networkIds: [network],
    });
    const type = await make("note_type", { name: "T" });
    const note = await make("note", {
      content: "C",
      contactId: contact,
      noteTypeId: type,
      occurredAt: "2024-01-01T00:00:00Z",
    });
    const reminder = await make("reminder", { title: "R", completed: true });
    await must("update_me", { body: { name: "Ada" } });
    const before = await listed();
    const same: [string, Json][] = [
      ["update_network", { id: network, body: { name: " N " } }],
      ["update_contact", {
        id: contact,
        body: {
          firstName: " A",
          emails: [{ value: "a@x.de", label: "x" }],
          networkIds: [network, network],
        },
      }],
      ["update_contact", { id: contact, body: {} }],
      ["update_note_type", { id: type, body: { name: "T", countsAsContact: true } }],
      ["update_note", {
        id: note,
        body: { content: "C", contactId: contact, occurredAt: "2024-01-01T01:00:00+01:00" },
      }],
      ["update_reminder", { id: reminder, body: { title: "R", completed: true } }],
      ["update_me", { body: { name: "Ada ", timezone: "UTC" } }],
      ["add_network_contact", { id: network, contactId: contact }],
      ["set_network_contacts", { id: network, body: { contactIds: [contact, contact] } }],
      ["remove_network_contact", { id: await make("network", { name: "M" }), contactId: contact }],
    ];
    for (const [operation, args] of same) {
      expect([operation, (await must(operation, args)).activityId]).toEqual([operation, null]);
    }
    await asking.database.asRest(
      asking.person.id,
      (tx) => tx`update kith.contacts set first_name = first_name`,
    );
    await asking.database
      .asked`update kith.notes set content = content where owner_id = ${asking.person.id}`;
    expect((await listed()).total).toBe(before.total + 1);
  });
});

describe("a refused request or a dry run", () => {
  it("logs nothing", async () => {
    const [network] = [await make("network", { name: "N" }), await make("network", { name: "M" })];
    const contact = await make("contact", { firstName: "A" });
    const { activityId } = await must("update_contact", { id: contact, body: { firstName: "B" } });
    const { path } =
      (await must("create_photo_upload", { id: contact, body: { extension: "png" } })).body;
    const { total } = await listed();
    const { cursor } = (await must("list_changes", { query: {} })).body;
    const refused: [string, Json][] = [
      ["update_network", { id: network, body: { name: "m" } }],
      ["update_contact", { id: contact, body: { firstName: "C", networkIds: [randomUUID()] } }],
      ["create_contact", { body: { firstName: "C", networkIds: [randomUUID()] } }],
      ["update_contact", { id: contact, body: { company: "C" }, ifMatch: ["0".repeat(32)] }],
    ];
    for (const [operation, args] of refused) {
      expect([operation, await ask(operation, args)]).toMatchObject([operation, {
        status: null,
        activityId: null,
      }]);
    }
    const tried: [string, Json][] = [
      ["prepare_photo", { id: contact, body: { photoUrl: path, firstName: "D" } }],
      ["undo_activity", { id: activityId, body: { dryRun: true } }],
    ];
    for (const [operation, args] of tried) {
      expect([operation, await must(operation, args)]).toMatchObject([operation, {
        activityId: null,
      }]);
    }
    expect((await listed()).total).toBe(total);
    expect((await must("list_changes", { query: { since: cursor } })).body).toEqual({
      data: [],
      cursor,
      hasMore: false,
    });
  });
});

describe("the actor of a change", () => {
  it("is the key with its name at that time, the account, or the role in the database", async () => {
    const key = await asking.person.newKey("my script");
    const { body: { id } } = await must("create_network", {
      body: { name: "A" },
      requestId: "the request",
    }, key.credential);
    await must("update_network", { id, body: { name: "B" } });
    await must("delete_api_key", { id: key.id });
    await asking.database.asRest(
      asking.person.id,
      (tx) => tx`update kith.networks set name = 'C' where id = ${id}`,
    );
    await committed(asking.database.asked, async (tx) => {
      await become(tx, "service");
      await tx`update kith.networks set name = 'D' where id = ${id}`;
    });
    await asking.database.asked`update kith.networks set name = 'E' where id = ${id}`;
    const sets = (await listed()).data;
    expect(sets.map(({ actor, operation }: Json) => [actor, operation])).toEqual([
      [{ kind: "database", id: null, name: "postgres" }, null],
      [{ kind: "database", id: null, name: "service_role" }, null],
      [{ kind: "access_token", id: asking.person.id, name: null }, null],
      [{ kind: "access_token", id: asking.person.id, name: null }, "updateNetwork"],
      [{ kind: "api_key", id: key.id, name: "my script" }, "createNetwork"],
    ]);
    expect(sets.at(-1).requestId).toBe("the request");
    expect(sets[0].requestId).toBeNull();
  });

  it("is the database where one statement changes rows of two owners", async () => {
    const other = await asking.database.newPerson();
    const make = async (who: Credential) =>
      (await must("create_network", { body: { name: "A" } }, who)).body.id;
    const ids = [await make(asking.person.token), await make(other.token)];
    await committed(asking.database.asked, async (tx) => {
      await tx`select set_config('request.jwt.claims', ${
        JSON.stringify({ sub: asking.person.id, role: "authenticated" })
      }, true)`;
      for (const id of [...ids, ids[0]]) {
        await tx`update kith.networks set name = name || 'B' where id = ${id}`;
      }
    });
    const [own] = (await listed()).data;
    expect(own.actor).toEqual({ kind: "database", id: null, name: "authenticated" });
    const [theirs] = (await must("list_activity", { query: {} }, other.token)).body.data;
    expect(theirs.actor).toEqual({ kind: "database", id: null, name: "authenticated" });
    expect((await must("undo_activity", { id: theirs.id }, other.token)).body).toMatchObject({
      changeCount: 1,
      conflictCount: 0,
    });
  });

  it("decides who may undo: a key undoes what it did itself, an owner everything of their own", async () => {
    const [key, other] = [
      (await asking.person.newKey()).credential,
      (await asking.person.newKey()).credential,
    ];
    const made = await must("create_network", { body: { name: "A" } }, key);
    await asking.database
      .asked`update kith.networks set color = '#000000' where id = ${made.body.id}`;
    const [byHand] = (await listed()).data;
    const undoable = async (id: string, who: Credential) =>
      (await must("get_activity", { id }, who)).body.undoable;
    const id = made.activityId!;
    expect([
      await undoable(id, key),
      await undoable(id, other),
      await undoable(id, asking.person.token),
    ])
      .toEqual([true, false, true]);
    expect([await undoable(byHand.id, key), await undoable(byHand.id, asking.person.token)])
      .toEqual([
        false,
        true,
      ]);
    for (const [who, set] of [[other, id], [key, byHand.id]] as const) {
      for (const dryRun of [false, true]) {
        expect(await ask("undo_activity", { id: set, body: { dryRun } }, who)).toMatchObject({
          body: { code: "access_token_required" },
        });
      }
    }
    const stranger = await asking.database.newPerson();
    for (const who of [stranger.token, (await stranger.newKey()).credential]) {
      for (const operation of ["get_activity", "undo_activity"]) {
        expect(await ask(operation, { id }, who)).toMatchObject({
          status: null,
          body: { code: "not_found" },
        });
      }
      expect((await must("list_activity", { query: { resourceId: made.body.id } }, who)).body.total)
        .toBe(0);
      const { cursor } = (await must("list_changes", { query: {} })).body;
      expect(await ask("list_changes", { query: { since: cursor } }, who)).toMatchObject({
        body: { code: "cursor_expired" },
      });
    }
    expect((await must("undo_activity", { id: byHand.id })).body).toMatchObject({
      conflictCount: 0,
    });
    expect((await must("undo_activity", { id }, key)).body).toMatchObject({ conflictCount: 0 });
    expect((await must("list_networks", { query: {} })).body.total).toBe(0);
  });
});

describe("undoing", () => {
  it("a change of networks a second time changes nothing", async () => {
    const networkIds = [await make("network", { name: "N" })];
    const id = await make("contact", { firstName: "A" });
    const { activityId } = await must("update_contact", { id, body: { networkIds } });
    expect((await must("undo_activity", { id: activityId })).activityId).not.toBeNull();
    expect(await must("undo_activity", { id: activityId })).toMatchObject({
      activityId: null,
      body: { activityId: null, changes: [], changeCount: 0, conflictCount: 0 },
    });
  });

  it("a part of a reminder leaves completedAt set exactly where it is completed", async () => {
    const id = await make("reminder", { title: "A" });
    const { activityId } = await must("update_reminder", { id, body: { completed: true } });
    await must("update_reminder", { id, body: { completed: false } });
    await must("update_reminder", { id, body: { completed: true } });
    expect(await ask("undo_activity", { id: activityId })).toMatchObject({
      body: { code: "conflict" },
    });
    const { body } = await must("undo_activity", { id: activityId, body: { partial: true } });
    expect(body.conflicts).toMatchObject([{
      resource: "reminder",
      id,
      field: "completedAt",
      reason: "changed",
    }]);
    expect((await must("get_reminder", { id })).body).toMatchObject({
      completed: false,
      completedAt: null,
    });
  });

  it("a photo of a contact that was changed since gives the contact a new updatedAt", async () => {
    const id = await make("contact", { firstName: "A" });
    await asking.database
      .asked`update kith.contacts set photo_path = owner_id || '/' || id || '/' || gen_random_uuid() || '.png' where id = ${id}`;
    const { activityId } = await must("update_contact", {
      id,
      body: { photoUrl: null, company: "C" },
    });
    const { body } = await must("update_contact", { id, body: { company: null, jobTitle: "J" } });
    await must("undo_activity", { id: activityId });
    const now = (await must("get_contact", { id })).body;
    expect(now).toMatchObject({ jobTitle: "J", company: null });
    expect(now.updatedAt > body.updatedAt).toBe(true);
  });
});

describe("the feed", () => {
  it("shows the contact and the network of a membership on pages of one", async () => {
    let { cursor } = (await must("list_changes", { query: {} })).body;
    const network = await make("network", { name: "N" });
    const contact = await make("contact", { firstName: "A", networkIds: [network] });
    await must("remove_network_contact", { id: network, contactId: contact });
    const seen = new Map<string, Json>();
    for (let pages = 0;; pages++) {
      const { body } = await must("list_changes", { query: { since: cursor, pageSize: 1 } });
      for (const item of body.data) seen.set(item.id, item.value);
      cursor = body.cursor;
      if (!body.hasMore) break;
      expect(pages).toBeLessThan(10);
    }
    expect(seen.get(network)).toMatchObject({ contactCount: 0 });
    expect(seen.get(contact)).toMatchObject({ networkIds: [] });
  });
});
