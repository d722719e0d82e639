// A request of a CardDAV client, and what the database says of its account.
import type { Dependencies } from "../core/call.ts";
import type { Runner } from "../http/runner.ts";
import type { Place } from "./places.ts";

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

/** The account that the address of a request names; empty at the root. */
export const bookOf = ({ place }: Pick<DavCall, "place">): string =>
  place.kind === "root" ? "" : place.account;
