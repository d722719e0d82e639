/**
 * The lines on which the items of an object's lists begin, and its members that are objects, in text that is valid JSON:
 * `JSON.parse` does not tell them.
 * @returns by member, the line of each item, or first that of the object, from 1
 */
export function findItemLines(text: string): Map<string, number[]> {
  const found = new Map<string, number[]>();
  const token = /"(?:[^"\\]|\\.)*"|[[\]{}:,\n]|[^\s"[\]{}:,]+/g;
  let [line, depth, key, items] = [1, 0, "", [] as number[]];
  let [isItem, member] = [false, ""];
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const each = match[0];
    if (each === "\n") {
      line += 1;
      continue;
    }
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
