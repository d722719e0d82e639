// Properties of vCards that Kith does not know: each contact keeps its own, and they are written into vCards again.

/** Characters that a contact may keep of them. */
export const keptLimit = 16_384;

/** Lines of one property each, with its group and its parameters (RFC 6350, 3.3), unfolded. The database has it too. */
export const keptPattern = /^(?:[A-Za-z0-9_.-]+[;:][^\n\r]*(?:\n[A-Za-z0-9_.-]+[;:][^\n\r]*)*)?$/;

/** The lines of two contacts, each once. */
export const unitedLines = (lines: string, others: string): string =>
  [...new Set(`${lines}\n${others}`.split("\n"))].join("\n");

/** A property that is kept. */
export interface KeptProperty {
  /** Those of one group belong together; empty where it has none. */
  group: string;
  name: string;
  /** Parameters and value as they stand in a vCard, from the first semicolon or the colon on. */
  rest: string;
}

/** What no card has twice, and what begins or ends one. */
const structural = /^(?:BEGIN|END|VERSION|PRODID|UID|REV|FN|N)$/i;

// deno-lint-ignore no-control-regex
const controls = /[\x00-\x08\x0b-\x1f\x7f]/g;

/** The properties that a contact keeps, without control characters, which no line may have, in groups that no other properties have. */
export function keptProperties(lines: string | null): KeptProperty[] {
  const groups = new Map<string, string>();
  return (lines ?? "").replace(controls, "").split("\n").flatMap((line) => {
    const [start, group, name] = /^(?:([\w-]+)\.)?([\w-]+)(?=[;:])/.exec(line) ?? [];
    if (start === undefined || structural.test(name!)) return [];
    if (group !== undefined && !groups.has(group)) groups.set(group, `kept${groups.size + 1}`);
    return [{ group: groups.get(group ?? "") ?? "", name: name!, rest: line.slice(start.length) }];
  });
}
