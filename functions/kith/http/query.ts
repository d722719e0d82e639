/** A parsed query: values by parameter, and the parameters with an invalid encoding. */
export interface QueryText {
  values: Map<string, string[]>;
  broken: Set<string>;
}

/**
 * Parses a query like URLSearchParams, but reports bytes that are not UTF-8 instead of replacing them.
 * @param search the query with or without its question mark
 */
export function parseQuery(search: string): QueryText {
  const query: QueryText = { values: new Map(), broken: new Set() };
  for (const pair of search.replace(/^\?/, "").split("&")) {
    if (pair === "") continue;
    const cut = pair.indexOf("=");
    const written = cut < 0 ? pair : pair.slice(0, cut);
    // A name that cannot be decoded is none of ours, and is reported as it was written.
    const name = decoded(written) ?? written;
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
