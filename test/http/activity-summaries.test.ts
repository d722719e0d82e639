import { describe, expect, it } from "vitest";
import { type Account, expectStatus, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { changeSetOf } from "../support/route-examples.ts";

/** What the log says of a change set in one line, so that one can check what an assistant has done. */
const ada = await signUp();
const make = async (path: string, body: Json, by: Account = ada): Promise<string> =>
  (await by.make(path, body)).id;
const [acme, alumni] = [
  await make("/networks", { name: "Acme" }),
  await make("/networks", { name: "Alumni" }),
];
const people: string[] = [];
for (const name of ["Bruno Klein", "Carla Weiss", "Dora Maar"]) {
  const [firstName, lastName] = name.split(" ");
  people.push(await make("/contacts", { firstName, lastName, networkIds: [acme] }));
}
const move = async (body: (id: string) => Json, ids = people) => {
  const update = ids.map((id) => ({ id, ...body(id) }));
  return await summaryOf(changeSetOf(await ada.post("/contacts/bulk", { update }), 200));
};
const summaryOf = async (id: string) => (await ada.read(`/activity/${id}`)).summary;

describe("the summary of a change set", () => {
  it("names who was moved from one network to another, added to one, and removed", async () => {
    const there = { addNetworkIds: [alumni], removeNetworkIds: [acme] };
    expect(await move(() => there))
      .toBe("Moved Bruno Klein, Carla Weiss and 1 more from Acme to Alumni");
    expect(await move(() => ({ addNetworkIds: [acme] }), people.slice(0, 2)))
      .toBe("Added Bruno Klein and Carla Weiss to Acme");
    expect(await move(() => ({ networkIds: [] }), people.slice(0, 1)))
      .toMatch(/^Removed Bruno Klein from (Acme and Alumni|Alumni and Acme)$/);
    expect(await move((id) => id === people[1] ? { removeNetworkIds: [acme] } : { nickname: "D" }))
      .toBe("Changed 2 contacts, removed Carla Weiss from Acme");
  });

  it("still names them when they were deleted", async () => {
    const id = await make("/contacts", { firstName: "Emil" });
    const added = changeSetOf(await ada.put(`/networks/${acme}/contacts/${id}`), 204);
    await ada.delete(`/contacts/${id}`);
    expect(await summaryOf(added)).toBe("Added Emil to Acme");
  });

  it("says who was merged into whom, and what became of one deed alone", async () => {
    const [olga, twin] = [
      await make("/contacts", { firstName: "Olga", lastName: "van der Berg" }),
      await make("/contacts", { firstName: "Olga", networkIds: [acme] }),
    ];
    await ada.post("/notes", { content: "Tea.", contactIds: [twin] });
    const merged = await ada.post(`/contacts/${olga}/merge`, { duplicateId: twin });
    const merge = changeSetOf(merged, 200);
    expect(await summaryOf(merge)).toBe("Merged Olga into Olga van der Berg");
    const undone = await ada.post(`/activity/${merge}/undo`, {});
    expect(await summaryOf(changeSetOf(undone, 200))).toMatch(/^Restored Olga\b/);
    const done = async (path: string, body: Json) =>
      await summaryOf(changeSetOf(await ada.patch(path, body), 200));
    expect(await done(`/contacts/${olga}`, { isArchived: true })).toBe(
      "Archived Olga van der Berg",
    );
    expect(await done(`/contacts/${olga}`, { isFavorite: true }))
      .toBe("Made Olga van der Berg a favourite");
    expect(await done(`/contacts/${olga}`, { lastContactedAt: "2026-03-14" }))
      .toBe("Got in touch with Olga van der Berg");
    expect(await done(`/contacts/${olga}`, { nickname: "O", isFavorite: false }))
      .toBe("Changed contact Olga van der Berg");
    const tea = await make("/reminders", { title: "Buy tea", dueAt: "2099-01-01" });
    expect(await done(`/reminders/${tea}`, { completed: true })).toBe("Completed reminder Buy tea");
    const deleted = changeSetOf(await ada.delete(`/contacts/${olga}`), 204);
    const restored = await ada.post(`/activity/${deleted}/undo`, {});
    expect(await summaryOf(changeSetOf(restored, 200))).toBe("Restored Olga van der Berg");
  });

  it("says whom a note is about", async () => {
    const note = (contactIds: string[]) => ada.post("/notes", { content: "Lunch.", contactIds });
    expect(await summaryOf(changeSetOf(await note(people), 201)))
      .toBe("Created note about Bruno Klein, Carla Weiss and 1 more: Lunch.");
    expect(await summaryOf(changeSetOf(await note([]), 201))).toBe("Created note: Lunch.");
    const answer = await note([people[2]!]);
    const path = `/notes/${expectStatus(answer, 201).id}`;
    expect(await summaryOf(changeSetOf(await ada.patch(path, { content: "Dinner." }), 200)))
      .toBe("Changed note about Dora Maar: Dinner.");
    expect(await summaryOf(changeSetOf(await ada.delete(path), 204)))
      .toBe("Deleted note about Dora Maar: Dinner.");
  });
});

it("the log of a resource has its own changes of a change set, and says how many there are", async () => {
  const create = Array.from({ length: 60 }, (_, n) => ({ firstName: `P${n}`, networkIds: [acme] }));
  const { results } = expectStatus(await ada.post("/contacts/bulk", { create }), 200);
  const { id } = results[40];
  const { data: [found], total } = (await ada.get(`/activity?resourceId=${id}`)).body;
  expect(total).toBe(1);
  expect(found.changes.map(({ resource, id }: Json) => [resource, id]))
    .toEqual([["contact", id], ["membership", id]]);
  expect(found).toMatchObject({
    changeCount: 120,
    summary: "Created 60 contacts in Acme",
  });
});
