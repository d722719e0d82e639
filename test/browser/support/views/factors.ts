import type { Page } from "playwright-core";
import { fakeFactors } from "../factors.ts";
import { after, at, type Open } from "./open.ts";

const profile = at("profile", "h2:text('Delete your account')");

async function addApp(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add an app…" }).click();
  await page.locator("img.factor-picture").waitFor();
}

/** The second factor, of an account that has none before; in this order, because an app once added is asked for. */
export const factorViews: Record<string, Open> = {
  "adding a second factor": after(profile, async (page) => {
    await fakeFactors(page);
    await addApp(page);
  }),
  "removing a second factor": after(profile, async (page) => {
    await addApp(page);
    await page.getByLabel("Code that the app shows").fill("123456");
    await page.getByRole("button", { name: "Turn it on" }).click();
    await page.getByRole("button", { name: /^Remove: App of/ }).first().click();
    await page.getByText("Then the password alone signs in.").waitFor();
  }),
  // After the page was loaded again.
  "the code of a second factor": (page) => page.getByLabel("Code of the app").waitFor(),
};
