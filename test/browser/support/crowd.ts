import type { Page } from "playwright-core";
import { beforeAll } from "vitest";
import { type components, orThrow } from "../../../client/src/index.ts";
import { newPerson, type Person } from "./account.ts";
import { useBrowser, type VisitOptions } from "./visit.ts";

type ContactCreate = components["schemas"]["ContactCreate"];

/** “Person 0001” and so on: in the order of names as well as of numbers. */
export const nameOf = (number: number) => `Person ${String(number).padStart(4, "0")}`;

/** Adds so many contacts, from Person 0001 on. */
export async function addCrowd(
  { kith }: Pick<Person, "kith">,
  count: number,
  more: (number: number) => Partial<ContactCreate> = () => ({}),
): Promise<void> {
  for (let done = 0; done < count; done += 200) {
    const create = Array.from({ length: Math.min(200, count - done) }, (_, index) => {
      const number = done + index + 1;
      return { firstName: nameOf(number), ...more(number) };
    });
    await orThrow(kith.POST("/contacts/bulk", { body: { create } }));
  }
}

/** The names that are drawn, in their order. */
export const drawnNames = (page: Page) => page.locator(".contact-words").allTextContents();

/** Scrolls at once to where somebody is, far down in the last list. */
export async function scrollTo(page: Page, number: number, total: number): Promise<void> {
  await page.locator(".long-rows").last().evaluate(
    (list, part) =>
      globalThis.scrollTo(
        0,
        scrollY + list.getBoundingClientRect().top + list.clientHeight * part - 300,
      ),
    (number - 1) / total,
  );
  await page.getByRole("link", { name: nameOf(number) }).waitFor();
}

/** The names of the rows that are whole on the screen. */
export const namesOnScreen = (page: Page) =>
  page.locator("a.contact-row").evaluateAll((rows) =>
    rows.filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    }).map((row) => row.querySelector(".contact-words")!.textContent)
  );

/** The name in the row that has the focus. */
export const focusedName = (page: Page) =>
  page.evaluate(() => document.activeElement?.querySelector(".contact-words")?.textContent ?? null);

/** How many contacts the account of `useCrowd` has. */
export const many = 2000;

/** The row of a contact. */
export const row = (page: Page, number: number) => page.getByRole("link", { name: nameOf(number) });

/** A browser, and an account with many contacts, for the tests of a file that change none; each tenth is a favourite. */
export function useCrowd() {
  const { visit } = useBrowser();
  let person: Person;
  beforeAll(async () => {
    person = await newPerson();
    await addCrowd(person, many, (number) => ({ isFavorite: number % 10 === 0 }));
  });
  return {
    visit,
    crowd: () => person,
    async openCrowd(options: VisitOptions = {}) {
      const visited = await visit({ person, ...options });
      await row(visited.page, 1).waitFor();
      return visited;
    },
  };
}
