import { folded } from "../seed/person.ts";
import type { SeededOwner } from "../seed.ts";

/** What is asked, as kith_private.handle takes it; channels.ts says how it is asked over HTTP. */
export interface Call {
  operation: string;
  arguments: {
    id?: string;
    query?: Record<string, string | number | boolean>;
    body?: Record<string, unknown>;
  };
}

/** The n-th call of its kind by somebody. */
export type Make = (someone: SeededOwner, n: number) => Call;
/** What is measured, by the name it has in the table. */
export type Calls = Record<string, Make>;

const someContact = (someone: SeededOwner, n: number) => (n * 37) % someone.contacts;
const list = (operation: string, query: NonNullable<Call["arguments"]["query"]> = {}): Call => ({
  operation,
  arguments: { query },
});
const contacts = (query: NonNullable<Call["arguments"]["query"]>) => list("list_contacts", query);

/** Somebody whose every part is known, from the n-th contact on. */
function person(someone: SeededOwner, n: number) {
  for (let at = someContact(someone, n);; at = (at + 1) % someone.contacts) {
    const { firstName, lastName, phone } = someone.person(at);
    if (firstName && lastName && phone) return { firstName, lastName, phone };
  }
}

/** First and last day of a month of the past two years. */
function month(now: number, n: number): { from: string; to: string } {
  const first = (months: number) => {
    const date = new Date(now);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1);
  };
  const day = (instant: number) => new Date(instant).toISOString().slice(0, 10);
  const ago = 1 + n % 24;
  return { from: day(first(ago)), to: day(first(ago - 1) - 86_400_000) };
}

/** The operations that everybody uses. `now` is when the notes of the seed end. */
export function everyday(now: number): Calls {
  return {
    "list 50": () => contacts({}),
    "search": (someone, n) => contacts({ search: folded(person(someone, n).lastName) }),
    "needsContact": () => contacts({ needsContact: true }),
    "isFavorite": () => contacts({ isFavorite: true }),
    "networkId": (someone, n) => contacts({ networkId: someone.networkIds[n % 3]! }),
    "sort -displayName": () => contacts({ sort: "-displayName" }),
    "sort createdAt": () => contacts({ sort: "createdAt" }),
    "sort -updatedAt": () => contacts({ sort: "-updatedAt" }),
    "sort -lastContactedAt": () => contacts({ sort: "-lastContactedAt" }),
    "get": (someone, n) => get("get_contact", someone.contactId(someContact(someone, n))),
    "create": () => create("create_contact", { firstName: "Nora", company: "Benchmark Works" }),
    "patch": (someone, n) => ({
      operation: "update_contact",
      arguments: {
        id: someone.contactId(someContact(someone, n)),
        body: { jobTitle: `Colleague ${n} ${Math.random()}` },
      },
    }),
    "networks": () => list("list_networks"),
    "reminders": () => list("list_reminders"),
    "notes": () => list("list_notes"),
    "notes of a month": (_, n) => list("list_notes", month(now, n)),
    "notes of a contact": (someone, n) =>
      list("list_notes", { contactId: someone.contactId(someContact(someone, n)) }),
    "get note": (someone, n) => get("get_note", someone.noteId((n * 37) % someone.notes)),
    "create note": (someone, n) =>
      create("create_note", {
        content: "Written by the benchmark.",
        contactId: someone.contactId(someContact(someone, n)),
      }),
  };
}

const get = (operation: string, id: string): Call => ({ operation, arguments: { id } });
const create = (operation: string, body: Record<string, unknown>): Call => ({
  operation,
  arguments: { body },
});

/** Lists that grow with what somebody has. */
export function lists(now: number): Calls {
  return {
    "list 50": () => contacts({}),
    "isFavorite=true": () => contacts({ isFavorite: true }),
    "isFavorite=false": () => contacts({ isFavorite: false }),
    "needsContact=true": () => contacts({ needsContact: true }),
    "needsContact=false": () => contacts({ needsContact: false }),
    "networkId": (someone, n) => contacts({ networkId: someone.networkIds[n % 3]! }),
    "sort -lastContactedAt": () => contacts({ sort: "-lastContactedAt" }),
    "search first and last name": (someone, n) => {
      const { firstName, lastName } = person(someone, n);
      return contacts({ search: `${firstName} ${lastName}` });
    },
    "search a word of one in ten": () => contacts({ search: "harbour" }),
    "search a word of most": () => contacts({ search: "example" }),
    "search two letters": () => contacts({ search: "an" }),
    "search phone digits": (someone, n) => contacts({ search: person(someone, n).phone.slice(-5) }),
    "notes": () => list("list_notes"),
    "notes of a month": (_, n) => list("list_notes", month(now, n)),
    "notes of a type": (someone, n) =>
      list("list_notes", { noteTypeId: someone.noteTypeIds[n % 5]! }),
    "notes of a contact": (someone, n) =>
      list("list_notes", { contactId: someone.contactId(someContact(someone, n)) }),
  };
}
