import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { visit, type VisitOptions } from "./support/visit.ts";

async function openReference(options: VisitOptions = {}) {
  const visited = await visit({ ...options, url: `${inject("page").url}/reference` });
  await visited.page.locator(".opblock").first().waitFor({ timeout: 60_000 });
  return visited;
}

/** How light a colour is, 0 to 255. */
const lightness = (page: Page, selector: string, property = "color") =>
  page.locator(selector).first().evaluate((element, name) => {
    const colour = getComputedStyle(element).getPropertyValue(name);
    const [red = 0, green = 0, blue = 0] = colour.match(/[\d.]+/g)!.map(Number);
    return 0.3 * red + 0.6 * green + 0.1 * blue;
  }, property);

const path = ".opblock .opblock-summary-path";

/** Opens an operation until this is there. */
async function unfold(page: Page, id: string, shown: string): Promise<void> {
  const block = page.locator(`.opblock[id$="${id}"]`);
  await block.locator(".opblock-summary-control").click();
  await block.locator(shown).first().waitFor();
}

describe("the reference of the API", () => {
  test("the reference is dark where the browser is, follows it, and has a way back to the page", async () => {
    const { page, follow, title } = await openReference({ colorScheme: "dark" });
    expect(await lightness(page, "html", "background-color")).toBeLessThan(80);
    await unfold(page, "createContact", ".header-col");
    for (const selector of [path, "nav.back a", ".header-col"]) {
      expect(await lightness(page, selector)).toBeGreaterThan(150);
    }
    await page.emulateMedia({ colorScheme: "light" });
    await expect.poll(() => lightness(page, path)).toBeLessThan(100);
    expect(await lightness(page, "body", "background-color")).toBeGreaterThan(200);
    await follow(/Back to Kith/);
    await title("Sign in");
  });

  test("does not scroll to the side on a phone, whatever is opened", async () => {
    const { page } = await openReference({ viewport: { width: 320, height: 700 } });
    /** What stands beside the screen, if the page can be scrolled to it. */
    const excess = () =>
      page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return [...document.querySelectorAll("body *")].filter((element) =>
          scrollWidth > clientWidth && element.getBoundingClientRect().right > clientWidth + 1
        ).map((element) => element.outerHTML);
      });
    expect(await excess()).toEqual([]);
    for (const id of ["createContact", "listContacts"]) {
      await unfold(page, id, ".responses-wrapper");
      expect([id, await excess()]).toEqual([id, []]);
    }
    await page.locator(".models-control, .models h4 button").first().click();
    expect(await excess()).toEqual([]);
  });
});
