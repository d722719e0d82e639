import type { Json } from "../../test/support/client.ts";

/** Calls a tool; the answer is what a model reads. */
type CallTool = (name: string, input?: Json) => Promise<Json>;

/** Sends a request to the API; the answer is its body. A text is sent as a vCard. */
export type Send = (method: string, path: string, body?: unknown) => Promise<Json>;

/** Sends a photo to where an answer says. */
export type Upload = (to: { uploadUrl: string; headers: Record<string, string> }) => Promise<void>;

type ToolCall = [name: string, input?: Json];
type Request = [method: string, path: string, body?: unknown];

/** What somebody asks, and the calls that a careful model makes for it over MCP and over REST. */
export interface Task {
  asked: string;
  mcp: ToolCall | ((call: CallTool, upload: Upload) => Promise<unknown>);
  /** A name in `<` and `>` stands for the id, which a request finds before: of a contact, `network …` or `reminder …`. */
  rest: Request | ((send: Send, upload: Upload) => Promise<unknown>);
  /** Texts that the last answer has to contain, in their order where it matters, and others that it must not. */
  tells?: string[];
  isOrdered?: boolean;
  withholds?: string[];
  /** Of a task that writes: the paths where the effect is read, what is looked at there, and what it has to be. */
  effect?: [paths: string | string[], look: (...answers: Json[]) => unknown, is: unknown];
}

/** Sends a request, with ids in place of names. */
export async function sendRequest(send: Send, request: Request): Promise<Json> {
  let text = JSON.stringify(request);
  for (const [all, kind, name] of text.matchAll(/<(?:(network|reminder) )?(.+?)>/g)) {
    text = text.replace(all, await idOf(send, kind, name!));
  }
  const [method, path, body] = JSON.parse(text);
  return await send(method, path, body);
}

async function idOf(send: Send, kind: string | undefined, name: string): Promise<string> {
  const path = kind ? `/${kind}s` : `/contacts?search=${encodeURIComponent(name)}`;
  const { data } = await send("GET", path);
  const named = (each: Json) => each.name === name || each.title === name;
  return (kind ? data.find(named) : data[0]).id;
}

/** The day so many days from now, as a date. */
export const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Since when "today" is meant: the run may begin before midnight and end after it. */
const yesterday = inDays(-1);

/** "Next month" as 1 to 12, which no day of the coming week belongs to. */
export const nextMonth = () => (Number(inDays(7).slice(5, 7)) % 12) + 1;

/** The beginning of a year; the notes of the seed are of the last weeks, which may be in the year before. */
const lastYear = `${Number(inDays(0).slice(0, 4)) - 1}-01-01`;

const total = (answer: Json) => answer.total;
const totals = (...answers: Json[]) => answers.map(total);
const first = ({ data }: Json) => data[0];
const values = (items: Json[]) => items.map(({ value }) => value);
const countIn = (network: string) => ({ data }: Json) =>
  data.find(({ name }: Json) => name === network).contactCount;
/** The only reminder of this title. */
const reminder = (title: string) => ({ data }: Json) =>
  data.find((each: Json) => each.title === title);
/** The reminder of this title among what is due. */
const dueOf = (days: Json[], title: string) =>
  days.flatMap(({ items }) => items).find((item: Json) => item.title === title).id;

const lena = {
  firstName: "Lena",
  lastName: "Fischer",
  company: "Acme",
  emails: [{ value: "lena@fischer.example" }],
};
const moved = { company: "Initech", jobTitle: "Designer", addresses: [{ city: "Berlin" }] };
const newNumber = { addPhones: [{ value: "+49 30 1234567" }] };
const paula = { content: "Met Paula Reis at the fair, she sells kites." };
const mother = { title: "Call mother", recurrence: "FREQ=MONTHLY" };
const rent = { title: "Pay the rent", recurrence: "FREQ=MONTHLY;BYDAY=1MO" };

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

/** All tasks, in an order in which each finds what an earlier one has made; the last takes everything back. */
export const tasks: readonly Task[] = [
  {
    asked: "What do I know about Max Weber before I meet him?",
    mcp: ["get_contact", { contact: "Max Weber" }],
    rest: ["GET", "/contacts/<Max Weber>?include=notes,reminders,networks"],
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
    effect: ["/contacts?search=john", total, 2],
  },
  {
    asked: "Whose birthdays are next month, in order?",
    mcp: ["search_contacts", { birthdayMonth: nextMonth(), limit: 50 }],
    rest: ["GET", `/contacts?birthdayMonth=${nextMonth()}&sort=birthday`],
    tells: ["Samuel Okafor", "Ines Carvalho"],
    isOrdered: true,
  },
  {
    asked: "Who was the dentist I met in Lisbon last spring?",
    mcp: ["search_contacts", { search: "dentist Lisbon" }],
    rest: ["GET", "/contacts?search=dentist%20lisbon"],
    tells: ["Rui Costa", "+351 21 5550199"],
  },
  {
    asked: "Add Ana's new number, keep the old one",
    mcp: ["save_contact", { contact: "Ana", ...newNumber }],
    rest: ["PATCH", "/contacts/<Ana>", newNumber],
    effect: [
      "/contacts/<Ana>",
      ({ phones }) => values(phones),
      ["+351 22 5550100", "+49 30 1234567"],
    ],
  },
  {
    asked: "Save Lena Fischer, lena@fischer.example, she works at Acme",
    mcp: ["save_contact", lena],
    rest: ["POST", "/contacts", lena],
    effect: [
      "/contacts?search=Lena%20Fischer%20Acme",
      (answer) => values(first(answer).emails),
      ["lena@fischer.example"],
    ],
  },
  {
    asked: "Put Lena into my climbing network",
    mcp: ["change_contacts", { contacts: ["Lena"], addToNetworks: ["climbing network"] }],
    rest: ["PUT", "/networks/<network Climbing gym>/contacts/<Lena>"],
    effect: [
      "/contacts/<Lena>?include=networks",
      ({ networks }) => networks.map(({ name }: Json) => name),
      ["Climbing gym"],
    ],
  },
  {
    asked: "Who belongs to the climbing gym?",
    mcp: ["search_contacts", { search: "climbing gym" }],
    rest: ["GET", "/contacts?networkId=<network Climbing gym>"],
    tells: ["Lena Fischer", "Max Weber", "Zoë Müller", '"total":3'],
  },
  {
    asked: "Who do I know at Acme?",
    mcp: ["search_contacts", { search: "Acme" }],
    rest: ["GET", "/contacts?search=acme"],
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
    effect: ["/networks", countIn("Acme people"), 2],
  },
  {
    asked: "Rename my friends network to close friends",
    mcp: ["save_network", { network: "friends", name: "Close friends" }],
    rest: ["PATCH", "/networks/<network Friends>", { name: "Close friends" }],
    effect: ["/networks", countIn("Close friends"), 4],
  },
  {
    asked: "How many people are in each of my networks?",
    mcp: ["list_networks"],
    rest: ["GET", "/networks"],
    tells: ["Acme people", '"contactCount":2', "Close friends", '"contactCount":4'],
    isOrdered: true,
  },
  {
    asked: "Whom at work have I not talked to for three months?",
    mcp: ["search_contacts", { network: "Work", lastContactedBefore: inDays(-91), limit: 50 }],
    rest: ["GET", `/contacts?networkId=<network Work>&lastContactedBefore=${inDays(-91)}`],
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
      const id = await idOf(send, undefined, "Ana");
      const answer = await send("POST", `/contacts/${id}/photo-upload`, { extension: "jpg" });
      await upload(answer);
      await send("PATCH", `/contacts/${id}`, { photoUrl: answer.path });
    },
    effect: ["/contacts/<Ana>", ({ hasPhoto }) => hasPhoto, true],
  },
  {
    asked: "Max Weber has a new job: designer at Initech, and moved to Berlin",
    mcp: ["save_contact", { contact: "Max Weber", ...moved }],
    rest: ["PATCH", "/contacts/<Max Weber>", moved],
    effect: [
      "/contacts/<Max Weber>",
      ({ company, jobTitle, addresses }) => [company, jobTitle, addresses[0].city],
      ["Initech", "Designer", "Berlin"],
    ],
  },
  {
    asked: "I want to be in touch with Zoë every 30 days",
    mcp: ["save_contact", { contact: "Zoë", contactFrequencyDays: 30 }],
    rest: ["PATCH", "/contacts/<Zoë>", { contactFrequencyDays: 30 }],
    effect: ["/contacts/<Zoë>", ({ contactFrequencyDays }) => contactFrequencyDays, 30],
  },
  {
    asked: "With whom have I not been in touch for longest?",
    mcp: ["search_contacts", { sort: "lastContactedAt", limit: 5 }],
    rest: ["GET", "/contacts?sort=lastContactedAt&pageSize=5"],
    tells: ["Tom Baker"],
  },
  {
    asked: "Log that I had lunch with Zoë and Max Weber yesterday and remind me in two weeks",
    async mcp(call) {
      const people = ["Zoë", "Max Weber"];
      await call("log_note", { content: "Lunch.", people, occurredAt: yesterday });
      await call("set_reminder", { title: "Lunch again", people, due: "P2W" });
    },
    async rest(send) {
      const note = { content: "Lunch.", contactIds: ["<Zoë>", "<Max Weber>"] };
      const body = { ...note, occurredAt: yesterday };
      const { contactIds } = await sendRequest(send, ["POST", "/notes", body]);
      await send("POST", "/reminders", { title: "Lunch again", contactIds, dueAt: inDays(14) });
    },
    effect: [
      ["/notes?search=lunch", "/reminders?sort=-createdAt"],
      (notes, reminders) => [
        notes.total,
        first(reminders).title,
        ...[notes, reminders].map((answer) => first(answer).contactIds.length),
      ],
      [1, "Lunch again", 2, 2],
    ],
  },
  {
    asked: "What did I talk about with Zoë last time?",
    mcp: ["search_notes", { contact: "Zoë", limit: 1 }],
    rest: ["GET", "/notes?contactId=<Zoë>&pageSize=1"],
    tells: ["Lunch."],
    withholds: ["boat trip"],
  },
  {
    asked: "What have I written about Max Weber this year?",
    mcp: ["search_notes", { contact: "Max Weber", from: lastYear, limit: 50 }],
    rest: ["GET", `/notes?contactId=<Max Weber>&from=${lastYear}`],
    tells: ["Lunch.", "on Monday", "new project"],
    withholds: ["boat trip"],
  },
  {
    asked: "Note that I met Paula Reis at the fair; she is no contact",
    mcp: ["log_note", paula],
    rest: ["POST", "/notes", paula],
    effect: ["/notes?search=paula", (answer) => first(answer).contactIds, []],
  },
  {
    asked: "Where did I write about the boat trip?",
    mcp: ["search_notes", { search: "boat trip" }],
    rest: ["GET", "/notes?search=boat%20trip"],
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
      const find: Request = ["GET", "/notes?contactId=<Max Weber>&search=Monday"];
      const { data } = await sendRequest(send, find);
      const content = data[0].content.replace("Monday", "Tuesday");
      await send("PATCH", `/notes/${data[0].id}`, { content });
    },
    effect: [
      "/notes?search=move",
      ({ data }) => data.map(({ content }: Json) => content),
      ["He will move to another flat on Tuesday and needs help with the piano."],
    ],
  },
  {
    asked: "Who should I call this week?",
    mcp: ["list_due", { days: 7 }],
    rest: ["GET", "/upcoming?days=7"],
    tells: ["Tom Baker", "Dentist", "Grace Lee", "Call the landlord"],
    withholds: ["Return the book"],
  },
  {
    asked: "What is overdue?",
    mcp: ["list_due", { days: 1 }],
    rest: ["GET", "/upcoming?days=1"],
    tells: ["Call the landlord", "Tom Baker"],
    withholds: ["Dentist"],
  },
  {
    asked: "Remind me to send Ana the photos in four days",
    mcp: ["set_reminder", { title: "Send photos", people: ["Ana"], due: "P4D" }],
    rest: ["POST", "/reminders", { title: "Send photos", contactId: "<Ana>", dueAt: inDays(4) }],
    effect: [
      "/reminders?contactId=<Ana>",
      (answer) => reminder("Send photos")(answer).dueAt.slice(0, 10),
      inDays(4),
    ],
  },
  {
    asked: "I have sent the photos",
    async mcp(call) {
      const { days } = await call("list_due", { days: 7 });
      await call("set_reminder", { reminderId: dueOf(days, "Send photos"), completed: true });
    },
    rest: ["PATCH", "/reminders/<reminder Send photos>", { completed: true }],
    effect: ["/reminders", (answer) => reminder("Send photos")(answer).completed, true],
  },
  {
    asked: "Move the dentist to next week",
    async mcp(call) {
      const { days } = await call("list_due", { days: 7 });
      await call("set_reminder", { reminderId: dueOf(days, "Dentist"), due: "P1W" });
    },
    rest: ["PATCH", "/reminders/<reminder Dentist>", { dueAt: inDays(7) }],
    effect: ["/reminders", (answer) => reminder("Dentist")(answer).dueAt.slice(0, 10), inDays(7)],
  },
  {
    asked: "Remind me on the first of each month to call my mother",
    mcp: ["set_reminder", { ...mother, due: "2030-01-01" }],
    rest: ["POST", "/reminders", { ...mother, dueAt: "2030-01-01" }],
    effect: [
      "/reminders",
      (answer) => reminder(mother.title)(answer).recurrence,
      mother.recurrence,
    ],
  },
  {
    asked: "Remind me every first Monday to pay the rent",
    mcp: ["set_reminder", { ...rent, due: "2030-01-07" }],
    rest: ["POST", "/reminders", { ...rent, dueAt: "2030-01-07" }],
    effect: ["/reminders", (answer) => reminder(rent.title)(answer).recurrence, rent.recurrence],
  },
  {
    asked: "Delete Test Person",
    async mcp(call) {
      const { contacts } = await call("search_contacts", { search: "Test Person" });
      await call("change_contacts", { contacts: [contacts[0].id], delete: true });
    },
    rest: ["DELETE", "/contacts/<Test Person>"],
    effect: ["/contacts?search=test%20person", total, 0],
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
    effect: ["/contacts/<Test Person>", ({ displayName }) => displayName, "Test Person"],
  },
  {
    asked: "Export everything",
    mcp: ["export_everything"],
    rest: ["GET", "/export"],
    tells: ["Close friends", "Zoë", "Met Paula Reis", "Return the book"],
  },
  {
    asked: "Import these 200 people",
    async mcp(call) {
      const { importId } = await call("import_contacts", { text: people200 });
      await call("import_contacts", { apply: importId });
    },
    async rest(send) {
      const { id } = await send("POST", "/imports", people200);
      await send("POST", `/imports/${id}/apply`, { onMatch: "merge" });
    },
    effect: ["/contacts?search=imported.example", total, 200],
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
    effect: [
      ["isArchived=true", "hasEmail=false&hasPhone=false", "hasPhone=true"]
        .map((filter) => `/contacts?${filter}`),
      totals,
      [11, 0, 203],
    ],
  },
  {
    asked: "What has changed since yesterday?",
    mcp: ["recent_activity", { since: yesterday }],
    rest: ["GET", `/activity?from=${yesterday}&fields=at,actor,summary,undoable`],
    tells: ["Created 200 contacts", "Test Person", "mother"],
  },
  {
    asked: "Undo what you did today",
    mcp: ["undo", { since: yesterday }],
    async rest(send) {
      const { data } = await send("GET", `/activity?from=${yesterday}&pageSize=1`);
      await send("POST", "/activity/undo", { actorId: data[0].actor.id, since: yesterday });
    },
    effect: [
      ["/notes?search=lunch", "/contacts?search=lena", "/contacts?search=john"],
      totals,
      [0, 0, 2],
    ],
  },
];
