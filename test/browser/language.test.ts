/** The page in German: nothing of it stays English, and it fits a phone. */
import { expect, test } from "vitest";
import { texts as german } from "../../web/src/texts/de.ts";
import { fillAccount } from "./support/account.ts";
import { open } from "./support/visit.ts";

const views = [
  "today",
  "contacts",
  "contacts/<id>",
  "notes",
  "reminders",
  "duplicates",
  "activity",
  "trash",
  "data",
  "keys",
  "profile",
];

/** English texts that are other ones in German, and are no data of the account. */
const english = new Set(
  Object.entries(german).filter(([key, text]) => key !== text).map(([key]) => key),
);
const data = new Set(["Send the photos", "Work", "Family", "Phone call", "Editor"]);

test("a browser in German shows each view in German, with its dates, within the width of a phone", async () => {
  const it = await open("today", fillAccount, {
    locale: "de-AT",
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  const { page, person } = it;
  await it.see("Alle Erinnerungen");
  expect(await page.locator("html").getAttribute("lang")).toBe("de");
  const contacts = await person.contacts();
  const { id } = contacts.find(({ firstName }) => firstName === "Zoë")!;
  const untranslated: string[] = [];
  for (const view of views) {
    await it.goto(view.replace("<id>", id));
    await page.locator("h1").first().waitFor();
    await page.waitForFunction(() => !document.querySelector(".loading"));
    const shown = await page.evaluate(() => {
      const found: string[] = [];
      for (const element of document.querySelectorAll<HTMLElement>("#app *")) {
        for (const node of element.childNodes) {
          if (node.nodeType === Node.TEXT_NODE && node.textContent!.trim()) {
            found.push(node.textContent!.trim());
          }
        }
        for (const name of ["aria-label", "placeholder", "title"]) {
          found.push(element.getAttribute(name) ?? "");
        }
      }
      return found;
    });
    untranslated.push(
      ...shown.filter((text) => english.has(text) && !data.has(text)).map((text) =>
        `${view}: ${text}`
      ),
    );
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect([view, width]).toEqual([view, 390]);
  }
  expect(untranslated).toEqual([]);
  await it.goto("activity");
  await it.see("Du: Erinnerung „Return the book“ angelegt");
  await it.goto(`contacts/${id}`);
  await it.see(/Alle 30 Tage|Jeden Monat/);
  await it.see(/fällig vor/);
  await it.press("Alle Angaben");
  await it.see("2. Juli");
  await it.fill("Jemanden hinzufügen", "Schwester Maria");
  await it.keys("Enter");
  await it.button(/^„?.*Maria.* entfernen$/).waitFor();
  const { data: related } = await person.kith.relationships.list({ contactId: id });
  expect(related).toMatchObject([{ kind: "sibling", label: "Schwester", relatedName: "Maria" }]);
});

test("a browser in another language shows the page in English, and its dates too", async () => {
  const it = await open("contacts/<id>", fillAccount, { locale: "fr-FR" });
  await it.press("All details");
  await it.see("2 July");
  expect(await it.page.locator("html").getAttribute("lang")).toBe("en");
});
