// What people ask an assistant for, with the calls that it takes over MCP and over REST.
import { expect } from "vitest";
import type { Json } from "../../test/support/client.ts";
import type { Task } from "./measure.ts";

/** The day so many days from now, as a date. */
export const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Since when "today" is meant: the run may begin before midnight and end after it. */
const yesterday = inDays(-1);

/** The month so many months from now as 1 to 12. With 1 to 9 no day of the coming week belongs to it, in which "this week" is asked for. */
export const inMonths = (months: number) => (Number(inDays(7).slice(5, 7)) - 1 + months) % 12 + 1;

/** A day of that month. */
export const dayIn = (year: number, months: number, day: number) =>
  `${year}-${String(inMonths(months)).padStart(2, "0")}-${String(day).padStart(2, "0")}`;

/** The beginning of a year; the notes of the seed are of the last weeks, which may be in the year before. */
const lastYear = `${Number(inDays(0).slice(0, 4)) - 1}-01-01`;

/** A list in which there is one like this. */
const has = (item: Json) => ({ data: expect.arrayContaining([expect.objectContaining(item)]) });
const two = [expect.any(String), expect.any(String)];
const on = (days: number) => expect.stringContaining(inDays(days));
/** The reminder of this title among what is due. */
const dueOf = ({ days }: Json, title: string) =>
  days.flatMap(({ items }: Json) => items).find((item: Json) => item.title === title).id;

const lena = {
  firstName: "Lena",
  lastName: "Fischer",
  company: "Acme",
  emails: [{ value: "lena@fischer.example" }],
};
const moved = { company: "Initech", jobTitle: "Designer", addresses: [{ city: "Berlin" }] };
const newNumber = { addPhones: [{ value: "+49 30 1234567" }] };
const paula = { content: "Met Paula Reis at the fair, she sells kites." };
const onTuesday = "He will move to another flat on Tuesday and needs help with the piano.";
const mother = { title: "Call mother", recurrence: "FREQ=MONTHLY" };
const rent = { title: "Pay the rent", recurrence: "FREQ=MONTHLY;BYDAY=1MO" };
const unreachable = { hasEmail: false, hasPhone: false };

/** A vCard of people. */
const people200 = Array.from({ length: 200 }, (_, n) =>
  [
    "BEGIN:VCARD",
    "VERSION:4.0",
    `FN:Guest ${n} Imported`,
    `N:Imported;Guest ${n};;;`,
    `EMAIL:guest${n}@imported.example`,
    `TEL:+49 40 55${String(n).padStart(5, "0")}`,
    "END:VCARD\r\n",
  ].join("\r\n")).join("");

/** All tasks by what is asked, in an order in which each finds what an earlier one has made; the last takes everything back. */
export const tasks: Record<string, Task> = {
  "What do I know about Max Weber before I meet him?": {
    mcp: ["get_contact", { contact: "Max Weber" }],
    rest: ["GET", "/contacts/<Max Weber>?include=notes,reminders,networks"],
    tells: ["max@weber.example", "on Monday", "Return the book", "Climbing gym"],
  },
  "Merge the two Johns, and take it back": {
    mcp: [
      ["find_duplicates", { name: "John" }],
      ({ pairs: [{ contacts: [{ id: contactId }, { id: duplicateId }] }] }) => {
        return ["merge_contacts", { contactId, duplicateId }];
      },
      ({ contact, activityId }) => {
        expect(contact.emails).toHaveLength(2);
        return ["undo", { activityId }];
      },
    ],
    rest: [
      ["GET", "/contacts/duplicates"],
      ({ data: [{ contacts: [{ id }, { id: duplicateId }] }] }) => {
        return ["POST", `/contacts/${id}/merge`, { duplicateId }];
      },
      ({ activityId }) => ["POST", `/activity/${activityId}/undo`],
    ],
    effect: { "/contacts?search=john": { total: 2 } },
  },
  "Whose birthdays are next month, in order?": {
    mcp: ["search_contacts", { birthdayMonth: inMonths(1), limit: 50 }],
    rest: ["GET", `/contacts?birthdayMonth=${inMonths(1)}&sort=birthday`],
    tells: ["Samuel Okafor", "Ines Carvalho"],
    isOrdered: true,
  },
  "Who was the dentist I met in Lisbon last spring?": {
    mcp: ["search_contacts", { search: "dentist Lisbon" }],
    rest: ["GET", "/contacts?search=dentist%20lisbon"],
    tells: ["Rui Costa", "+351 21 5550199"],
  },
  "Add Ana's new number, keep the old one": {
    mcp: ["save_contact", { contact: "Ana", ...newNumber }],
    rest: ["PATCH", "/contacts/<Ana>", newNumber],
    effect: {
      "/contacts/<Ana>": { phones: [{ value: "+351 22 5550100" }, { value: "+49 30 1234567" }] },
    },
  },
  "Save Lena Fischer, lena@fischer.example, she works at Acme": {
    mcp: ["save_contact", lena],
    rest: ["POST", "/contacts", lena],
    effect: { "/contacts?search=Lena%20Fischer%20Acme": { data: [{ emails: lena.emails }] } },
  },
  "Put Lena into my climbing network": {
    mcp: ["change_contacts", { contacts: ["Lena"], addToNetworks: ["climbing network"] }],
    rest: ["PUT", "/networks/<network Climbing gym>/contacts/<Lena>"],
    effect: { "/contacts/<Lena>?include=networks": { networks: [{ name: "Climbing gym" }] } },
  },
  "Who belongs to the climbing gym?": {
    mcp: ["search_contacts", { search: "climbing gym" }],
    rest: ["GET", "/contacts?networkId=<network Climbing gym>"],
    tells: ["Lena Fischer", "Max Weber", "Zoë Müller", '"total":3'],
  },
  "Who do I know at Acme?": {
    mcp: ["search_contacts", { search: "Acme" }],
    rest: ["GET", "/contacts?search=acme"],
    tells: ["Lena Fischer", "Max Weber", '"total":2'],
  },
  "Put everybody at Acme into a new network": {
    mcp: [
      ["search_contacts", { company: "Acme" }],
      ["save_network", { name: "Acme people" }],
      (_, { total }) => {
        const matching = { company: "Acme" };
        return ["change_contacts", { matching, total, addToNetworks: ["Acme people"] }];
      },
    ],
    rest: [
      ["GET", "/contacts?company=acme&fields=id"],
      ["POST", "/networks", { name: "Acme people" }],
      ({ id }, { data }) => {
        return ["PUT", `/networks/${id}/contacts`, { contactIds: data.map(({ id }: Json) => id) }];
      },
    ],
    effect: { "/networks": has({ name: "Acme people", contactCount: 2 }) },
  },
  "Rename my friends network to close friends": {
    mcp: ["save_network", { network: "friends", name: "Close friends" }],
    rest: ["PATCH", "/networks/<network Friends>", { name: "Close friends" }],
    effect: { "/networks": has({ name: "Close friends", contactCount: 4 }) },
  },
  "How many people are in each of my networks?": {
    mcp: ["list_networks"],
    rest: ["GET", "/networks"],
    tells: ["Acme people", '"contactCount":2', "Close friends", '"contactCount":4'],
    isOrdered: true,
  },
  "Whom at work have I not talked to for three months?": {
    mcp: ["search_contacts", { network: "Work", lastContactedBefore: inDays(-91), limit: 50 }],
    rest: ["GET", `/contacts?networkId=<network Work>&lastContactedBefore=${inDays(-91)}`],
    tells: ["John Doe", "Kenji Watanabe", '"total":8'],
  },
  "Use this picture as Ana's photo": {
    mcp: [
      ["set_photo", { contact: "Ana", extension: "jpg" }],
      ({ upload }) => ["upload", upload],
      (_, { upload: { path } }) => ["set_photo", { contact: "Ana", path }],
    ],
    rest: [
      ["POST", "/contacts/<Ana>/photo-upload", { extension: "jpg" }],
      (answer) => ["upload", answer],
      (_, { path }) => ["PATCH", "/contacts/<Ana>", { photoUrl: path }],
    ],
    effect: { "/contacts/<Ana>": { hasPhoto: true } },
  },
  "Max Weber has a new job: designer at Initech, and moved to Berlin": {
    mcp: ["save_contact", { contact: "Max Weber", ...moved }],
    rest: ["PATCH", "/contacts/<Max Weber>", moved],
    effect: { "/contacts/<Max Weber>": moved },
  },
  "I want to be in touch with Zoë every 30 days": {
    mcp: ["save_contact", { contact: "Zoë", contactFrequencyDays: 30 }],
    rest: ["PATCH", "/contacts/<Zoë>", { contactFrequencyDays: 30 }],
    effect: { "/contacts/<Zoë>": { contactFrequencyDays: 30 } },
  },
  "With whom have I not been in touch for longest?": {
    mcp: ["search_contacts", { sort: "lastContactedAt", limit: 5 }],
    rest: ["GET", "/contacts?sort=lastContactedAt&pageSize=5"],
    tells: ["Tom Baker"],
  },
  "Log that I had lunch with Zoë and Max Weber yesterday and remind me in two weeks": {
    mcp: [
      ["log_note", { content: "Lunch.", people: ["Zoë", "Max Weber"], occurredAt: yesterday }],
      ["set_reminder", { title: "Lunch again", people: ["Zoë", "Max Weber"], due: "P2W" }],
    ],
    rest: [
      ["POST", "/notes", {
        content: "Lunch.",
        contactIds: ["<Zoë>", "<Max Weber>"],
        occurredAt: yesterday,
      }],
      ({ contactIds }) => {
        return ["POST", "/reminders", { title: "Lunch again", contactIds, dueAt: inDays(14) }];
      },
    ],
    effect: {
      "/notes?search=lunch": { total: 1, data: [{ contactIds: two }] },
      "/reminders": has({ title: "Lunch again", contactIds: two }),
    },
  },
  "What did I talk about with Zoë last time?": {
    mcp: ["search_notes", { contact: "Zoë", limit: 1 }],
    rest: ["GET", "/notes?contactId=<Zoë>&pageSize=1"],
    tells: ["Lunch."],
    withholds: ["boat trip"],
  },
  "What have I written about Max Weber this year?": {
    mcp: ["search_notes", { contact: "Max Weber", from: lastYear, limit: 50 }],
    rest: ["GET", `/notes?contactId=<Max Weber>&from=${lastYear}`],
    tells: ["Lunch.", "on Monday", "new project"],
    withholds: ["boat trip"],
  },
  "Note that I met Paula Reis at the fair; she is no contact": {
    mcp: ["log_note", paula],
    rest: ["POST", "/notes", paula],
    effect: { "/notes?search=paula": { data: [{ contactIds: [] }] } },
  },
  "Where did I write about the boat trip?": {
    mcp: ["search_notes", { search: "boat trip" }],
    rest: ["GET", "/notes?search=boat%20trip"],
    tells: ["the boat trip to Corsica", '"total":1'],
  },
  "In my note about Max Weber's move it has to be Tuesday, not Monday": {
    mcp: [
      ["search_notes", { contact: "Max Weber", search: "Monday" }],
      ({ notes: [{ id }] }) => ["edit_note", { noteId: id, content: onTuesday }],
    ],
    rest: [
      ["GET", "/notes?contactId=<Max Weber>&search=Monday"],
      ({ data: [{ id }] }) => ["PATCH", `/notes/${id}`, { content: onTuesday }],
    ],
    effect: { "/notes?search=move": { data: [{ content: onTuesday }] } },
  },
  "Who should I call this week?": {
    mcp: ["list_due", { days: 7 }],
    rest: ["GET", "/upcoming?days=7"],
    tells: ["Tom Baker", "Dentist", "Grace Lee", "Call the landlord"],
    withholds: ["Return the book"],
  },
  "What is overdue?": {
    mcp: ["list_due", { days: 1 }],
    rest: ["GET", "/upcoming?days=1"],
    tells: ["Call the landlord", "Tom Baker"],
    withholds: ["Dentist"],
  },
  "Remind me to send Ana the photos in four days": {
    mcp: ["set_reminder", { title: "Send photos", people: ["Ana"], due: "P4D" }],
    rest: ["POST", "/reminders", { title: "Send photos", contactId: "<Ana>", dueAt: inDays(4) }],
    effect: { "/reminders?contactId=<Ana>": has({ title: "Send photos", dueAt: on(4) }) },
  },
  "I have sent the photos": {
    mcp: [
      ["list_due", { days: 7 }],
      (due) => ["set_reminder", { reminderId: dueOf(due, "Send photos"), completed: true }],
    ],
    rest: ["PATCH", "/reminders/<reminder Send photos>", { completed: true }],
    effect: { "/reminders": has({ title: "Send photos", completed: true }) },
  },
  "Move the dentist to next week": {
    mcp: [
      ["list_due", { days: 7 }],
      (due) => ["set_reminder", { reminderId: dueOf(due, "Dentist"), due: "P1W" }],
    ],
    rest: ["PATCH", "/reminders/<reminder Dentist>", { dueAt: inDays(7) }],
    effect: { "/reminders": has({ title: "Dentist", dueAt: on(7) }) },
  },
  "Remind me on the first of each month to call my mother": {
    mcp: ["set_reminder", { ...mother, due: "2030-01-01" }],
    rest: ["POST", "/reminders", { ...mother, dueAt: "2030-01-01" }],
    effect: { "/reminders": has(mother) },
  },
  "Remind me every first Monday to pay the rent": {
    mcp: ["set_reminder", { ...rent, due: "2030-01-07" }],
    rest: ["POST", "/reminders", { ...rent, dueAt: "2030-01-07" }],
    effect: { "/reminders": has(rent) },
  },
  "Delete Test Person": {
    mcp: [
      ["search_contacts", { search: "Test Person" }],
      ({ contacts: [{ id }] }) => ["change_contacts", { contacts: [id], delete: true }],
    ],
    rest: ["DELETE", "/contacts/<Test Person>"],
    effect: { "/contacts?search=test%20person": { total: 0 } },
  },
  "Bring back Test Person, who was deleted some days ago": {
    mcp: [
      ["list_trash", { search: "Test Person" }],
      ({ trash: [{ activityId }] }) => ["undo", { activityId }],
    ],
    rest: [
      ["GET", "/trash?search=test%20person"],
      ({ data: [{ id }] }) => ["POST", `/activity/${id}/undo`],
    ],
    effect: { "/contacts/<Test Person>": { displayName: "Test Person" } },
  },
  "Export everything": {
    mcp: ["export_everything"],
    rest: ["GET", "/export"],
    tells: ["Close friends", "Zoë", "Met Paula Reis", "Return the book"],
  },
  "Import these 200 people": {
    mcp: [
      ["import_contacts", { text: people200 }],
      ({ importId }) => ["import_contacts", { apply: importId }],
    ],
    rest: [
      ["POST", "/imports", people200],
      ({ id }) => ["POST", `/imports/${id}/apply`, { onMatch: "merge" }],
    ],
    effect: { "/contacts?search=imported.example": { total: 200 } },
  },
  "Archive everybody without e-mail address and phone number": {
    mcp: [
      ["search_contacts", unreachable],
      ({ total }) => ["change_contacts", { matching: unreachable, total, isArchived: true }],
    ],
    rest: [
      ["GET", "/contacts?hasEmail=false&hasPhone=false&fields=id"],
      ({ data }) => {
        const update = data.map(({ id }: Json) => ({ id, isArchived: true }));
        return ["POST", "/contacts/bulk", { update }];
      },
    ],
    effect: {
      "/contacts?isArchived=true": { total: 11 },
      "/contacts?hasEmail=false&hasPhone=false": { total: 0 },
      "/contacts?hasPhone=true": { total: 203 },
    },
  },
  "Zoë is Max Weber's sister": {
    mcp: ["relate_people", { who: "Zoë", of: "Max Weber", kind: "sibling", label: "sister" }],
    rest: ["POST", "/relationships", {
      contactId: "<Max Weber>",
      relatedContactId: "<Zoë>",
      kind: "sibling",
      label: "sister",
    }],
    tells: ["Zoë Müller is Max Weber's sister"],
  },
  "Who is in Max Weber's family?": {
    mcp: ["get_contact", { contact: "Max Weber" }],
    rest: ["GET", "/relationships?contactId=<Max Weber>"],
    tells: ["Zoë Müller is Max Weber's sister"],
  },
  "Rui introduced me to Max Weber": {
    mcp: ["relate_people", { who: "Rui", of: "Max Weber", kind: "introducedBy" }],
    rest: ["POST", "/relationships", {
      contactId: "<Max Weber>",
      relatedContactId: "<Rui>",
      kind: "introducedBy",
    }],
    tells: ["Rui Costa"],
  },
  "Who introduced me to Max Weber?": {
    mcp: ["get_contact", { contact: "Max Weber" }],
    rest: ["GET", "/relationships?contactId=<Max Weber>&kind=introducedBy"],
    tells: ["Rui Costa"],
  },
  "Whose anniversaries are in six months?": {
    mcp: ["search_contacts", { dateKind: "anniversary", dateMonth: inMonths(6) }],
    rest: [
      "GET",
      `/contacts?dateKind=anniversary&dateMonth=${inMonths(6)}&fields=displayName,dates`,
    ],
    tells: ["Ana Silva", dayIn(2015, 6, 20)],
  },
  "Who is vegan?": {
    mcp: ["search_contacts", { search: "vegan" }],
    rest: ["GET", "/contacts?custom.diet=vegan&fields=displayName"],
    tells: ["Max Weber"],
  },
  "What has changed since yesterday?": {
    mcp: ["recent_activity", { since: yesterday }],
    rest: ["GET", `/activity?from=${yesterday}&fields=at,actor,summary,undoable`],
    tells: ["Created 200 contacts", "Test Person", "mother"],
  },
  "Undo what you did today": {
    mcp: ["undo", { since: yesterday }],
    rest: [
      ["GET", `/activity?from=${yesterday}&pageSize=1`],
      (
        { data: [{ actor }] },
      ) => ["POST", "/activity/undo", { actorId: actor.id, since: yesterday }],
    ],
    effect: {
      "/notes?search=lunch": { total: 0 },
      "/contacts?search=lena": { total: 0 },
      "/contacts?search=john": { total: 2 },
    },
  },
};
