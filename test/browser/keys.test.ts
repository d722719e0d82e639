import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { orThrow } from "../../client/src/index.ts";
import { clientOf, newPerson } from "./support/account.ts";
import { useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

async function openKeys() {
  const person = await newPerson();
  const visited = await visit({ person });
  await visited.page.getByRole("link", { name: "API keys" }).click();
  await visited.page.getByRole("heading", { name: "Your keys" }).waitFor();
  return { person, ...visited };
}

/** Creates a key and returns it, with its dialog still open. */
async function create(page: Page, name: string): Promise<string> {
  await page.getByLabel("Name of the new key").fill(name);
  await page.getByRole("button", { name: "Create key" }).click();
  return (await page.getByRole("dialog").locator("code").first().textContent())!;
}

describe("creating a key", () => {
  test("shows one that works, with a warning and a command that has it", async () => {
    const { page } = await openKeys();
    const key = await create(page, "Mail assistant");
    expect(key).toMatch(/^kith_[0-9a-f]{40}$/);
    const dialog = page.getByRole("dialog", { name: "Your new key: Mail assistant" });
    await expect.poll(() => dialog.textContent()).toContain("never again");
    const command = await dialog.locator("code").last().textContent();
    const [, header, url] = /^curl -H "Authorization: (.+?)" "(.+)"$/.exec(command!)!;
    const answer = await fetch(url!, { headers: { authorization: header! } });
    expect(answer.status).toBe(200);
    expect((await answer.json()).total).toBe(0);
  });

  test("copies key and command", async () => {
    const { page } = await openKeys();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const key = await create(page, "Mail assistant");
    await page.getByRole("button", { name: "Copy key" }).click();
    await page.getByRole("button", { name: "Copied", exact: true }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    await page.getByRole("button", { name: "Copy command" }).click();
    await page.getByRole("status").filter({ hasText: "Command copied." }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`Bearer ${key}"`);
  });

  test("leaves it nowhere once the dialog is closed", async () => {
    const { page, console } = await openKeys();
    const urls: string[] = [];
    page.on("request", (request) => urls.push(request.url()));
    page.on("framenavigated", (frame) => urls.push(frame.url()));
    const key = await create(page, "Mail assistant");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Contacts" }).click();
    await page.getByRole("link", { name: "API keys" }).click();
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
    const { page } = await openKeys();
    await page.getByLabel("Name of the new key").fill("   ");
    await page.getByRole("button", { name: "Create key" }).click();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await expect.poll(() => page.locator("input:invalid").count()).toBe(1);
  });
});

describe("the list of keys", () => {
  test("tells name, beginning, creation and use, the newest first", async () => {
    const { page, person } = await openKeys();
    const { key } = await orThrow(person.kith.POST("/api-keys", { body: { name: "Used" } }));
    await orThrow(clientOf(key!).GET("/contacts"));
    await page.reload();
    const row = page.getByRole("row", { name: /Used/ });
    await row.waitFor();
    const cells = await row.getByRole("cell").allTextContents();
    expect(cells[0]).toBe(`${key!.slice(0, 9)}…`);
    expect(cells[1]).toMatch(/^\d+ \w+ \d{4}$/);
    expect(cells[2]).toBe("just now");
    expect(cells[3]).toBe("Never");
    await create(page, "Unused");
    await page.getByRole("button", { name: "I have copied it" }).click();
    await expect.poll(() => page.locator("tbody th").allTextContents()).toEqual(["Unused", "Used"]);
    await expect.poll(() => page.getByRole("row", { name: /Unused/ }).textContent()).toContain(
      "Never",
    );
  });

  test("tells when a key expires, and that it has", async () => {
    const { page, person } = await openKeys();
    const body = { name: "Until June", expiresAt: "2099-06-01T12:00:00Z" };
    await orThrow(person.kith.POST("/api-keys", { body }));
    const soon = new Date(Date.now() + 2000).toISOString();
    await orThrow(person.kith.POST("/api-keys", { body: { name: "Over", expiresAt: soon } }));
    const cellOf = (name: RegExp) => page.getByRole("row", { name }).getByRole("cell").nth(3);
    await expect.poll(async () => {
      await page.reload();
      return await cellOf(/Over/).textContent();
    }).toMatch(/^Expired on \d+ \w+ \d{4}$/);
    expect(await cellOf(/Until June/).textContent()).toBe("1 Jun 2099");
  });

  test("rotates a key, and tells until when the old one works", async () => {
    const { page } = await openKeys();
    const old = await create(page, "Agent");
    await page.getByRole("button", { name: "I have copied it" }).click();
    await page.getByRole("button", { name: "Rotate the key Agent" }).click();
    await page.getByLabel("The old key still works").selectOption("For a day");
    await page.getByRole("button", { name: "Rotate the key", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Your new key: Agent" });
    await expect.poll(() => dialog.textContent()).toMatch(/The old key works until \d+ \w+ \d{4}/);
    const key = (await dialog.locator("code").first().textContent())!;
    expect(key).not.toBe(old);
    for (const each of [old, key]) {
      expect((await clientOf(each).GET("/contacts")).response.status).toBe(200);
    }
    await page.getByRole("button", { name: "I have copied it" }).click();
    const row = page.getByRole("row", { name: /Agent/ });
    await expect.poll(() => row.textContent()).toContain(`${key.slice(0, 9)}…Old key until`);

    await page.getByRole("button", { name: "Rotate the key Agent" }).click();
    await page.getByText("The one before that ends now.").waitFor();
    await page.getByRole("button", { name: "Rotate the key", exact: true }).click();
    await page.getByRole("button", { name: "I have copied it" }).click();
    for (const each of [old, key]) {
      expect((await clientOf(each).GET("/contacts")).response.status).toBe(401);
    }
  });

  test("gives up a key after asking, and the key stops working", async () => {
    const { page } = await openKeys();
    const key = await create(page, "Old script");
    await page.getByRole("button", { name: "I have copied it" }).click();
    await page.getByRole("button", { name: "Delete the key Old script" }).click();
    await page.getByRole("button", { name: "Keep it" }).click();
    expect((await clientOf(key).GET("/contacts")).response.status).toBe(200);
    await page.getByRole("button", { name: "Delete the key Old script" }).click();
    await page.getByRole("button", { name: "Delete the key", exact: true }).click();
    await page.getByText("No keys yet").waitFor();
    expect((await clientOf(key).GET("/contacts")).response.status).toBe(401);
  });

  test("explains that twenty are the most, and goes on after one is deleted", async () => {
    const { page, person, expectOnConsole } = await openKeys();
    expectOnConsole(/status of 409/);
    for (let count = 0; count < 20; count++) {
      await orThrow(person.kith.POST("/api-keys", { body: { name: `Key ${count}` } }));
    }
    // The page does not know yet: it learns it from the API's refusal.
    await page.getByLabel("Name of the new key").fill("One more");
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByText("You have 20 keys").waitFor();
    await page.getByRole("button", { name: "Delete the key Key 7" }).click();
    await page.getByRole("button", { name: "Delete the key", exact: true }).click();
    await create(page, "One more");
  });
});
