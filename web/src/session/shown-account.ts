/** The account that this tab shows, which another tab may have replaced in the session that they share. */
let shown: string | undefined;

export const shownAccountId = (): string | undefined => shown;

export function setShownAccount(id: string | undefined): void {
  shown = id;
}
