import type { Json } from "../../test/support/client.ts";

/** Calls a tool; the answer is what a model reads. */
export type CallTool = (name: string, input?: Json) => Promise<Json>;

/** Sends a request to the API; the answer is its body. A text is sent as a vCard. */
export type Send = (method: string, path: string, body?: unknown) => Promise<Json>;

/** Sends a photo to where an answer says. */
export type Upload = (to: { uploadUrl: string; headers: Record<string, string> }) => Promise<void>;

/** What somebody asks, and the calls that a careful model makes for it over MCP and over REST. */
export interface Task {
  asked: string;
  mcp(call: CallTool, upload: Upload): Promise<unknown>;
  rest(send: Send, upload: Upload): Promise<unknown>;
  /** Texts that the last answer has to contain, and others that it must not. */
  tells?: string[];
  /** Whether it has to contain them in this order. */
  isOrdered?: boolean;
  withholds?: string[];
  /** What reads the effect of a task that writes, and what it has to be. */
  effect?: { read(send: Send): Promise<unknown>; is: unknown };
}

/** The id of the only contact that a search finds. */
async function idOf(send: Send, name: string): Promise<string> {
  return (await contactOf(send, name)).id;
}

/** The contact that a search finds first. */
async function contactOf(send: Send, name: string): Promise<Json> {
  const { data } = await send("GET", `/contacts?search=${encodeURIComponent(name)}`);
  return data[0];
}

/** The day so many days from now, as a date. */
export const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Since when "today" is meant: the run may begin before midnight and end after it. */
const yesterday = () => inDays(-1);

/** "Next month" as 1 to 12, which no day of the coming week belongs to. */
export const nextMonth = () => (Number(inDays(7).slice(5, 7)) % 12) + 1;

/** How many contacts a network has. */
async function countIn(send: Send, network: string): Promise<number> {
  const { data } = await send("GET", "/networks");
  return data.find(({ name }: Json) => name === network).contactCount;
}

const emailsOf = async (send: Send, name: string) =>
  (await contactOf(send, name)).emails.map(({ value }: Json) => value);

/** What people ask about their contacts. */
const peopleTasks: Task[] = [
  {
    asked: "What do I know about Max Weber before I meet him?",
    mcp: (call) => call("get_contact", { contact: "Max Weber" }),
    async rest(send) {
      const id = await idOf(send, "Max Weber");
      return await send("GET", `/contacts/${id}?include=notes,reminders,networks`);
    },
    tells: ["max@weber.example", "on Monday", "Return the book", "Climbing gym"],
  },
  {
    asked: "Merge the two Johns, and take it back",
    async mcp(call) {
      const { pairs } = await call("find_duplicates", { name: "John" });
      const [target, duplicate] = pairs[0].contacts;
      const merge = { contactId: target.id, duplicateId: duplicate.id };
      const { contact, activityId } = await call("merge_contacts", merge);
      if (contact.emails.length !== 2) throw new Error("They were not merged.");
      await call("undo", { activityId });
    },
    async rest(send) {
      const { data } = await send("GET", "/contacts/duplicates");
      const [target, duplicate] = data[0].contacts;
      const merge = { duplicateId: duplicate.id };
      const { activityId } = await send("POST", `/contacts/${target.id}/merge`, merge);
      await send("POST", `/activity/${activityId}/undo`);
    },
    effect: {
      read: async (send) => (await send("GET", "/contacts?search=john")).total,
      is: 2,
    },
  },
  {
    asked: "Whose birthdays are next month, in order?",
    mcp: (call) => call("search_contacts", { birthdayMonth: nextMonth(), limit: 50 }),
    rest: (send) => send("GET", `/contacts?birthdayMonth=${nextMonth()}&sort=birthday`),
    tells: ["Samuel Okafor", "Ines Carvalho"],
    isOrdered: true,
  },
  {
    asked: "Who was the dentist I met in Lisbon last spring?",
    mcp: (call) => call("search_contacts", { search: "dentist Lisbon" }),
    rest: (send) => send("GET", "/contacts?search=dentist%20lisbon"),
    tells: ["Rui Costa", "+351 21 5550199"],
  },
  {
    asked: "Add Ana's new number, keep the old one",
    mcp: (call) =>
      call("save_contact", { contact: "Ana", addPhones: [{ value: "+49 30 1234567" }] }),
    async rest(send) {
      const id = await idOf(send, "Ana");
      await send("PATCH", `/contacts/${id}`, { addPhones: [{ value: "+49 30 1234567" }] });
    },
    effect: {
      read: async (send) => (await contactOf(send, "Ana")).phones.map(({ value }: Json) => value),
      is: ["+351 22 5550100", "+49 30 1234567"],
    },
  },
  {
    asked: "Save Lena Fischer, lena@fischer.example, she works at Acme",
    mcp: (call) => call("save_contact", lena),
    rest: (send) => send("POST", "/contacts", lena),
    effect: { read: (send) => emailsOf(send, "Lena Fischer Acme"), is: ["lena@fischer.example"] },
  },
  {
    asked: "Put Lena into my climbing network",
    mcp: (call) =>
      call("change_contacts", { contacts: ["Lena"], addToNetworks: ["climbing network"] }),
    async rest(send) {
      const { data } = await send("GET", "/networks");
      const [climbing] = data.filter(({ name }: Json) => name === "Climbing gym");
      await send("PUT", `/networks/${climbing.id}/contacts/${await idOf(send, "Lena")}`);
    },
    effect: {
      async read(send) {
        const { id } = await contactOf(send, "Lena");
        const { networks } = await send("GET", `/contacts/${id}?include=networks`);
        return networks.map(({ name }: Json) => name);
      },
      is: ["Climbing gym"],
    },
  },
  {
    asked: "Who belongs to the climbing gym?",
    mcp: (call) => call("search_contacts", { search: "climbing gym" }),
    async rest(send) {
      const { data } = await send("GET", "/networks");
      const [climbing] = data.filter(({ name }: Json) => name === "Climbing gym");
      return await send("GET", `/contacts?networkId=${climbing.id}`);
    },
    tells: ["Lena Fischer", "Max Weber", "Zoë Müller", '"total":3'],
  },
  {
    asked: "Who do I know at Acme?",
    mcp: (call) => call("search_contacts", { search: "Acme" }),
    rest: (send) => send("GET", "/contacts?search=acme"),
    tells: ["Lena Fischer", "Max Weber", '"total":2'],
  },
  {
    asked: "Put everybody at Acme into a new network",
    async mcp(call) {
      const matching = { company: "Acme" };
      const { total } = await call("search_contacts", matching);
      await call("save_network", { name: "Acme people" });
      await call("change_contacts", { matching, total, addToNetworks: ["Acme people"] });
    },
    async rest(send) {
      const { data } = await send("GET", "/contacts?company=acme&fields=id");
      const { id } = await send("POST", "/networks", { name: "Acme people" });
      const contactIds = data.map((contact: Json) => contact.id);
      await send("PUT", `/networks/${id}/contacts`, { contactIds });
    },
    effect: { read: (send) => countIn(send, "Acme people"), is: 2 },
  },
  {
    asked: "Rename my friends network to close friends",
    mcp: (call) => call("save_network", { network: "friends", name: "Close friends" }),
    async rest(send) {
      const { data } = await send("GET", "/networks");
      const [friends] = data.filter(({ name }: Json) => name === "Friends");
      await send("PATCH", `/networks/${friends.id}`, { name: "Close friends" });
    },
    effect: { read: (send) => countIn(send, "Close friends"), is: 4 },
  },
  {
    asked: "How many people are in each of my networks?",
    mcp: (call) => call("list_networks"),
    rest: (send) => send("GET", "/networks"),
    tells: ["Acme people", '"contactCount":2', "Close friends", '"contactCount":4'],
    isOrdered: true,
  },
  {
    asked: "Whom at work have I not talked to for three months?",
    mcp: (call) =>
      call("search_contacts", { network: "Work", lastContactedBefore: inDays(-91), limit: 50 }),
    async rest(send) {
      const { data } = await send("GET", "/networks");
      const [work] = data.filter(({ name }: Json) => name === "Work");
      const query = `networkId=${work.id}&lastContactedBefore=${inDays(-91)}`;
      return await send("GET", `/contacts?${query}`);
    },
    tells: ["John Doe", "Kenji Watanabe", '"total":8'],
  },
  {
    asked: "Use this picture as Ana's photo",
    async mcp(call, upload) {
      const answer = await call("set_photo", { contact: "Ana", extension: "jpg" });
      await upload(answer.upload);
      await call("set_photo", { contact: "Ana", path: answer.upload.path });
    },
    async rest(send, upload) {
      const id = await idOf(send, "Ana");
      const answer = await send("POST", `/contacts/${id}/photo-upload`, { extension: "jpg" });
      await upload(answer);
      await send("PATCH", `/contacts/${id}`, { photoUrl: answer.path });
    },
    effect: { read: async (send) => (await contactOf(send, "Ana")).hasPhoto, is: true },
  },
  {
    asked: "Max Weber has a new job: designer at Initech, and moved to Berlin",
    mcp: (call) => call("save_contact", { contact: "Max Weber", ...moved }),
    rest: async (send) => send("PATCH", `/contacts/${await idOf(send, "Max Weber")}`, moved),
    effect: {
      async read(send) {
        const { company, jobTitle, addresses } = await contactOf(send, "Max Weber");
        return [company, jobTitle, addresses[0].city];
      },
      is: ["Initech", "Designer", "Berlin"],
    },
  },
  {
    asked: "I want to be in touch with Zoë every 30 days",
    mcp: (call) => call("save_contact", { contact: "Zoë", contactFrequencyDays: 30 }),
    rest: async (send) =>
      send("PATCH", `/contacts/${await idOf(send, "Zoë")}`, { contactFrequencyDays: 30 }),
    effect: { read: async (send) => (await contactOf(send, "Zoë")).contactFrequencyDays, is: 30 },
  },
  {
    asked: "With whom have I not been in touch for longest?",
    mcp: (call) => call("search_contacts", { sort: "lastContactedAt", limit: 5 }),
    rest: (send) => send("GET", "/contacts?sort=lastContactedAt&pageSize=5"),
    tells: ["Tom Baker"],
  },
];

const lena = {
  firstName: "Lena",
  lastName: "Fischer",
  company: "Acme",
  emails: [{ value: "lena@fischer.example" }],
};

const moved = { company: "Initech", jobTitle: "Designer", addresses: [{ city: "Berlin" }] };

const paula = { content: "Met Paula Reis at the fair, she sells kites." };

/** The beginning of a year; the notes of the seed are of the last weeks, which may be in the year before. */
const lastYear = () => `${Number(inDays(0).slice(0, 4)) - 1}-01-01`;

/** What people ask about what they have written down. */
const noteTasks: Task[] = [
  {
    asked: "Log that I had lunch with Zoë and Max Weber yesterday and remind me in two weeks",
    async mcp(call) {
      const people = ["Zoë", "Max Weber"];
      await call("log_note", { content: "Lunch.", people, occurredAt: inDays(-1) });
      await call("set_reminder", { title: "Lunch again", people, due: "P2W" });
    },
    async rest(send) {
      const contactIds = [await idOf(send, "Zoë"), await idOf(send, "Max Weber")];
      await send("POST", "/notes", { content: "Lunch.", contactIds, occurredAt: inDays(-1) });
      await send("POST", "/reminders", { title: "Lunch again", contactIds, dueAt: inDays(14) });
    },
    effect: {
      async read(send) {
        const notes = await send("GET", "/notes?search=lunch");
        const { data } = await send("GET", "/reminders?sort=-createdAt");
        const about = [notes.data[0], data[0]].map(({ contactIds }) => contactIds.length);
        return [notes.total, data[0].title, ...about];
      },
      is: [1, "Lunch again", 2, 2],
    },
  },
  {
    asked: "What did I talk about with Zoë last time?",
    mcp: (call) => call("search_notes", { contact: "Zoë", limit: 1 }),
    rest: async (send) => send("GET", `/notes?contactId=${await idOf(send, "Zoë")}&pageSize=1`),
    tells: ["Lunch."],
    withholds: ["boat trip"],
  },
  {
    asked: "What have I written about Max Weber this year?",
    mcp: (call) => call("search_notes", { contact: "Max Weber", from: lastYear(), limit: 50 }),
    rest: async (send) =>
      send("GET", `/notes?contactId=${await idOf(send, "Max Weber")}&from=${lastYear()}`),
    tells: ["Lunch.", "on Monday", "new project"],
    withholds: ["boat trip"],
  },
  {
    asked: "Note that I met Paula Reis at the fair; she is no contact",
    mcp: (call) => call("log_note", paula),
    rest: (send) => send("POST", "/notes", paula),
    effect: {
      read: async (send) => (await send("GET", "/notes?search=paula")).data[0].contactIds,
      is: [],
    },
  },
  {
    asked: "Where did I write about the boat trip?",
    mcp: (call) => call("search_notes", { search: "boat trip" }),
    rest: (send) => send("GET", "/notes?search=boat%20trip"),
    tells: ["the boat trip to Corsica", '"total":1'],
  },
  {
    asked: "In my note about Max Weber's move it has to be Tuesday, not Monday",
    async mcp(call) {
      const { notes } = await call("search_notes", { contact: "Max Weber", search: "Monday" });
      const [{ id, content }] = notes;
      await call("edit_note", { noteId: id, content: content.replace("Monday", "Tuesday") });
    },
    async rest(send) {
      const contactId = await idOf(send, "Max Weber");
      const { data } = await send("GET", `/notes?contactId=${contactId}&search=Monday`);
      const content = data[0].content.replace("Monday", "Tuesday");
      await send("PATCH", `/notes/${data[0].id}`, { content });
    },
    effect: {
      read: async (send) =>
        (await send("GET", "/notes?search=move")).data.map(({ content }: Json) => content),
      is: ["He will move to another flat on Tuesday and needs help with the piano."],
    },
  },
];

/** The only reminder of this title. */
async function reminderOf(send: Send, title: string): Promise<Json> {
  const { data } = await send("GET", "/reminders");
  return data.find((each: Json) => each.title === title);
}

/** The reminder of this title among what is due. */
function dueOf(days: Json[], title: string): Json {
  return days.flatMap(({ items }) => items).find((item: Json) => item.title === title);
}

/** What people ask about what is to be done. */
const reminderTasks: Task[] = [
  {
    asked: "Who should I call this week?",
    mcp: (call) => call("list_due", { days: 7 }),
    rest: (send) => send("GET", "/upcoming?days=7"),
    tells: ["Tom Baker", "Dentist", "Grace Lee", "Call the landlord"],
    withholds: ["Return the book"],
  },
  {
    asked: "What is overdue?",
    mcp: (call) => call("list_due", { days: 1 }),
    rest: (send) => send("GET", "/upcoming?days=1"),
    tells: ["Call the landlord", "Tom Baker"],
    withholds: ["Dentist"],
  },
  {
    asked: "Remind me to send Ana the photos in four days",
    mcp: (call) => call("set_reminder", { title: "Send photos", people: ["Ana"], due: "P4D" }),
    async rest(send) {
      const contactId = await idOf(send, "Ana");
      await send("POST", "/reminders", { title: "Send photos", contactId, dueAt: inDays(4) });
    },
    effect: {
      async read(send) {
        const { dueAt, contactIds } = await reminderOf(send, "Send photos");
        return [dueAt.slice(0, 10) === inDays(4), contactIds[0] === await idOf(send, "Ana")];
      },
      is: [true, true],
    },
  },
  {
    asked: "I have sent the photos",
    async mcp(call) {
      const { days } = await call("list_due", { days: 7 });
      const reminderId = dueOf(days, "Send photos").id;
      await call("set_reminder", { reminderId, completed: true });
    },
    async rest(send) {
      const { id } = await reminderOf(send, "Send photos");
      await send("PATCH", `/reminders/${id}`, { completed: true });
    },
    effect: { read: async (send) => (await reminderOf(send, "Send photos")).completed, is: true },
  },
  {
    asked: "Move the dentist to next week",
    async mcp(call) {
      const { days } = await call("list_due", { days: 7 });
      await call("set_reminder", { reminderId: dueOf(days, "Dentist").id, due: "P1W" });
    },
    async rest(send) {
      const { id } = await reminderOf(send, "Dentist");
      await send("PATCH", `/reminders/${id}`, { dueAt: inDays(7) });
    },
    effect: {
      read: async (send) => (await reminderOf(send, "Dentist")).dueAt.slice(0, 10) === inDays(7),
      is: true,
    },
  },
  {
    asked: "Remind me on the first of each month to call my mother",
    mcp: (call) => call("set_reminder", { ...mother, due: "2030-01-01" }),
    rest: (send) => send("POST", "/reminders", { ...mother, dueAt: "2030-01-01" }),
    effect: {
      read: async (send) => (await reminderOf(send, "Call mother")).recurrence,
      is: "FREQ=MONTHLY",
    },
  },
  {
    asked: "Remind me every first Monday to pay the rent",
    mcp: (call) => call("set_reminder", { ...rent, due: "2030-01-07" }),
    rest: (send) => send("POST", "/reminders", { ...rent, dueAt: "2030-01-07" }),
    effect: {
      read: async (send) => (await reminderOf(send, "Pay the rent")).recurrence,
      is: "FREQ=MONTHLY;BYDAY=1MO",
    },
  },
];

const mother = { title: "Call mother", recurrence: "FREQ=MONTHLY" };
const rent = { title: "Pay the rent", recurrence: "FREQ=MONTHLY;BYDAY=1MO" };

/** What a short form of the log has. */
const short = "at,actor,summary,undoable";

/** A vCard of people. */
function people200(): string {
  const cards = Array.from({ length: 200 }, (_, n) => [
    "BEGIN:VCARD",
    "VERSION:4.0",
    `FN:Guest ${n} Imported`,
    `N:Imported;Guest ${n};;;`,
    `EMAIL:guest${n}@imported.example`,
    `TEL:+49 40 55${String(n).padStart(5, "0")}`,
    "END:VCARD",
    "",
  ]);
  return cards.flat().join("\r\n");
}

/** What people ask about what was changed; the last of them takes everything back. */
const activityTasks: Task[] = [
  {
    asked: "Delete Test Person",
    async mcp(call) {
      const { contacts } = await call("search_contacts", { search: "Test Person" });
      await call("change_contacts", { contacts: [contacts[0].id], delete: true });
    },
    rest: async (send) => send("DELETE", `/contacts/${await idOf(send, "Test Person")}`),
    effect: {
      read: async (send) => (await send("GET", "/contacts?search=test%20person")).total,
      is: 0,
    },
  },
  {
    asked: "Bring back Test Person, who was deleted some days ago",
    async mcp(call) {
      const { trash } = await call("list_trash", { search: "Test Person" });
      await call("undo", { activityId: trash[0].activityId });
    },
    async rest(send) {
      const { data } = await send("GET", "/trash?search=test%20person");
      await send("POST", `/activity/${data[0].id}/undo`);
    },
    effect: {
      read: async (send) => (await contactOf(send, "Test Person")).displayName,
      is: "Test Person",
    },
  },
  {
    asked: "Export everything",
    mcp: (call) => call("export_everything"),
    rest: (send) => send("GET", "/export"),
    tells: ["Close friends", "Zoë", "Met Paula Reis", "Return the book"],
  },
  {
    asked: "Import these 200 people",
    async mcp(call) {
      const { importId } = await call("import_contacts", { text: people200() });
      await call("import_contacts", { apply: importId });
    },
    async rest(send) {
      const { id } = await send("POST", "/imports", people200());
      await send("POST", `/imports/${id}/apply`, { onMatch: "merge" });
    },
    effect: {
      read: async (send) => (await send("GET", "/contacts?search=imported.example")).total,
      is: 200,
    },
  },
  {
    asked: "Archive everybody without e-mail address and phone number",
    async mcp(call) {
      const matching = { hasEmail: false, hasPhone: false };
      const { total } = await call("search_contacts", matching);
      await call("change_contacts", { matching, total, isArchived: true });
    },
    async rest(send) {
      const { data } = await send("GET", "/contacts?hasEmail=false&hasPhone=false&fields=id");
      const update = data.map(({ id }: Json) => ({ id, isArchived: true }));
      await send("POST", "/contacts/bulk", { update });
    },
    effect: {
      async read(send) {
        const filters = ["isArchived=true", "hasEmail=false&hasPhone=false", "hasPhone=true"];
        return await Promise.all(
          filters.map(async (filter) => (await send("GET", `/contacts?${filter}`)).total),
        );
      },
      is: [11, 0, 203],
    },
  },
  {
    asked: "What has changed since yesterday?",
    mcp: (call) => call("recent_activity", { since: yesterday() }),
    rest: (send) => send("GET", `/activity?from=${yesterday()}&fields=${short}`),
    tells: ["Created 200 contacts", "Test Person", "mother"],
  },
  {
    asked: "Undo what you did today",
    mcp: (call) => call("undo", { since: yesterday() }),
    async rest(send) {
      const { data } = await send("GET", `/activity?from=${yesterday()}&pageSize=1`);
      await send("POST", "/activity/undo", { actorId: data[0].actor.id, since: yesterday() });
    },
    effect: {
      async read(send) {
        const totals = ["/notes?search=lunch", "/contacts?search=lena", "/contacts?search=john"];
        return await Promise.all(totals.map(async (path) => (await send("GET", path)).total));
      },
      is: [0, 0, 2],
    },
  },
];

/** All tasks, in an order in which each finds what an earlier one has made. */
export const tasks: readonly Task[] = [
  ...peopleTasks,
  ...noteTasks,
  ...reminderTasks,
  ...activityTasks,
];
