/** The letters that lead to names; they are those of English. */
export const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** Compares as the database sorts names: by the root collation of Unicode, which English has too. */
const { compare } = new Intl.Collator("en");

/**
 * The index of the first of `total` sorted names that does not come before the letter, at most `total - 1`. Asks for
 * names one after the other, each time in the middle of those that are left.
 */
export async function findLetter(
  letter: string,
  total: number,
  nameAt: (index: number) => Promise<string>,
): Promise<number> {
  let low = 0;
  let high = total;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (compare(await nameAt(middle), letter) < 0) low = middle + 1;
    else high = middle;
  }
  return Math.max(Math.min(low, total - 1), 0);
}

/** The letter under which a name stands in the list. */
export function letterOf(name: string): string {
  const [first = ""] = name.normalize("NFD");
  return /\p{L}/u.test(first) ? first.toLocaleUpperCase() : "#";
}
