import type { Page } from "playwright-core";
import { newPerson, type Person } from "./account.ts";
import type { Visit, VisitOptions } from "./visit.ts";

/** The page of keys, of somebody new unless a person is given. */
export async function openKeys(
  visit: (options?: VisitOptions) => Promise<Visit>,
  person?: Person,
): Promise<Visit & { person: Person }> {
  const owner = person ?? await newPerson();
  const visited = await visit({ person: owner, view: "keys" });
  await visited.page.getByRole("heading", { name: "Your keys" }).waitFor();
  return { person: owner, ...visited };
}

/** Opens the form for a new key and names it. */
export async function beginKey(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill(name);
}

/** Sends the form and returns the key, with its dialog still open. */
export async function finishKey(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Create key" }).click();
  return await shownKey(page);
}

/** The key that a dialog shows. */
export const shownKey = async (page: Page) =>
  (await page.getByRole("dialog", { name: /^Your new key/ }).locator("code").first()
    .textContent())!;

export async function createKey(page: Page, name: string): Promise<string> {
  await beginKey(page, name);
  return await finishKey(page);
}

export const dismissKey = (page: Page) =>
  page.getByRole("button", { name: "I have copied it" }).click();
