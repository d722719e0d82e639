// Reads the cards of an address book: in one statement, or page by page as of one instant where they are many.
import type { Answer } from "../core/call.ts";
import { problems } from "../core/problems.ts";
import { contentLine } from "../core/content-lines.ts";
import { type Contact, createContactReader, type Page, readPage } from "../exports/run.ts";
import { vcardLines, type Version } from "../exports/vcard.ts";
import type { DavCall } from "./call.ts";
import { type DavArguments, type DavOperation, writerVersion } from "./operations.ts";
import { mergedCard, type Part } from "./parts.ts";
import { pictureLines, withPicture } from "./pictures.ts";

/** What the address book knows of a card. */
export interface Listed {
  card: KnownCard;
}

/** A person with the names of their networks, and what the address book knows of their card. */
export interface Person extends Listed {
  contact: Contact;
  networks: string[];
}

interface KnownCard {
  name: string;
  /** Where a client gave it one. */
  uid: string | null;
  /** Its entity tag without quotes: that of version 3.0, whichever is asked for. Changes exactly when the card does. */
  tag: string;
  hasPhoto: boolean;
  /** Where it was asked for and a client sent it: the text, its parts, and whether the contact is still what it says. */
  text?: string;
  parts?: Part[];
  isCurrent?: boolean;
  /** Before which physical line of the text its picture was. */
  photoAt?: number;
  /** The lines of its picture, where the texts are asked for. */
  photo?: string;
}

/** What the first page says besides. */
export interface PageHead {
  /** The tag of the address book, and its sync token. */
  tag?: string | null;
  token?: string | null;
  canWrite?: boolean;
  /** The names of cards that are gone, and whether there are more changes. */
  gone?: string[];
  isCut?: boolean;
  /** Where the picture of a card that was written is to be stored; null where the account has too many already. */
  photoPath?: string | null;
  /** Whether the card is not as it was sent: the same picture is kept in other lines, or the contact was changed meanwhile. */
  hasOtherLines?: boolean;
}

/** Pages of cards, the first of which is read already. */
export interface People<Each extends Listed> {
  head: PageHead;
  first: Each[];
  /** Those after the first page; none where that is all. */
  rest: { pages: AsyncIterable<Each[]>; end(): Promise<void> } | null;
}

/** Names in one statement. */
const mostNames = 2_000;

/** Up to so many are read at once: some clients ask for fifty again and again. */
const mostNamesAtOnce = 100;

/** What every operation is told. */
export const davArguments = ({ place }: Pick<DavCall, "place">): DavArguments => ({
  writer: writerVersion,
  ...(place.kind === "root" ? {} : { account: place.account }),
});

/** What is asked of the cards. */
export interface AskedCards {
  /** Those with these names, or those that have changed since a sync token; all of them where both are absent. */
  names?: string[];
  token?: string;
  /** Of those that have changed, at most. */
  limit?: number;
  /** Whether their texts are asked for. */
  withText: boolean;
}

/**
 * Reads all cards of the book, or those that are asked for; with the people where their texts are asked for.
 * @throws Problem when the database refuses, for the first page
 * @throws UnknownToken
 */
export const readListed = (call: DavCall, asked: AskedCards): Promise<People<Listed>> =>
  readPages(call, asked, asked.withText);

/** The same with the people. */
export const readPeople = (call: DavCall, asked: AskedCards): Promise<People<Person>> =>
  readPages(call, asked, true) as Promise<People<Person>>;

async function readPages(
  call: DavCall,
  { names, token, limit, withText }: AskedCards,
  withPeople: boolean,
): Promise<People<Listed>> {
  const { runner } = call;
  const operation: DavOperation = names
    ? "dav_read"
    : token === undefined
    ? "dav_list"
    : "dav_changes";
  const base: DavArguments = {
    ...davArguments(call),
    ...(withText ? { withText: true } : {}),
    ...(withPeople ? { withPeople: true } : {}),
    ...(operation === "dav_list" ? { withTag: true } : {}),
    ...(token === undefined ? {} : { token }),
    ...(limit === undefined ? {} : { limit }),
  };
  const slices: DavArguments[] = names
    ? sliced(names).map((each) => ({ ...base, names: each }))
    : [base];
  const [first] = slices as [DavArguments];
  if (slices.length === 1) {
    const work = names && names.length <= mostNamesAtOnce ? "read" : "longRead";
    const page = readCardPage(await runner.run(first, operation, work));
    if (!page.next) return { head: page, first: listedOf(page), rest: null };
  }
  // Pages that are read one after the other would miss what moves between them.
  const snapshot = await runner.openSnapshot(operation);
  const read = async (args: DavArguments) => readCardPage(await snapshot.run(args));
  try {
    const page = await read(first);
    const rest = { pages: pagesAfter(page, slices, read), end: () => snapshot.end() };
    return { head: page, first: listedOf(page), rest };
  } catch (error) {
    await snapshot.end();
    throw error;
  }
}

/** At least one slice. */
function sliced(names: string[]): string[][] {
  const slices = [names.slice(0, mostNames)];
  for (let at = mostNames; at < names.length; at += mostNames) {
    slices.push(names.slice(at, at + mostNames));
  }
  return slices;
}

async function* pagesAfter(
  first: Page,
  slices: DavArguments[],
  read: (args: DavArguments) => Promise<Page>,
): AsyncGenerator<Listed[]> {
  let page = first;
  for (const [at, slice] of slices.entries()) {
    if (at > 0) yield listedOf(page = await read(slice));
    while (page.next) {
      page = await read({ ...slice, after: (page.next as { after: string }).after });
      yield listedOf(page);
    }
  }
}

/** A sync token that is not known, or not any more. */
export class UnknownToken extends Error {}

export function readCardPage(answer: Answer): Page & PageHead {
  if (answer.status === 409) throw new UnknownToken();
  return readPage(answer);
}

/** The cards of a page, and the people where they are there: these come after all cards. */
export function listedOf(page: Page): Listed[] {
  const cards = new Map<string, KnownCard>();
  const rows = page.rows.filter(({ part, json }) => {
    if (part !== "cards") return true;
    const card: KnownCard & { id: string } = JSON.parse(json);
    cards.set(card.id, card);
    return false;
  });
  if (rows.length === 0) return [...cards.values()].map((card) => ({ card }));
  return createContactReader()({ ...page, rows })
    .map(([contact, networks]): Person => ({ contact, networks, card: cards.get(contact.id)! }));
}

/**
 * The text of the card of a person.
 * @param version that is asked for; where none is, the card is in the version that it was sent in
 */
export function textOfCard({ contact, networks, card }: Person, version?: Version): string {
  const { text, parts = [], isCurrent, photo, photoAt } = card;
  const [, sent] = /^VERSION:\s*([34]\.0)\s*$/im.exec(text ?? "") ?? [];
  if (text !== undefined && isCurrent && (version ?? sent) === sent) {
    return photo === undefined ? text : withPicture(text, photo, photoAt);
  }
  const written = version ?? "3.0";
  const uid = card.uid ?? contact.id;
  const found = text !== undefined && sent === written
    ? mergedCard({ contact, networks, uid }, written, { text, parts })
    : vcardLines(contact, networks, written, uid).map(contentLine).join("");
  return photo === undefined ? found : withPicture(found, pictureLines(photo, written));
}

/**
 * One person.
 * @throws Problem not_found where no card has that name
 */
export async function readPerson(call: DavCall, name: string): Promise<Person> {
  const { first: [person] } = await readPeople(call, { names: [name], withText: true });
  if (!person) throw problems.notFound();
  return person;
}
