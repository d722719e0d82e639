import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { Asking } from "../support/activity/asking.ts";
import type { Json } from "../support/client.ts";

/** What is erased is nowhere: every column of every table is searched. */
const asking = new Asking();
const { ask, must, make, listed, trashed, traces, expectNoTraces } = asking;

const texts: [resource: string, member: string, body: Json][] = [
  ["contact", "firstName", { company: "C" }],
  ["network", "name", {}],
  ["note_type", "name", {}],
  ["note", "content", {}],
  ["reminder", "title", {}],
];

/** Makes one of each, changes it, undoes that twice with Idempotency-Keys, and deletes it; all the texts that were written. */
async function madeAndDeleted(): Promise<{ words: string[]; deletion: string }[]> {
  const made: { words: string[]; deletion: string }[] = [];
  for (const [resource, member, body] of texts) {
    const words = [`first${randomUUID()}`, `second${randomUUID()}`];
    const id = await make(resource, { ...body, [member]: words[0] }, {
      idempotencyKey: randomUUID(),
    });
    const { activityId } = await must(`update_${resource}`, {
      id,
      body: { [member]: words[1] },
      idempotencyKey: randomUUID(),
    });
    await must("undo_activity", {
      id: activityId,
      body: { dryRun: true },
      idempotencyKey: randomUUID(),
    });
    await must("undo_activity", { id: activityId, idempotencyKey: randomUUID() });
    const deletion = (await must(`delete_${resource}`, { id })).activityId!;
    made.push({ words, deletion });
  }
  return made;
}

describe("what is erased", () => {
  it("is nowhere after its item of the trash was erased, and the rest is still there", async () => {
    const made = await madeAndDeleted();
    for (const [index, { words, deletion }] of made.entries()) {
      expect(await traces(words[0]!)).not.toEqual([]);
      expect((await must("erase_trash_item", { id: deletion })).status).toBe(204);
      await expectNoTraces(words);
      for (const later of made.slice(index + 1)) {
        expect(await traces(later.words[0]!)).not.toEqual([]);
      }
      expect(await ask("erase_trash_item", { id: deletion })).toMatchObject({
        status: null,
        body: { code: "not_found" },
      });
      const { body } = await ask("undo_activity", { id: deletion });
      expect(body).toMatchObject({ code: "conflict" });
    }
    expect(await trashed()).toEqual([]);
  });

  it("is nowhere after the trash was erased, a contact that had networks included", async () => {
    const made = await madeAndDeleted();
    const words = [`joined${randomUUID()}`];
    const networkIds = [await make("network", { name: "N" }), await make("network", { name: "M" })];
    const id = await make("contact", { firstName: words[0], networkIds });
    await must("delete_contact", { id });
    expect((await trashed()).map(({ resourceId }: Json) => resourceId)[0]).toBe(id);
    expect((await must("erase_trash")).status).toBe(204);
    await expectNoTraces([...words, ...made.flatMap(({ words }) => words)]);
  });

  it("is nowhere after the log was erased, except as what there is now", async () => {
    const made = await madeAndDeleted();
    const [before, now] = [`before${randomUUID()}`, `now${randomUUID()}`];
    const id = await make("reminder", { title: before });
    const { activityId } = await must("update_reminder", { id, body: { title: now } });
    expect((await must("erase_activity")).status).toBe(204);
    await expectNoTraces([before, ...made.flatMap(({ words }) => words)]);
    expect(await traces(now)).toEqual(["kith.reminders.title"]);
    expect(await listed()).toMatchObject({ total: 0 });
    expect(await ask("undo_activity", { id: activityId })).toMatchObject({
      body: { code: "not_found" },
    });
  });

  it("is nowhere after the account was deleted, by its owner or by Auth", async () => {
    for (
      const remove of [
        () => must("delete_me"),
        () => asking.database.superuser`delete from auth.users where id = ${asking.person.id}`,
      ]
    ) {
      asking.person = await asking.database.newPerson();
      const made = await madeAndDeleted();
      const words = [`kept${randomUUID()}`];
      const contactId = await make("contact", { firstName: words[0] });
      await make("note", { content: words[0], contactId });
      await remove();
      await expectNoTraces([...words, ...made.flatMap(({ words }) => words), asking.person.id]);
    }
  });
});
