// Fills the address book on which the tasks of assistants are done.
import type { Client, Json } from "../../test/support/client.ts";
import { dayIn, inDays } from "./tasks.ts";

const email = (value: string) => [{ value, label: "work" }];
const phone = (value: string, label: string) => [{ value, label }];

type Person = [name: string, networks: string[], rest?: Json];

/** An address book as people have one, on which the tasks are done. */
const people = (): Person[] => [
  ["Zoë Müller", ["Climbing gym", "Friends"], {
    company: "Kranich Verlag",
    jobTitle: "Editor",
    emails: email("zoe@kranich.example"),
  }],
  ["Max Weber", ["Climbing gym"], {
    company: "Acme",
    jobTitle: "Developer",
    description: "Met at the regatta; two children, plays the piano.",
    custom: { diet: "vegan" },
    emails: email("max@weber.example"),
    phones: phone("+49 30 5550123", "mobile"),
  }],
  ["John Doe", ["Work"], { emails: email("john@doe.example") }],
  ["John Doe", [], { emails: email("john@old.example") }],
  ["Ana Silva", ["Friends"], {
    dates: [{ kind: "anniversary", date: dayIn(2015, 6, 20) }],
    phones: phone("+351 22 5550100", "mobile"),
  }],
  ["Rui Costa", [], {
    jobTitle: "Dentist",
    description: "Met in Lisbon last spring.",
    phones: phone("+351 21 5550199", "work"),
  }],
  ["Test Person", []],
  // No day of next month is so near that it is also due this week.
  ["Ines Carvalho", ["Work"], { birthday: dayIn(1988, 1, 24) }],
  ["Samuel Okafor", ["Family"], { birthday: dayIn(1988, 1, 20) }],
  ["Grace Lee", ["Friends"], { birthday: `1992-${inDays(3).slice(5)}` }],
  ["Tom Baker", ["Friends"], {
    contactFrequencyDays: 14,
    lastContactedAt: inDays(-30),
  }],
  ...["Kenji Watanabe", "Leïla Haddad", "Priya Nair", "Oleg Petrov", "Mia Rossi", "Noah Berg"]
    .map((name): Person => [name, ["Work"], { company: "Kranich Verlag" }]),
];

const notes: [of: string, daysAgo: number, content: string][] = [
  ["Zoë", 40, "Planned the boat trip to Corsica for the summer."],
  ["Max", 5, "He will move to another flat on Monday and needs help with the piano."],
  ["Max", 20, "Talked about the new project and who could lead it."],
  ["Ana", 10, "Her exhibition opens in autumn."],
];

const reminders: [of: string | null, days: number, title: string][] = [
  ["Max", 12, "Return the book"],
  [null, 2, "Dentist"],
  [null, -2, "Call the landlord"],
];

/** Fills the address book of a new account. */
export async function seedForTasks(api: Client): Promise<void> {
  const ids = new Map<string | null, string>();
  for (const name of ["Climbing gym", "Family", "Friends", "Work"]) {
    ids.set(name, (await api.make("/networks", { name })).id);
  }
  await api.make("/fields", { name: "Diet" });
  for (const [name, networks, rest] of people()) {
    const [firstName, lastName] = name.split(" ") as [string, string];
    const networkIds = networks.map((network) => ids.get(network));
    const body = { firstName, lastName, networkIds, ...rest };
    ids.set(firstName, (await api.make("/contacts", body)).id);
  }
  for (const [of, daysAgo, content] of notes) {
    const occurredAt = inDays(-daysAgo);
    await api.make("/notes", { content, contactId: ids.get(of), occurredAt });
  }
  for (const [of, days, title] of reminders) {
    const contactId = ids.get(of);
    await api.make("/reminders", { title, dueAt: inDays(days), ...(of && { contactId }) });
  }
}
