// Calls of kith_private.handle, as sections measure them without HTTP.
import type { BenchRequest } from "./measure.ts";
import { createdCompany, createdNote, idOf, now, type SeededOwner } from "./seed.ts";

type Query = Record<string, string | number | boolean>;

/** A call of kith_private.handle. */
export interface Call {
  operation: string;
  arguments: { id?: string; query?: Query; body?: Record<string, unknown>; requestId?: string };
}

/** An owner's n-th call of a kind. */
export type Make = (someone: SeededOwner, n: number) => Call;

export const list = (resource: string, query: Query = {}): Call => ({
  operation: `list_${resource}`,
  arguments: { query },
});
const contacts = (query?: Query) => () => list("contacts", query);

/** A call about the resource of an id, or of none. */
export function call(operation: string, id: string | null, body?: Record<string, unknown>): Call {
  return { operation, arguments: { ...(id !== null && { id }), ...(body && { body }) } };
}

/** The subject of an owner's n-th call. */
export function subjectOf(someone: SeededOwner, n: number) {
  // Of the past two years.
  const months = 1 + n % 24;
  const day = (months: number, day: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, day)).toISOString()
      .slice(0, 10);
  return {
    contactId: idOf("contact", someone.index, n * 37 % someone.contacts),
    person: someone.people[n % someone.people.length]!,
    /** First and last day of a month, and the first day after it. */
    from: day(months, 1),
    to: day(months - 1, 0),
    after: day(months - 1, 1),
  };
}

/** The contact that "create" makes. */
export const newPerson = (n: number | string) => ({
  firstName: "Nora",
  lastName: `Newcomer ${n}`,
  company: createdCompany,
  emails: [{ value: "nora@works.example", label: "work" }],
  phones: [{ value: "+49 30 901820", label: "mobile" }],
  description: "Introduced by a colleague at the book fair. Prefers a call to an e-mail.",
});

/** Lists that grow with the owner's data. */
export const lists = {
  "list 50": contacts(),
  "networkId": (someone, n) =>
    list("contacts", { networkId: idOf("network", someone.index, n % 3) }),
  "isFavorite": contacts({ isFavorite: true }),
  "isFavorite=false": contacts({ isFavorite: false }),
  "needsContact": contacts({ needsContact: true }),
  "needsContact=false": contacts({ needsContact: false }),
  "sort -lastContactedAt": contacts({ sort: "-lastContactedAt" }),
  "search": (someone, n) => list("contacts", { search: subjectOf(someone, n).person.word }),
  "search first and last name": (someone, n) => {
    const { firstName, lastName } = subjectOf(someone, n).person;
    return list("contacts", { search: `${firstName} ${lastName}` });
  },
  "search a word of one in ten": contacts({ search: "harbour" }),
  "search a word of most": contacts({ search: "example" }),
  "search two letters": contacts({ search: "an" }),
  "search phone digits": (someone, n) =>
    list("contacts", { search: subjectOf(someone, n).person.phone.slice(-5) }),
  "notes": () => list("notes"),
  "notes of a month": (someone, n) => {
    const { from, to } = subjectOf(someone, n);
    return list("notes", { from, to });
  },
  "notes of a contact": (someone, n) =>
    list("notes", { contactId: subjectOf(someone, n).contactId }),
  "notes of a type": (someone, n) =>
    list("notes", { noteTypeId: idOf("type", someone.index, n % 5) }),
} satisfies Record<string, Make>;

/** Everyday operations. "patch" never writes the value that the row has. */
export const everyday = {
  ...lists,
  "sort -displayName": contacts({ sort: "-displayName" }),
  "sort createdAt": contacts({ sort: "createdAt" }),
  "sort -updatedAt": contacts({ sort: "-updatedAt" }),
  "networks": () => list("networks"),
  "reminders": () => list("reminders"),
  "get": (someone, n) => call("get_contact", subjectOf(someone, n).contactId),
  "get note": (someone, n) => call("get_note", idOf("note", someone.index, n * 37 % someone.notes)),
  "create": (_, n) => call("create_contact", null, newPerson(n)),
  "create note": (someone, n) => {
    const { contactId } = subjectOf(someone, n);
    return call("create_note", null, { contactId, content: createdNote });
  },
  "patch": (someone, n) => {
    const { contactId } = subjectOf(someone, n);
    return call("update_contact", contactId, { jobTitle: `Colleague ${n} ${Math.random()}` });
  },
  "complete a reminder": (someone, n) => {
    const count = Math.ceil(someone.contacts / 10);
    // Every time round the other way, so that each request changes something.
    const completed = Math.floor(n / count) % 2 === 0;
    return call("update_reminder", idOf("reminder", someone.index, n % count), { completed });
  },
} satisfies Record<string, Make>;

const methods = { list: "GET", get: "GET", create: "POST", update: "PATCH" } as const;

/** The same over HTTP: as `list_note_types` → `GET /note-types`. */
export function toRequest(call: Call, token: string): BenchRequest {
  const { operation, arguments: { id, query = {}, body } } = call;
  const [verb, ...words] = operation.split("_");
  const resource = words.join("-").replace(/s?$/, "s");
  const parameters = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  );
  return {
    method: methods[verb as keyof typeof methods],
    path: `/kith/api/v1/${resource}${id ? `/${id}` : ""}${parameters.size ? `?${parameters}` : ""}`,
    token,
    body,
  };
}
