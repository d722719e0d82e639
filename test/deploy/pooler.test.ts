import { expect, it } from "vitest";
import { readPoolerUrl } from "../../supabase/deploy/pooler.ts";

const host = "postgresql://postgres.ref:[YOUR-PASSWORD]@aws-0-eu-central-1.pooler.supabase.com";
const answering = (...answer: unknown[]) => ({
  send: () => Promise.resolve(answer),
  query: () => Promise.resolve([]),
});

it.each([
  ["in session mode", `${host}:5432/postgres`, ""],
  ["in transaction mode", `${host}:6543/postgres`, ""],
  ["with a password", `${host}:6543/postgres`, "p@ss/word"],
])(
  "the function gets the pooler's address in transaction mode: told %s",
  async (_, told, password) => {
    const replica = {
      database_type: "READ_REPLICA",
      connection_string: "postgresql://other/postgres",
    };
    const api = answering(replica, { database_type: "PRIMARY", connection_string: told });
    const user = password ? "postgres.ref:p%40ss%2Fword" : "postgres.ref";
    expect(await readPoolerUrl(api, password)).toBe(
      `postgresql://${user}@aws-0-eu-central-1.pooler.supabase.com:6543/postgres`,
    );
  },
);

it("a project without a pooler has no address of it", async () => {
  expect(await readPoolerUrl(answering(), "")).toBeUndefined();
});
