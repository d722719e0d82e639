import { describe, expect, test } from "vitest";
import { orThrow } from "../../client/src/index.ts";
import { clientOf } from "./support/account.ts";
import { beginKey, createKey, dismissKey, openKeys } from "./support/keys.ts";
import { fromMenu, useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

describe("creating a key", () => {
  test("shows one that works, with a warning and a command that has it", async () => {
    const { page } = await openKeys(visit);
    const key = await createKey(page, "Mail assistant");
    expect(key).toMatch(/^kith_[0-9a-f]{40}$/);
    const dialog = page.getByRole("dialog", { name: "Your new key: Mail assistant" });
    await expect.poll(() => dialog.textContent()).toContain("never again");
    await dialog.getByLabel("Connect", { exact: true }).selectOption("A script or another program");
    const command = await dialog.locator("code").last().textContent();
    const [, header, url] = /^curl -H "Authorization: (.+?)" "(.+)"$/.exec(command!)!;
    const answer = await fetch(url!, { headers: { authorization: header! } });
    expect(answer.status).toBe(200);
    expect((await answer.json()).total).toBe(0);
  });

  test("copies key and command", async () => {
    const { page } = await openKeys(visit);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const key = await createKey(page, "Mail assistant");
    await page.getByRole("button", { name: "Copy key" }).click();
    await page.getByRole("button", { name: "Copied", exact: true }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    await page.getByLabel("Connect", { exact: true }).selectOption("A script or another program");
    await page.getByRole("button", { name: "Copy command" }).click();
    await page.getByRole("status").filter({ hasText: "Command copied." }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`Bearer ${key}"`);
  });

  test("leaves it nowhere once the dialog is closed", async () => {
    const { page, console } = await openKeys(visit);
    const urls: string[] = [];
    page.on("request", (request) => urls.push(request.url()));
    page.on("framenavigated", (frame) => urls.push(frame.url()));
    const key = await createKey(page, "Mail assistant");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Close without it" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("link", { name: "People" }).click();
    await fromMenu(page, "API keys");
    await page.getByRole("row", { name: /Mail assistant/ }).waitFor();
    const kept = await page.evaluate(async () => [
      ...Object.values(localStorage),
      ...Object.values(sessionStorage),
      document.cookie,
      document.documentElement.outerHTML,
      JSON.stringify(history.state),
      ...(await indexedDB.databases()).map(({ name }) => name),
      ...(await caches.keys()),
    ]);
    expect(urls.length).toBeGreaterThan(0);
    for (const text of [...kept, ...urls, ...console]) expect(text).not.toContain(key.slice(9));
  });

  test("needs a name, and tells what is wrong with one", async () => {
    const { page, person } = await openKeys(visit);
    await beginKey(page, "   ");
    await page.getByRole("button", { name: "Create key" }).click();
    await expect.poll(() => page.locator("input:invalid").count()).toBe(1);
    expect((await orThrow(person.kith.GET("/api-keys"))).total).toBe(0);
  });

  test("is given up by Escape, and the focus is back where it was", async () => {
    const { page, person } = await openKeys(visit);
    await beginKey(page, "Never mind");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(
      "New key",
    );
    expect((await orThrow(person.kith.GET("/api-keys"))).total).toBe(0);
  });
});

describe("the list of keys", () => {
  test("tells name, beginning, creation and use, the newest first", async () => {
    const { page, person } = await openKeys(visit);
    const { key } = await orThrow(person.kith.POST("/api-keys", { body: { name: "Used" } }));
    await orThrow(clientOf(key!).GET("/contacts"));
    await page.reload();
    const row = page.getByRole("row", { name: /Used/ });
    await row.waitFor();
    expect(await row.getByRole("rowheader").textContent()).toBe(`Used${key!.slice(0, 9)}…`);
    const cells = await row.getByRole("cell").allTextContents();
    expect(cells.slice(0, 3)).toEqual(["Everything", "just nowlist contacts", "Never"]);
    await createKey(page, "Unused");
    await dismissKey(page);
    const names = async () =>
      (await page.getByRole("rowheader").allTextContents()).map((text) => text.split("kith_")[0]);
    await expect.poll(names).toEqual(["Unused", "Used"]);
    const unused = page.getByRole("row", { name: /Unused/ });
    expect(await unused.getByRole("cell").nth(1).textContent()).toMatch(
      /^NeverCreated \d+ \w+ \d{4}$/,
    );
    await page.reload();
    await expect.poll(names).toEqual(["Unused", "Used"]);
  });

  test("tells when a key expires, and that it has", async () => {
    const { page, person } = await openKeys(visit);
    const body = { name: "Until June", expiresAt: "2099-06-01T12:00:00Z" };
    await orThrow(person.kith.POST("/api-keys", { body }));
    const soon = new Date(Date.now() + 2000).toISOString();
    await orThrow(person.kith.POST("/api-keys", { body: { name: "Over", expiresAt: soon } }));
    const cellOf = (name: RegExp) => page.getByRole("row", { name }).getByRole("cell").nth(2);
    await expect.poll(async () => {
      await page.reload();
      return await cellOf(/Over/).textContent();
    }).toMatch(/^Expired on \d+ \w+ \d{4}$/);
    expect(await cellOf(/Until June/).textContent()).toBe("1 Jun 2099");
  });

  test("gives up a key after asking, and the key stops working", async () => {
    const { page } = await openKeys(visit);
    const key = await createKey(page, "Old script");
    await dismissKey(page);
    await page.getByRole("button", { name: "Delete the key Old script" }).click();
    await page.getByRole("button", { name: "Keep it" }).click();
    expect((await clientOf(key).GET("/contacts")).response.status).toBe(200);
    await page.getByRole("button", { name: "Delete the key Old script" }).click();
    await page.getByRole("button", { name: "Delete the key", exact: true }).click();
    await page.getByText("No keys yet").waitFor();
    expect((await clientOf(key).GET("/contacts")).response.status).toBe(401);
  });

  test("explains that twenty are the most, and goes on after one is deleted", async () => {
    const { page, person, expectOnConsole } = await openKeys(visit);
    expectOnConsole(/status of 409/);
    for (let count = 0; count < 20; count++) {
      await orThrow(person.kith.POST("/api-keys", { body: { name: `Key ${count}` } }));
    }
    // The page does not know yet: it learns it from the API's refusal.
    await beginKey(page, "One more");
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByText("You have 20 keys").waitFor();
    expect(await page.getByRole("button", { name: "New key" }).count()).toBe(0);
    await page.getByRole("button", { name: "Delete the key Key 7" }).click();
    await page.getByRole("button", { name: "Delete the key", exact: true }).click();
    await createKey(page, "One more");
  });
});
