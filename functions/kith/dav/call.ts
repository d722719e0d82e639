// A request of a CardDAV client, and what the database says of its account.
import type { Dependencies } from "../core/call.ts";
import type { Runner } from "../http/runner.ts";
import type { DavArguments } from "./operations.ts";
import type { Place } from "./places.ts";
import type { Facts } from "./properties.ts";

/** A request, with what is known before its body is parsed. */
export interface DavCall {
  request: Request;
  place: Place;
  runner: Runner;
  publicUrl: string | undefined;
  dependencies: Dependencies;
  /** The body; empty where there is none. */
  text: string;
}

/**
 * Asks for what the properties say, in the statement that checks the credential.
 * @throws Problem not_found for another account
 */
export async function readFacts(
  { place, runner, publicUrl }: DavCall,
  args: DavArguments = {},
): Promise<Facts> {
  const account = place.kind === "root" ? {} : { account: place.account };
  const { body } = await runner.run({ ...args, ...account }, "dav_book", "read");
  return { ...JSON.parse(body!), publicUrl };
}

/** The account that the address of a request names; empty at the root. */
export const bookOf = ({ place }: Pick<DavCall, "place">): string =>
  place.kind === "root" ? "" : place.account;
