import { beforeAll, describe, expect, it } from "vitest";
import { expectStatus } from "../../support/accounts.ts";
import { everything, httpSource, Replica } from "../../support/activity/replica.ts";
import { differences } from "../../support/activity/snapshot.ts";
import type { Client, Json } from "../../support/client.ts";
import { superuser } from "../../support/sql.ts";
import { NamedAccount, sharedStack } from "./named-account.ts";
import { visibleTo, withoutProfile } from "./visible-to.ts";

// The feed of changes for a key that is limited to networks: what leaves them is a deletion, what joins them comes with
// its notes and reminders, and of the rest there is nothing.

const stack = sharedStack(superuser());

/** An account with two networks for the key, and one that it must not see. */
async function newAccount(): Promise<NamedAccount> {
  const account = await NamedAccount.make(stack, { hasOutside: true, isLimited: true });
  for (const name of ["inside 1", "inside 2", "outside 1"]) {
    account.keep(name, expectStatus(await account.owner.post("/networks", { name }), 201).id);
  }
  account.key = await account.newKey("key", { networkIds: ["{inside 1}", "{inside 2}"] });
  return account;
}

/** A client that remembers every text that the feed has answered. */
function listening(client: Client, heard: string[]): Client {
  return {
    ...client,
    async get(path) {
      const answer = await client.get(path);
      if (path.startsWith("/changes")) heard.push(answer.text);
      return answer;
    },
  };
}

describe("a copy that follows the feed of a limited key", () => {
  let account: NamedAccount;
  const heard: string[] = [];
  const copies: Replica[] = [];
  let late: Replica;

  beforeAll(async () => {
    account = await newAccount();
    const source = httpSource(listening(account.key, heard));
    for (const size of [1, 3, 200]) {
      copies.push(await Replica.of(source, undefined, size, Infinity));
    }
    late = await Replica.of(source, undefined, 2, Infinity);
  });

  const expectRight = async (copy: Replica) => {
    const networkIds = [account.id("inside 1"), account.id("inside 2")];
    const expected = await visibleTo(httpSource(account.owner), networkIds);
    expect(differences(withoutProfile(copy.things), withoutProfile(expected))).toEqual([]);
    const lists = await everything(httpSource(account.key));
    expect(differences(copy.things, lists)).toEqual([]);
  };

  it.each(Object.entries(moves))("is right after: %s", async (_, requests) => {
    for (const { method, path, body, name } of requests) {
      const answer = await account.send(account.owner, method, path, body);
      expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
      if (name === undefined) continue;
      if (answer.status === 201) account.keep(name, answer.body.id, path.slice(1));
      account.keep(`set of ${name}`, answer.headers.get("x-activity-id")!);
    }
    for (const copy of copies) {
      await copy.follow();
      await expectRight(copy);
    }
  });

  it("is right when it reads for the first time in the end", async () => {
    await late.follow();
    await expectRight(late);
  });

  it("is never told of what was never in its networks", () => {
    const hidden = [...account.collections.keys()].filter((name) => name.startsWith("hidden"));
    expect(hidden.length).toBeGreaterThan(4);
    const texts = heard.join("");
    expect(texts.length).toBeGreaterThan(1000);
    expect(hidden.filter((name) => texts.includes(account.id(name)))).toEqual([]);
    expect(texts).not.toContain(account.id("outside 1"));
  });
});

describe("the feed of a limited key", () => {
  it("stands still while only the rest of the account is written", async () => {
    const account = await newAccount();
    const make = async (path: string, body: Json) =>
      expectStatus(await account.owner.post(path, account.fillBody(body)), 201).id;
    const changes = async (query = ""): Promise<Json> =>
      expectStatus(await account.key.get(`/changes${query}`), 200);
    await make("/contacts", { firstName: "L", networkIds: ["{inside 1}"] });
    const start = await changes();
    const contact = await make("/contacts", { firstName: "R", networkIds: ["{outside 1}"] });
    const none = await make("/contacts", { firstName: "N" });
    await make("/notes", { content: "R", contactId: contact });
    await make("/notes", { content: "N" });
    await make("/reminders", { title: "N", contactId: none });
    for (const id of [contact, none]) {
      expectStatus(await account.owner.patch(`/contacts/${id}`, { nickname: "X" }), 200);
      expectStatus(await account.owner.delete(`/contacts/${id}`), 204);
    }
    expectStatus(
      await account.owner.patch(`/networks/${account.id("outside 1")}`, { name: "R" }),
      200,
    );
    expect(await changes()).toEqual(start);
    expect(await changes(`?since=${start.cursor}`)).toEqual(start);
    expect(await changes(`?since=${start.cursor}&pageSize=1`)).toEqual(start);
  });
});

/** A request of the owner; names in braces stand for ids. */
interface Write {
  method: string;
  path: string;
  body?: Json;
  name?: string;
}

/** A request in one text; spaces in names are underscores there. */
const ask = (request: string, body?: Json, name?: string): Write => {
  const [method, path] = request.split(" ") as [string, string];
  const known = { method, path: path.replaceAll("_", " "), body };
  return name === undefined ? known : { ...known, name };
};
const contact = (firstName: string, networkIds: string[], name: string) =>
  ask("post /contacts", { firstName, networkIds: networkIds.map((each) => `{${each}}`) }, name);
const note = (content: string, about: string | null, name: string) =>
  ask("post /notes", { content, contactId: about && `{${about}}` }, name);
const reminder = (title: string, about: string | null, name: string) =>
  ask("post /reminders", { title, contactId: about && `{${about}}` }, name);
const noteAbout = (about: string[], name: string) =>
  ask("post /notes", { content: name, contactIds: about.map((each) => `{${each}}`) }, name);
const reminderAbout = (about: string[], name: string) =>
  ask("post /reminders", { title: name, contactIds: about.map((each) => `{${each}}`) }, name);
const moveTo = (path: string, about: string[], as?: string) =>
  ask(`patch ${path}`, { contactIds: about.map((each) => `{${each}}`) }, as);
const into = (name: string, networks: string[], as?: string) =>
  ask(`patch /contacts/{${name.replaceAll(" ", "_")}}`, {
    networkIds: networks.map((each) => `{${each}}`),
  }, as);
const move = (path: string, about: string | null, as?: string) =>
  ask(`patch ${path}`, { contactId: about && `{${about}}` }, as);

/** What the owner does between two looks at the feed. What the key must never hear of is named `hidden`. */
const moves: Record<string, Write[]> = {
  "contacts everywhere": [
    contact("Inside", ["inside 1"], "inside"),
    contact("Both", ["inside 1", "inside 2"], "both"),
    contact("Shared", ["inside 1", "outside 1"], "shared"),
    contact("Outside", ["outside 1"], "outside"),
    contact("Lone", [], "lone"),
    contact("Hidden", ["outside 1"], "hidden contact"),
    contact("Alone", [], "hidden lone contact"),
  ],
  "notes and reminders about all of them": [
    ...["inside", "both", "shared", "outside", "lone"].flatMap((name) => [
      note(`About ${name}`, name, `note ${name}`),
      reminder(`About ${name}`, name, `reminder ${name}`),
    ]),
    ...Array.from({ length: 12 }, (_, n) => note(`Note ${n}`, "outside", `note ${n}`)),
    note("Hidden", "hidden contact", "hidden note"),
    note("Hidden", null, "hidden note about nobody"),
    reminder("Hidden", "hidden lone contact", "hidden reminder"),
    reminder("Hidden", null, "hidden reminder about nobody"),
  ],
  "notes and reminders about several": [
    noteAbout(["inside", "both"], "note of two"),
    noteAbout(["shared", "inside", "both"], "note of three"),
    noteAbout(["both", "outside"], "note with outside"),
    noteAbout(["lone", "both"], "note with lone"),
    reminderAbout(["both", "inside"], "reminder of two"),
    reminderAbout(["outside", "shared"], "reminder with outside"),
    noteAbout(["both", "hidden contact", "hidden lone contact"], "hidden mixed note"),
    noteAbout(["hidden contact", "inside", "hidden lone contact"], "hidden mixed other"),
    reminderAbout(["both", "hidden lone contact"], "hidden mixed reminder"),
  ],
  "somebody who is not in the networks is added to them": [
    moveTo("/notes/{note_of_two}", ["inside", "hidden contact", "both"], "adding"),
    moveTo("/reminders/{reminder_of_two}", ["outside", "both", "inside"]),
  ],
  "adding is undone": [
    ask("post /activity/{set_of_adding}/undo", {}),
    moveTo("/reminders/{reminder_of_two}", ["inside", "both"]),
  ],
  "somebody is added and removed between two reads": [
    moveTo("/notes/{note_of_three}", ["hidden contact", "inside"]),
    moveTo("/notes/{note_of_three}", ["both", "shared", "inside"]),
    moveTo("/notes/{hidden_mixed_other}", ["hidden contact"]),
    moveTo("/notes/{hidden_mixed_other}", ["inside", "hidden contact", "hidden lone contact"]),
  ],
  "a contact leaves for a network outside": [into("inside", ["outside 1"], "leaving")],
  "it is edited there": [
    ask("patch /contacts/{inside}", { nickname: "Away" }),
    ask("patch /notes/{note_inside}", { content: "Away" }),
    ask("patch /reminders/{reminder_inside}", { completed: true }),
  ],
  "it comes back": [into("inside", ["inside 2"])],
  "it leaves all networks": [into("inside", [])],
  "it joins through the network": [ask("put /networks/{inside_1}/contacts/{inside}")],
  "it leaves through the network": [
    ask("delete /networks/{inside_1}/contacts/{inside}", undefined, "removal"),
  ],
  "leaving is undone": [ask("post /activity/{set_of_removal}/undo", {}, "undo 1")],
  "the undo is undone": [ask("post /activity/{set_of_undo_1}/undo", {})],
  "a contact in two networks leaves one": [into("both", ["inside 2"])],
  "a contact outside joins": [into("outside", ["outside 1", "inside 1"], "joining")],
  "a contact without networks joins": [into("lone", ["inside 2"])],
  "a contact in both leaves the network outside": [into("shared", ["inside 1"])],
  "it leaves for that network": [into("shared", ["outside 1"])],
  "joining is undone": [ask("post /activity/{set_of_joining}/undo", {}, "undo 2")],
  "joining is done again": [ask("post /activity/{set_of_undo_2}/undo", {})],
  "notes and reminders move out": [
    move("/notes/{note_both}", "hidden contact", "moving"),
    move("/notes/{note_lone}", null),
    move("/reminders/{reminder_both}", "hidden lone contact"),
    move("/reminders/{reminder_lone}", null),
  ],
  "one of the moves is undone": [ask("post /activity/{set_of_moving}/undo", {})],
  "notes and reminders move in": [
    move("/notes/{note_shared}", "both"),
    move("/notes/{note_lone}", "both"),
    move("/reminders/{reminder_shared}", "both"),
    move("/reminders/{reminder_lone}", "both"),
  ],
  "a note moves within the networks, and another within the rest": [
    move("/notes/{note_lone}", "outside"),
    move("/notes/{hidden_note}", "hidden lone contact"),
  ],
  "a contact is deleted": [ask("delete /contacts/{both}", undefined, "deletion")],
  "two contacts of a note are deleted, and the first is restored": [
    ask("delete /contacts/{lone}", undefined, "deletion of lone"),
    ask("post /activity/{set_of_deletion}/undo", { partial: true }, "return"),
    ask("post /activity/{set_of_deletion_of_lone}/undo", {}),
    ask("post /activity/{set_of_return}/undo", { partial: true }),
  ],
  "the notes that it left are edited": [
    ask("patch /notes/{note_both}", { content: "Orphaned" }),
  ],
  "the deletion is undone": [
    ask("post /activity/{set_of_deletion}/undo", { partial: true }),
  ],
  "contacts outside are deleted": [
    ask("delete /contacts/{shared}", undefined, "deletion of shared"),
    ask("delete /contacts/{hidden_contact}", undefined, "deletion of hidden"),
  ],
  "they are restored": [
    ask("post /activity/{set_of_deletion_of_shared}/undo", {}),
    ask("post /activity/{set_of_deletion_of_hidden}/undo", {}),
  ],
  "a network of the key is deleted": [
    ask("delete /networks/{inside_2}", undefined, "deletion of inside 2"),
  ],
  "its contacts are edited": [
    ask("patch /contacts/{lone}", { nickname: "Away" }),
    ask("patch /contacts/{both}", { nickname: "Away" }),
  ],
  "the network is restored": [ask("post /activity/{set_of_deletion_of_inside_2}/undo", {})],
  "a contact joins and leaves between two reads": [
    into("shared", ["inside 1"]),
    into("shared", ["outside 1"]),
  ],
  "a contact leaves and joins between two reads": [into("lone", []), into("lone", ["inside 2"])],
  "a contact is made and leaves between two reads": [
    contact("Brief", ["inside 1"], "brief"),
    note("Brief", "brief", "note brief"),
    into("brief", ["outside 1"]),
  ],
  "a contact is made outside and joins between two reads": [
    contact("Late", ["outside 1"], "late"),
    note("Late", "late", "note late"),
    reminder("Late", "late", "reminder late"),
    into("late", ["inside 1"]),
  ],
  "a contact leaves and is deleted": [
    into("late", ["outside 1"]),
    ask("delete /contacts/{late}"),
  ],
  "notes and reminders that left are deleted": [
    ask("delete /notes/{note_late}"),
    ask("delete /reminders/{reminder_late}"),
    ask("delete /notes/{hidden_note}"),
  ],
  "a contact joins that has lost its notes and reminders": [
    contact("Later", ["outside 1"], "later"),
    note("Past", "later", "hidden past note"),
    reminder("Past", "later", "past reminder"),
    move("/notes/{hidden_past_note}", null),
    ask("delete /reminders/{past_reminder}"),
    into("later", ["inside 1"]),
  ],
  "a contact leaves and gets a note and a reminder": [
    into("later", ["outside 1"]),
    note("Afterwards", "later", "hidden later note"),
    reminder("Afterwards", "later", "hidden later reminder"),
  ],
  "a note about nobody is moved to a contact that has left": [
    note("Stray", null, "hidden stray note"),
    contact("Stray", ["inside 1"], "stray"),
    into("stray", ["outside 1"]),
    move("/notes/{hidden_stray_note}", "stray"),
  ],
  "a note type comes, changes and goes": [
    ask("post /note-types", { name: "T" }, "type"),
    ask("patch /notes/{note_inside}", { noteTypeId: "{type}" }),
    ask("patch /notes/{note_outside}", { noteTypeId: "{type}" }),
    ask("delete /note-types/{type}"),
  ],
  "the profile changes": [ask("patch /me", { name: "Ada" })],
};
