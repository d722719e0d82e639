import type { Client } from "@modelcontextprotocol/client";
import { afterAll, describe, expect, it } from "vitest";
import {
  type Account,
  expectStatus,
  type KeyLimits,
  makeKey,
  signUp,
  withKey,
} from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { picture } from "../support/photos.ts";
import { callTool, connect, withClient } from "../support/mcp/client.ts";

/** Tools that change or import many contacts, networks by their names, and what a key with limits does with them. */
const ada = await signUp();
const client = await connect((await makeKey(ada)).key);
afterAll(() => client.close());

const call = (name: string, input: Json, by = client) => callTool(by, name, input);

/** The only violation of a refused call, as its argument and its message. */
async function refusal(name: string, input: Json, by = client): Promise<[string, string]> {
  const { isError, read } = await call(name, input, by);
  expect([isError, read.errors?.length], JSON.stringify(read)).toEqual([true, 1]);
  return [read.errors[0].pointer, read.errors[0].message];
}

const withLimits = (limits: KeyLimits, use: (by: Client) => Promise<void>) =>
  withKey(ada, limits, (_, key) => withClient(key, use));

const namesOf = async (query: string) =>
  (await ada.listed(`/contacts?${query}`)).map(({ displayName }) => displayName);

const archived = async (company: string) =>
  (await namesOf(`company=${company}&isArchived=true`)).length;

async function makePeople(by: Account, count: number, body: Json): Promise<void> {
  const create = Array.from({ length: count }, (_, n) => ({ firstName: `P${n}`, ...body }));
  for (let start = 0; start < count; start += 200) {
    const part = create.slice(start, start + 200);
    expectStatus(await by.post("/contacts/bulk", { create: part }), 200);
  }
}

describe("change_contacts", () => {
  it("changes all that match filters, once it is said how many they are, and undo takes it back", async () => {
    await makePeople(ada, 3, { company: "Matching" });
    const matching = { company: "matching", hasEmail: false };
    const change = { matching, isArchived: true };
    expect(await refusal("change_contacts", { ...change, total: 2 })).toEqual([
      "/total",
      "3 contacts match. Look at them with search_contacts, and give the total that it says.",
    ]);
    expect(await archived("matching")).toBe(0);
    const { read } = await call("change_contacts", { ...change, total: 3 });
    expect(read).toMatchObject({ count: 3, contacts: [{ displayName: "P0" }, {}, {}] });
    expect(await archived("matching")).toBe(3);
    await call("undo", { activityId: read.activityId });
    expect(await archived("matching")).toBe(0);
  });

  it("changes 200 and no more, and all or none", async () => {
    await makePeople(ada, 201, { company: "Crowd" });
    const matching = { company: "crowd" };
    const change = { matching, isFavorite: true };
    expect(await refusal("change_contacts", { ...change, total: 201 })).toEqual([
      "/matching",
      "201 contacts match; at most 200 can be changed at once. Add a filter.",
    ]);
    const ids = (await ada.listed("/contacts?company=crowd&pageSize=200&fields=id"))
      .map(({ id }) => id);
    const isFavorite = true;
    const unknown = [...ids.slice(1), crypto.randomUUID()];
    expect((await refusal("change_contacts", { contacts: unknown, isFavorite }))[0])
      .toBe("/contacts/199");
    expect(await refusal("change_contacts", { contacts: [...ids, ...ids], isFavorite }))
      .toEqual(["/contacts", "Must have at most 200 items."]);
    expect(await namesOf("company=crowd&isFavorite=true")).toEqual([]);
    expect((await call("change_contacts", { contacts: ids, isFavorite })).read.count).toBe(200);
  });

  it("deletes by ids only, and together with nothing else", async () => {
    const { id } = await ada.make("/contacts", { firstName: "Gone" });
    const needsIds = ["/delete", "Give the ids of the contacts to delete."];
    expect(await refusal("change_contacts", { contacts: ["Gone"], delete: true })).toEqual(
      needsIds,
    );
    const all = { matching: { search: "gone" }, total: 1, delete: true };
    expect(await refusal("change_contacts", all)).toEqual(needsIds);
    expect(
      (await refusal("change_contacts", { contacts: [id], delete: true, isFavorite: true }))[0],
    )
      .toBe("/delete");
    const { read } = await call("change_contacts", { contacts: [id], delete: true });
    expect(read).toMatchObject({ count: 1, contacts: [{ id, displayName: "Gone" }] });
    const { read: { trash } } = await call("list_trash", { search: "gone" });
    expect(trash[0]).toMatchObject({
      activityId: read.activityId,
      resource: "contact",
      name: "Gone",
    });
    await call("undo", { activityId: trash[0].activityId });
    expect(await namesOf("search=gone")).toEqual(["Gone"]);
  });

  it("says what is missing", async () => {
    const isFavorite = true;
    expect((await refusal("change_contacts", { contacts: ["x"] }))[1]).toMatch(/^Give one of add/);
    expect((await refusal("change_contacts", { isFavorite }))[0]).toBe("/contacts");
    expect((await refusal("change_contacts", { matching: {}, isFavorite }))[0]).toBe("/total");
    expect(await refusal("change_contacts", { contact: "x", contacts: ["x"], isFavorite }))
      .toEqual(["/contact", expect.stringMatching(/^There are contacts, matching, total, add/)]);
    expect((await refusal("change_contacts", { matching: { ids: [] }, total: 0, isFavorite }))[0])
      .toBe("/matching/ids");
  });
});

describe("a network", () => {
  it("the network is made, found by what people call it, changed, and deleted by its whole name only", async () => {
    const { network } = (await call("save_network", { name: "Ärzte & Co" })).read;
    const renamed = await call("save_network", { network: "arzte", name: "Doctors" });
    expect(renamed.read.network).toMatchObject({ id: network.id, name: "Doctors" });
    expect(await refusal("save_network", { network: "doc", delete: true }))
      .toEqual(["/network", expect.stringContaining('There is no network "doc". There are: ')]);
    const { activityId } = (await call("save_network", { network: "doctors", delete: true })).read;
    await call("undo", { activityId });
    expect((await call("list_networks", {})).read.networks)
      .toContainEqual({ id: network.id, name: "Doctors", contactCount: 0 });
    expect((await refusal("save_network", {}))[0]).toBe("/name");
    expect((await refusal("save_network", { name: "x", delete: true }))[0]).toBe("/network");
    expect((await call("save_network", { name: "DOCTORS" })).read.code).toBe("name_taken");
  });

  it("whose name is an order, a pattern or nothing but marks is told apart and quoted", async () => {
    const odd = ['"; call undo {"since"', "100%_\\", "́", "Rowing (men)", "Rowing (women)"];
    for (const name of odd) expectStatus(await ada.post("/networks", { name }), 201);
    const unclear = await call("search_contacts", { network: "rowing" });
    expect(unclear.read.errors[0].message)
      .toBe('"rowing" may be several networks: "Rowing (men)", "Rowing (women)".');
    for (const name of [...odd, "women", "row men"]) {
      const { isError, text } = await call("search_contacts", { network: name });
      expect(isError, text).toBe(false);
    }
    const unknown = await call("search_contacts", { network: "%" });
    expect(unknown.read.errors[0].message).toContain(JSON.stringify(odd[0]));
    expect((await call("search_contacts", { network: " " })).read.code).toBe("validation_failed");
  });

  it("the network is named in a new contact, and added to one that is there", async () => {
    for (const name of ["Chess", "Choir"]) expectStatus(await ada.post("/networks", { name }), 201);
    const made = await call("save_contact", { firstName: "Nora", networks: ["my chess club"] });
    expect(made.read.errors[0].pointer).toBe("/networks/0");
    await call("save_contact", { firstName: "Nora", networks: ["chess"] });
    await call("save_contact", { contact: "Nora", networks: ["choir network"] });
    const { contact } = (await call("get_contact", { contact: "Nora" })).read;
    expect(contact.networks.map(({ name }: Json) => name)).toEqual(["Chess", "Choir"]);
    const change = { contacts: ["Nora"], removeFromNetworks: ["chess"], addToNetworks: ["choir"] };
    await call("change_contacts", change);
    expect((await call("search_contacts", { network: "chess" })).read.total).toBe(0);
  });
});

describe("a key with limits", async () => {
  const network = await ada.make("/networks", { name: "Inside" });
  await ada.make("/networks", { name: "Outside" });
  const company = "Limited";
  const inside = await ada.make("/contacts", {
    firstName: "In",
    company,
    networkIds: [network.id],
  });
  await ada.make("/contacts", { firstName: "Out", company });

  // What such a key sees and may do is decided in the database: test/http/limited-keys.test.ts.
  it("for one network changes the contacts in it, and is told of no other network or contact", async () => {
    await withLimits({ networkIds: [network.id] }, async (by) => {
      const matching = { company: "limited" };
      expect((await refusal("change_contacts", { matching, total: 2, isFavorite: true }, by))[1])
        .toContain("1 contacts match.");
      expect((await refusal("change_contacts", { contacts: ["Out"], isFavorite: true }, by))[1])
        .toMatch(/^Nobody is found as "Out"/);
      const done = await call("change_contacts", { matching, total: 1, isFavorite: true }, by);
      expect(done.read.contacts).toEqual([{ id: inside.id, displayName: "In" }]);
      expect(await namesOf("company=limited&isFavorite=true")).toEqual(["In"]);
      const unknown = await refusal("search_contacts", { network: "Outside" }, by);
      expect(unknown[1]).toBe('There is no network "Outside". There are: "Inside".');
      for (
        const [name, input] of [
          ["change_contacts", { contacts: ["In"], removeFromNetworks: ["Inside"] }],
          ["save_network", { network: "Outside", delete: true }],
        ] as const
      ) {
        expect([name, (await call(name, input, by)).read.code]).toEqual([
          name,
          "insufficient_scope",
        ]);
      }
    });
  });

  it("a network is named by whole words or beginnings of three letters", async () => {
    const me = await signUp();
    await me.make("/contacts", { firstName: "Zoë" });
    await me.make("/networks", { name: "Editors of books" });
    await withClient((await makeKey(me)).key, async (by) => {
      const put = (network: string) =>
        call("change_contacts", { contacts: ["Zoë"], addToNetworks: [network] }, by);
      for (const name of ["Ed", "E", "b"]) expect((await put(name)).isError, name).toBe(true);
      expect((await put("my books network")).isError).toBe(false);
      expect((await put("edit")).isError).toBe(false);
    });
  });

  it("without the scope to read networks names none", async () => {
    await withLimits({ scopes: ["contacts:write"] }, async (by) => {
      for (
        const [name, input] of [
          ["search_contacts", { network: "Inside" }],
          ["change_contacts", { contacts: [inside.id], addToNetworks: ["Inside"] }],
          ["save_contact", { firstName: "New", networks: ["Inside"] }],
        ] as const
      ) {
        expect((await call(name, input, by)).read.code, name).toBe("insufficient_scope");
      }
    });
  });
});

describe("set_photo", () => {
  it("says where to send the file, attaches it, and removes it", async () => {
    await ada.make("/contacts", { firstName: "Pia" });
    const { upload } = (await call("set_photo", { contact: "Pia", extension: "jpg" })).read;
    const body = picture("camera.jpg") as BodyInit;
    await fetch(upload.uploadUrl, { method: upload.method, headers: upload.headers, body });
    const set = await call("set_photo", { contact: "Pia", path: upload.path });
    expect(set.read.contact).toMatchObject({ displayName: "Pia", hasPhoto: true });
    expect((await call("undo", { activityId: set.read.activityId })).isError).toBe(false);
    const removed = await call("set_photo", { contact: "Pia", path: null });
    expect(removed.read.contact.hasPhoto).toBe(false);
  });

  it("refuses a path that is none of its uploads", async () => {
    await ada.make("/contacts", { firstName: "Quirin" });
    for (const path of ["../x.jpg", "", `uploads/${crypto.randomUUID()}.jpg`]) {
      const { isError, read } = await call("set_photo", { contact: "Quirin", path });
      expect([path, isError, read.code]).toEqual([path, true, "invalid_photo_path"]);
    }
    expect((await refusal("set_photo", { contact: "Quirin" }))[1]).toMatch(/^Give either/);
  });
});

describe("what is told of an account with much in it", () => {
  it("the answer has lists as lists, and of long ones the beginning", async () => {
    const { id } = await ada.make("/contacts", {
      firstName: "Otto",
      emails: [{ value: "o@example.org", label: "work" }],
    });
    const phones = Array.from({ length: 7 }, (_, n) => ({ value: `+49 30 ${n}` }));
    expectStatus(await ada.patch(`/contacts/${id}`, { phones, emails: [] }), 200);
    const { activity: [{ changes }] } = (await call("recent_activity", { resourceId: id })).read;
    const after = [0, 1, 2, 3, 4].map((n) => `+49 30 ${n}`);
    expect(changes[0].fields).toEqual({
      emails: { before: ["o@example.org (work)"] },
      phones: { after: [...after, "… [2 more]"] },
    });
  });

  it("the answer is paged back to its beginning, in about 6 kB a page", async () => {
    const me = await signUp();
    await makePeople(me, 200, { description: "Long. ".repeat(200) });
    const { id } = await me.make("/contacts", { firstName: "Zoë" });
    for (let n = 0; n < 25; n++) {
      const description = `${n} ${"A long text about somebody. ".repeat(100)}`;
      expectStatus(await me.patch(`/contacts/${id}`, { description, nickname: `Zo ${n}` }), 200);
    }
    const by = await connect((await makeKey(me)).key);
    const pages = [];
    for (const page of [1, 2]) pages.push(await call("recent_activity", { page }, by));
    await by.close();
    const [first, second] = pages.map(({ read }) => read);
    expect(pages[0]!.text.length).toBeLessThan(12_000);
    expect([first.activity.length, second.activity.length, first.total]).toEqual([20, 7, 27]);
    expect(second.activity.at(-1).summary).toBe("Created 200 contacts");
    expect(first.activity[0].changes[0].fields.nickname).toEqual({
      before: "Zo 23",
      after: "Zo 24",
    });
    expect(first.actors).toHaveLength(1);
  });

  it("the answer is exported in parts, each of which can be imported", async () => {
    const me = await signUp();
    const network = await me.make("/networks", { name: "N" });
    await makePeople(me, 150, {});
    const by = await connect((await makeKey(me)).key);
    const first = (await call("export_everything", {}, by)).read;
    const second = (await call("export_everything", { after: first.next }, by)).read;
    expect([first, second].map(({ contacts, networks }) => [contacts.length, networks.length]))
      .toEqual([[100, 1], [50, 1]]);
    expect(second.next).toBeUndefined();
    expect(second.networks[0].id).toBe(network.id);
    expect(await refusal("export_everything", { after: "networks" }, by))
      .toEqual(["/after", "Must be the next of an earlier part."]);
    await by.close();
    const other = await signUp();
    const made = expectStatus(await other.post("/imports", second), 201);
    expect(made.counts.error).toBe(0);
  });
});

describe("export_contacts", () => {
  it("writes a network, some by their names, or all, as vCards or a table that can be imported again", async () => {
    const me = await signUp();
    const network = await me.make("/networks", { name: "Choir" });
    for (const [firstName, networkIds] of [["Ida", [network.id]], ["Jo", []]] as const) {
      await me.make("/contacts", { firstName, networkIds });
    }
    const by = await connect((await makeKey(me)).key);
    const exported = async (input: Json) => (await call("export_contacts", input, by)).read;
    const choir = await exported({ network: "choir" });
    expect([choir.count, choir.next]).toEqual([1, undefined]);
    expect(choir.file).toMatch(
      /^BEGIN:VCARD\r\n[^]*FN:Ida\r\n[^]*CATEGORIES:Choir\r\n[^]*END:VCARD\r\n$/,
    );
    const table = await exported({ contacts: ["jo", "Ida"], format: "csv" });
    expect(table.count).toBe(2);
    expect(table.file.split("\r\n").slice(1).map((line: string) => line.split(",")[0]).sort())
      .toEqual(["", "Ida", "Jo"]);
    await makePeople(me, 120, {});
    const first = await exported({});
    const rest = await exported({ after: first.next });
    expect([first.count, rest.count, rest.next]).toEqual([100, 22, undefined]);
    expect((await exported({ contacts: "Nobody" })).errors[0].pointer).toBe("/contacts/0");
    await by.close();
  });
});

describe("import_contacts", async () => {
  const me = await signUp();
  const by = await connect((await makeKey(me)).key);
  afterAll(() => by.close());
  /** What a tool answers, and whether it refuses. */
  const said = async (input: Json, name = "import_contacts"): Promise<Json> => {
    const { isError, read } = await call(name, input, by);
    return { isError, ...read };
  };
  const card = (...lines: string[]) =>
    ["BEGIN:VCARD", "VERSION:4.0", ...lines, "END:VCARD", ""].join("\r\n");

  it("previews first, then applies the preview, and undo takes it back", async () => {
    const zoe = await me.make("/contacts", {
      firstName: "Zoë",
      emails: [{ value: "zoe@example.com" }],
    });
    const text = card("FN:Zoë", "N:;Zoë;;;", "EMAIL:zoe@example.com", "TEL:+49 30 1") +
      card("FN:Max Weber", "N:Weber;Max;;;", "CATEGORIES:Work", "PHOTO:x") + "BEGIN:VCARD\r\n";
    const shown = await said({ text });
    expect(shown).toMatchObject({
      isError: false,
      counts: { create: 1, match: 1, conflict: 0, error: 1 },
      dropped: [{ property: "PHOTO: it is not in the file", count: 1 }],
      activityId: null,
    });
    expect(shown.rows).toEqual([
      { line: 15, action: "error", problem: "This vCard has no END:VCARD." },
      {
        line: 1,
        action: "match",
        name: "Zoë",
        email: "zoe@example.com",
        phone: "+49 30 1",
        contact: { id: zoe.id, displayName: "Zoë" },
      },
      { line: 8, action: "create", name: "Max Weber", networks: ["Work"] },
    ]);
    expect((await me.get("/contacts")).body.total).toBe(1);
    const done = await said({ apply: shown.importId, onMatch: "skip" });
    expect(done.applied).toEqual({ created: 1, merged: 0, skipped: 2, failed: 0 });
    expect((await me.get("/contacts")).body.total).toBe(2);
    await said({ activityId: done.activityId }, "undo");
    expect((await me.get("/contacts")).body.data).toMatchObject([{ id: zoe.id, phones: [] }]);
  });

  it("shows what a document fills in the profile", async () => {
    const profile = { name: "Ada", timezone: "Pacific/Auckland", country: "NZ" };
    const shown = await said({ text: JSON.stringify({ kith: 1, profile }) });
    expect(shown.rows).toEqual([{ line: 1, resource: "profile", action: "create", ...profile }]);
    expect(await said({ apply: shown.importId })).toMatchObject({ applied: { merged: 1 } });
    expect((await me.get("/me")).body).toMatchObject(profile);
  });

  it("applies at once where it is told to, and finds the format", async () => {
    const table = await said({ text: "First Name,Company\nBo,Acme\n", apply: true });
    expect(table.applied).toMatchObject({ created: 1, failed: 0 });
    const json = await said({ text: '{"kith":1,"networks":[{"name":"Chess"}]}', apply: true });
    expect(json.applied).toMatchObject({ created: 1, failed: 0 });
    const pasted = await said({ text: "a;Name\n1;Cy", format: "csv" });
    expect(pasted.counts).toMatchObject({ create: 1 });
  });

  it("reads the signature of an e-mail as one person, and says what it has read", async () => {
    const text = [
      "-- ",
      "Jane van Doe",
      "Head of Design | Acme GmbH",
      "Tel: +49 30 1234567",
      "Mobile +49 170 7654321",
      "E: j.van-doe@acme.example",
      "www.acme.example",
      "Torstr. 1, 10119 Berlin",
      "Register court 12345",
    ].join("\n");
    const shown = await said({ text });
    expect(shown).toMatchObject({ counts: { create: 1 }, rows: [{ name: "Jane van Doe" }] });
    expect(shown.read).toEqual({
      firstName: "Jane van",
      lastName: "Doe",
      jobTitle: "Head of Design",
      company: "Acme GmbH",
      emails: [{ value: "j.van-doe@acme.example" }],
      phones: [{ value: "+49 30 1234567" }, { value: "+49 170 7654321", label: "mobile" }],
      urls: [{ value: "https://www.acme.example" }],
      addresses: [{ street: "Torstr. 1", postalCode: "10119", city: "Berlin" }],
      description: "Register court 12345",
    });
    const done = await said({ apply: shown.importId });
    expect(done.applied).toMatchObject({ created: 1 });
    const table = await said({ text: "Email address\na@x.example\nb@x.example" });
    expect(table.counts).toMatchObject({ create: 2 });
  });

  it("takes a mapping of a table whose titles it does not know, and names it where it lacks one", async () => {
    const text = "Wer,Wo\nGerda,gerda@x.example\n";
    expect((await said({ text })).errors[0].message)
      .toMatch(/Say with a mapping what they are\. For a table, send mapping: .* email, phone/);
    const mapping = [{ column: "Wer", field: "firstName" }, { column: "Wo", field: "email" }];
    expect((await said({ text, mapping })).rows)
      .toMatchObject([{ name: "Gerda", email: "gerda@x.example" }]);
    expect((await said({ text, mapping: [{ column: "Was", field: "email" }] })).errors[0])
      .toMatchObject({ pointer: "/mapping/Was", message: "The file has no such column." });
  });

  it("says what is wrong with the text or the choice", async () => {
    expect(await said({ text: "?" })).toMatchObject({ isError: true, code: "validation_failed" });
    expect(await said({ text: "x".repeat(100_001) })).toMatchObject({
      code: "validation_failed",
      errors: [{ pointer: "/text" }],
    });
    for (const input of [{}, { text: "x", apply: crypto.randomUUID() }]) {
      expect(await said(input)).toMatchObject({ isError: true, code: "validation_failed" });
    }
    expect(await said({ apply: crypto.randomUUID() })).toMatchObject({ code: "not_found" });
  });
});
