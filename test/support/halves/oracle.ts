import { everything, listed, type Source, type Things } from "../activity/replica.ts";
import type { Json } from "../client.ts";

/** What a key for these networks has to see, from what the owner's lists say of the whole account. */
export async function visibleTo(owner: Source, networkIds: string[]): Promise<Things> {
  const mine = new Set(networkIds);
  const all = await everything(owner);
  const read = (text: string): Json => JSON.parse(text);
  const contacts = new Set<string>();
  for (const [name, text] of all) {
    const thing = read(text);
    if (name.startsWith("contact/") && thing.networkIds.some((id: string) => mine.has(id))) {
      contacts.add(thing.id);
    }
  }
  const visible: Things = new Map();
  for (const [name, text] of all) {
    const [resource, id] = name.split("/") as [string, string];
    const thing = read(text);
    if (resource === "contact") {
      if (!contacts.has(id)) continue;
      thing.networkIds = thing.networkIds.filter((each: string) => mine.has(each));
    }
    if (resource === "network" && !mine.has(id)) continue;
    if ((resource === "note" || resource === "reminder") && !contacts.has(thing.contactId)) {
      continue;
    }
    visible.set(name, JSON.stringify(thing));
  }
  return visible;
}

/** Things of the account without the profile, which says of each credential something else. */
export function withoutProfile(things: Things): Things {
  return new Map(
    [...things].filter(([name]) => listed.some((resource) => name.startsWith(`${resource}/`))),
  );
}
