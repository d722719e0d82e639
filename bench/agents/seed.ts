import type { Client } from "../../test/support/client.ts";
import { inDays, nextMonth } from "./tasks.ts";

const born = (month: number, day: number) =>
  `1988-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;

const birthday = (days: number) => `1990-${inDays(days).slice(5)}`;

const email = (value: string) => [{ value, label: "work" }];

/** An address book as people have one, on which the tasks are done; names of networks stand for their ids. */
const contacts = () => [
  {
    firstName: "Zoë",
    lastName: "Müller",
    company: "Kranich Verlag",
    jobTitle: "Editor",
    emails: email("zoe@kranich.example"),
    in: ["Climbing gym", "Friends"],
  },
  {
    firstName: "Max",
    lastName: "Weber",
    company: "Acme",
    jobTitle: "Developer",
    description: "Met at the regatta; two children, plays the piano.",
    emails: email("max@weber.example"),
    phones: [{ value: "+49 30 5550123", label: "mobile" }],
    in: ["Climbing gym"],
  },
  { firstName: "John", lastName: "Doe", emails: email("john@doe.example"), in: ["Work"] },
  { firstName: "John", lastName: "Doe", emails: email("john@old.example"), in: [] },
  {
    firstName: "Ana",
    lastName: "Silva",
    phones: [{ value: "+351 22 5550100", label: "mobile" }],
    in: ["Friends"],
  },
  {
    firstName: "Rui",
    lastName: "Costa",
    jobTitle: "Dentist",
    description: "Met in Lisbon last spring.",
    phones: [{ value: "+351 21 5550199", label: "work" }],
    in: [],
  },
  { firstName: "Test", lastName: "Person", in: [] },
  // No day of next month is so near that it is also due this week.
  { firstName: "Ines", lastName: "Carvalho", birthday: born(nextMonth(), 24), in: ["Work"] },
  { firstName: "Samuel", lastName: "Okafor", birthday: born(nextMonth(), 20), in: ["Family"] },
  { firstName: "Grace", lastName: "Lee", birthday: birthday(3), in: ["Friends"] },
  {
    firstName: "Tom",
    lastName: "Baker",
    contactFrequencyDays: 14,
    lastContactedAt: inDays(-30),
    in: ["Friends"],
  },
  ...["Kenji Watanabe", "Leïla Haddad", "Priya Nair", "Oleg Petrov", "Mia Rossi", "Noah Berg"]
    .map((name) => {
      const [firstName, lastName] = name.split(" ");
      return { firstName, lastName, company: "Kranich Verlag", in: ["Work"] };
    }),
];

const notes = [
  { content: "Planned the boat trip to Corsica for the summer.", of: "Zoë", daysAgo: 40 },
  {
    content: "He will move to another flat on Monday and needs help with the piano.",
    of: "Max",
    daysAgo: 5,
  },
  { content: "Talked about the new project and who could lead it.", of: "Max", daysAgo: 20 },
  { content: "Her exhibition opens in autumn.", of: "Ana", daysAgo: 10 },
];

const reminders = [
  { title: "Return the book", of: "Max", inDays: 12 },
  { title: "Dentist", of: null, inDays: 2 },
  { title: "Call the landlord", of: null, inDays: -2 },
];

/** Fills the address book of a new account. */
export async function seedForTasks(api: Client): Promise<void> {
  const networks = new Map<string, string>();
  for (const name of ["Climbing gym", "Family", "Friends", "Work"]) {
    networks.set(name, (await api.make("/networks", { name })).id);
  }
  const people = new Map<unknown, string>();
  for (const { in: names, ...contact } of contacts()) {
    const networkIds = names.map((name) => networks.get(name));
    people.set(contact.firstName, (await api.make("/contacts", { ...contact, networkIds })).id);
  }
  for (const { content, of, daysAgo } of notes) {
    const contactId = people.get(of);
    await api.make("/notes", { content, contactId, occurredAt: inDays(-daysAgo) });
  }
  for (const { title, of, inDays: days } of reminders) {
    const about = of === null ? {} : { contactId: people.get(of) };
    await api.make("/reminders", { title, dueAt: inDays(days), ...about });
  }
}
