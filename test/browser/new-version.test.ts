import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Host, hostPage } from "./support/host.ts";
import { cached, installed, noNetwork } from "./support/kept.ts";
import { useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

describe("a new version of the page", () => {
  let host: Host;
  beforeAll(async () => {
    host = await hostPage();
  });
  afterAll(() => host.stop());

  const visitHost = async () => {
    const visited = await visit({ url: host.url });
    visited.expectOnConsole(noNetwork);
    await visited.page.getByRole("heading", { name: "Sign in" }).waitFor();
    await installed(visited.page);
    return visited;
  };
  const script = (page: Page) =>
    page.evaluate(() => document.querySelector<HTMLScriptElement>("script[src]")!.src);

  test("is offered while an old one is open, whose parts still load, and is there after a reload", async () => {
    const { page } = await visitHost();
    const before = await script(page);
    await host.deploy();
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.ready).update();
    });
    await page.getByText("There is a new version of this page.").waitFor();
    await page.getByRole("link", { name: "Create an account" }).click();
    await page.getByRole("heading", { name: "Create an account" }).waitFor();
    expect(await script(page)).toBe(before);
    await page.getByRole("button", { name: "Reload" }).click();
    await expect.poll(() => script(page)).not.toBe(before);
    await page.getByRole("heading", { name: "Create an account" }).waitFor();
    await expect.poll(() => page.getByText("There is a new version").count()).toBe(0);
    await page.context().setOffline(true);
    const after = await script(page);
    await page.reload();
    await page.getByRole("heading", { name: "Create an account" }).waitFor();
    expect(await script(page)).toBe(after);
  });

  test("is not needed for other settings, which are there at the next start and kept", async () => {
    const { page } = await visitHost();
    await host.rewrite((html) => html.replace(/(kith-publishable-key" content=")[^"]*/, "$1new"));
    const key = () => page.locator("meta[name=kith-publishable-key]").getAttribute("content");
    await page.reload();
    expect(await key()).toBe("new");
    await page.context().setOffline(true);
    await expect.poll(async () => {
      await page.reload();
      return await key();
    }).toBe("new");
  });

  test("is not waited for long: a host that hangs gets the version that is kept", async () => {
    const { page } = await visitHost();
    host.hang(true);
    await page.reload({ waitUntil: "commit" });
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    host.hang(false);
  });
});

describe("a host that answers without the page", () => {
  let host: Host;
  beforeAll(async () => {
    host = await hostPage();
  });
  afterAll(() => host.stop());

  const visitRefused = async (status: number) => {
    host.refuse();
    const visited = await visit({ url: host.url });
    visited.expectOnConsole(/status of \d\d\d/);
    await visited.page.getByRole("heading", { name: "Sign in" }).waitFor();
    await installed(visited.page);
    host.refuse(status);
    await visited.page.reload();
    return visited;
  };

  test("and fails gets the one that is kept", async () => {
    const { page } = await visitRefused(503);
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  });

  for (const status of [401, 403]) {
    test(`and refuses with a ${status} is believed, and the page is kept`, async () => {
      const { page } = await visitRefused(status);
      await page.getByText(`Refused: ${status}`).waitFor();
      expect(await cached(page, "kith-page:")).not.toBe("");
    });
  }

  for (const status of [404, 410]) {
    test(`with a ${status} takes it down: nothing of it is kept`, async () => {
      const { page } = await visitRefused(status);
      await page.getByText(`Refused: ${status}`).waitFor();
      await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
      const workers = () =>
        page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
      await expect.poll(workers).toBe(0);
      host.refuse(503);
      await page.reload();
      await page.getByText("Refused: 503").waitFor();
    });
  }
});
