import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { orThrow } from "../../client/src/index.ts";
import { presets } from "../../web/src/keys/access.ts";
import { clientOf } from "./support/account.ts";
import { beginKey, dismissKey, finishKey, openKeys } from "./support/keys.ts";
import { useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

const reading = Object.freeze(
  ["activity", "contacts", "networks", "notes", "profile", "reminders"].map((each) =>
    `${each}:read`
  ),
);

/** What a key is answered: a list, and the creation of a note, a contact and a network. */
async function rightsOf(key: string): Promise<number[]> {
  const kith = clientOf(key);
  const answers = [
    await kith.GET("/contacts"),
    await kith.POST("/notes", { body: { content: "Called." } }),
    await kith.POST("/contacts", { body: { firstName: "Ana" } }),
    await kith.POST("/networks", { body: { name: "Club" } }),
  ];
  return answers.map(({ response }) => response.status);
}

const scopesOf = async (key: string) => (await orThrow(clientOf(key).GET("/me"))).scopes;
const check = (page: Page, name: string) => page.getByRole("checkbox", { name }).check();
const uncheck = (page: Page, name: string) => page.getByRole("checkbox", { name }).uncheck();
const firstCell = (page: Page, name: RegExp) =>
  page.getByRole("row", { name }).getByRole("cell").first();

describe("the presets", () => {
  const cases = [
    [presets.read, reading, [200, 403, 403, 403]],
    [
      presets.assist,
      [...reading, "activity:write", "notes:write", "reminders:write"].sort(),
      [200, 201, 403, 403],
    ],
    [presets.everything, null, [200, 201, 201, 201]],
  ] as const;
  for (const [{ label, meaning }, scopes, rights] of cases) {
    test(`"${label}" makes a key that may do that and no more`, async () => {
      const { page } = await openKeys(visit);
      await beginKey(page, "Agent");
      await page.getByText(meaning).click();
      const key = await finishKey(page);
      expect(await scopesOf(key)).toEqual(scopes);
      expect(await rightsOf(key)).toEqual(rights);
      await dismissKey(page);
      expect(await firstCell(page, /Agent/).textContent()).toBe(label);
    });
  }

  test("begin with the narrowest", async () => {
    const { page } = await openKeys(visit);
    await beginKey(page, "Agent");
    expect(await rightsOf(await finishKey(page))).toEqual([200, 403, 403, 403]);
  });
});

describe("choosing", () => {
  test("begins with the preset before it, and writing includes reading", async () => {
    const { page } = await openKeys(visit);
    await beginKey(page, "Agent");
    await page.getByRole("radio", { name: "Choose" }).check();
    await check(page, "Write: Contacts");
    await uncheck(page, "Read: Contacts");
    expect(await page.getByRole("checkbox", { name: "Write: Contacts" }).isChecked()).toBe(false);
    for (const kind of ["Networks", "Reminders", "Your profile", "Activity, undoing"]) {
      await uncheck(page, `Read: ${kind}`);
    }
    await check(page, "Write: Contacts");
    expect(await page.getByRole("checkbox", { name: "Read: Contacts" }).isChecked()).toBe(true);
    const key = await finishKey(page);
    expect(await scopesOf(key)).toEqual(["contacts:read", "contacts:write", "notes:read"]);
    expect(await rightsOf(key)).toEqual([200, 403, 201, 403]);
    await dismissKey(page);
    await expect.poll(() => firstCell(page, /Agent/).textContent()).toBe(
      "Read notes; read and write contacts",
    );
  });

  test("wants at least one box, and says so where they are", async () => {
    const { page, person } = await openKeys(visit);
    await beginKey(page, "Agent");
    await page.getByRole("radio", { name: "Everything" }).check();
    await page.getByRole("radio", { name: "Choose" }).check();
    await expect.poll(() => page.locator(".scopes :checked").count()).toBe(12);
    for (const box of await page.getByRole("checkbox", { name: /^Read: / }).all()) {
      await box.uncheck();
    }
    await page.getByRole("button", { name: "Create key" }).click();
    const group = page.getByRole("group", { name: "What it may do" });
    await group.getByText("Tick at least one box.").waitFor();
    await expect.poll(() => focusedLabel(page)).toBe("Read: Contacts");
    expect((await orThrow(person.kith.GET("/api-keys"))).total).toBe(0);
    await check(page, "Read: Notes");
    await expect.poll(() => page.getByText("Tick at least one box.").count()).toBe(0);
    expect(await scopesOf(await finishKey(page))).toEqual(["notes:read"]);
  });
});

const focusedLabel = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
