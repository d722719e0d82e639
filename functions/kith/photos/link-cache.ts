/** URLs that are remembered; some 500 bytes each. */
const most = 5_000;

/** Remembers signed URLs while at least half their life is left. */
export interface LinkCache {
  /** Those of the paths whose URLs are still good for that long. */
  get(paths: string[]): Map<string, string>;
  /** Takes URLs that have just been signed. */
  add(links: Map<string, string>): void;
}

/** @param life seconds that a URL lives from when it is added */
export function createLinkCache(life: number, now: () => number = Date.now): LinkCache {
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
      // A little earlier than half-way: signing took a moment.
      const staleAt = now() + (life / 2 - 10) * 1000;
      for (const [path, link] of links) {
        known.delete(path);
        known.set(path, { link, staleAt });
      }
      for (const path of known.keys()) {
        if (known.size <= most) break;
        known.delete(path);
      }
    },
  };
}
