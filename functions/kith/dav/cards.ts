// Reads the cards of an address book: in one statement, or page by page as of one instant where they are many.
import { sha256 } from "../core/sha256.ts";
import { type Contact, createContactReader, type Page, readPage } from "../exports/run.ts";
import { toVcard, type Version } from "../exports/vcard.ts";
import type { DavCall } from "./call.ts";
import type { DavArguments, DavOperation } from "./operations.ts";

/** A person with the names of their networks. */
export type Person = [contact: Contact, networks: string[]];

/** Pages of people, the first of which is read already. */
export interface People {
  /** The tag of the address book, where it was asked for. */
  tag: string | null;
  first: Person[];
  /** Those after the first page; none where that is all. */
  rest: { pages: AsyncIterable<Person[]>; end(): Promise<void> } | null;
}

/** Ids in one statement. */
const mostIds = 2_000;

/** Up to so many are read at once: some clients ask for fifty again and again. */
const mostIdsAtOnce = 100;

/**
 * Reads all people of the book, or those with these ids.
 * @throws Problem when the database refuses, for the first page
 */
export async function readPeople(call: DavCall, ids?: string[]): Promise<People> {
  const { place, runner } = call;
  const operation: DavOperation = ids ? "dav_read" : "dav_list";
  const sorted = ids && [...new Set(ids)].sort();
  const args: DavArguments = {
    ...(place.kind === "root" ? {} : { account: place.account }),
    ...(ids ? {} : { withTag: true }),
  };
  const asked = (after?: string): DavArguments => {
    if (after === undefined && !sorted) return args;
    if (!sorted) return { ...args, after: after! };
    const begin = after === undefined ? 0 : sorted.findIndex((id) => id > after);
    return { ...args, ids: begin < 0 ? [] : sorted.slice(begin, begin + mostIds) };
  };
  /** Where the page after this one begins. */
  const nextOf = (page: Page, { ids: given }: DavArguments): string | undefined => {
    if (page.next) return (page.next as { after: string }).after;
    const last = given?.at(-1);
    return last !== undefined && last !== sorted!.at(-1) ? last : undefined;
  };
  if (!sorted || sorted.length <= mostIds) {
    const work = sorted && sorted.length <= mostIdsAtOnce ? "read" : "longRead";
    const page = readPage(await runner.run(asked(), operation, work));
    if (!page.next) return { tag: tagOf(page), first: createContactReader()(page), rest: null };
  }
  // Pages that are read one after the other would miss what moves between them.
  const snapshot = await runner.openSnapshot(operation);
  const readNext = async (after?: string) => {
    const given = asked(after);
    const page = readPage(await snapshot.run(given));
    return { page, next: nextOf(page, given) };
  };
  try {
    const { page, next } = await readNext();
    const rest = { pages: pagesAfter(next, readNext), end: () => snapshot.end() };
    return { tag: tagOf(page), first: createContactReader()(page), rest };
  } catch (error) {
    await snapshot.end();
    throw error;
  }
}

async function* pagesAfter(
  next: string | undefined,
  readNext: (after: string) => Promise<{ page: Page; next: string | undefined }>,
): AsyncGenerator<Person[]> {
  while (next !== undefined) {
    const read: { page: Page; next: string | undefined } = await readNext(next);
    yield createContactReader()(read.page);
    next = read.next;
  }
}

const tagOf = (page: Page) => (page as Page & { tag: string | null }).tag;

/** A card. */
export interface Card {
  id: string;
  text: string;
  /** Its entity tag without quotes. Changes exactly when the card does. */
  tag: string;
}

/** Writes the card of a person. The tag is that of version 3.0, whichever is asked for. */
export function writeCard([contact, networks]: Person, version: Version = "3.0"): Card {
  const usual = toVcard(contact, networks, "3.0", "card");
  const text = version === "3.0" ? usual : toVcard(contact, networks, version, "card");
  return { id: contact.id, text, tag: sha256(usual).slice(0, 32) };
}

/** The name of a card in the book. */
export const cardName = (id: string): string => `${id}.vcf`;

/** The id in the name of a card; null where no card has such a name. */
export const idOfCard = (name: string): string | null =>
  /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.vcf$/.exec(name)?.[1] ?? null;

/** One person; null where there is none with that id. */
export async function readPerson(call: DavCall, id: string): Promise<Person | null> {
  return (await readPeople(call, [id])).first[0] ?? null;
}
