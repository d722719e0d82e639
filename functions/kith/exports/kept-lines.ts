// Properties of vCards that Kith does not know, as exports write what a contact keeps of them.
import { withoutControls } from "../core/content-lines.ts";

/** What no card has twice, and what begins or ends one. */
const structural = /^(?:BEGIN|END|VERSION|PRODID|UID|REV|FN|N)$/i;

/** Group and name of a line. */
const head = /^(?:([\w-]+)\.)?([\w-]+)(?=[;:])/;

/** The lines that a contact keeps, in groups that no other properties have. */
export function keptLines(kept: string | null): string[] {
  const groups = new Map<string, string>();
  return withoutControls(kept ?? "").split("\n").flatMap((line) => {
    const [start, group, name] = head.exec(line) ?? [];
    if (start === undefined || structural.test(name!)) return [];
    if (group === undefined) return [line];
    if (!groups.has(group)) groups.set(group, `kept${groups.size + 1}`);
    return [groups.get(group) + line.slice(group.length)];
  });
}

/** A property of jCard (RFC 7095): name, parameters, type and value. */
export type Property = [name: string, parameters: object, type: string, value: string];

/** Parameters and value of a line. Those of no grammar are all value. */
const grammar = /^((?:;[\w-]+=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):(.*)$/s;

/**
 * The same for a Card: properties of jCard, whose values are as they stand in a vCard, and members that vCards have no property for
 * (RFC 9555, 3.2).
 */
export function keptOfCard(kept: string | null): { properties: Property[]; members: object } {
  const properties: Property[] = [];
  const members: [string, unknown][] = [];
  for (const line of keptLines(kept)) {
    const [start, group, name] = head.exec(line)!;
    const rest = line.slice(start.length);
    const [, written = "", value = rest] = grammar.exec(rest) ?? [];
    const parameters = parametersOf(written);
    if (name!.toUpperCase() !== "JSPROP") {
      const ofGroup = group === undefined ? {} : { group };
      properties.push([name!.toLowerCase(), { ...ofGroup, ...parameters }, "unknown", value]);
      continue;
    }
    const json = value.replace(/\\([\\,;nN])/g, (_, sign) => /n/i.test(sign) ? "\n" : sign);
    const [pointer, member] = [parameters["jsptr"], parsed(json)];
    if (typeof pointer === "string" && member !== null) members.push([pointer, member]);
  }
  return { properties, members: Object.fromEntries(members) };
}

/** Parameters by their names: a text, or a list of several (RFC 6350, 3.3, and RFC 6868). */
function parametersOf(written: string): Record<string, string | string[]> {
  return Object.fromEntries(
    [...written.matchAll(/;([\w-]+)=((?:"[^"]*"|[^";])*)/g)].map(([, name, list]) => {
      const values = [...list!.matchAll(/"([^"]*)"|([^",]+)/g)].map(([, quoted, bare]) =>
        (quoted ?? bare)!.replace(
          /\^([n'^])/g,
          (_, sign) => ({ n: "\n", "'": '"' })[sign as string] ?? "^",
        )
      );
      return [name!.toLowerCase(), values.length === 1 ? values[0]! : values];
    }),
  );
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
