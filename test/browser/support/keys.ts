import type { Person } from "./account.ts";
import type { Acts } from "./acts.ts";
import { open } from "./visit.ts";

/** The page of keys of somebody new; `prepare` is called before it is opened. */
export async function openKeys<Made extends object>(
  prepare?: (person: Person) => Promise<Made | void>,
) {
  const opened = await open("keys", prepare);
  await opened.page.getByRole("heading", { name: "Your keys" }).waitFor();
  return opened;
}

type Page = Pick<Acts, "dialog" | "field" | "press">;

/** Opens the form for a new key and names it. */
export async function beginKey({ press, dialog, field }: Page, name: string): Promise<void> {
  await press("New key");
  await field("Name", dialog()).fill(name);
}

/** The key that a dialog shows. */
export const shownKey = async ({ dialog }: Page) =>
  (await dialog().filter({ hasText: "never again" }).locator("code").first().textContent())!;

/** Sends the form and returns the key, with its dialog still open. */
export async function finishKey(page: Page): Promise<string> {
  await page.press("Create key");
  return await shownKey(page);
}

export async function createKey(page: Page, name: string): Promise<string> {
  await beginKey(page, name);
  return await finishKey(page);
}
