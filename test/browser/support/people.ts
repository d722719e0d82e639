import type { Page } from "playwright-core";
import { expect } from "vitest";
import { newPerson } from "./account.ts";
import type { Visit, VisitOptions } from "./visit.ts";

type Open = (options: VisitOptions) => Promise<Visit>;

/** Somebody with contacts of these names, whose ids are by name. */
async function personWith(...names: string[]) {
  const person = await newPerson();
  const ids: Record<string, string> = {};
  for (const firstName of names) {
    ids[firstName] = (await person.kith.contacts.create({ firstName })).id;
  }
  const notes = async () => (await person.kith.notes.list()).data;
  const reminders = async () => (await person.kith.reminders.list()).data;
  return { person, ids, notes, reminders };
}

/** The same with a view of theirs: `notes`, or `contacts/<a name>`. */
export async function openWith(visit: Open, view: string, ...names: string[]) {
  const known = await personWith(...names);
  const path = view.replace(/[^/]+$/, (name) => known.ids[name] ?? name);
  const visited = await visit({ person: known.person, view: path });
  return { ...known, ...visited };
}

/** Finds a contact and takes it with the keyboard. */
export async function pick(page: Page, name: string): Promise<void> {
  const field = page.getByRole("combobox", { name: "People" });
  await field.pressSequentially(name);
  await offered(page).getByText(name, { exact: true }).waitFor();
  await field.press("Enter");
  await page.getByRole("button", { name: `Remove ${name}`, exact: true }).waitFor();
}

/** Names a contact in the composer, after what is typed there. */
export async function mention(page: Page, name: string): Promise<void> {
  await page.getByLabel("New note").pressSequentially(` @${name}`);
  await offered(page).getByText(name, { exact: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: `Remove ${name}`, exact: true }).waitFor();
}

/** What the list of the field offers. */
export const offered = (page: Page) => page.getByRole("listbox").getByRole("option");

/** The names of those who are chosen. */
export const chosen = (page: Page) =>
  page.getByRole("list", { name: "People who are chosen" }).getByRole("listitem")
    .allTextContents();

/** Presses “Undo” of the message that says so. */
export const undo = (page: Page, text: string) =>
  page.locator(".toast").filter({ hasText: text }).getByRole("button", { name: "Undo" }).click();

/** What the focus is on. */
export const expectFocus = (page: Page, name: string) =>
  expect.poll(() =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement;
      return element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent;
    })
  ).toBe(name);
