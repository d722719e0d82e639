import { loopback } from "./ports.ts";

/** The password of every role that may log in, the same as the Supabase CLI's. */
export const localPassword = "postgres";

/** The URL of the local database for one role. */
export const databaseUrlOf = (role: string, port: number) =>
  `postgresql://${role}:${localPassword}@${loopback}:${port}/postgres`;
