// The account that this tab shows.
/** The account that this tab shows, which another tab may have replaced in the session that they share. */
let shown: string | undefined;

export const shownAccountId = (): string | undefined => shown;

export function setShownAccount(id: string | undefined): void {
  shown = id;
}

/** The claims of an access token, which are read and not verified; undefined for another text. */
export function claimsOf(token: string): Record<string, unknown> | undefined {
  try {
    const payload = token.split(".")[1]!.replaceAll("-", "+").replaceAll("_", "/");
    return JSON.parse(atob(payload));
  } catch {
    return undefined;
  }
}
