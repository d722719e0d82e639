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
