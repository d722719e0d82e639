import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import { Kith } from "../../../client/src/index.ts";

export type Person = Awaited<ReturnType<typeof newPerson>>;

/** The API as anyone with this token reaches it. */
export const clientOf = (token: string) =>
  new Kith({ baseUrl: `${inject("page").url}/functions/v1/kith/api/v1`, token });

/** A request to Auth, as the page would send it. */
export function askAuth(path: string, body: object): Promise<Response> {
  const { url, publishableKey } = inject("page");
  return fetch(`${url}/auth/v1/${path}`, {
    method: "POST",
    headers: { apikey: publishableKey, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** Somebody new, with an account. */
export async function newPerson() {
  const email = `person-${randomUUID()}@example.com`;
  const password = `password ${randomUUID()}`;
  const { access_token } = await (await askAuth("signup", { email, password })).json();
  const token = access_token as string;
  /** Acts for them beside the browser. */
  const kith = clientOf(token);
  const contacts = async () => (await kith.contacts.list()).data;
  return {
    email,
    password,
    token,
    kith,
    contacts,
    names: async () => (await contacts()).map(({ displayName }) => displayName).sort(),
    notes: async () => (await kith.notes.list()).data,
    reminders: async () => (await kith.reminders.list()).data,
    networks: async () => (await kith.networks.list()).data,
  };
}

export const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

/** Makes contacts of these names, whose ids are by name. */
export const people =
  <Name extends string>(...names: Name[]) => async ({ kith }: Pick<Person, "kith">) => {
    const ids = {} as Record<Name, string>;
    for (const firstName of names) ids[firstName] = (await kith.contacts.create({ firstName })).id;
    return { ids };
  };

/** Makes two networks and three contacts, one of them, Zoë, due and told much about. */
export async function fillAccount({ kith }: Pick<Person, "kith">) {
  const network = (name: string, color: string) => kith.networks.create({ name, color });
  const family = await network("Family", "#E07A5F");
  const work = await network("Work", "#3D405B");
  const { id } = await kith.contacts.create({
    firstName: "Zoë",
    lastName: "Müller",
    company: "Kranich Verlag",
    vcardLines: "X-AIM:zoe-im\nX-SPOUSE:Max",
    jobTitle: "Editor",
    description: "Likes <b>bold</b> type.",
    emails: [{ value: "zoe@example.com", label: "work" }],
    phones: [{ value: "+49 30 5550123", label: null }],
    urls: [{ value: "https://example.com/zoe", label: null }],
    addresses: [{ street: "Rua das Flores 12", city: "Porto", country: "Portugal" }],
    birthday: "--07-02",
    isFavorite: true,
    contactFrequencyDays: 30,
    lastContactedAt: daysAgo(45),
    networkIds: [work.id],
  });
  await kith.contacts.create({
    firstName: "Ana",
    contactFrequencyDays: 7,
    networkIds: [family.id, work.id],
  });
  // The same number as another contact's: a possible duplicate.
  const phones = [{ value: "+49 30 5550123", label: null }];
  const bela = await kith.contacts.create({ firstName: "Bela", phones });
  const type = await kith.noteTypes.create({ name: "Phone call" });
  const contactIds = [id, bela.id];
  const content = `${"Talked about lenses. ".repeat(60)}<img src=x onerror=alert(1)> The end.`;
  await kith.notes.create({ content, contactIds, noteTypeId: type.id, occurredAt: daysAgo(44) });
  const remind = (body: { title: string; dueAt: string; completed?: true; recurrence?: string }) =>
    kith.reminders.create({ ...body, contactId: id });
  await remind({ title: "Send the photos", dueAt: daysAgo(1), recurrence: "FREQ=MONTHLY" });
  await remind({ title: "Return the book", dueAt: daysAgo(10), completed: true });
  return { id, now: () => kith.contacts.get(id) };
}
