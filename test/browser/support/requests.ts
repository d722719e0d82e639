import type { Page, Route } from "playwright-core";
import type { Visit } from "./visit.ts";

/** Holds requests that match back until the function that it gives is called. */
export async function hold(page: Page, url: RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => release = resolve);
  await page.route(url, async (route) => {
    await released;
    // The page may have given the request up.
    await route.continue().catch(() => {});
  });
  return release;
}

/** Answers a request as the API does while its database cannot be reached. */
export const unavailable = (route: Route): Promise<void> =>
  route.fulfill({
    status: 503,
    headers: { "access-control-allow-origin": "*" },
    contentType: "application/problem+json",
    body: JSON.stringify({
      type: "about:blank",
      title: "Unavailable",
      status: 503,
      code: "unavailable",
      detail: "The database is away.",
      requestId: "req-1234",
    }),
  });

/** Answers requests that match like that until the function that it gives is called. */
export async function failing(
  { page, expectOnConsole }: Visit,
  url: RegExp,
  method: string,
): Promise<() => Promise<void>> {
  expectOnConsole(/status of 503/);
  await page.route(
    url,
    (route) => route.request().method() === method ? unavailable(route) : route.fallback(),
  );
  return () => page.unroute(url);
}
