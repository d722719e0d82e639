import { type Browser, chromium, type Page } from "playwright-core";
import { findChromium } from "../../test/browser/support/find-chromium.ts";
import type { PageAccount } from "./account.ts";

/** A headless Chromium; undefined where there is none. */
export async function launch(): Promise<Browser | undefined> {
  const executablePath = await findChromium();
  if (!executablePath) return undefined;
  const root = process.getuid?.() === 0;
  const args = ["--disable-gpu", "--no-first-run", "--disable-background-networking"];
  return await chromium.launch({
    executablePath,
    args: [...args, ...(root ? ["--no-sandbox"] : [])],
  });
}

/** Signs in and opens the list of contacts. */
export async function openContacts(
  browser: Browser,
  url: string,
  { email, password }: PageAccount,
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(`${url}/#/contacts`);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.goto(`${url}/#/contacts`);
  await page.locator(".contact-row").first().waitFor();
  return page;
}
