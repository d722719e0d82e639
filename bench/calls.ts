import type { BenchRequest } from "./load.ts";
import { createdCompany, idOf, now, type SeededOwner } from "./seed.ts";

/** A call of kith_private.handle. */
export interface Call {
  operation: string;
  arguments: {
    id?: string;
    query?: Record<string, string | number | boolean>;
    body?: Record<string, unknown>;
    requestId?: string;
  };
}

/** An owner's n-th call of a kind. */
export type Make = (someone: SeededOwner, n: number) => Call;

const list = (resource: string, query: Call["arguments"]["query"] = {}): Call => ({
  operation: `list_${resource}`,
  arguments: { query },
});
const contacts = (query: Call["arguments"]["query"] = {}) => list("contacts", query);
export const call = (
  operation: string,
  id: string | null,
  body?: Record<string, unknown>,
): Call => ({
  operation,
  arguments: { ...(id !== null && { id }), ...(body && { body }) },
});

/** The subject of an owner's n-th call. */
export function subjectOf(someone: SeededOwner, n: number) {
  const first = (months: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1));
  const day = (date: Date) => date.toISOString().slice(0, 10);
  // Of the past two years.
  const ago = 1 + n % 24;
  return {
    contactId: idOf("contact", someone.index, n * 37 % someone.contacts),
    person: someone.people[n % someone.people.length]!,
    /** First and last day of a month, and the first day after it. */
    from: day(first(ago)),
    to: day(new Date(first(ago - 1).getTime() - 86_400_000)),
    after: day(first(ago - 1)),
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

/** By this text notes are found again that were made while measuring. */
export const createdNote = "Written by the benchmark.";

const month: Make = (someone, n) => {
  const { from, to } = subjectOf(someone, n);
  return list("notes", { from, to });
};
const network: Make = (someone, n) =>
  contacts({ networkId: idOf("network", someone.index, n % 3) });
const ofContact: Make = (someone, n) =>
  list("notes", { contactId: subjectOf(someone, n).contactId });

/** Everyday operations. "patch" never writes the value that the row has. */
export const everyday = {
  "list 50": () => contacts(),
  "search": (someone, n) => contacts({ search: subjectOf(someone, n).person.word }),
  "needsContact": () => contacts({ needsContact: true }),
  "get": (someone, n) => call("get_contact", subjectOf(someone, n).contactId),
  "create": (_, n) => call("create_contact", null, newPerson(n)),
  "patch": (someone, n) =>
    call("update_contact", subjectOf(someone, n).contactId, {
      jobTitle: `Colleague ${n} ${Math.random()}`,
    }),
  "notes of a month": month,
  "isFavorite": () => contacts({ isFavorite: true }),
  "networkId": network,
  "sort -displayName": () => contacts({ sort: "-displayName" }),
  "sort createdAt": () => contacts({ sort: "createdAt" }),
  "sort -updatedAt": () => contacts({ sort: "-updatedAt" }),
  "sort -lastContactedAt": () => contacts({ sort: "-lastContactedAt" }),
  "networks": () => list("networks"),
  "reminders": () => list("reminders"),
  "notes": () => list("notes"),
  "notes of a contact": ofContact,
  "get note": (someone, n) => call("get_note", idOf("note", someone.index, n * 37 % someone.notes)),
  "create note": (someone, n) =>
    call("create_note", null, {
      contactId: subjectOf(someone, n).contactId,
      content: createdNote,
    }),
} satisfies Record<string, Make>;

/** Lists that grow with the owner's data. */
export const lists: Record<string, Make> = {
  "list 50": () => contacts(),
  "isFavorite=true": () => contacts({ isFavorite: true }),
  "isFavorite=false": () => contacts({ isFavorite: false }),
  "needsContact=true": () => contacts({ needsContact: true }),
  "needsContact=false": () => contacts({ needsContact: false }),
  "networkId": network,
  "sort -lastContactedAt": () => contacts({ sort: "-lastContactedAt" }),
  "search first and last name": (someone, n) => {
    const { firstName, lastName } = subjectOf(someone, n).person;
    return contacts({ search: `${firstName} ${lastName}` });
  },
  "search a word of one in ten": () => contacts({ search: "harbour" }),
  "search a word of most": () => contacts({ search: "example" }),
  "search two letters": () => contacts({ search: "an" }),
  "search phone digits": (someone, n) =>
    contacts({ search: subjectOf(someone, n).person.phone.slice(-5) }),
  "notes": () => list("notes"),
  "notes of a month": month,
  "notes of a type": (someone, n) =>
    list("notes", { noteTypeId: idOf("type", someone.index, n % 5) }),
  "notes of a contact": ofContact,
};

const methods = {
  list: "GET",
  get: "GET",
  create: "POST",
  update: "PATCH",
  delete: "DELETE",
} as const;

/** The same over HTTP: as `list_note_types` → `GET /note-types`. */
export function toRequest(
  { operation, arguments: { id, query = {}, body } }: Call,
  token: string,
): BenchRequest {
  const [verb, ...words] = operation.split("_");
  const resource = words.join("-").replace(/s?$/, "s");
  const parameters = Object.entries(query).map(([name, value]) => [name, String(value)]);
  const search = parameters.length ? `?${new URLSearchParams(parameters)}` : "";
  return {
    method: methods[verb as keyof typeof methods],
    path: `/kith/api/v1/${resource}${id ? `/${id}` : ""}${search}`,
    token,
    body,
  };
}
