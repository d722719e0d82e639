import { beforeEach, describe, expect, it } from "vitest";
import { mergedMembers } from "../../functions/kith/contacts/duplicates.ts";
import { type Account, expectStatus, makeKey, signUp } from "../support/accounts.ts";
import { differences, snapshot, timeless as timelessRows } from "../support/activity/snapshot.ts";
import { as, type Client, type Json, timeless } from "../support/client.ts";
import { fieldChanges } from "../support/field-changes.ts";
import * as photos from "../support/photos.ts";
import { expectProblem, expectViolations } from "../support/problems.ts";
import { changeSetOf } from "../support/route-examples.ts";
import { superuser } from "../support/sql.ts";

const sql = superuser();
let ada: Account;
beforeEach(async () => {
  ada = await signUp();
});

const contact = (body: Json, client: Client = ada): Promise<Json> => client.make("/contacts", body);
const read = (id: string) => ada.read(`/contacts/${id}?include=notes,reminders,networks`);
const merge = (target: Json, duplicate: Json, more: Json = {}, client: Client = ada) =>
  client.post(`/contacts/${target.id}/merge`, { duplicateId: duplicate.id, ...more });
const items = (...values: string[]) => values.map((value) => ({ value, label: null }));

/** Two contacts with something of everything. */
async function bothOf() {
  const [one, two] = [
    await ada.make("/networks", { name: "One" }),
    await ada.make("/networks", { name: "Two" }),
  ];
  const duplicate = await contact({
    firstName: "Zoe",
    lastName: "Müller",
    jobTitle: "Climber",
    emails: items("ZOE@example.com", "m@example.com"),
    phones: items("1", "2"),
    urls: items("https://zoe.example.com"),
    addresses: [{ city: "Berlin" }],
    birthday: "1990-02-28",
    contactFrequencyDays: 30,
    networkIds: [one.id, two.id],
    isFavorite: true,
    lastContactedAt: "2026-01-03T00:00:00Z",
  });
  const target = await contact({
    firstName: "Zoë",
    jobTitle: "Setter",
    emails: items("zoe@example.com", "z@example.com"),
    phones: items("1"),
    networkIds: [one.id],
    isArchived: true,
    lastContactedAt: "2026-01-02T00:00:00Z",
  });
  for (const each of [target, duplicate]) {
    await ada.make("/notes", {
      content: `About ${each.firstName}`,
      contactId: each.id,
      occurredAt: "2026-01-05T00:00:00Z",
    });
    await ada.make("/reminders", {
      title: `About ${each.firstName}`,
      contactId: each.id,
      dueAt: "2026-05-05T00:00:00Z",
    });
  }
  return { target, duplicate, one, two };
}

describe("merging", () => {
  it("adds to the target what only the duplicate has, and moves its notes, reminders and networks", async () => {
    const { target, duplicate, one, two } = await bothOf();
    const answer = await merge(target, duplicate);
    const merged = expectStatus(answer, 200);
    expect(merged).toMatchObject({
      moved: { notes: 1, reminders: 1, networks: 1 },
      activityId: answer.headers.get("x-activity-id"),
      dryRun: false,
    });
    expect(merged.contact).toEqual(expectStatus(await ada.get(`/contacts/${target.id}`), 200));
    expect(merged.contact).toMatchObject({
      id: target.id,
      displayName: "Zoë Müller",
      jobTitle: "Setter",
      emails: items("zoe@example.com", "z@example.com", "m@example.com"),
      phones: items("1", "2"),
      urls: items("https://zoe.example.com"),
      birthday: "1990-02-28",
      contactFrequencyDays: 30,
      networkIds: [one.id, two.id].sort(),
      isFavorite: true,
      isArchived: false,
      lastContactedAt: "2026-01-05T00:00:00.000Z",
      createdAt: duplicate.createdAt,
    });
    const { notes, reminders } = await read(target.id);
    expect([notes.length, reminders.length]).toEqual([2, 2]);
    const gone = await ada.get(`/contacts/${duplicate.id}`);
    expect(expectProblem(gone, 404, "not_found")).toMatchObject({ mergedInto: target.id });
  });

  it.each([{}, { jobTitle: "duplicate", emails: "duplicate", birthday: "target" }])(
    "with %j is undone and redone, to the last row",
    async (fields) => {
      const { target, duplicate } = await bothOf();
      const state = async () => timelessRows(await snapshot(sql, ada.id));
      const before = await state();
      const { activityId } = expectStatus(await merge(target, duplicate, { fields }), 200);
      const after = await state();
      const undone = await ada.undo(activityId);
      expect(undone.conflicts).toEqual([]);
      expect(differences(before, await state())).toEqual([]);
      await ada.undo(undone.activityId);
      expect(differences(after, await state())).toEqual([]);
    },
  );

  it("merging is only described by a dry run", async () => {
    const { target, duplicate } = await bothOf();
    const before = [await read(target.id), await read(duplicate.id)];
    const answer = await merge(target, duplicate, { dryRun: true });
    const dry = expectStatus(answer, 200);
    expect([dry.dryRun, dry.activityId, answer.headers.get("x-activity-id")]).toEqual([
      true,
      null,
      null,
    ]);
    expect(timeless([await read(target.id), await read(duplicate.id)])).toEqual(timeless(before));
    const { contact } = expectStatus(await merge(target, duplicate), 200);
    expect({ ...dry.contact, updatedAt: "" }).toEqual({ ...contact, updatedAt: "" });
    expect(dry.moved).toEqual({ notes: 1, reminders: 1, networks: 1, relationships: 0 });
  });
});

it("the id of a merged contact leads to the contact that it is now part of, as long as that exists", async () => {
  const [a, b, c] = [
    await contact({ nickname: "A" }),
    await contact({ nickname: "B" }),
    await contact({ nickname: "C" }),
  ];
  const { activityId } = expectStatus(await merge(b, a), 200);
  expectStatus(await merge(c, b), 200);
  const mergedInto = async (id: string, client: Client = ada) =>
    expectProblem(await client.get(`/contacts/${id}`), 404, "not_found")["mergedInto"];
  expect([await mergedInto(a.id), await mergedInto(b.id)]).toEqual([c.id, c.id]);
  expect(await mergedInto(a.id, await signUp())).toBeUndefined();
  const network = await ada.make("/networks", { name: "N" });
  const { key } = await makeKey(ada, "limited", { networkIds: [network.id] });
  expect(await mergedInto(a.id, as(key))).toBeUndefined();
  await ada.post(`/activity/${activityId}/undo`, { partial: true });
  expectStatus(await ada.delete(`/contacts/${c.id}`), 204);
  expect(await mergedInto(b.id)).toBeUndefined();
});

// test/http/every-route.test.ts merges with and into what is missing or another owner's.
describe("merging is refused", () => {
  it("where a list would be too long, unless one of both is chosen", async () => {
    const many = (prefix: string) =>
      items(...Array.from({ length: 15 }, (_, n) => `${prefix}${n}@example.com`));
    const [one, other] = [
      await contact({ nickname: "A", emails: many("a") }),
      await contact({ nickname: "B", emails: many("b") }),
    ];
    expectViolations(await merge(one, other), "body /fields/emails too_long");
    const { contact: merged } = expectStatus(
      await merge(one, other, { fields: { emails: "duplicate" } }),
      200,
    );
    expect(merged.emails).toEqual(many("b"));
  });

  it("where own fields would be too large, unless those of one of both are chosen", async () => {
    const customOf = async (names: string[]) => {
      for (const name of names) await ada.make("/fields", { name });
      return Object.fromEntries(names.map((name) => [name, "🧗".repeat(1000)]));
    };
    const [first, second] = [await customOf(["a", "b", "c"]), await customOf(["d", "e"])];
    const [one, other] = [
      await contact({ nickname: "A", custom: first }),
      await contact({ nickname: "B", custom: second }),
    ];
    expectViolations(await merge(one, other), "body /fields/custom too_long");
    const chosen = await merge(one, other, { fields: { custom: "duplicate" } });
    expect(expectStatus(chosen, 200).contact.custom).toEqual(second);
  });

  it("with itself, where no name would be left, and with members that do not exist", async () => {
    const [one, other] = [await contact({ nickname: "A" }), await contact({ firstName: "B" })];
    expectViolations(await merge(one, one), "body /duplicateId duplicate");
    for (
      const [fields, violation] of [
        [{ nickname: "duplicate", firstName: "target" }, " required"],
        [{ id: "target" }, "/fields/id unknown_member"],
        [{ nickname: "both" }, "/fields/nickname invalid_format"],
      ] as const
    ) expectViolations(await merge(one, other, { fields }), `body ${violation}`);
  });

  it("for a key that is limited to networks", async () => {
    const { target, duplicate, one } = await bothOf();
    const limited = as((await makeKey(ada, "limited", { networkIds: [one.id] })).key);
    expectProblem(await merge(target, duplicate, {}, limited), 403, "insufficient_scope");
  });
});

// A merge that forgets a member loses what the duplicate has of it, so each is looked at.
describe("every member", () => {
  const members = mergedMembers.filter((name) => name !== "photoUrl");
  const noReferences = { contacts: ["", ""], networks: ["", ""], noteTypes: ["", ""] } as never;
  /** All members, with the first or the second value that the tests of single fields have. */
  const contactWith = (which: 0 | 1): Json =>
    Object.fromEntries(
      members.map((name) => [name, fieldChanges["/contacts"]![name]!.values(noReferences)[which]]),
    );
  const merged = async (target: Json, fields: Json = {}) => {
    const pair = [await contact(target), await contact(contactWith(1))] as const;
    return expectStatus(await merge(...pair, { fields }), 200).contact;
  };

  it("every member is taken from the duplicate if the target has none, or if that is chosen", async () => {
    await ada.make("/fields", { name: "Diet" });
    const { firstName: _, ...rest } = contactWith(1);
    expect(await merged({ firstName: "Zoe" })).toMatchObject(rest);
    const [kept, given] = [contactWith(0), contactWith(1)];
    for (const name of members) {
      const found = await merged(kept, { [name]: "duplicate" });
      expect([name, found[name]]).toEqual([name, given[name]]);
    }
  });
});

describe("the photo of a duplicate", () => {
  const pathOf = async ({ id }: Json) => (await photos.photoPath(sql, id))!;
  const bytesOf = async ({ id }: Json) =>
    (await photos.read((await ada.read(`/contacts/${id}`)).photoUrl)).bytes;
  const photo = photos.picture("picture.png");

  it("goes to a target without one, at its path, and back", async () => {
    const [target, duplicate] = [
      await contact({ firstName: "T" }),
      await photos.makeWithPhoto(ada),
    ];
    const path = await pathOf(duplicate);
    const dry = expectStatus(await merge(target, duplicate, { dryRun: true }), 200);
    expect([dry.contact.hasPhoto, await pathOf(duplicate)]).toEqual([true, path]);
    const { activityId } = expectStatus(await merge(target, duplicate), 200);
    expect(await bytesOf(target)).toEqual(photo);
    expect(await pathOf(target)).toBe(path);
    expect((await ada.undo(activityId)).conflicts).toEqual([]);
    expect(await pathOf(target)).toBeNull();
    expect(await bytesOf(duplicate)).toEqual(photo);
    expect(await photos.objectsOf(sql, ada.id)).toHaveLength(1);
  });

  it.each(["kept", "chosen"])(
    "the photo is %s if both have one, and undoing brings both back",
    async (which) => {
      const both = [await photos.makeWithPhoto(ada), await photos.makeWithPhoto(ada)] as const;
      const photosOf = (contacts: readonly Json[]) => Promise.all(contacts.map(pathOf));
      const before = await photosOf(both);
      const fields = which === "chosen" ? { photoUrl: "duplicate" } : {};
      const { activityId } = expectStatus(await merge(...both, { fields }), 200);
      const expected = [before[which === "chosen" ? 1 : 0]];
      expect(await photosOf([both[0]])).toEqual(expected);
      const undone = await ada.undo(activityId);
      expect(undone.conflicts).toEqual([]);
      expect(await photosOf(both)).toEqual(before);
      await ada.undo(undone.activityId);
      expect(await photosOf([both[0]])).toEqual(expected);
    },
  );
});

const list = (query = "", client: Client = ada) => client.read(`/contacts/duplicates${query}`);
/** Each pair as names, score and kinds of evidence. */
const pairs = async (query = "", client: Client = ada) =>
  (await list(query, client)).data.map(({ contacts, score, evidence }: Json) => [
    contacts.map(({ displayName }: Json) => displayName).join(" = "),
    score,
    evidence.map(({ kind, value }: Json) => `${kind} ${value}`).join(", "),
  ]);

describe("possible duplicates", () => {
  it("share an address, a number or a name; the most likely come first, each with its evidence", async () => {
    const emails = [{ value: "Zoe@Example.com" }];
    const first = await contact({ firstName: "Zoë", lastName: "Müller", emails });
    const swapped = { firstName: "Muller", lastName: "Zoe" };
    const second = await contact({ ...swapped, emails: [{ value: "zoe@example.com" }] });
    await contact({ firstName: "Bo", phones: [{ value: "+49 (0)30 / 90 18 20" }] });
    await contact({ company: "Bo's", phones: [{ value: "0049 30 901820" }] });
    await contact({ firstName: "Nobody", emails: [{ value: "else@example.com" }] });
    expect(await pairs()).toEqual([
      ["Zoë Müller = Muller Zoe", 0.98, "email zoe@example.com, name Zoë Müller"],
      ["Bo = Bo's", 0.7, "phone 4930901820"],
    ]);
    const { data, page, pageSize, total } = await list();
    expect([page, pageSize, total]).toEqual([1, 50, 2]);
    expect(data[0].contacts.map(({ id }: Json) => id)).toEqual([first.id, second.id]);
    expect(data[0].contacts[0]).toEqual({
      id: first.id,
      displayName: "Zoë Müller",
      company: null,
      emails: first.emails,
      phones: [],
      createdAt: first.createdAt,
    });
  });

  it("have similar names", async () => {
    for (
      const [one, other, expected] of [
        ["Jon Smith", "John Smith", true],
        ["John Smith", "Jhon Smith", true],
        ["Smith John", "Jahn Smith", true],
        ["J. Smith", "John Smith", true],
        ["Anna Maria Rossi", "Anna Rossi", true],
        ["Anna-Maria Rossi", "Anna Marie Rossi", true],
        ["Ana Smith", "Ann Smith", false],
        ["Contact 1234", "Contact 1235", false],
        ["Marie", "Maria", false],
        ["Jon Smith", "John Smyth", false],
        ["J Smith", "K Smith", false],
      ] as const
    ) {
      const owner = await signUp();
      for (const nickname of [one, other]) await contact({ nickname }, owner);
      const pair = [`${one} = ${other}`, 0.5, `similar_name ${one} / ${other}`];
      expect([one, other, await pairs("", owner)]).toEqual([one, other, expected ? [pair] : []]);
    }
  });

  it("have the same name, however it is written", async () => {
    for (
      const [one, other] of [
        ["Mustermann, Max", "Max Mustermann"],
        ['"Mustermann, Max"', "Max Mustermann"],
        ["Max Mustermann <max@example.com>", "Mustermann Max"],
        ["王秉元", "秉元 王"],
        ["王 秉元", "王秉元"],
      ] as const
    ) {
      const owner = await signUp();
      for (const nickname of [one, other, "王秉", "Maxi"]) await contact({ nickname }, owner);
      expect(await pairs("", owner)).toEqual([[`${one} = ${other}`, 0.8, `name ${one}`]]);
    }
  });

  it("share a number with and without its calling code if the profile has a country", async () => {
    await contact({ firstName: "A", phones: [{ value: "030 901820" }] });
    await contact({ firstName: "B", phones: [{ value: "+49 30 901820" }] });
    expect(await pairs()).toEqual([]);
    await ada.change("/me", { country: "DE" });
    expect(await pairs()).toEqual([["A = B", 0.7, "phone 4930901820"]]);
  });

  it("come in pages, and from a score on", async () => {
    for (const lastName of ["One", "Two", "Three"]) {
      for (const _ of [1, 2]) await contact({ firstName: "Twin", lastName });
    }
    for (const _ of [1, 2]) await contact({ firstName: "Cher" });
    const all = (await list()).data;
    expect(all.map(({ score }: Json) => score)).toEqual([0.8, 0.8, 0.8, 0.5]);
    expect((await list("?pageSize=2&page=2")).data).toEqual(all.slice(2));
    expect(await list("?minScore=0.8&pageSize=1")).toEqual({
      data: [all[0]],
      page: 1,
      pageSize: 1,
      total: 3,
    });
    const total = async (minScore: string) => (await list(`?minScore=${minScore}`)).total;
    expect(await total("4.15e-131")).toBe(4);
    expect(await total("8E-1")).toBe(3);
    expect(await total("1e-400")).toBe(4);
    for (const minScore of ["-1", "1.01", "1e400", "0x1", "NaN", "", " ", ".5", "1e", "0,5"]) {
      const { status, body } = await ada.get(
        `/contacts/duplicates?minScore=${encodeURIComponent(minScore)}`,
      );
      expect([minScore, status, body.errors?.[0].message])
        .toEqual([minScore, 400, "Must be a number from 0 to 1, such as 0.8."]);
    }
  });

  it("leave out archived contacts, and what more than fifty share", async () => {
    const phones = [{ value: "+49 30 901820" }];
    for (let n = 0; n < 50; n++) await contact({ nickname: `N${n}x`, phones });
    expect((await list()).total).toBe(50 * 49 / 2);
    const last = await contact({ nickname: "Last", phones });
    expect((await list()).total).toBe(0);
    await ada.change(`/contacts/${last.id}`, { isArchived: true });
    expect((await list()).total).toBe(50 * 49 / 2);
  });
});

describe("a dismissed pair", () => {
  it("the dismissed pair is not listed until the dismissal is undone, in either order of its ids", async () => {
    const ids = [];
    for (const _ of [1, 2, 3]) {
      ids.push((await contact({ firstName: "Zoë", lastName: "Müller" })).id);
    }
    const dismiss = async (body: Json) =>
      expectStatus(await ada.post("/contacts/duplicates/dismiss", body), 204);
    await dismiss({ contactIds: [ids[1], ids[0]] });
    await dismiss({ contactIds: [ids[0], ids[1]] });
    expect((await list()).total).toBe(2);
    await dismiss({ contactIds: ids });
    expect((await list()).total).toBe(0);
    await dismiss({ contactIds: [ids[0], ids[2]], dismissed: false });
    expect((await list()).data[0].contacts.map(({ id }: Json) => id).sort()).toEqual(
      [ids[0], ids[2]].sort(),
    );
  });

  it("stays dismissed after one of both was deleted and restored", async () => {
    const ids = [];
    for (const _ of [1, 2]) ids.push((await contact({ firstName: "Zoë", lastName: "Müller" })).id);
    expectStatus(await ada.post("/contacts/duplicates/dismiss", { contactIds: ids }), 204);
    await ada.undo(changeSetOf(await ada.delete(`/contacts/${ids[0]}`), 204));
    expect((await list()).total).toBe(0);
  });

  it("the dismissed pair has two to twenty different contacts", async () => {
    const { id } = await contact({ firstName: "Zoë" });
    const dismiss = (contactIds: unknown) =>
      ada.post("/contacts/duplicates/dismiss", { contactIds });
    expectViolations(await dismiss([id]), "body /contactIds too_short");
    expectViolations(await dismiss([id, id]), "body /contactIds/1 duplicate");
    const many = Array.from({ length: 21 }, () => crypto.randomUUID());
    expectViolations(await dismiss(many), "body /contactIds too_long");
  });
});
