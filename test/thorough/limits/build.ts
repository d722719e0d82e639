import { expectStatus } from "../../support/accounts.ts";
import type { Client, Json } from "../../support/client.ts";
import { upload } from "../../support/photos.ts";
import { NamedAccount, replaceNames, type Shape, type Stack } from "./named-account.ts";

// What the account holds inside and outside of the key's networks. The texts are the same in both parts, but for PART, so
// that what leaks would show in totals, searches and names. No two things of a part tie in any order, because ties are
// broken by ids, which differ.

/** A request that builds an account. Names in braces stand for ids, and PART for the name of the part. */
interface Step {
  request: string;
  body: Json;
  /** The name of what it makes, or of what it is about; its change set is `set of <name>`. */
  name: string | undefined;
  by: "owner" | "key" | "other key" | "third key";
}

const step = (request: string, body?: Json, name?: string, by: Step["by"] = "owner"): Step => (
  { request, body, name, by }
);
const named = (names: string[]) => names.map((each) => `{${each}}`);
const contact = (name: string, networks: string[], body: Json, by?: Step["by"]) =>
  step("post /contacts", { ...body, networkIds: named(networks) }, name, by);
const regular = (firstName: string, contactFrequencyDays: number, lastContactedAt?: string) => (
  { firstName, contactFrequencyDays, lastContactedAt }
);
const note = (name: string, content: string, about: string[], occurredAt: string, more?: Json) =>
  step("post /notes", { content, contactIds: named(about), occurredAt, ...more }, name);
const reminder = (name: string, title: string, about: string[], more: Json) =>
  step("post /reminders", { title, contactIds: named(about), ...more }, name);
const recurring = (name: string, title: string, about: string, dueAt: string, recurrence: string) =>
  reminder(name, title, [about], { dueAt, recurrence });
const byKey = (each: Step): Step => ({ ...each, by: "key" });

/** Longer than what fits into an index entry, so that search reads it from another column. */
const longText = `A zymurgist, of all people. ${"They brew and brew. ".repeat(40)} PART quux`;
const anna = { ...regular("Anna", 30, "2020-01-10"), lastName: "Müller", isFavorite: true };

/** Of the whole account. */
const accountSteps: Step[] = [
  step("patch /me", { name: "Ada", timezone: "Europe/Paris" }),
  step("post /note-types", { name: "Call", icon: "c" }, "call"),
  step("post /note-types", { name: "Memo", countsAsContact: false }, "memo"),
  step("post /note-types", { name: "Fleeting" }, "fleeting"),
];

const networkSteps: Step[] = [
  step("post /networks", { name: "Climbing PART", color: "#3ECF8E" }, "net 1"),
  step("post /networks", { name: "Choir PART", description: "Tuesdays" }, "net 2"),
  step("post /networks", { name: "Doomed PART" }, "net 3"),
];

/** Contacts of every shape. */
const contacts: Step[] = [
  contact("anna", ["net 1"], {
    ...anna,
    nickname: "Ännchen",
    jobTitle: "Engineer",
    emails: [{ value: "anna@example.com", label: "home" }],
    phones: [{ value: "+49 30 901820" }],
    urls: [{ value: "https://anna.example.com" }],
    addresses: [{ city: "Berlin" }],
    birthday: "1980-05-17",
  }),
  contact("bert", ["net 1"], {
    ...regular("Bert", 100, "2020-02-02T10:00:00Z"),
    description: longText,
  }),
  step("put /networks/{net 2}/contacts/{bert}", undefined, "second network of bert"),
  contact("cora", ["net 2"], {
    nickname: "Cora",
    description: "PART only",
    contactFrequencyDays: 3650,
    lastContactedAt: "2025-06-01",
  }),
  contact("dora", ["net 1"], { company: "Dora", birthday: "--02-29", contactFrequencyDays: 7 }),
  step("PHOTO dora"),
  contact("emil", ["net 2"], { ...regular("Emil", 200), isFavorite: true }),
  contact("fred", [], regular("Fred", 101, "2020-03-03")),
  step("put /networks/{net 1}/contacts/{fred}", undefined, "joining"),
  step("PHOTO fred"),
  contact("gina", ["net 1"], { firstName: "Gina", lastContactedAt: "2020-04-04" }),
  contact("hugo", ["net 2"], regular("Hugo", 102, "2020-05-05")),
  contact("ivan", ["net 1"], regular("Ivan", 105, "2020-06-06"), "key"),
  contact("lena", ["net 1"], regular("Lena", 103, "2020-09-09")),
  contact("kira", ["net 3"], regular("Kira", 104, "2020-08-08")),
];

const notesAndReminders: Step[] = [
  note("note 1", "PART: hello", ["emil"], "2020-07-01"),
  note("note 2", "About the trip", ["emil"], "2020-07-02T08:00:00Z", { noteTypeId: "{call}" }),
  note("note 3", "Likes tea", ["anna"], "2021-01-01", { noteTypeId: "{memo}" }),
  step("post /notes", { content: "Just now", contactId: "{bert}" }, "note 4", "key"),
  note("note 5", "With Fred", ["fred"], "2021-02-01"),
  note("note 6", "Soon gone", ["cora"], "2021-03-01"),
  byKey(note("note 7", "To and fro", ["cora"], "2021-04-01")),
  note("note 8", "With Hugo", ["hugo"], "2021-05-01"),
  note("note 9", "Moving", ["cora"], "2021-06-01"),
  note("note 10", "With Lena", ["lena"], "2021-07-01"),
  note("note 13", "With two PART", ["emil", "anna"], "2019-01-01"),
  byKey(note("note 14", "By the key", ["bert", "anna"], "2019-02-01")),
  note("note 15", "Somebody is added", ["cora", "anna"], "2019-03-01", { noteTypeId: "{memo}" }),
  note("note 16", "With Gina", ["gina", "anna"], "2019-04-01"),
  note("note 17", "And Fred", ["anna", "fred"], "2019-05-01"),
  note("note 18", "And Hugo", ["emil", "hugo"], "2019-06-01"),
  reminder("reminder 8", "Two PART", ["bert", "anna"], { dueAt: "2020-04-01" }),
  reminder("reminder 9", "And Hugo", ["hugo", "emil"], { dueAt: "2030-05-01" }),
  reminder("reminder 1", "Call PART", ["anna"], { dueAt: "2030-01-01" }),
  reminder("reminder 2", "Done", ["emil"], { dueAt: "2020-01-02T09:00:00Z", completed: true }),
  reminder("reminder 3", "Without a date", ["bert"], {}),
  reminder("reminder 4", "With Fred", ["fred"], { dueAt: "2030-02-01" }),
  reminder("reminder 5", "Soon gone", ["anna"], { dueAt: "2030-03-01" }),
  reminder("reminder 6", "With Hugo", ["hugo"], { dueAt: "2030-04-01" }),
  reminder("reminder 7", "Overdue PART", ["anna"], { dueAt: "2020-03-01" }),
  recurring("reminder 10", "Every month PART", "emil", "2030-05-31", "FREQ=MONTHLY;COUNT=5"),
  recurring("reminder 11", "Every week", "anna", "2030-06-03", "FREQ=WEEKLY;BYDAY=MO"),
];

/** What happened to them: edits, deletions and undoing. All of it is about somebody in a network. */
const history: Step[] = [
  step("patch /contacts/{anna}", { jobTitle: "Architect", isFavorite: true }, "promotion"),
  step("patch /contacts/{ivan}", { nickname: "Vanya" }, "nickname", "key"),
  step("post /me/calendar"),
  step("post /imports", { kith: 1, contacts: [{ firstName: "Imported" }] }),
  step("post /contacts/duplicates/dismiss", { contactIds: ["{anna}", "{emil}"] }),
  step("patch /contacts/{emil}", { jobTitle: "Baker" }, "baking"),
  step("post /activity/{set of baking}/undo", {}, "undoing of baking"),
  step("patch /notes/{note 1}", { content: "PART: hello again" }, "rewording", "key"),
  step("patch /reminders/{reminder 1}", { completed: true }, "completing", "key"),
  step("patch /reminders/{reminder 1}", { completed: false }, "reopening"),
  step("patch /reminders/{reminder 10}", { completed: true }, "a month", "key"),
  step("patch /reminders/{next of a month}", { completed: true }, "another month", "key"),
  step("patch /reminders/{reminder 11}", { completed: true }, "a week"),
  step("delete /notes/{note 6}", undefined, "deletion of a note"),
  step("delete /reminders/{reminder 5}", undefined, "deletion of a reminder", "key"),
  step("delete /notes/{note 7}", undefined, "deletion of a note by the key", "key"),
  step("post /activity/{set of deletion of a note by the key}/undo", {}, "undoing", "key"),
  step("patch /notes/{note 14}", { contactIds: ["{anna}", "{ivan}"] }, "another two", "key"),
  step("delete /notes/{note 13}", undefined, "deletion of a note about two", "key"),
  step("post /activity/{set of deletion of a note about two}/undo", {}, "return", "key"),
  step("delete /contacts/{gina}", undefined, "deletion of gina"),
  step("patch /networks/{net 1}", { description: "Thursdays PART" }, "network edit"),
  step("patch /contacts/{cora}", { networkIds: ["{net 1}", "{net 2}"] }, "second network"),
];

/** What is later undone or deleted in both parts at once. */
const common: Step[] = [
  note("note 12", "Fleeting", ["emil"], "2020-06-01", { noteTypeId: "{fleeting}" }),
  step("patch /contacts/{emil}", { nickname: "Third" }, "edit by the third key", "third key"),
  step("delete /notes/{note 2}", undefined, "deletion by the third key", "third key"),
];

/** Of both parts, each of which has all of it. */
const partSteps: Step[] = [...contacts, ...notesAndReminders, ...history, ...common];

/** What changes both parts in one change set. */
const commonSteps: Step[] = [
  step("delete /note-types/{fleeting}", undefined, "deletion of a type"),
  step("post /activity/undo", { actorId: "{third key}", since: "2026-01-01" }, "undoing of a key"),
];

/** What leaves something behind without a contact or a network, so that only a limited key sees it vanish. */
const leavingSteps: Step[] = [
  step("delete /contacts/{fred}", undefined, "deletion of fred"),
  step("delete /networks/{net 2}/contacts/{hugo}", undefined, "leaving"),
  step("delete /networks/{net 3}", undefined, "deletion of net 3"),
  step("delete /notes/{note 5}", undefined, "deletion of an orphan"),
];

/** What is about two contacts of whom the key sees at most one. */
function mixed(one: string, other: string, name: string): Step[] {
  // Of a type that does not count, because it is no secret when the contact was contacted last.
  const body = { content: "Mixed", noteTypeId: "{memo}", contactIds: named([one, other]) };
  return [
    step("post /notes", body, `mixed note ${name}`),
    step(`patch /notes/{mixed note ${name}}`, { content: "PART mixed" }, `edit of mixed ${name}`),
    step("post /notes", body, `gone mixed note ${name}`),
    step(`delete /notes/{gone mixed note ${name}}`, undefined, `deletion of mixed ${name}`),
    reminder(`mixed rem ${name}`, "Mixed", [one, other], { dueAt: "2020-01-01" }),
  ];
}

/** What belongs to no network and to no contact, or to both parts. */
const unfiledSteps: Step[] = [
  contact("anna", [], { ...anna, contactFrequencyDays: 1, description: "PART" }),
  contact("bert", [], { firstName: "Bert", description: longText }),
  step("PHOTO anna"),
  note("note", "About nobody", [], "2020-07-01", { noteTypeId: "{call}" }),
  note("note 1", "About Anna", ["anna"], "2020-07-01"),
  note("note 12", "Fleeting", [], "2020-07-01", { noteTypeId: "{fleeting}" }),
  reminder("reminder", "About nobody", [], { dueAt: "2030-01-01" }),
  reminder("reminder 1", "About Anna", ["anna"], {}),
  ...mixed("inside anna", "outside anna", "1"),
  ...mixed("outside emil", "inside emil", "2"),
  ...mixed("inside anna", "anna", "3"),
  step("post /networks", { name: "Empty" }, "net"),
  step("patch /contacts/{anna}", { nickname: "PART" }, "edit"),
  contact("gone", [], { firstName: "Gone" }),
  step("delete /contacts/{gone}", undefined, "deletion of gone"),
  note("gone note", "Gone too", [], "2020-07-01"),
  step("delete /notes/{gone note}", undefined, "deletion of a note"),
];

/** What goes outside, or where there is nothing outside, to nowhere; and what comes from there. */
function movesOut({ hasOutside }: Shape): Step[] {
  const networkIds = hasOutside ? ["{outside net 2}"] : [];
  const contactId = hasOutside ? "{outside anna}" : null;
  const contacts = ["cora", ...hasOutside ? ["outside emil"] : []];
  const others = { contactIds: hasOutside ? ["{cora}", "{outside anna}", "{anna}"] : [] };
  return [
    step("patch /contacts/{lena}", { networkIds }, "crossing"),
    step("patch /notes/{note 9}", { contactId }, "moving"),
    step("patch /reminders/{next of a week}", { contactId }, "moving of a week"),
    step("post /notes", { content: "Coming", contactId }, "note 11"),
    step("patch /notes/{note 11}", { contactId: "{cora}" }, "coming"),
    step("patch /notes/{note 15}", others, "adding another"),
    note("note 19", "Coming too", contacts, "2019-07-01", { noteTypeId: "{memo}" }),
    step("patch /notes/{note 19}", { contactIds: ["{cora}", "{emil}"] }, "coming with another"),
  ];
}

/** An account and the clients that have written it. */
export interface Built {
  account: NamedAccount;
  clients: Record<Step["by"], Client>;
}

/**
 * Makes an account with what is inside of the key's networks and, where its shape says so, the same once more outside and
 * some of it in no network. Requests come one after the other, so that nothing ties in time.
 */
export async function build(stack: Stack, shape: Shape): Promise<Built> {
  const account = await NamedAccount.make(stack, shape);
  const { owner } = account;
  const clients = { owner, key: owner, "other key": owner, "third key": owner };
  const built = { account, clients };
  await runAll(built, "account", accountSteps);
  await inEachPart(built, networkSteps);
  const networkIds = ["{inside net 1}", "{inside net 2}", "{inside net 3}"];
  clients.key = account.key = await account.newKey("key", shape.isLimited ? { networkIds } : {});
  for (const name of ["other key", "third key"] as const) {
    clients[name] = await account.newKey(name);
  }
  account.keep("start", (await account.key.get("/changes")).body.cursor);
  // She is in networks of both parts.
  const jana = regular("Jana", 106, "2020-07-07");
  const both = ["net 1", ...shape.hasOutside ? ["outside net 1"] : []];
  await runAll(built, "inside", [contact("jana", both, jana)]);
  if (shape.hasOutside) await runAll(built, "outside", [contact("jana", ["net 1"], jana)]);
  await inEachPart(built, partSteps);
  if (shape.hasOutside) await runAll(built, "unfiled", unfiledSteps);
  await runAll(built, "account", commonSteps);
  return built;
}

/** Lets contacts leave the networks of the key, and leaves notes and reminders without a contact. */
export async function leaveNetworks(built: Built): Promise<void> {
  await inEachPart(built, [...leavingSteps, ...movesOut(built.account.shape)]);
}

/** Each step inside and then outside. What the key does inside, another key does outside. */
async function inEachPart(built: Built, steps: Step[]): Promise<void> {
  const { account, clients } = built;
  const outside = { account, clients: { ...clients, key: clients["other key"] } };
  for (const each of steps) {
    await runAll(built, "inside", [each]);
    if (account.shape.hasOutside) await runAll(outside, "outside", [each]);
  }
}

/** Runs steps for one part: names in them are those of this part, or else of the whole account. */
async function runAll({ account, clients }: Built, part: string, steps: Step[]): Promise<void> {
  for (const { request, body, name, by } of steps) {
    const own = (name: string) =>
      part === "account" || isShared.test(name) ? name : `${part} ${name}`;
    const text = (value: string) =>
      replaceNames(value.replaceAll("PART", part), (name) => `{${own(name)}}`);
    const [, method = "", path = ""] = /^(\S+) (.*)$/.exec(text(request))!;
    if (method === "PHOTO") {
      expectStatus((await upload(clients[by], account.id(own(path)))).answer, 200);
      continue;
    }
    const content = body && JSON.parse(text(JSON.stringify(body)));
    const answer = await account.send(clients[by], method, path, content);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    if (name === undefined) continue;
    const collection = path.split("/")[1]!;
    const { id, nextId } = answer.body ?? {};
    if (answer.status === 201) account.keep(own(name), id, collection);
    if (nextId) account.keep(own(`next of ${name}`), nextId, collection);
    const set = answer.headers.get("x-activity-id");
    if (set !== null) account.keep(own(`set of ${name}`), set, "activity");
  }
}

/** Things that both parts use. */
const isShared = /^(call|memo|fleeting|owner|key|other key|third key|inside .*|outside .*)$/;
