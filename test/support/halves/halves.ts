import { contacts, longText } from "./half-contacts.ts";
import { type Step, step } from "./steps.ts";

// What both halves hold. The texts are the same in both, but for SIDE, so that what leaks would show in totals, searches
// and names. No two things of a half tie in any order, because ties are broken by ids, which differ.

/** Of the whole account. */
export const accountSteps: Step[] = [
  step("patch /me", { name: "Ada", timezone: "Europe/Paris" }),
  step("post /note-types", { name: "Call", icon: "c" }, "call"),
  step("post /note-types", { name: "Memo", countsAsContact: false }, "memo"),
  step("post /note-types", { name: "Fleeting" }, "fleeting"),
];

export const networkSteps: Step[] = [
  step("post /networks", { name: "Climbing SIDE", color: "#3ECF8E" }, "net 1"),
  step("post /networks", { name: "Choir SIDE", description: "Tuesdays" }, "net 2"),
  step("post /networks", { name: "Doomed SIDE" }, "net 3"),
];

const notesAndReminders: Step[] = [
  step(
    "post /notes",
    { content: "SIDE: hello", contactId: "{emil}", occurredAt: "2020-07-01" },
    "note 1",
  ),
  step("post /notes", {
    content: "Called about the trip",
    contactId: "{emil}",
    noteTypeId: "{call}",
    occurredAt: "2020-07-02T08:00:00Z",
  }, "note 2"),
  step("post /notes", {
    content: "Likes tea",
    contactId: "{anna}",
    noteTypeId: "{memo}",
    occurredAt: "2021-01-01",
  }, "note 3"),
  step("post /notes", { content: "Just now", contactId: "{bert}" }, "note 4", "key"),
  step(
    "post /notes",
    { content: "With Fred", contactId: "{fred}", occurredAt: "2021-02-01" },
    "note 5",
  ),
  step(
    "post /notes",
    { content: "Soon gone", contactId: "{cora}", occurredAt: "2021-03-01" },
    "note 6",
  ),
  step(
    "post /notes",
    { content: "To and fro", contactId: "{cora}", occurredAt: "2021-04-01" },
    "note 7",
    "key",
  ),
  step(
    "post /notes",
    { content: "With Hugo", contactId: "{hugo}", occurredAt: "2021-05-01" },
    "note 8",
  ),
  step(
    "post /notes",
    { content: "Moving", contactId: "{cora}", occurredAt: "2021-06-01" },
    "note 9",
  ),
  step(
    "post /notes",
    { content: "With Lena", contactId: "{lena}", occurredAt: "2021-07-01" },
    "note 10",
  ),
  step("post /notes", {
    content: "With two SIDE",
    contactIds: ["{emil}", "{anna}"],
    occurredAt: "2019-01-01",
  }, "note 13"),
  step(
    "post /notes",
    { content: "By the key", contactIds: ["{bert}", "{anna}"], occurredAt: "2019-02-01" },
    "note 14",
    "key",
  ),
  step("post /notes", {
    content: "Somebody is added",
    contactIds: ["{cora}", "{anna}"],
    noteTypeId: "{memo}",
    occurredAt: "2019-03-01",
  }, "note 15"),
  step(
    "post /notes",
    { content: "With Gina", contactIds: ["{gina}", "{anna}"], occurredAt: "2019-04-01" },
    "note 16",
  ),
  step(
    "post /notes",
    { content: "And Fred", contactIds: ["{anna}", "{fred}"], occurredAt: "2019-05-01" },
    "note 17",
  ),
  step(
    "post /notes",
    { content: "And Hugo", contactIds: ["{emil}", "{hugo}"], occurredAt: "2019-06-01" },
    "note 18",
  ),
  step("post /reminders", {
    title: "Two SIDE",
    contactIds: ["{bert}", "{anna}"],
    dueAt: "2020-04-01",
  }, "reminder 8"),
  step("post /reminders", {
    title: "And Hugo",
    contactIds: ["{hugo}", "{emil}"],
    dueAt: "2030-05-01",
  }, "reminder 9"),
  step(
    "post /reminders",
    { title: "Call SIDE", contactId: "{anna}", dueAt: "2030-01-01" },
    "reminder 1",
  ),
  step("post /reminders", {
    title: "Send photos",
    contactId: "{emil}",
    dueAt: "2020-01-02T09:00:00Z",
    completed: true,
  }, "reminder 2"),
  step("post /reminders", { title: "Without a date", contactId: "{bert}" }, "reminder 3"),
  step(
    "post /reminders",
    { title: "With Fred", contactId: "{fred}", dueAt: "2030-02-01" },
    "reminder 4",
  ),
  step(
    "post /reminders",
    { title: "Soon gone", contactId: "{anna}", dueAt: "2030-03-01" },
    "reminder 5",
  ),
  step(
    "post /reminders",
    { title: "With Hugo", contactId: "{hugo}", dueAt: "2030-04-01" },
    "reminder 6",
  ),
  step(
    "post /reminders",
    { title: "Overdue SIDE", contactId: "{anna}", dueAt: "2020-03-01" },
    "reminder 7",
  ),
  step("post /reminders", {
    title: "Every month SIDE",
    contactId: "{emil}",
    dueAt: "2030-05-31",
    recurrence: "FREQ=MONTHLY;COUNT=5",
  }, "reminder 10"),
  step("post /reminders", {
    title: "Every week",
    contactId: "{anna}",
    dueAt: "2030-06-03",
    recurrence: "FREQ=WEEKLY;BYDAY=MO",
  }, "reminder 11"),
];

/** What happened to them: edits, deletions and undoing, of which nothing is left without a contact or a network. */
const history: Step[] = [
  step("patch /contacts/{anna}", { jobTitle: "Architect", isFavorite: true }, "promotion"),
  step("patch /contacts/{ivan}", { nickname: "Vanya" }, "nickname", "key"),
  step("post /me/calendar"),
  step("post /imports", { kith: 1, contacts: [{ firstName: "Imported" }] }),
  step("post /contacts/duplicates/dismiss", { contactIds: ["{anna}", "{emil}"] }),
  step("patch /contacts/{emil}", { jobTitle: "Baker" }, "baking"),
  step("post /activity/{set of baking}/undo", {}, "undoing of baking"),
  step("patch /notes/{note 1}", { content: "SIDE: hello again" }, "rewording", "key"),
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
  step("patch /networks/{net 1}", { description: "Thursdays SIDE" }, "network edit"),
  step("patch /contacts/{cora}", { networkIds: ["{net 1}", "{net 2}"] }, "second network"),
];

/** What is later undone or deleted in both halves at once. */
const common: Step[] = [
  step("post /notes", {
    content: "Fleeting",
    contactId: "{emil}",
    noteTypeId: "{fleeting}",
    occurredAt: "2020-06-01",
  }, "note 12"),
  step("patch /contacts/{emil}", { nickname: "Third" }, "edit by the third key", "third key"),
  step("delete /notes/{note 2}", undefined, "deletion by the third key", "third key"),
];

export const halfSteps: Step[] = [...contacts, ...notesAndReminders, ...history, ...common];

/** What changes both halves in one change set. */
export const commonSteps: Step[] = [
  step("delete /note-types/{fleeting}", undefined, "deletion of a type"),
  step("post /activity/undo", { actorId: "{third key}", since: "2026-01-01" }, "undoing of a key"),
];

/** What leaves something behind without a contact or a network, so that only a limited key sees it vanish. */
export const leavingSteps: Step[] = [
  step("delete /contacts/{fred}", undefined, "deletion of fred"),
  step("delete /networks/{net 2}/contacts/{hugo}", undefined, "leaving"),
  step("delete /networks/{net 3}", undefined, "deletion of net 3"),
  step("delete /notes/{note 5}", undefined, "deletion of an orphan"),
];

/** What is about two contacts, of which the key sees at most one. */
function mixed(one: string, other: string, name: string): Step[] {
  const contactIds = [one, other];
  // Of a type that does not count, because it is no secret when the contact was contacted last.
  const note = { content: "Mixed", noteTypeId: "{memo}", contactIds };
  return [
    step("post /notes", note, `mixed note ${name}`),
    step(`patch /notes/{mixed note ${name}}`, { content: "SIDE mixed" }, `edit of mixed ${name}`),
    step("post /notes", note, `gone mixed note ${name}`),
    step(`delete /notes/{gone mixed note ${name}}`, undefined, `deletion of mixed ${name}`),
    step(
      "post /reminders",
      { title: "Mixed", contactIds, dueAt: "2020-01-01" },
      `mixed rem ${name}`,
    ),
  ];
}

/** What belongs to no network and to no contact, or to both halves. */
export const nobodySteps: Step[] = [
  step("post /contacts", {
    firstName: "Anna",
    lastName: "Müller",
    isFavorite: true,
    contactFrequencyDays: 1,
    lastContactedAt: "2020-01-10",
    description: "SIDE",
  }, "anna"),
  step("post /contacts", { firstName: "Bert", description: longText }, "bert"),
  step("PHOTO anna"),
  step("post /notes", { content: "About nobody", noteTypeId: "{call}" }, "note"),
  step("post /notes", { content: "About Anna", contactId: "{anna}" }, "note 1"),
  step("post /notes", { content: "Fleeting", noteTypeId: "{fleeting}" }, "note 12"),
  step("post /reminders", { title: "About nobody", dueAt: "2030-01-01" }, "reminder"),
  step("post /reminders", { title: "About Anna", contactId: "{anna}" }, "reminder 1"),
  ...mixed("{left anna}", "{right anna}", "1"),
  ...mixed("{right emil}", "{left emil}", "2"),
  ...mixed("{left anna}", "{anna}", "3"),
  step("post /networks", { name: "Empty" }, "net"),
  step("patch /contacts/{anna}", { nickname: "SIDE" }, "edit"),
  step("post /contacts", { firstName: "Gone" }, "gone"),
  step("delete /contacts/{gone}", undefined, "deletion of gone"),
  step("post /notes", { content: "Gone too" }, "gone note"),
  step("delete /notes/{gone note}", undefined, "deletion of a note"),
];
