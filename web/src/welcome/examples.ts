import { kith } from "../api/kith.ts";
import type { Contact, ContactCreate, Network, Note } from "@kith/client";
import type { Call } from "../../../client/src/api.ts";

/** The network by which the examples are found again. */
export const examplesName = "Examples";

/** A domain that belongs to nobody (RFC 2606): only who has such an address and is in the network is an example. */
const domain = "@kith.example";

const day = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * day).toISOString();
const inDays = (days: number) => daysAgo(-days);

/** A birthday that is near whenever it is looked at. */
const soon = () => `--${inDays(9).slice(5, 10)}`;

const people = (networkIds: string[]): ContactCreate[] => [
  {
    firstName: "Maya",
    lastName: "Okafor",
    company: "Harbour Books",
    jobTitle: "Bookseller",
    emails: [{ value: `maya${domain}`, label: "work" }],
    isFavorite: true,
    contactFrequencyDays: 30,
    lastContactedAt: daysAgo(41),
    networkIds,
  },
  {
    firstName: "Tomás",
    lastName: "Lindqvist",
    description: "Met at the choir.",
    emails: [{ value: `tomas${domain}`, label: "home" }],
    birthday: soon(),
    networkIds,
  },
  {
    firstName: "Aunt Ines",
    emails: [{ value: `ines${domain}`, label: null }],
    contactFrequencyDays: 14,
    lastContactedAt: daysAgo(10),
    networkIds,
  },
];

/**
 * Adds a few people with notes and reminders. The people are made by one request, so that there are all of
 * them or none; notes and reminders that fail afterwards are left out.
 */
export async function addExamples(): Promise<void> {
  const { id } = await kith.networks.create({ name: examplesName, color: "#81B29A" });
  const { results } = await kith.contacts.bulk({ create: people([id]) });
  const [maya, tomas] = results.map((result) => result.id!);
  await Promise.all([
    kith.notes.create({
      content: "Talked about her new shop. She looks for somebody to read to children.",
      contactIds: [maya!],
      occurredAt: daysAgo(41),
    }),
    kith.reminders.create({
      title: "Ask how the opening went",
      dueAt: inDays(0),
      contactIds: [maya!],
    }),
    kith.reminders.create({ title: "Find a present", dueAt: inDays(6), contactIds: [tomas!] }),
  ]);
}

/** Whether somebody is an example as it was made: without its address it has become a person of one's own. */
const isExample = ({ emails }: Pick<Contact, "emails">) =>
  emails.some(({ value }) => value.endsWith(domain));

/**
 * Deletes the examples, with their notes and reminders, and their network where nobody else is in it.
 * @returns how many there were, and what takes it back
 */
export async function removeExamples(
  network: Pick<Network, "id">,
): Promise<{ count: number; undo: () => Promise<void> }> {
  const query = { networkId: network.id, isArchived: "any" as const, pageSize: 200 };
  const { data } = await kith.contacts.list(query);
  const ids = data.filter(isExample).map(({ id }) => id);
  const sets: string[] = [];
  const done = async (call: Call<unknown>) => {
    const { activityId } = await call.withResponse();
    if (activityId) sets.push(activityId);
  };
  // Deleting contacts keeps what was written about them.
  for (const { id, resource } of await aboutOnly(ids)) await done(resource.delete(id));
  if (ids.length > 0) await done(kith.contacts.bulk({ delete: ids }));
  if (ids.length === data.length) await done(kith.networks.delete(network.id));
  return {
    count: ids.length,
    undo: async () => {
      // The network first, then the people in it, then what was written about them.
      for (let set = sets.at(-1); set; set = sets.at(-1)) {
        await kith.activity.undo(set);
        // Not again where a later one fails and is tried once more.
        sets.pop();
      }
    },
  };
}

/** What is written about contacts. */
interface About {
  list(query: { contactId: string; pageSize: number }): PromiseLike<{ data: Written[] }>;
  delete(id: string): Call<void>;
}

type Written = Pick<Note, "id" | "contactIds">;

/** Notes and reminders that are about some of these contacts and nobody else. */
async function aboutOnly(contacts: string[]) {
  const resources: About[] = [kith.notes, kith.reminders];
  const lists = contacts.flatMap((contactId) =>
    resources.map(async (resource) => {
      const { data } = await resource.list({ contactId, pageSize: 200 });
      return data.map(({ id, contactIds }) => ({ id, contactIds, resource }));
    })
  );
  const found = (await Promise.all(lists)).flat();
  const own = found.filter(({ contactIds }) => contactIds.every((id) => contacts.includes(id)));
  return [...new Map(own.map((each) => [each.id, each])).values()];
}
