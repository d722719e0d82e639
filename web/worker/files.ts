/** The path of a file below the folder of the page; undefined where it is not below it. */
export function fileOf(url: string, folder: string): string | undefined {
  const plain = url.split(/[?#]/, 1)[0]!;
  return plain.startsWith(folder) ? decodeURIComponent(plain.slice(folder.length)) : undefined;
}

/** Whether a URL is that of the page, with whatever a link in a mail adds to it. */
export function isPage(url: string, folder: string): boolean {
  const name = fileOf(url, folder);
  return name === "" || name === "index.html";
}

/** Whether a page loads no other hashed files than these, so that both are of one version. */
export function namesOnly(html: string, files: ReadonlySet<string>): boolean {
  const named = [...html.matchAll(/="\.\/(assets\/[^"]+)"/g)].map(([, name]) => name!);
  return named.length > 0 && named.every((name) => files.has(name));
}

/**
 * The caches of this page that can be deleted: all but its own and the newest of the others, whose pages may
 * still be open.
 * @param names in the order in which they were made
 */
export function withoutOld(names: readonly string[], prefix: string, own: string): string[] {
  return names.filter((name) => name.startsWith(prefix) && name !== own).slice(0, -1);
}

/** Whether a browser that asks for these languages needs a file: those with the texts of another language it does not. */
export function isNeeded(name: string, languages: readonly string[]): boolean {
  const language = /^assets\/language-(\w+)-/.exec(name)?.[1];
  return language === undefined ||
    languages.some((tag) => tag.toLowerCase().split("-")[0] === language);
}
