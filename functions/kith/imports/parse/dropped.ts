import type { DroppedProperty } from "./types.ts";

/** Properties that are listed by name; files may have any number of made-up ones. */
const nameLimit = 100;

/** Characters of a name that are listed. */
const lengthLimit = 80;

/** Counts what of a file is not taken. */
export class Dropped {
  readonly #listed = new Map<string, DroppedProperty>();
  #others = 0;

  /** @param reason why it is not taken, where there is a field for it */
  add(property: string, reason?: string, count = 1): void {
    // Any number of values may be dropped for one name, which may be as long as the file.
    property = property.slice(0, 2 * lengthLimit);
    const key = reason === undefined ? property : `${property}: ${reason}`;
    const before = this.#listed.get(key);
    if (before) before.count += count;
    else if (this.#listed.size === nameLimit) this.#others += count;
    else this.#listed.set(key, { property: nameOf(property, reason), count });
  }

  list(): DroppedProperty[] {
    const others = { property: "others", count: this.#others };
    return [...this.#listed.values(), ...(this.#others > 0 ? [others] : [])];
  }
}

function nameOf(property: string, reason: string | undefined): string {
  const clean = property.replaceAll("\0", "").trim();
  const short = [...clean].slice(0, lengthLimit).join("").toWellFormed();
  const why = reason?.replace(/^[A-Z]/, (letter) => letter.toLowerCase()).replace(/\.$/, "");
  return why === undefined ? short : `${short}: ${why}`;
}
