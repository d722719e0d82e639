import type { Sql } from "./database.ts";

/** A second factor as Auth stores one; the local Auth makes none. */
export const addFactor = (sql: Sql, owner: string, status: "verified" | "unverified") =>
  sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    values (gen_random_uuid(), ${owner}, 'totp', ${status}, now(), now())`;
