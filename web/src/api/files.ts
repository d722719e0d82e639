/** Requests that answer a file, and how it is saved. */
import { Kith } from "@kith/client";
import { connection } from "./kith.ts";
import { tokenOfShownAccount } from "./session-fetch.ts";

/** Methods for files, which are more than one request. */
export const files = new Kith(connection);

/** The same for work that other views leave running: it sends nothing for another account than the one that is shown now. */
export const filesOfShownAccount = () => new Kith({ ...connection, token: tokenOfShownAccount() });

/** Lets the browser save a file. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Later, because some browsers begin to read it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
