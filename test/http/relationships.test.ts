import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { relationshipKinds } from "../../functions/kith/relationships/kinds.ts";
import { type Account, expectStatus, makeKey, signUp } from "../support/accounts.ts";
import { as, type Json } from "../support/client.ts";
import { expectProblem } from "../support/problems.ts";
import { changeSetOf } from "../support/route-examples.ts";
import { postgrestClient } from "../support/supabase-clients.ts";

let ada: Account;
let max: Json;
let zoe: Json;
beforeEach(async () => {
  ada = await signUp();
  max = await person("Max");
  zoe = await person("Zoë");
});

const person = async (firstName: string): Promise<Json> =>
  await ada.make("/contacts", { firstName });
const relate = async (body: Json): Promise<Json> => await ada.make("/relationships", body);
const sister = () => ({
  contactId: max.id,
  relatedContactId: zoe.id,
  kind: "sibling",
  label: "sister",
});
const seenFrom = async ({ id }: Json): Promise<Json[]> =>
  expectStatus(await ada.get(`/relationships?contactId=${id}`), 200).data;
const sentences = async (contact: Json) =>
  (await seenFrom(contact)).map(({ sentence }) => sentence);
const undo = async (id: string, by: Json = ada) =>
  expectStatus(await by.post(`/activity/${id}/undo`), 200);

describe("a relationship", () => {
  it("is written once and read from both sides", async () => {
    const made = await relate({ ...sister(), inverseLabel: "brother", startedOn: "1990-05-17" });
    expect(made).toMatchObject({ ...sister(), sentence: "Zoë is Max's sister" });
    expect(expectStatus(await ada.get(`/relationships/${made.id}`), 200)).toEqual(made);
    expect(await seenFrom(max)).toEqual([made]);
    expect(await seenFrom(zoe)).toEqual([{
      ...made,
      contactId: zoe.id,
      relatedContactId: max.id,
      label: "brother",
      inverseLabel: "sister",
      sentence: "Max is Zoë's brother",
    }]);
    expect(expectStatus(await ada.get("/relationships"), 200)).toMatchObject({ data: [made] });
    const { relationships } = await ada.read(`/contacts/${zoe.id}?include=relationships`);
    expect(relationships).toEqual(await seenFrom(zoe));
  });

  it("says in a sentence what it is, from each side and after its end", async () => {
    const said: [Json, string, string][] = [
      [{ kind: "child" }, "Zoë is Max's child", "Max is Zoë's parent"],
      [{ kind: "exPartner" }, "Zoë is Max's ex-partner", "Max is Zoë's ex-partner"],
      [{ kind: "report" }, "Zoë is Max's direct report", "Max is Zoë's manager"],
      [{ kind: "assisted" }, "Max is Zoë's assistant", "Max is Zoë's assistant"],
      [{ kind: "introducedBy" }, "Zoë introduced Max", "Zoë introduced Max"],
      [{ kind: "introduced" }, "Max introduced Zoë", "Max introduced Zoë"],
      [
        { kind: "emergencyContactOf" },
        "Max is Zoë's emergency contact",
        "Max is Zoë's emergency contact",
      ],
      [{ kind: "other", label: "muse" }, "Zoë is Max's muse", "Zoë is Max's muse"],
      [
        { kind: "colleague", endedOn: "2020-01-01" },
        "Zoë was Max's colleague",
        "Max was Zoë's colleague",
      ],
      [
        { kind: "friend", endedOn: "9999-01-01" },
        "Zoë is Max's friend",
        "Max is Zoë's friend",
      ],
    ];
    for (const [body, one, other] of said) {
      const { id } = await relate({ ...sister(), label: null, ...body });
      expect([await sentences(max), await sentences(zoe)]).toEqual([[one], [other]]);
      expectStatus(await ada.delete(`/relationships/${id}`), 204);
    }
    await relate({ contactId: max.id, relatedName: "Grandma Jo", kind: "grandparent" });
    expect(await sentences(max)).toEqual(["Grandma Jo is Max's grandparent"]);
  });

  it("has a kind whose inverse has it as its inverse", async () => {
    for (const kind of relationshipKinds) {
      const label = kind === "other" ? "muse" : null;
      const made = await relate({ ...sister(), kind, label });
      const [turned] = await seenFrom(zoe);
      expectStatus(await ada.patch(`/relationships/${made.id}`, { kind: turned!.kind }), 200);
      expect((await seenFrom(zoe))[0]!.kind).toBe(kind);
      expectStatus(await ada.delete(`/relationships/${made.id}`), 204);
    }
  });

  it("is changed, and is found by its kind as it is seen", async () => {
    const made = await relate({ ...sister(), kind: "child", label: null });
    const list = async (query: string) =>
      expectStatus(await ada.get(`/relationships?${query}`), 200).total;
    expect(await list(`contactId=${max.id}&kind=child`)).toBe(1);
    expect(await list(`contactId=${zoe.id}&kind=child`)).toBe(0);
    expect(await list(`contactId=${zoe.id}&kind=parent`)).toBe(1);
    expect(await list("kind=parent")).toBe(0);
    const path = `/relationships/${made.id}`;
    const named = { relatedContactId: null, relatedName: "Lea", note: "adopted" };
    expect(expectStatus(await ada.patch(path, named), 200))
      .toMatchObject({ ...named, sentence: "Lea is Max's child" });
    expect(await seenFrom(zoe)).toEqual([]);
    const back = { relatedContactId: zoe.id, relatedName: null };
    expect(expectStatus(await ada.patch(path, back), 200)).toMatchObject(back);
  });

  it("has its members changed one by one, which sets updatedAt, and the same value does not", async () => {
    const made = await relate(sister());
    const path = `/relationships/${made.id}`;
    const eve = await person("Eve");
    let { updatedAt } = made;
    const values = {
      contactId: eve.id,
      relatedContactId: max.id,
      kind: "friend",
      label: "buddy",
      inverseLabel: "mate",
      startedOn: "2020-02-29",
      endedOn: "2024-02-29",
      note: "Met at the wall.",
    };
    for (const [member, value] of Object.entries(values)) {
      const changed = await ada.change(path, { [member]: value });
      expect(changed[member]).toEqual(value);
      expect(changed.updatedAt > updatedAt).toBe(true);
      expect(await ada.change(path, { [member]: value })).toEqual(changed);
      updatedAt = changed.updatedAt;
    }
    const optional = ["label", "inverseLabel", "startedOn", "endedOn", "note"];
    const cleared = Object.fromEntries(optional.map((member) => [member, null]));
    expect(await ada.change(path, cleared)).toMatchObject(cleared);
    const refused = {
      label: "x".repeat(51),
      inverseLabel: "x".repeat(51),
      startedOn: "2024-02-30",
      endedOn: "2024-02",
      note: "x".repeat(1001),
      relatedName: "x".repeat(256),
    };
    for (const [member, value] of Object.entries(refused)) {
      const answer = await ada.patch(path, { [member]: value });
      expect(expectProblem(answer, 400, "validation_failed").errors)
        .toMatchObject([{ pointer: `/${member}` }]);
    }
  });

  it("is there once, from whichever side it is written; other labels are another one", async () => {
    await relate({ ...sister(), inverseLabel: "brother" });
    const turned = { contactId: zoe.id, relatedContactId: max.id, kind: "sibling" };
    for (const [label, inverseLabel] of [["sister", "brother"], ["SISTER", "Brother"]]) {
      for (
        const again of [
          { ...sister(), label, inverseLabel },
          { ...turned, label: inverseLabel, inverseLabel: label },
        ]
      ) {
        expect(expectProblem(await ada.post("/relationships", again), 400, "validation_failed"))
          .toMatchObject({ errors: [{ pointer: "/kind", code: "duplicate" }] });
      }
    }
    const other = await relate({ ...turned, label: "twin" });
    expectProblem(
      await ada.patch(`/relationships/${other.id}`, { label: "brother", inverseLabel: "sister" }),
      400,
      "validation_failed",
    );
    const jo = { contactId: max.id, relatedName: "Jo", kind: "friend" };
    await relate(jo);
    expectProblem(
      await ada.post("/relationships", { ...jo, relatedName: "JO" }),
      400,
      "validation_failed",
    );
  });

  it("needs somebody else, and a word for another kind", async () => {
    const refusals: [Json, string, string][] = [
      [{ relatedContactId: max.id }, "/relatedContactId", "duplicate"],
      [{ relatedContactId: null }, "/relatedContactId", "required"],
      [{ relatedName: "Jo" }, "/relatedContactId", "required"],
      [{ kind: "other", label: null }, "/label", "required"],
      [{ kind: "sister" }, "/kind", "invalid_format"],
      [{ label: "a\nb" }, "/label", "invalid_format"],
    ];
    const made = await relate(sister());
    for (const [change, pointer, code] of refusals) {
      for (
        const answer of [
          await ada.post("/relationships", { ...sister(), ...change }),
          await ada.patch(`/relationships/${made.id}`, change),
        ]
      ) {
        expect(expectProblem(answer, 400, "validation_failed").errors)
          .toMatchObject([{ pointer, code }]);
      }
    }
    const own = { related_contact_id: max.id };
    const answer = await postgrestClient(ada.token)
      .patch(`/relationships?id=eq.${made.id}`, own);
    expect([answer.status, answer.body.code]).toEqual([400, "23514"]);
  });

  it("is with nobody whom the account does not have", async () => {
    const stranger = await signUp();
    const { id: foreign } = await stranger.make("/contacts", { firstName: "Eve" });
    const made = await relate(sister());
    for (const id of [foreign, randomUUID()]) {
      for (const member of ["contactId", "relatedContactId"]) {
        for (
          const answer of [
            await ada.post("/relationships", { ...sister(), [member]: id }),
            await ada.patch(`/relationships/${made.id}`, { [member]: id }),
          ]
        ) {
          expect(expectProblem(answer, 400, "invalid_reference").errors)
            .toMatchObject([{ pointer: `/${member}` }]);
        }
      }
      expect(await seenFrom({ id })).toEqual([]);
    }
    expectProblem(await stranger.get(`/relationships/${made.id}`), 404, "not_found");
    expectProblem(
      await stranger.patch(`/relationships/${made.id}`, { note: "a" }),
      404,
      "not_found",
    );
    expectProblem(await stranger.delete(`/relationships/${made.id}`), 404, "not_found");
  });

  it("is written through PostgREST by either of its columns", async () => {
    const insert = async (row: Json) =>
      (await postgrestClient(ada.token).post("/relationships", row)).body;
    const row = { contact_id: max.id, related_contact_id: zoe.id, contact_ids: [max.id, zoe.id] };
    const { contact_ids, ...ends } = row;
    expect(await insert({ ...ends, kind: "friend" })).toMatchObject([row]);
    expect(await insert({ contact_ids, kind: "colleague" })).toMatchObject([row]);
    const three = [max.id, zoe.id, randomUUID()];
    expect((await insert({ contact_ids: three, kind: "friend" })).code).toBe("23514");
    expect((await insert({ kind: "friend" })).code).toBe("23502");
  });

  it("a contact has at most 200", async () => {
    const rows = Array.from({ length: 199 }, (_, n) => ({
      contact_id: max.id,
      related_name: `Friend ${n}`,
      kind: "friend",
    }));
    expectStatus(await postgrestClient(ada.token).post("/relationships", rows), 201);
    await relate({ ...sister(), contactId: zoe.id, relatedContactId: max.id });
    const answer = await ada.post("/relationships", { ...sister(), label: "twin" });
    expect(expectProblem(answer, 400, "validation_failed").errors)
      .toMatchObject([{ code: "too_long", message: "A contact has at most 200 relationships." }]);
    expect((await ada.get(`/relationships?contactId=${max.id}&pageSize=1`)).body.total).toBe(200);
  });
});

describe("the log of relationships", () => {
  it("says who they are between; undo takes one back", async () => {
    const created = changeSetOf(await ada.post("/relationships", sister()), 201);
    const summary = async (id: string) => (await ada.get(`/activity/${id}`)).body.summary;
    expect(await summary(created)).toBe("Created relationship of Max and Zoë");
    const [{ id }] = await seenFrom(max) as [Json];
    const ended = changeSetOf(
      await ada.patch(`/relationships/${id}`, { relatedContactId: null, relatedName: "Jo" }),
      200,
    );
    await undo(ended);
    expect(await sentences(zoe)).toEqual(["Max is Zoë's sibling"]);
    const deleted = changeSetOf(await ada.delete(`/relationships/${id}`), 204);
    expect((await ada.get("/trash")).body.data)
      .toMatchObject([{ resource: "relationship", name: "Max and Zoë" }]);
    await undo(deleted);
    await undo(created);
    expect(await seenFrom(max)).toEqual([]);
  });

  it("deleting a contact takes them along, and undo brings them back", async () => {
    const made = await relate(sister());
    const named = await relate({ contactId: zoe.id, relatedName: "Jo", kind: "friend" });
    const before = [await seenFrom(max), await seenFrom(zoe)];
    const { cursor } = (await ada.get("/changes")).body;
    const deleted = changeSetOf(await ada.delete(`/contacts/${zoe.id}`), 204);
    expect(await seenFrom(max)).toEqual([]);
    expect((await ada.get(`/changes?since=${cursor}`)).body.data)
      .toEqual(expect.arrayContaining(
        [made, named].map(({ id }) => ({ resource: "relationship", id, deleted: true })),
      ));
    await undo(deleted);
    const timeless = (lists: Json[][]) => lists.flat().map(({ updatedAt: _, ...rest }) => rest);
    expect(timeless([await seenFrom(max), await seenFrom(zoe)])).toEqual(timeless(before));
  });

  it("deleting both of them and undoing that brings it back; what is there again is a conflict", async () => {
    const { id } = await relate(sister());
    const both = { delete: [max.id, zoe.id] };
    await undo(changeSetOf(await ada.post("/contacts/bulk", both), 200));
    expect(await sentences(max)).toEqual(["Zoë is Max's sister"]);
    const deleted = changeSetOf(await ada.delete(`/relationships/${id}`), 204);
    await relate(sister());
    const answer = await ada.post(`/activity/${deleted}/undo`);
    expect(expectProblem(answer, 409, "conflict").errors)
      .toMatchObject([{ message: "It exists again." }]);
  });
});

describe("merging", () => {
  it("moves relationships, without those between both and those that are there", async () => {
    const twin = await person("Zoe");
    const eve = await person("Eve");
    const [kept] = [await relate({ contactId: eve.id, relatedContactId: zoe.id, kind: "friend" })];
    await relate({ contactId: twin.id, relatedContactId: eve.id, kind: "friend" });
    await relate({ contactId: twin.id, relatedContactId: zoe.id, kind: "sibling" });
    const moved = await relate({ contactId: max.id, relatedContactId: twin.id, kind: "partner" });
    const before = [await seenFrom(twin), await seenFrom(zoe)].flat().map(({ id }) => id).sort();
    const dry = await ada.post(`/contacts/${zoe.id}/merge`, {
      duplicateId: twin.id,
      dryRun: true,
    });
    expect(expectStatus(dry, 200).moved.relationships).toBe(1);
    const answer = await ada.post(`/contacts/${zoe.id}/merge`, { duplicateId: twin.id });
    expect(expectStatus(answer, 200).moved.relationships).toBe(1);
    expect((await seenFrom(zoe)).map(({ id }) => id).sort()).toEqual([kept.id, moved.id].sort());
    expect(await sentences(max)).toEqual(["Zoë is Max's partner"]);
    await undo(changeSetOf(answer, 200));
    expect([await seenFrom(twin), await seenFrom(zoe)].flat().map(({ id }) => id).sort())
      .toEqual(before);
    expect(await sentences(max)).toEqual(["Zoe is Max's partner"]);
  });
});

describe("a key that is limited to networks", () => {
  it("sees a relationship where it sees both ends, and hears when one of them leaves", async () => {
    const network = await ada.make("/networks", { name: "Club" });
    const eve = await person("Eve");
    const seen = await relate(sister());
    const unseen = await relate({ contactId: eve.id, relatedContactId: zoe.id, kind: "friend" });
    const join = (contacts: Json[]) =>
      ada.put(`/networks/${network.id}/contacts`, { contactIds: contacts.map(({ id }) => id) });
    expectStatus(await join([max, zoe]), 204);
    const { key } = await makeKey(ada, "K", { networkIds: [network.id] });
    const limited = as(key);
    expect(expectStatus(await limited.get("/relationships"), 200))
      .toMatchObject({ data: [seen], total: 1 });
    expectProblem(await limited.get(`/relationships/${unseen.id}`), 404, "not_found");
    expectProblem(await limited.delete(`/relationships/${unseen.id}`), 404, "not_found");
    const body = { ...sister(), relatedContactId: eve.id };
    const refused = await limited.post("/relationships", body);
    expect(expectProblem(refused, 400, "invalid_reference").errors)
      .toMatchObject([{ pointer: "/relatedContactId" }]);
    const { relationships } = await limited.read(`/contacts/${zoe.id}?include=relationships`);
    expect(relationships).toMatchObject([{ id: seen.id }]);
    const { cursor } = (await limited.get("/changes")).body;
    expectStatus(await join([zoe]), 204);
    const { data } = expectStatus(await limited.get(`/changes?since=${cursor}`), 200);
    expect(data).toContainEqual({ resource: "relationship", id: seen.id, deleted: true });
    expect(data.map(({ id }: Json) => id)).not.toContain(unseen.id);
    const added = changeSetOf(
      await limited.post("/relationships", {
        contactId: zoe.id,
        relatedName: "Jo",
        kind: "friend",
      }),
      201,
    );
    await undo(added, limited);
  });
});

describe("a file", () => {
  const inFile = async (owner: Account, file: string, type: string) => {
    const { id } = expectStatus(
      await owner.post("/imports", undefined, { raw: file, headers: { "content-type": type } }),
      201,
    );
    expectStatus(await owner.post(`/imports/${id}/apply`, { onMatch: "merge" }), 200);
    return (expectStatus(await owner.get("/relationships?pageSize=200"), 200).data as Json[])
      .map(({ sentence, kind, label, inverseLabel, relatedName }) =>
        [sentence, kind, label, inverseLabel, relatedName].join("|")
      ).sort();
  };

  it.each([["vcard", "text/vcard"], ["vcard3", "text/vcard"], ["csv", "text/csv"], [
    "jscontact",
    "application/json",
  ]])(
    "has who is related to whom, with its words, and the same twice is one: %s",
    async (format, type) => {
      await relate({ ...sister(), inverseLabel: "brother" });
      await relate({ ...sister(), kind: "parent", label: null });
      await relate({ ...sister(), kind: "exPartner", label: null });
      await relate({ contactId: zoe.id, relatedName: "Jo, the Second", kind: "introducedBy" });
      await relate({ contactId: max.id, relatedName: "Kim", kind: "other", label: "muse" });
      const file = (await ada.get(`/contacts/export?format=${format}`)).text;
      const own = (await ada.get("/relationships")).body.data.length;
      const again = await inFile(ada, file, type);
      expect(again).toHaveLength(own);
      const eve = await signUp();
      const read = await inFile(eve, file, type);
      // The ids, and with them the sides, are other ones.
      const kinds = (lines: string[]) =>
        lines.flatMap((line) => line.replace(/^.* (and|is|introduced) /, "").split("|")).sort();
      expect(read).toHaveLength(own);
      expect(kinds(read).filter((word) => word === "muse" || word === "sister"))
        .toEqual(kinds(again).filter((word) => word === "muse" || word === "sister"));
      expect(read.join()).toContain("Jo, the Second");
      expect(await inFile(eve, file, type)).toEqual(read);
    },
  );

  it("of other programs has them by names and by uids", async () => {
    const card = (name: string, ...lines: string[]) =>
      ["BEGIN:VCARD", "VERSION:4.0", `FN:${name}`, ...lines, "END:VCARD", ""].join("\r\n");
    const uids = [randomUUID(), randomUUID()];
    const file = card(
      "Ann",
      `UID:urn:uuid:${uids[0]}`,
      `RELATED;TYPE=sibling:urn:uuid:${uids[1]}`,
      "item1.X-ABRELATEDNAMES:Bea",
      "item1.X-ABLabel:_$!<Mother>!$_",
      "RELATED;VALUE=text;TYPE=co-worker:Carl",
      `RELATED;TYPE=friend:urn:uuid:${randomUUID()}`,
    ) + card("Ben", `UID:urn:uuid:${uids[1]}`, `RELATED;TYPE=sibling:urn:uuid:${uids[0]}`);
    const eve = await signUp();
    const read = (await inFile(eve, file, "text/vcard")).map((line) => line.split("|")[0]);
    expect(read).toHaveLength(3);
    expect(read).toContain("Bea is Ann's mother");
    expect(read).toContain("Carl is Ann's co-worker");
    expect(["Ben is Ann's sibling", "Ann is Ben's sibling"].some((each) => read.includes(each)))
      .toBe(true);
    const table = "First Name,Spouse,Children,Relation 1 - Label,Relation 1 - Value\r\n" +
      'Dan,Ida,"Eli, Fay",Boss,Gus\r\n';
    const fay = await signUp();
    expect((await inFile(fay, table, "text/csv")).map((line) => line.split("|")[0])).toEqual([
      "Eli is Dan's child",
      "Fay is Dan's child",
      "Gus is Dan's Boss",
      "Ida is Dan's spouse",
    ]);
  });
});

describe("what a file has beyond what a contact may have", () => {
  const problemsOf = async (owner: Account, path: string) =>
    (expectStatus(await owner.get(`${path}/rows?pageSize=200`), 200).data as Json[])
      .flatMap(({ problem }) => problem ?? []);

  it("a contact that is related to itself is said to be", async () => {
    const eve = await signUp();
    const uid = `urn:uuid:${randomUUID()}`;
    const lines = ["VERSION:4.0", "FN:Ann", `UID:${uid}`, `RELATED;TYPE=friend:${uid}`];
    const raw = ["BEGIN:VCARD", ...lines, "END:VCARD", ""].join("\r\n");
    const { id } = expectStatus(
      await eve.post("/imports", undefined, { raw, headers: { "content-type": "text/vcard" } }),
      201,
    );
    expectStatus(await eve.post(`/imports/${id}/apply`, { onMatch: "skip" }), 200);
    expect(await problemsOf(eve, `/imports/${id}`)).toEqual([
      "It is related to itself, which is left out.",
    ]);
    expect(await eve.listed("/relationships")).toEqual([]);
  });

  it("of more than 200 relationships of a contact the first are made, and the others are said to be left out", async () => {
    const eve = await signUp();
    const cards = (count: number, name: string) =>
      Array.from({ length: count }, (_, n) => `item${n}.X-ABRELATEDNAMES:${name} ${n}`);
    const file = (lines: string[]) =>
      ["BEGIN:VCARD", "VERSION:4.0", "FN:Ann", "UID:ann", ...lines, "END:VCARD", ""].join("\r\n");
    const apply = async (raw: string) => {
      const headers = { "content-type": "text/vcard" };
      const { id } = expectStatus(await eve.post("/imports", undefined, { raw, headers }), 201);
      expectStatus(await eve.post(`/imports/${id}/apply`, { onMatch: "merge" }), 200);
      return await problemsOf(eve, `/imports/${id}`);
    };
    // A card has at most 50.
    for (const name of ["A", "B", "C", "D"]) {
      expect(await apply(file(cards(50, name)))).toEqual([]);
    }
    expect(await apply(file(cards(1, "E")))).toEqual([
      "A contact has at most 200 relationships: the others are left out.",
    ]);
    const [ann] = await eve.listed("/contacts");
    const relationships = Array.from({ length: 2 }, (_, n) => ({
      contactId: ann!.id,
      relatedName: `C ${n}`,
      kind: "friend",
    }));
    expect((await eve.get("/relationships")).body.total).toBe(200);
    const { id } = await eve.make("/imports", { kith: 1, contacts: [ann], relationships });
    expectStatus(await eve.post(`/imports/${id}/apply`, { onMatch: "merge" }), 200);
    expect(await problemsOf(eve, `/imports/${id}`)).toEqual(
      Array(2).fill("A contact has at most 200 relationships."),
    );
  });
});

describe("a document", () => {
  it("has the relationships, and another account reads them with the new ids; again they are known", async () => {
    await relate({ ...sister(), note: "twins" });
    await relate({ contactId: zoe.id, relatedName: "Jo", kind: "introducedBy" });
    const exported = expectStatus(await ada.get("/export"), 200);
    expect(exported.relationships).toHaveLength(2);
    const eve = await signUp();
    const apply = async (document: Json) => {
      const { id } = await eve.make("/imports", document);
      return expectStatus(await eve.post(`/imports/${id}/apply`, { onMatch: "merge" }), 200);
    };
    await apply(exported);
    const now = async () => expectStatus(await eve.get("/relationships"), 200).data;
    expect((await now()).map(({ sentence, note }: Json) => [sentence, note]).sort())
      .toEqual([["Jo introduced Zoë", null], ["Zoë is Max's sister", "twins"]]);
    const again = exported.relationships.flatMap((each: Json) => [
      each,
      { ...each, id: randomUUID() },
      { ...each, id: randomUUID(), relatedContactId: randomUUID(), relatedName: null },
    ]);
    await apply({ ...exported, relationships: again });
    expect(await now()).toHaveLength(2);
  });
});
