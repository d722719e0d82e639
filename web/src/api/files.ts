/** Requests that answer a file, or send one. */
import { Kith } from "@kith/client";
import { connection } from "./kith.ts";
import { tokenOfShownAccount } from "./session-fetch.ts";

/** Methods for files, which are more than one request. */
export const files = new Kith(connection);

/** The same for work that other views leave running: it sends nothing for another account than the one that is shown now. */
export const filesOfShownAccount = () => new Kith({ ...connection, token: tokenOfShownAccount() });
