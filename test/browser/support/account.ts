import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import { Kith } from "../../../client/src/index.ts";

export interface Person {
  email: string;
  password: string;
  token: string;
  /** Acts for them beside the browser. */
  kith: Kith;
}

/** The API as anyone with this token reaches it. */
export const clientOf = (token: string) =>
  new Kith({ baseUrl: `${inject("page").url}/functions/v1/kith/api/v1`, token });

/** Somebody new, with an account. */
export async function newPerson(): Promise<Person> {
  const { url, publishableKey } = inject("page");
  const email = `person-${randomUUID()}@example.com`;
  const password = `password ${randomUUID()}`;
  const answer = await fetch(`${url}/auth/v1/signup`, {
    method: "POST",
    headers: { apikey: publishableKey, "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const { access_token: token } = await answer.json();
  return { email, password, token, kith: clientOf(token) };
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

/** Two networks and three contacts, one of them due and told much about. Returns that one's id. */
export async function fillAccount({ kith }: Person): Promise<string> {
  const network = (name: string, color: string) => kith.networks.create({ name, color });
  const family = await network("Family", "#E07A5F");
  const work = await network("Work", "#3D405B");
  const zoe = await kith.contacts.create({
    firstName: "Zoë",
    lastName: "Müller",
    company: "Kranich Verlag",
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
  const contactId = zoe.id;
  const contactIds = [contactId, bela.id];
  const content = `${"Talked about lenses. ".repeat(60)}<img src=x onerror=alert(1)> The end.`;
  await kith.notes.create({ content, contactIds, noteTypeId: type.id, occurredAt: daysAgo(44) });
  const remind = (body: { title: string; dueAt: string; completed?: true; recurrence?: string }) =>
    kith.reminders.create({ ...body, contactId });
  await remind({ title: "Send the photos", dueAt: daysAgo(1), recurrence: "FREQ=MONTHLY" });
  await remind({ title: "Return the book", dueAt: daysAgo(10), completed: true });
  return contactId;
}
