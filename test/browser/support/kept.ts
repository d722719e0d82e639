import type { Page } from "playwright-core";

/** What browsers say on the console of requests without a connection. */
export const noNetwork = /ERR_INTERNET_DISCONNECTED|Failed to fetch|fetching the script|net::/;

/** Waits until the page's files are kept. */
export const installed = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active!.state === "activated") return;
    await new Promise((resolve) => active!.addEventListener("statechange", resolve));
  });

/** Names of caches, addresses in them, and everything that they hold, as one text. */
export const cached = (page: Page, prefix: string) =>
  page.evaluate(async (prefix) => {
    const names = (await caches.keys()).filter((each) => each.startsWith(prefix));
    const found: string[] = [];
    for (const name of names) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        let answer = await cache.match(request);
        // One that the page is replacing just now is there again in a moment; one that it has deleted is not.
        for (let look = 0; !answer && look < 20; look++) {
          await new Promise((resolve) => setTimeout(resolve, 10));
          answer = await cache.match(request);
        }
        if (!answer) continue;
        const headers = [...request.headers, ...answer.headers].join("\n");
        found.push([name, request.url, headers, await answer.text()].join("\n"));
      }
    }
    return found.join("\n\n");
  }, prefix);
