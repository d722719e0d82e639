import type { Operation } from "./contender.ts";
import type { Seeded, SeededOwner } from "./seed.ts";
import { folded } from "./seed/person.ts";

/** Who the n-th request is made by and what it is about: the same for everybody who takes part. */
export interface Ask {
  /** Number of the owner. */
  owner: number;
  /** For "get" and "patch"; one owner's contacts come in turn, so that requests at the same time touch different rows. */
  contact: number;
  contactId: string;
  /** A last name, without accents and in lower case. */
  word: string;
  /** First and last day of a month of the past two years, and the first day after it. */
  from: string;
  to: string;
  after: string;
}

/** What "create" makes; everything else is left empty. */
export interface NewPerson {
  firstName: string;
  lastName: string;
  company: string;
  emails: { value: string; label: string }[];
  phones: { value: string; label: string }[];
  description: string;
}

/** By this company rows are found again that "create" has made. */
export const createdCompany = "Benchmark Works";

/** The same order for every contender: owners in turn. */
export class Workload {
  readonly #words = new Map<number, string[]>();

  constructor(readonly seeded: Seeded, readonly now = new Date()) {}

  ask(n: number): Ask {
    const { owners } = this.seeded;
    const owner = n % owners.length;
    const turn = Math.floor(n / owners.length);
    const someone = owners[owner]!;
    const contact = (turn * 37 + owner) % someone.contacts;
    const words = this.#wordsOf(owner, someone);
    return {
      owner,
      contact,
      contactId: someone.contactId(contact),
      word: words[turn % words.length]!,
      ...this.#month(1 + (turn * 5 + owner) % 24),
    };
  }

  newPerson(n: number | string): NewPerson {
    return {
      firstName: "Nora",
      lastName: `Newcomer ${n}`,
      company: createdCompany,
      emails: [{ value: "nora@works.example", label: "work" }],
      phones: [{ value: "+49 30 901820", label: "mobile" }],
      description: "Introduced by a colleague at the book fair. Prefers a call to an e-mail.",
    };
  }

  /** What "patch" writes: never what the row already holds, whoever else writes there. */
  newJobTitle(by: string, n: number | string): string {
    return `Colleague ${n} ${by}`;
  }

  #wordsOf(owner: number, someone: SeededOwner): string[] {
    const known = this.#words.get(owner);
    if (known) return known;
    const words = new Set<string>();
    for (let n = 0; words.size < 10 && n < someone.contacts; n++) {
      const { lastName } = someone.person(n);
      if (lastName) words.add(folded(lastName));
    }
    this.#words.set(owner, [...words]);
    return [...words];
  }

  #month(ago: number): Pick<Ask, "from" | "to" | "after"> {
    const first = (months: number) =>
      new Date(Date.UTC(this.now.getUTCFullYear(), this.now.getUTCMonth() - months, 1));
    const day = (date: Date) => date.toISOString().slice(0, 10);
    const after = first(ago - 1);
    return {
      from: day(first(ago)),
      to: day(new Date(after.getTime() - 86_400_000)),
      after: day(after),
    };
  }
}

/** Which operations write. */
export const writes: readonly Operation[] = ["create", "patch"];
