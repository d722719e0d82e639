import type { Page } from "playwright-core";
import { inject } from "vitest";

/** How to get to a view, and what is there when it is drawn. */
export type Open = (page: Page, contactId: string) => Promise<void>;

/** A view with an address; `<id>` in it is the contact of the account. */
export const at = (path: string, drawn: string): Open => async (page, contactId) => {
  await page.goto(`${inject("page").url}/#/${path.replace("<id>", contactId)}`);
  await page.locator(drawn).first().waitFor();
};

/** What a view becomes by something that is done there. */
export const after =
  (before: Open, step: (page: Page) => Promise<void>): Open => async (page, contactId) => {
    await before(page, contactId);
    await step(page);
  };

/** A view that a link in a mail leads to; `path` is all that follows the page's address. */
export const afterLink = (path: string, text: string): Open => async (page) => {
  // Away first: from a view of the page a new fragment alone loads nothing.
  await page.goto("about:blank");
  await page.goto(`${inject("page").url}/${path}`);
  await page.getByText(text).waitFor();
};
