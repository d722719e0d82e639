// The kinds of dates, and words of files for them. It imports nothing, because the client reads files with it.

/** Kinds of dates besides birthdays. The database has them too (`kith_private.are_dates`). */
export const dateKinds = ["anniversary", "nameDay", "death", "memorial", "other"] as const;

type DateKind = typeof dateKinds[number];

/** What a date is called, where it has no label. */
const words: Record<DateKind, string> = {
  anniversary: "Anniversary",
  nameDay: "Name day",
  death: "Death",
  memorial: "Memorial",
  other: "Other",
};

/** A date by its label, else by the word of its kind. */
export const dateWord = (kind: string, label: string | null): string =>
  label ?? words[kind as DateKind] ?? kind;

/** Words of other programs and languages, in lower case. */
const kindsByWord: Record<string, DateKind> = Object.fromEntries(
  Object.entries({
    anniversary:
      "wedding|wedding anniversary|wedding day|hochzeitstag|jahrestag|anniversaire de mariage|aniversario|anniversario|bröllopsdag|hääpäivä",
    nameDay: "nameday|namenstag|fête|santo|onomastico|namnsdag|nimipäivä|imieniny",
    death:
      "died|deceased|date of death|death date|deathdate|todestag|gestorben|décès|fallecimiento",
  }).flatMap(([kind, others]) => others.split("|").map((word) => [word, kind as DateKind])),
);

/** What a date is by the word of a file: the kind, and the word as its label where it is not the kind's own. */
export function readDateWord(word: string): { kind: DateKind; label: string | null } {
  const text = word.trim();
  const folded = text.toLowerCase();
  const own = dateKinds.find((kind) =>
    [kind.toLowerCase(), words[kind].toLowerCase()].includes(folded)
  );
  if (own !== undefined) return { kind: own, label: null };
  const known = Object.hasOwn(kindsByWord, folded) ? kindsByWord[folded]! : "other";
  return { kind: known, label: text || null };
}
