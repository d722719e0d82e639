/**
 * The lines on which the items of an object's lists begin, and its members that are objects, in text that is valid JSON:
 * `JSON.parse` does not tell them.
 * @returns by member, the line of each item, or first that of the object, from 1
 */
export function findItemLines(text: string): Map<string, number[]> {
  const found = new Map<string, number[]>();
  let [depth, key, items] = [0, "", [] as number[]];
  let [isItem, member] = [false, ""];
  for (const [each, line] of readTokens(text)) {
    const isEnd = each === "]" || each === "}";
    if (depth === 2 && isItem && !isEnd) items.push(line);
    if (depth === 1 && each.startsWith('"')) key = each;
    if (depth === 1 && each === ":") member = JSON.parse(key) as string;
    if (depth === 1 && each === "[") found.set(member, items = []);
    if (depth === 1 && each === "{") found.set(member, items = [line]);
    if (each === "[" || each === "{") depth += 1;
    if (isEnd) depth -= 1;
    isItem = depth === 2 && (each === "," || each === "[");
  }
  return found;
}

/** The lines on which the objects and lists begin that are within so many others, in their order. */
export function findDeepLines(text: string, within: number): number[] {
  const found: number[] = [];
  let depth = 0;
  for (const [each, line] of readTokens(text)) {
    if (each === "[" || each === "{") {
      if (depth === within) found.push(line);
      depth += 1;
    } else if (each === "]" || each === "}") {
      depth -= 1;
    }
  }
  return found;
}

/** The tokens of JSON, and the line of each. */
function* readTokens(text: string): Generator<[token: string, line: number]> {
  const token = /"(?:[^"\\]|\\.)*"|[[\]{}:,\n]|[^\s"[\]{}:,]+/g;
  let line = 1;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    if (match[0] === "\n") line += 1;
    else yield [match[0], line];
  }
}
