/**
 * Lite: takes any key without "..".
 * The platform's Storage: only these characters, else 400 `InvalidKey`. An upload that works here has to work there.
 * Can be removed when lite refuses the same keys.
 */
import { refuse } from "./storage-refusals.ts";

/** The characters that the platform's Storage takes in a key. */
const validKey = /^(\w|\/|!|-|\.|\*|'|\(|\)| |&|\$|@|=|;|:|\+|,|\?)*$/;

/** The error answer to a key that the platform's Storage does not accept. */
export function refuseKey(path: string): Response | undefined {
  const key = decodeURIComponent(path);
  return validKey.test(key) ? undefined : refuse("400", "InvalidKey", `Invalid key: ${key}`);
}
