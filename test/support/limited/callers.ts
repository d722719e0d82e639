import { randomUUID } from "node:crypto";
import { scopes as allScopes } from "../../../functions/kith/core/scopes.ts";
import { type Caller, limited, scopesOf, scopesWithout, unlimited } from "./claims.ts";
import type { Ground } from "./ground.ts";
import { reaches } from "./tables.ts";

/** Every caller that a table is tried as. */
export function callersOf(table: string, { half }: Ground): Caller[] {
  const { read, write, besides = [] } = reaches[table]!;
  const needed = [...read ?? [], ...write ? [write] : [], ...besides];
  const areas = needed.map((scope) => scope.split(":")[0]!);
  const kinds: [string, string[] | null][] = [
    ["no scope", []],
    ["other scopes", scopesWithout(...areas)],
    ["reading", scopesOf(areas)],
    ["writing", scopesOf(areas, true)],
    ["all scopes", [...allScopes]],
    ["everything", null],
  ];
  if (read && read.length > 1) {
    for (const scope of read) kinds.push([scope, [scope]]);
  }
  if (areas.includes("activity")) {
    for (const area of ["contacts", "networks", "notes", "reminders", "profile"]) {
      kinds.push([`activity and ${area}`, scopesOf(["activity", area])]);
    }
  }
  const networks: [string, string[] | null][] = [
    ["all networks", null],
    ["one network", [half.networks.inside]],
    ["no network", []],
    ["a network that is gone", [randomUUID()]],
  ];
  const keys = kinds.flatMap(([kind, scopes]) =>
    networks.filter(([, ids]) => scopes !== null || ids !== null)
      .map(([where, networkIds]) => limited(`${kind}, ${where}`, { scopes, networkIds }))
  );
  return [...keys, ...unlimited];
}
