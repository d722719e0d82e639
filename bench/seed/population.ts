import { dice } from "./random.ts";

/** How much there is. */
export interface SeedSize {
  owners: number;
  contactsPerOwner: number;
  notesPerOwner: number;
  /** At most 20, as for anybody. */
  keysPerOwner: number;
  /** One more owner, who has this many. */
  large?: { contacts: number; notes: number };
}

const day = 86_400_000;
const years = 365 * day;
export const networksPerOwner = 3;
export const noteTypesPerOwner = 5;
/** The note type that does not count as contact. */
export const quietType = 4;

/** Who has what and when it happened: all that rows have to agree on with one another. */
export class Population {
  /** The newest note that counts, in milliseconds since 1970, of every contact; 0 for none. */
  readonly #lastNoted: Float64Array;

  constructor(readonly size: SeedSize, readonly now: number) {
    this.#lastNoted = new Float64Array(
      size.owners * size.contactsPerOwner + (size.large?.contacts ?? 0),
    );
    for (let owner = 0; owner < this.owners; owner++) this.#noteContacts(owner);
  }

  /** How many owners there are, the large one being the last. */
  get owners(): number {
    return this.size.owners + (this.size.large ? 1 : 0);
  }

  contactsOf(owner: number): number {
    return owner < this.size.owners ? this.size.contactsPerOwner : this.size.large!.contacts;
  }

  notesOf(owner: number): number {
    return owner < this.size.owners ? this.size.notesPerOwner : this.size.large!.notes;
  }

  /** Contacts and notes of all owners. */
  get total(): number {
    const { owners, contactsPerOwner, notesPerOwner, large } = this.size;
    return owners * (contactsPerOwner + notesPerOwner) + (large ? large.contacts + large.notes : 0);
  }

  remindersOf(owner: number): number {
    return Math.ceil(this.contactsOf(owner) / 10);
  }

  /** The contact that a note is about: -1 for none. Some contacts are spoken of more than others. */
  contactOfNote(owner: number, note: number): number {
    const contacts = this.contactsOf(owner);
    if (contacts === 0 || dice("note", owner, note, 1) % 10 >= 8) return -1;
    const share = dice("note", owner, note, 2) / 2 ** 32;
    return Math.floor((0.5 * share + 0.5 * share * share) * contacts);
  }

  /** The type of a note: -1 for none. */
  typeOfNote(owner: number, note: number): number {
    return dice("note", owner, note, 3) % (noteTypesPerOwner + 1) - 1;
  }

  /** When a note was written: evenly over three years, in the order of their numbers. */
  noteMadeAt(owner: number, note: number): number {
    const jitter = dice("note", owner, note, 4) / 2 ** 32;
    return Math.floor(this.now - 3 * years * (1 - (note + jitter) / this.notesOf(owner)));
  }

  /** When what it tells of happened: for most the same hour, for some up to a month before. */
  noteHappenedAt(owner: number, note: number): number {
    const number = dice("note", owner, note, 5);
    return this.noteMadeAt(owner, note) -
      (number % 8 === 0 ? number % (30 * day) : number % 3_600_000);
  }

  /** Over five years, in the order of their numbers. */
  contactMadeAt(owner: number, contact: number): number {
    const jitter = dice("contact", owner, contact, 1) / 2 ** 32;
    return Math.floor(this.now - 5 * years * (1 - (contact + jitter) / this.contactsOf(owner)));
  }

  /** Null where no note that counts is about the contact. */
  lastNotedAt(owner: number, contact: number): number | null {
    return this.#lastNoted[this.#position(owner, contact)]! || null;
  }

  /** For every fifteenth contact; may be before or after the newest note. */
  contactedByHandAt(owner: number, contact: number): number | null {
    const number = dice("contact", owner, contact, 2);
    return number % 15 === 0 ? this.now - number % (2 * years) : null;
  }

  /** Every how many days, for a third of the contacts; about half of these are due. */
  rhythm(owner: number, contact: number): number | null {
    const number = dice("contact", owner, contact, 3);
    if (number % 3 !== 0) return null;
    const last = Math.max(
      this.contactedByHandAt(owner, contact) ?? 0,
      this.lastNotedAt(owner, contact) ?? 0,
    );
    const gap = Math.floor((this.now - (last || this.contactMadeAt(owner, contact))) / day);
    const isDue = number % 2 === 0;
    const usual = [7, 14, 30, 60, 90, 180, 365, 730, 2000].filter((days) =>
      days < gap - 1 === isDue
    );
    return usual.length > 0 ? usual[dice("contact", owner, contact, 4) % usual.length]! : 3650;
  }

  /** The networks of a contact, of three: half have one, a tenth two. */
  networksOf(owner: number, contact: number): number[] {
    const number = dice("contact", owner, contact, 5) % 30;
    if (number >= 18) return [];
    const first = number % networksPerOwner;
    return number < 15 ? [first] : [first, (first + 1) % networksPerOwner];
  }

  /** Everybody's rows as time would have brought them, not one owner's after the other's. */
  *interleaved(countOf: (owner: number) => number): Generator<[owner: number, index: number]> {
    const rounds = Math.max(1, countOf(0));
    for (let round = 0; round < rounds; round++) {
      for (let owner = 0; owner < this.owners; owner++) {
        const count = countOf(owner);
        const end = Math.floor(count * (round + 1) / rounds);
        for (let n = Math.floor(count * round / rounds); n < end; n++) yield [owner, n];
      }
    }
  }

  #position = (owner: number, contact: number) => owner * this.size.contactsPerOwner + contact;

  #noteContacts(owner: number): void {
    for (let note = 0; note < this.notesOf(owner); note++) {
      const contact = this.contactOfNote(owner, note);
      if (contact < 0 || this.typeOfNote(owner, note) === quietType) continue;
      const position = this.#position(owner, contact);
      this.#lastNoted[position] = Math.max(
        this.#lastNoted[position]!,
        this.noteHappenedAt(owner, note),
      );
    }
  }
}
