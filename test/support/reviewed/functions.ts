import type { Sql } from "../database.ts";
import { definerFunctions } from "./definer-functions.ts";
import { helperFunctions } from "./helper-functions.ts";
import { internalFunctions } from "./internal-functions.ts";

/** Who may execute which function of ours, and why: test/sql/privileges.test.ts fails for any other. */
export interface Reviewed {
  why: string;
  may: string[];
  /** Whether they run with the rights of their owner, who looks past row-level security. */
  definer: boolean;
  functions: string[];
}

/**
 * Every function that there may be. The operations are those of the table, which test/sql/operations.test.ts compares with
 * the routes.
 */
export async function reviewedFunctions(sql: Sql): Promise<Reviewed[]> {
  const operations = await sql<{ name: string }[]>`select name from kith_private.operations`;
  return [
    {
      why: "operations of the API: run as the owner of the credential, under row-level security",
      may: ["authenticated"],
      definer: false,
      functions: operations.map(({ name }) => `kith_api.${name}(jsonb)`),
    },
    ...helperFunctions,
    ...definerFunctions,
    ...internalFunctions,
  ];
}
