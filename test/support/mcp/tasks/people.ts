import type { Json } from "../../client.ts";
import { contactOf, idOf, nextMonth, type Send, type Task } from "./task.ts";

const emailsOf = async (send: Send, name: string) =>
  (await contactOf(send, name)).emails.map(({ value }: Json) => value);

/** What people ask about their contacts. */
export const peopleTasks: Task[] = [
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
    asked: "Merge the two Johns",
    async mcp(call) {
      const { pairs } = await call("find_duplicates", { name: "John" });
      const [target, duplicate] = pairs[0].contacts;
      await call("merge_contacts", { contactId: target.id, duplicateId: duplicate.id });
    },
    async rest(send) {
      const { data } = await send("GET", "/contacts/duplicates");
      const [target, duplicate] = data[0].contacts;
      await send("POST", `/contacts/${target.id}/merge`, { duplicateId: duplicate.id });
    },
    effect: {
      read: async (send) => (await emailsOf(send, "John")).sort(),
      is: ["john@doe.example", "john@old.example"],
    },
  },
  {
    asked: "Whose birthdays are next month?",
    mcp: (call) => call("search_contacts", { birthdayMonth: nextMonth(), limit: 50 }),
    rest: (send) => send("GET", `/contacts?birthdayMonth=${nextMonth()}`),
    tells: ["Ines Carvalho", "Samuel Okafor", '"total":2'],
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
    async mcp(call) {
      const { networks } = await call("list_networks");
      const [climbing] = networks.filter(({ name }: Json) => name === "Climbing gym");
      await call("set_membership", { contact: "Lena", networkId: climbing.id });
    },
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
