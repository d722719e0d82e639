import { signUp } from "../accounts.ts";
import { as } from "../client.ts";
import type { Sql } from "../database.ts";
import type { Place } from "./world.ts";

/** The stack that all files share. */
export function sharedPlace(sql: Sql): Place {
  return { sql, as: (token) => as(token), newOwner: signUp };
}
