import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { useBrowser, type VisitOptions } from "./support/visit.ts";

const { visit } = useBrowser();

async function openReference(options: VisitOptions): Promise<Page> {
  const { page } = await visit({ ...options, url: `${inject("page").url}/reference` });
  await page.locator(".opblock").first().waitFor({ timeout: 60_000 });
  return page;
}

/** How light a colour is, 0 to 255. */
const lightness = (page: Page, selector: string, property: string) =>
  page.locator(selector).first().evaluate((element, name) => {
    const colour = getComputedStyle(element).getPropertyValue(name);
    const [red = 0, green = 0, blue = 0] = colour.match(/[\d.]+/g)!.map(Number);
    return 0.3 * red + 0.6 * green + 0.1 * blue;
  }, property);

/** What stands beside the screen, if the page can be scrolled to it. */
const excess = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll("body *")]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => `${element.tagName}.${element.getAttribute("class")}`);
  });

describe("the reference of the API", () => {
  test("is dark where the browser is, and follows it", async () => {
    const page = await openReference({ colorScheme: "dark" });
    expect(await lightness(page, "html", "background-color")).toBeLessThan(80);
    expect(await lightness(page, ".opblock .opblock-summary-path", "color")).toBeGreaterThan(150);
    expect(await lightness(page, "nav.back a", "color")).toBeGreaterThan(150);
    const block = page.locator(`.opblock[id$="createContact"]`);
    await block.locator(".opblock-summary-control").click();
    await block.locator(".header-col").first().waitFor();
    expect(await lightness(page, ".header-col", "color")).toBeGreaterThan(150);
    await page.emulateMedia({ colorScheme: "light" });
    await expect.poll(() => lightness(page, ".opblock .opblock-summary-path", "color"))
      .toBeLessThan(100);
    expect(await lightness(page, "body", "background-color")).toBeGreaterThan(200);
  });

  test("has a way back to the page", async () => {
    const page = await openReference({});
    await page.getByRole("link", { name: "Back to Kith" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  });

  test("does not scroll to the side on a phone, whatever is opened", async () => {
    const page = await openReference({ viewport: { width: 320, height: 700 } });
    expect(await excess(page)).toEqual([]);
    for (const id of ["createContact", "listContacts"]) {
      const block = page.locator(`.opblock[id$="${id}"]`);
      await block.locator(".opblock-summary-control").click();
      await block.locator(".responses-wrapper").waitFor();
      expect([id, await excess(page)]).toEqual([id, []]);
    }
    await page.locator(".models-control, .models h4 button").first().click();
    expect(await excess(page)).toEqual([]);
  });
});
