/** What a request said in its query: values by parameter, and the parameters whose encoding is broken. */
export interface QueryText {
  values: Map<string, string[]>;
  broken: Set<string>;
}

/**
 * Takes a query apart, like URLSearchParams, but tells bytes that are not UTF-8 instead of replacing them.
 * @param search the query with or without its question mark
 */
export function parseQuery(search: string): QueryText {
  const query: QueryText = { values: new Map(), broken: new Set() };
  for (const pair of search.replace(/^\?/, "").split("&")) {
    if (pair === "") continue;
    const cut = pair.indexOf("=");
    const name = decoded(cut < 0 ? pair : pair.slice(0, cut));
    // No parameter of ours has a name that cannot be decoded: it is unknown, and unknown ones are ignored.
    if (name === null) continue;
    const value = decoded(cut < 0 ? "" : pair.slice(cut + 1));
    if (value === null) query.broken.add(name);
    const values = query.values.get(name);
    if (values) values.push(value ?? "");
    else query.values.set(name, [value ?? ""]);
  }
  return query;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}
