import { describe, expect, it } from "vitest";
import { Asking } from "../support/activity/asking.ts";
import type { Json } from "../support/client.ts";

/** Faults that undoing and the feed had once. */
const asking = new Asking();
const { ask, must, make } = asking;

describe("undoing", () => {
  it("twice changes nothing the second time, also where only networks were changed", async () => {
    const networkIds = [await make("network", { name: "N" })];
    const id = await make("contact", { firstName: "A" });
    const { activityId } = await must("update_contact", { id, body: { networkIds } });
    expect((await must("undo_activity", { id: activityId })).activityId).not.toBeNull();
    expect(await must("undo_activity", { id: activityId })).toMatchObject({
      activityId: null,
      body: { activityId: null, changes: [], changeCount: 0, conflictCount: 0 },
    });
  });

  it("a part of what a reminder was leaves it completed if and only if it has a time of it", async () => {
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

  it("a photo of a contact that was changed since says that the contact was changed now", async () => {
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
  it("gets past a membership, which is of two things, one thing at a time", async () => {
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
