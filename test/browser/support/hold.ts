import type { Page } from "playwright-core";

/** Holds requests that match back until the function that it gives is called. */
export async function hold(page: Page, url: RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => release = resolve);
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
