import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { orThrow } from "../../client/src/index.ts";
import { clientOf } from "./support/account.ts";
import { createKey, dismissKey, openKeys, shownKey } from "./support/keys.ts";
import { useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

async function rotate(page: Page, name: string, overlap?: string): Promise<string> {
  await page.getByRole("button", { name: `Rotate the key ${name}` }).click();
  if (overlap) await page.getByLabel("The old key still works").selectOption(overlap);
  await page.getByRole("button", { name: "Rotate the key", exact: true }).click();
  return await shownKey(page);
}

const statusOf = async (key: string) => (await clientOf(key).GET("/contacts")).response.status;

describe("rotating a key", () => {
  test("tells until when the old one works", async () => {
    const { page } = await openKeys(visit);
    const old = await createKey(page, "Agent");
    await dismissKey(page);
    const key = await rotate(page, "Agent", "For a day");
    const dialog = page.getByRole("dialog", { name: "Your new key: Agent" });
    await expect.poll(() => dialog.textContent()).toMatch(/The old key works until \d+ \w+ \d{4}/);
    expect(key).not.toBe(old);
    expect([await statusOf(old), await statusOf(key)]).toEqual([200, 200]);
    await dismissKey(page);
    const row = page.getByRole("row", { name: /Agent/ });
    await expect.poll(() => row.textContent()).toContain(`${key.slice(0, 9)}…Old key until`);

    await page.getByRole("button", { name: "Rotate the key Agent" }).click();
    await page.getByText("The one before that ends now.").waitFor();
    await page.getByRole("button", { name: "Rotate the key", exact: true }).click();
    await page.getByText("The old key does not work any more.").waitFor();
    await dismissKey(page);
    expect([await statusOf(old), await statusOf(key)]).toEqual([401, 401]);
  });

  test("leaves everything else as it was", async () => {
    const { page, person } = await openKeys(visit);
    const { id } = await orThrow(person.kith.POST("/networks", { body: { name: "Work" } }));
    const limits = { networkIds: [id], expiresAt: "2099-06-01T00:00:00.000Z" };
    const body = { name: "Agent", scopes: ["contacts:read" as const], ...limits };
    await orThrow(person.kith.POST("/api-keys", { body }));
    await page.reload();
    const key = await rotate(page, "Agent");
    const me = await orThrow(clientOf(key).GET("/me"));
    expect(me).toMatchObject({ scopes: ["contacts:read"], ...limits });
    await dismissKey(page);
    const cells = page.getByRole("row", { name: /Agent/ }).getByRole("cell");
    expect(await cells.first().textContent()).toBe("Read contactsOnly contacts in Work");
  });

  test("says that an expired key needs another expiry", async () => {
    const { page, person } = await openKeys(visit);
    const expiresAt = new Date(Date.now() + 1000).toISOString();
    await orThrow(person.kith.POST("/api-keys", { body: { name: "Over", expiresAt } }));
    await expect.poll(async () => {
      await page.reload();
      return await page.getByRole("row", { name: /Over/ }).textContent();
    }).toContain("Expired on");
    await page.getByRole("button", { name: "Rotate the key Over" }).click();
    await page.getByText("It has expired").waitFor();
  });
});

describe("a key that was not copied", () => {
  test("is not lost by Escape, however often, or by a click beside it", async () => {
    const { page } = await openKeys(visit);
    await createKey(page, "Agent");
    await dismissKey(page);
    const key = await rotate(page, "Agent");
    const question = page.getByRole("dialog", { name: "Close without copying the key?" });
    await page.mouse.click(5, 400);
    expect(await shownKey(page)).toBe(key);
    await page.keyboard.press("Escape");
    await question.waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe("Back to the key");
    // Escape answers the question with no, and asks it again.
    for (let count = 0; count < 4; count++) {
      await page.keyboard.press("Escape");
      expect(await shownKey(page)).toBe(key);
      await page.keyboard.press("Escape");
      await question.waitFor();
    }
    await page.getByRole("button", { name: "Back to the key" }).click();
    expect(await shownKey(page)).toBe(key);
  });

  test("is not lost by what closes a dialog without asking the page", async () => {
    const { page } = await openKeys(visit);
    const key = await createKey(page, "Agent");
    await page.evaluate(() => document.querySelector("dialog")!.close());
    await page.getByText("Close without copying the key?").waitFor();
    await page.getByRole("button", { name: "Back to the key" }).click();
    expect(await shownKey(page)).toBe(key);
  });

  test("makes the browser ask before the page is loaded again, until it is copied", async () => {
    const { page } = await openKeys(visit);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const asked: string[] = [];
    page.on("dialog", (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await createKey(page, "Agent");
    await page.reload();
    expect(asked).toEqual(["beforeunload"]);
    await createKey(page, "Another");
    await page.getByRole("button", { name: "Copy key" }).click();
    await page.getByRole("button", { name: "Copied", exact: true }).waitFor();
    await page.reload();
    expect(asked).toEqual(["beforeunload"]);
  });

  test("is closed by Escape at once when it was copied, by the button or the keyboard", async () => {
    const { page } = await openKeys(visit);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await createKey(page, "By button");
    await page.getByRole("button", { name: "Copy settings" }).click();
    await page.getByRole("status").filter({ hasText: "Settings copied." }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const key = await createKey(page, "By keyboard");
    // One click selects all of it.
    await page.getByText(key, { exact: true }).click();
    await page.keyboard.press("Control+c");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });
});
