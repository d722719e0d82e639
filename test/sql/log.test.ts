import { describe, expect, it } from "vitest";
import { Asking, sharedDatabase } from "../support/activity/log-database.ts";
import type { Credential } from "../support/handle.ts";
import type { Json } from "../support/client.ts";
import { committed } from "../support/database.ts";

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

describe("the actor of a change", () => {
  it("the actor is the database where one statement changes rows of two owners", async () => {
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
});

describe("undoing", () => {
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
