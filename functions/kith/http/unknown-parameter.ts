import type { Violation } from "../core/problem.ts";
import { pointerToken } from "./json.ts";

/** Longer names are not compared, because no parameter has one. */
const comparedLength = 50;

/**
 * The violation for a query parameter that the route does not have. Ignoring one would answer another question than
 * the one that was asked: all contacts instead of those that a misspelt filter should have found.
 */
export function unknownParameter(name: string, known: string[]): Violation {
  const pointer = pointerToken(name);
  const nearest = nearestName(name, known);
  const hint = nearest !== undefined
    ? `Did you mean ${nearest}?`
    : known.length > 0
    ? `There are ${known.join(", ")}.`
    : "This operation has none.";
  const message = `There is no parameter ${pointerName(pointer)}. ${hint}`;
  return { in: "query", pointer, code: "unknown_parameter", message };
}

/** The name as the pointer has it: shortened, and without unpaired surrogates. */
function pointerName(pointer: string): string {
  return pointer.slice(1).replaceAll("~1", "/").replaceAll("~0", "~");
}

/**
 * The known name that differs in one letter, or in two that one of both has more, regardless of case, hyphens and underscores. What
 * differs in more may mean something else: hasPhoto is not hasPhone, lastContactBefore not nextContactBefore.
 */
function nearestName(name: string, known: string[]): string | undefined {
  if (name.length > comparedLength) return undefined;
  const given = letters(name);
  const distances = known.map((each) => {
    const other = letters(each);
    const [shorter, longer] = [given.length, other.length].sort((a, b) => a - b) as [
      number,
      number,
    ];
    const distance = editDistance(given, other);
    const isNear = distance <= longer / 3 &&
      (distance <= 1 || (distance === 2 && longer - shorter === 2));
    return { each, distance, isNear };
  }).filter(({ isNear }) => isNear);
  return distances.sort((a, b) => a.distance - b.distance)[0]?.each;
}

function letters(name: string): string {
  return name.replace(/[-_]/g, "").toLowerCase();
}

/** How many letters to insert, delete, replace or swap with the next one to make one text of the other. */
function editDistance(a: string, b: string): number {
  let [beforeLast, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
        ? (beforeLast[j - 2] ?? Infinity) + 1
        : Infinity;
      row.push(Math.min(replaced, swapped, last[j]! + 1, row[j - 1]! + 1));
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length]!;
}
