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
    if (resource === "note" || resource === "reminder") {
      const isAboutOthers = thing.contactIds.some((each: string) => !contacts.has(each));
      if (thing.contactIds.length === 0 || isAboutOthers) continue;
    }
    visible.set(name, JSON.stringify(thing));
  }
  // The next of a recurring reminder may have been moved to somebody whom the key does not see.
  for (const [name, text] of visible) {
    const thing = read(text);
    if (!thing.nextId || visible.has(`reminder/${thing.nextId}`)) continue;
    visible.set(name, JSON.stringify({ ...thing, nextId: null }));
  }
  return visible;
}

/** Things of the account without the profile, which says of each credential something else. */
export function withoutProfile(things: Things): Things {
  return new Map(
    [...things].filter(([name]) => listed.some((resource) => name.startsWith(`${resource}/`))),
  );
}
