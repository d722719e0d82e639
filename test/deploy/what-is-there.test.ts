import { expect, it } from "vitest";
import { checkFound, type Found } from "../../supabase/deploy/database.ts";
import type { Release } from "../../supabase/deploy/release.ts";

/** What an empty project has. */
const empty: Found = {
  postgres: 17,
  state: undefined,
  applied: new Map(),
  schemas: [],
  hasHistory: false,
  isInstalled: false,
  hasBucket: false,
  baseline: "",
  accounts: 0,
};

const release: Release = {
  version: "1.2.0",
  schemaVersion: 3,
  baseline: "b".repeat(64),
  migrations: [{ file: "1_kith.sql", version: "1", name: "kith", text: "" }],
  functionFiles: new Map(),
  uninstall: "",
  certificate: "",
};

const installed: Partial<Found> = {
  schemas: ["kith", "kith_api", "kith_private"],
  isInstalled: true,
  hasHistory: true,
  hasBucket: true,
  baseline: release.baseline,
  applied: new Map([["1", "kith"]]),
};
const state = (version: string) => ({ state: "installed", version, at: "" }) as const;

it.each<[string, Partial<Found>]>([
  ["an empty project", {}],
  ["one with migrations of its own", { applied: new Map([["5", "shop"]]) }],
  ["an installation that was interrupted at once", { schemas: ["kith"], state: state("1.2.0") }],
  ["one that somebody dropped the schemas of", { hasHistory: true, hasBucket: true }],
  ["the same version", installed],
  ["an older one", { ...installed, state: state("1.1.0") }],
])("%s can have this version", (_, found) => {
  expect(() => checkFound({ ...empty, ...found }, release)).not.toThrow();
});

it.each<[string, Partial<Found>, string]>([
  ["Postgres 15", { postgres: 15 }, "The database is Postgres 15 and Kith needs 17 or newer"],
  ["schemas of the same names", { schemas: ["kith"] }, "names that Kith needs: schema kith."],
  ["a bucket of the same name", { hasBucket: true }, "names that Kith needs: bucket kith-photos."],
  ["another baseline", { ...installed, baseline: "c".repeat(64) }, "another baseline (cccccccc)"],
  ["a later version", { ...installed, state: state("1.10.0") }, "has Kith 1.10.0, which is newer"],
  [
    "migrations that this version has not",
    { ...installed, applied: new Map([["1", "kith"], ["2", "kith_more"]]) },
    "newer than this version, 1.2.0: it has the migration 2_kith_more",
  ],
  ["an empty history", { ...installed, applied: new Map() }, "does not say which"],
  [
    "a schema too few",
    { hasHistory: true, schemas: ["kith", "kith_private"] },
    "removed by hand: kith_api.",
  ],
])("%s cannot", (_, found, said) => {
  expect(() => checkFound({ ...empty, ...found }, release)).toThrow(said);
});
