// The addresses below /dav/: what each is, and how it is written.
import { isStorable } from "../core/json.ts";
import { davPath } from "../core/paths.ts";

/** What an address names. `account` is the one that the address has, which may be somebody else's. */
export type Place =
  | { kind: "root" }
  | { kind: "principal" | "home" | "book"; account: string }
  | { kind: "card"; account: string; name: string };

const book = "contacts";

/** Characters of the name and of the UID of a card. */
export const nameLimit = 255;

/**
 * What a path, as the function sees it, names; null where there is nothing, and where a card cannot have that name. A slash at the end
 * makes no difference.
 */
export function readPlace(path: string): Place | null {
  const [first, second, third, ...more] = path.slice(davPath.length + 1).replace(/\/$/, "")
    .split("/");
  if (more.length > 0 || first === undefined) return null;
  if (first === "") return second === undefined ? { kind: "root" } : null;
  if (first === "principals") {
    return isAccount(second) && third === undefined ? { kind: "principal", account: second } : null;
  }
  if (!isAccount(first)) return null;
  if (second === undefined) return { kind: "home", account: first };
  if (second !== book) return null;
  if (third === undefined) return { kind: "book", account: first };
  const name = decoded(third);
  const isName = name !== null && name !== "" && name.length <= nameLimit && isStorable(name);
  return isName ? { kind: "card", account: first, name } : null;
}

/** A part of a path without its escapes; null where they are none. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

const isAccount = (part: string | undefined): part is string =>
  part !== undefined && /^[0-9a-f]{8}$/.test(part);

/**
 * The path that clients see of a place.
 * @param publicUrl of the project, which may have a path of its own
 */
export function hrefOf(place: Place, publicUrl: string | undefined): string {
  const prefix = publicUrl === undefined ? "" : new URL(publicUrl).pathname.replace(/\/$/, "");
  const root = `${prefix}/functions/v1${davPath}/`;
  switch (place.kind) {
    case "root":
      return root;
    case "principal":
      return `${root}principals/${place.account}/`;
    case "home":
      return `${root}${place.account}/`;
    case "book":
      return `${root}${place.account}/${book}/`;
    case "card":
      return `${root}${place.account}/${book}/${encodeURIComponent(place.name)}`;
  }
}

/** What an absolute path, or a whole URL, names as clients see it; null where that is nothing here. */
export function readHref(href: string, publicUrl: string | undefined): Place | null {
  const root = hrefOf({ kind: "root" }, publicUrl);
  const begin = /^https?:\/\/[^/]*/i.exec(href)?.[0].length ?? 0;
  return href.startsWith(root, begin)
    ? readPlace(`${davPath}/${href.slice(begin + root.length)}`)
    : null;
}
