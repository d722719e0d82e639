// Runs an operation for an account that has sent no request: what the clock does.
import type { Arguments, Credential, Database, Work } from "./database.ts";

/**
 * Runs it and reads its answer; null where what it names, or the account, does not exist any more.
 * @throws Error with the cause where it is refused for another reason
 */
export async function runFor<T>(
  database: Database,
  credential: Credential,
  operation: string,
  args: Arguments,
  work: Work,
): Promise<T | null> {
  const { status, body, log } = await database.handle(credential, operation, args, work);
  if (status === 200) return JSON.parse(body!);
  if (status === null && /"(?:not_found|unauthorized)"/.test(body ?? "")) return null;
  throw new Error(log ?? body ?? `${operation} was refused`);
}
