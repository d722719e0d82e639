// Twenty tasks of a busy week, and the address book in which they are done.
import { expect } from "vitest";
import type { Client, Json } from "../../test/support/client.ts";
import type { Task } from "./measure.ts";
import { dayIn, inDays, inMonths } from "./tasks.ts";

const addresses = (city: string, country: string) => [{ city, country }];

/** Fills the address book of a new account. */
export async function seedForWeek(api: Client): Promise<void> {
  const networkIds: Record<string, string> = {};
  for (const name of ["Acme", "Alumni", "Climbing gym"]) {
    networkIds[name] = (await api.make("/networks", { name })).id;
  }
  const people: [string, string, string[], Json][] = [
    ["Rui", "Costa", [], {
      addresses: addresses("Porto", "Portugal"),
      birthday: `-${dayIn(1990, 2, 5).slice(4)}`,
    }],
    ["Ana", "Silva", [], {
      addresses: addresses("Porto", "Portugal"),
      birthday: dayIn(1990, 3, 20),
    }],
    ["Ines", "Carvalho", [], {
      addresses: addresses("Lisboa", "Portugal"),
      birthday: `-${dayIn(1990, 6, 1).slice(4)}`,
    }],
    ["Bruno", "Klein", ["Acme"], { company: "Acme" }],
    ["Carla", "Weiss", ["Acme"], { company: "Acme" }],
    ["Zoë", "Müller", ["Climbing gym"], { emails: [{ value: "zoe@kranich.example" }] }],
    ["Max", "Weber", ["Climbing gym"], { company: "Initech", contactFrequencyDays: 30 }],
    ["Mia", "Rossi", [], { company: "Initech" }],
    ["Tom", "Baker", [], { contactFrequencyDays: 14, lastContactedAt: inDays(-30) }],
  ];
  const ids: Record<string, string> = {};
  for (const [firstName, lastName, networks, rest] of people) {
    const body = { firstName, lastName, ...rest, networkIds: networks.map((n) => networkIds[n]) };
    ids[firstName] = (await api.make("/contacts", body)).id;
  }
  const notes: [string, number, string][] = [
    ["Zoë", 3, "Lunch at the harbour; she wants to rent a boat."],
    ["Rui", 8, "He writes about the ship of his grandfather."],
  ];
  for (const [of, daysAgo, content] of notes) {
    await api.make("/notes", { content, contactId: ids[of], occurredAt: inDays(-daysAgo) });
  }
  for (const [title, days] of [["Dentist", 1], ["Call the landlord", 3], ["Send photos", 5]]) {
    await api.make("/reminders", { title, dueAt: inDays(days as number) });
  }
  await api.make("/reminders", { title: "Learn to sail" });
  await api.make("/reminders", { title: "Pay the rent", completed: true, dueAt: inDays(-1) });
}

const until = inDays(60);
const thisWeek = { completed: false, dueBefore: inDays(7) };
const signature = `Paula Reis
Head of Design
Kite Works GmbH
Mobil: +49 170 5550111
paula@kite.example`;
const paula = {
  firstName: "Paula",
  lastName: "Reis",
  jobTitle: "Head of Design",
  company: "Kite Works GmbH",
  emails: [{ value: "paula@kite.example" }],
  phones: [{ value: "+49 170 5550111", label: "mobile" }],
};
const table = "Wer;Wohin\nLea Haddad;lea@haddad.example\nOle Petrov;ole@petrov.example";
const cards = [["Lea", "Haddad"], ["Ole", "Petrov"]].map(([first, last]) =>
  `BEGIN:VCARD\r\nVERSION:4.0\r\nFN:${first} ${last}\r\nN:${last};${first};;;\r\n` +
  `EMAIL:${first!.toLowerCase()}@${last!.toLowerCase()}.example\r\nEND:VCARD\r\n`
).join("");
const total = (of: number) => ({ total: of });
const update = (change: Json) => ({ data }: Json): [string, ...Json[]] => [
  "POST",
  "/contacts/bulk",
  { update: data.map(({ id }: Json) => ({ id, ...change })) },
];

/** All tasks by what is asked; they are done in this order. */
export const weekTasks: Record<string, Task> = {
  "Who do I know in Porto?": {
    mcp: ["search_contacts", { place: "Porto" }],
    rest: ["GET", "/contacts?place=Porto"],
    tells: ["Ana Silva", "Rui Costa", '"total":2'],
    withholds: ["Ines"],
  },
  "And in Lisbon?": {
    mcp: ["search_contacts", { place: "Lisbon" }],
    rest: ["GET", "/contacts?place=Lisbon"],
    tells: ["Ines Carvalho", '"total":1'],
  },
  "Whose birthdays are in two and in three months?": {
    mcp: ["search_contacts", { birthdayMonth: [inMonths(2), inMonths(3)] }],
    rest: [
      ["GET", `/contacts?birthdayMonth=${inMonths(2)}`],
      () => ["GET", `/contacts?birthdayMonth=${inMonths(3)}`],
    ],
    tells: [dayIn(1990, 3, 20)],
    withholds: ["Ines"],
  },
  "Where did I write about a boat or a ship?": {
    mcp: ["search_notes", { search: "boat OR ship" }],
    rest: ["GET", "/notes?search=boat%20OR%20ship"],
    tells: ["rent a boat", "grandfather", '"total":2'],
  },
  "Note that Max got married; I have not talked to him": {
    mcp: [
      "log_note",
      { content: "Got married.", people: ["Max Weber"], countsAsContact: false },
    ],
    rest: [
      ["POST", "/note-types", { name: "News", countsAsContact: false }],
      ({ id: noteTypeId }) => [
        "POST",
        "/notes",
        { content: "Got married.", contactId: "<Max Weber>", noteTypeId },
      ],
    ],
    effect: {
      "/notes?search=married": total(1),
      "/contacts/<Max Weber>": { lastContactedAt: null },
    },
  },
  "The lunch with Zoë was a meeting": {
    mcp: [
      ["search_notes", { search: "lunch", contact: "Zoë" }],
      ({ notes: [{ id }] }) => ["edit_note", { noteId: id, type: "Meeting" }],
    ],
    rest: [
      ["GET", "/notes?search=lunch&contactId=<Zoë>"],
      () => ["POST", "/note-types", { name: "Meeting" }],
      (
        { id: noteTypeId },
        { data: [{ id }] },
      ) => ["PATCH", `/notes/${id}`, { noteTypeId }],
    ],
    effect: {
      "/note-types": {
        data: expect.arrayContaining([expect.objectContaining({ name: "Meeting" })]),
      },
    },
  },
  "Bruno and Carla left Acme: move them from its network to the alumni": {
    mcp: ["change_contacts", {
      contacts: ["Bruno Klein", "Carla Weiss"],
      removeFromNetworks: ["Acme"],
      addToNetworks: ["Alumni"],
    }],
    rest: ["POST", "/contacts/bulk", {
      update: ["<Bruno Klein>", "<Carla Weiss>"].map((id) => ({
        id,
        removeNetworkIds: ["<network Acme>"],
        addNetworkIds: ["<network Alumni>"],
      })),
    }],
    effect: {
      "/contacts?networkId=<network Alumni>": total(2),
      "/contacts?networkId=<network Acme>": total(0),
    },
  },
  "What did you just change?": {
    mcp: ["recent_activity", { limit: 1 }],
    rest: ["GET", "/activity?pageSize=1"],
    tells: ["Moved Bruno Klein and Carla Weiss from Acme to Alumni"],
  },
  "Everybody at Initech works at Globex now": {
    mcp: [
      ["search_contacts", { company: "Initech" }],
      ({ total }) => [
        "change_contacts",
        { matching: { company: "Initech" }, total, company: "Globex" },
      ],
    ],
    rest: [["GET", "/contacts?company=Initech&fields=id"], update({ company: "Globex" })],
    effect: { "/contacts?company=Globex": total(2), "/contacts?company=Initech": total(0) },
  },
  "I saw everybody of the climbing gym yesterday": {
    mcp: [
      ["search_contacts", { network: "climbing gym" }],
      ({ total }) => [
        "change_contacts",
        { matching: { network: "climbing gym" }, total, lastContactedAt: inDays(-1) },
      ],
    ],
    rest: [
      ["GET", "/contacts?networkId=<network Climbing gym>&fields=id"],
      update({ lastContactedAt: inDays(-1) }),
    ],
    effect: {
      "/contacts/<Max Weber>": { lastContactedAt: expect.stringContaining(inDays(-1)) },
    },
  },
  "Leave me alone with Tom for two months": {
    mcp: ["change_contacts", { contacts: ["Tom Baker"], snoozedUntil: until }],
    rest: ["PATCH", "/contacts/<Tom Baker>", { snoozedUntil: until }],
    effect: { "/contacts/<Tom Baker>": { snoozedUntil: until } },
  },
  "What do I have to do this week?": {
    mcp: ["list_due", { days: 7 }],
    rest: ["GET", "/upcoming?days=7&include=names"],
    tells: ["UTC", "Dentist", "landlord", "Send photos"],
    isOrdered: true,
    withholds: ["Tom"],
  },
  "I am ill: all of this week a week later": {
    mcp: [
      ["search_reminders", thisWeek],
      ({ total }) => ["change_reminders", { matching: thisWeek, total, moveBy: "P1W" }],
    ],
    rest: [
      ["GET", `/reminders?completed=false&dueBefore=${inDays(7)}`],
      ({ data }) => ["POST", "/reminders/bulk", {
        update: data.map(({ id, dueAt }: Json) => ({
          id,
          dueAt: new Date(Date.parse(dueAt) + 7 * 86_400_000).toISOString(),
        })),
      }],
    ],
    effect: {
      [`/reminders?completed=false&dueBefore=${inDays(7)}`]: total(0),
      [`/reminders?completed=false&dueBefore=${inDays(14)}`]: total(3),
    },
  },
  "When am I to call the landlord?": {
    mcp: ["search_reminders", { search: "landlord" }],
    rest: ["GET", "/reminders?search=landlord"],
    tells: [inDays(10)],
  },
  "What did I want to do one day?": {
    mcp: ["search_reminders", { hasDue: false }],
    rest: ["GET", "/reminders?hasDueAt=false"],
    tells: ["Learn to sail", '"total":1'],
  },
  "What have I done of my list?": {
    mcp: ["search_reminders", { completed: true }],
    rest: ["GET", "/reminders?completed=true"],
    tells: ["Pay the rent", '"total":1'],
  },
  "Give me the climbing gym as a file": {
    mcp: ["export_contacts", { network: "climbing gym" }],
    rest: ["GET", "/contacts/export?format=vcard&networkId=<network Climbing gym>"],
    tells: ["FN:Max Weber", "FN:Zoë Müller"],
  },
  "Save the sender of this e-mail, by the signature": {
    mcp: ["import_contacts", { text: signature, apply: "true" }],
    rest: ["POST", "/contacts", paula],
    effect: {
      "/contacts?search=Paula": {
        data: [{ lastName: "Reis", jobTitle: "Head of Design", emails: paula.emails }],
      },
    },
  },
  "Import this table, whose titles are odd": {
    mcp: [
      ["import_contacts", {
        text: table,
        mapping: [{ column: "Wer", field: "name" }, { column: "Wohin", field: "email" }],
      }],
      ({ importId }) => ["import_contacts", { apply: importId }],
    ],
    rest: [
      ["POST", "/imports", cards],
      ({ id }) => ["POST", `/imports/${id}/apply`, { onMatch: "merge" }],
    ],
    effect: {
      "/contacts?search=haddad": { data: [{ emails: [{ value: "lea@haddad.example" }] }] },
      "/contacts?search=petrov": total(1),
    },
  },
  "Look Zoë up, as ChatGPT's connectors do": {
    mcp: [
      ["search", { query: "Zoë" }],
      ({ results: [{ id }] }) => ["fetch", { id }],
    ],
    rest: [
      ["GET", "/contacts?search=Zo%C3%AB"],
      ({ data: [{ id }] }) => ["GET", `/contacts/${id}?include=notes,networks`],
    ],
    tells: ["zoe@kranich.example", "Lunch at the harbour", "Climbing gym"],
  },
};
