import { expect, it } from "vitest";
import { readEnvironment } from "../../functions/kith/environment.ts";

const platform = {
  SUPABASE_URL: "https://abcdefghijklmnopqrst.supabase.co",
  SUPABASE_SERVICE_ROLE_KEY: "key",
  SUPABASE_DB_URL: "postgresql://postgres:p%40ss%2Fw@db.example.com:5432/postgres",
};

it.each([
  ["the platform's", undefined, platform.SUPABASE_DB_URL],
  [
    "the pooler's, with the platform's password",
    "postgresql://postgres.ref@pooler.example.com:6543/postgres",
    "postgresql://postgres.ref:p%40ss%2Fw@pooler.example.com:6543/postgres",
  ],
  [
    "one with a password of its own",
    "postgresql://kith:own@db.example.com/postgres",
    "postgresql://kith:own@db.example.com/postgres",
  ],
])("the function connects to %s", (_, own, expected) => {
  const variables: Record<string, string | undefined> = { ...platform, KITH_DB_URL: own };
  expect(readEnvironment((name) => variables[name]).databaseUrl).toBe(expected);
});

const placementOf = (map: string) =>
  readEnvironment((name) => ({ ...platform, KITH_DB_MAP: map } as Record<string, string>)[name])
    .placement;

it("accounts are on the databases that a map of all 256 first bytes names", () => {
  const other = "postgres://kith:pw@db-2.example.com/postgres";
  const placement = placementOf(
    JSON.stringify({ "00-7f": "home", "80-80": other, "81-ff": "home" }),
  );
  expect(placement).toHaveLength(256);
  expect([placement![0x7f], placement![0x80], placement![0x81]])
    .toEqual([platform.SUPABASE_DB_URL, other, platform.SUPABASE_DB_URL]);
});

it.each([
  ["is no JSON", "00-ff", "00 is in no range"],
  ["leaves a byte out", '{"00-7f":"home","81-ff":"home"}', "80 is in no range"],
  ["has a byte twice", '{"00-7f":"home","7f-ff":"home"}', "7f is in two ranges"],
  ["has a range backwards", '{"ff-00":"home"}', '"ff-00" is no range of two bytes'],
  ["names no database", '{"00-ff":"https://kith:pw@example.com"}', "what 00-ff is on is no URL"],
])("a map that %s is refused, without its passwords", (_, map, complaint) => {
  expect(() => placementOf(map)).toThrow(complaint);
  expect(() => placementOf(map)).not.toThrow("pw");
});
