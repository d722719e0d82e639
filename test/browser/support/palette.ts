import type { Page } from "playwright-core";
import { fillAccount, newPerson } from "./account.ts";
import type { useBrowser, VisitOptions } from "./visit.ts";

/** The field of the palette when it is opened. */
export const field = (page: Page) => page.getByRole("combobox", { name: "Find people" });

export const option = (page: Page, name: string | RegExp) =>
  page.getByRole("dialog").getByRole("option", { name });

/** The option that Enter takes. */
export const chosen = (page: Page) => page.locator("dialog [role=option][aria-selected=true]");

export async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await field(page).waitFor();
}

/** The kinds of files that are loaded of those with the palette in them. */
export const loadedParts = (page: Page) =>
  page.evaluate(() =>
    performance.getEntriesByType("resource")
      .map(({ name }) => /\/people-[^/]*\.(js|css)$/.exec(name)?.[1])
      .filter(Boolean).sort()
  );

/** Visits by somebody whose account has contacts. */
export const useFilled =
  (visit: ReturnType<typeof useBrowser>["visit"]) => async (options: VisitOptions = {}) => {
    const person = await newPerson();
    const id = await fillAccount(person);
    return { person, id, ...await visit({ ...options, person }) };
  };
