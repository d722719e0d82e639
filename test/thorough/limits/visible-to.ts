import { everything, listed, type Source, type Things } from "../../support/activity/replica.ts";
import type { Json } from "../../support/client.ts";

/** What a key for these networks has to see, from what the owner's lists say of the whole account. */
export async function visibleTo(owner: Source, networkIds: string[]): Promise<Things> {
  const isMine = (id: string) => networkIds.includes(id);
  const all = [...await everything(owner)].map((
    [name, text],
  ): [string, Json] => [name, JSON.parse(text)]);
  const contacts = new Set(
    all.filter(([name, thing]) => name.startsWith("contact/") && thing.networkIds.some(isMine))
      .map(([, { id }]) => id),
  );
  const areAll = (ids: string[]) => ids.length > 0 && ids.every((id) => contacts.has(id));
  const seen = all.filter(([name, { id, contactIds }]) => {
    const [resource] = name.split("/");
    if (resource === "contact") return contacts.has(id);
    if (resource === "network") return isMine(id);
    return resource !== "note" && resource !== "reminder" || areAll(contactIds);
  });
  const names = new Set(seen.map(([name]) => name));
  return new Map(seen.map(([name, thing]) => {
    if (name.startsWith("contact/")) thing.networkIds = thing.networkIds.filter(isMine);
    // The next of a recurring reminder may have been moved to somebody whom the key does not see.
    if (thing.nextId && !names.has(`reminder/${thing.nextId}`)) thing.nextId = null;
    return [name, JSON.stringify(thing)];
  }));
}

/** Things of the account without the profile, which says of each credential something else. */
export function withoutProfile(things: Things): Things {
  return new Map(
    [...things].filter(([name]) => listed.some((resource) => name.startsWith(`${resource}/`))),
  );
}
