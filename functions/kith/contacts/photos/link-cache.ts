/** URLs that are kept in memory; some 500 bytes each. */
const maxLinks = 5_000;

/** Keeps signed URLs for the first half of the time they are valid. */
export interface LinkCache {
  /** The kept URLs, by path. */
  get(paths: string[]): Map<string, string>;
  /** Adds URLs that have just been signed. */
  add(links: Map<string, string>): void;
}

/** @param validSeconds how long a URL is valid from when it is added */
export function createLinkCache(validSeconds: number, now: () => number = Date.now): LinkCache {
  // In the order in which they were added, so that the first are the oldest.
  const known = new Map<string, { link: string; staleAt: number }>();
  return {
    get(paths) {
      const found = new Map<string, string>();
      for (const path of paths) {
        const entry = known.get(path);
        if (entry && entry.staleAt > now()) found.set(path, entry.link);
      }
      return found;
    },
    add(links) {
      // 10 seconds earlier, for the time that signing took.
      const staleAt = now() + (validSeconds / 2 - 10) * 1000;
      for (const [path, link] of links) {
        known.delete(path);
        known.set(path, { link, staleAt });
      }
      for (const path of known.keys()) {
        if (known.size <= maxLinks) break;
        known.delete(path);
      }
    },
  };
}
