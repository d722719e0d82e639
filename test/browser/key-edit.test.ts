import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { orThrow } from "../../client/src/index.ts";
import { clientOf, newPerson } from "./support/account.ts";
import { beginKey, finishKey, openKeys } from "./support/keys.ts";
import { useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const meOf = (key: string) => orThrow(clientOf(key).GET("/me"));

describe("the expiry of a new key", () => {
  test("is the beginning of a day, where the user is", async () => {
    const person = await newPerson();
    await orThrow(person.kith.PATCH("/me", { body: { timezone: "Pacific/Kiritimati" } }));
    const { page } = await openKeys(visit, person);
    await beginKey(page, "Agent");
    await page.getByLabel("Expires").selectOption("date");
    await page.getByLabel("Date").fill("2099-06-01");
    const { expiresAt } = await meOf(await finishKey(page));
    // 14 hours ahead of UTC.
    expect(expiresAt).toBe("2099-05-31T10:00:00.000Z");
    await page.getByRole("button", { name: "I have copied it" }).click();
    await page.getByRole("cell", { name: "1 Jun 2099" }).waitFor();
  });

  for (const days of [30, 90]) {
    test(`is in ${days} days`, async () => {
      const { page } = await openKeys(visit);
      await beginKey(page, "Agent");
      // Read before and after, for a midnight between.
      const before = day(days);
      await page.getByLabel("Expires").selectOption(`${days}`);
      const { expiresAt } = await meOf(await finishKey(page));
      expect([before, day(days)].map((each) => `${each}T00:00:00.000Z`)).toContain(expiresAt);
    });
  }

  test("is not a day that has begun", async () => {
    const { page } = await openKeys(visit);
    await beginKey(page, "Agent");
    await page.getByLabel("Expires").selectOption("date");
    await page.getByRole("button", { name: "Create key" }).click();
    await expect.poll(() => page.locator("input:invalid").count()).toBe(1);
    await page.getByLabel("Date").fill(day(0));
    await expect.poll(() => page.locator("input:invalid").count()).toBe(1);
  });

  test("that the API refuses is marked as wrong", async () => {
    const { page, expectOnConsole } = await openKeys(visit);
    expectOnConsole(/status of 400/);
    await page.route(/\/api-keys$/, (route) =>
      route.continue({
        postData: JSON.stringify({ name: "Agent", expiresAt: "2020-01-01" }),
      }));
    await beginKey(page, "Agent");
    await page.getByLabel("Expires").selectOption("30");
    await page.getByRole("button", { name: "Create key" }).click();
    await expect.poll(() => page.getByLabel("Expires").getAttribute("aria-invalid")).toBe("true");
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("SELECT");
    expect(await page.locator(".field-problem").textContent()).toMatch(/future/);
  });
});

/** A key of somebody with two networks, and the dialog that edits it. */
async function openEdit() {
  const person = await newPerson();
  const network = async (name: string) =>
    (await orThrow(person.kith.POST("/networks", { body: { name } }))).id;
  const ids = [await network("Family"), await network("Work")];
  const made = await orThrow(person.kith.POST("/api-keys", { body: { name: "Agent" } }));
  const visited = await openKeys(visit, person);
  await edit(visited.page);
  return { ids, id: made.id, key: made.key!, ...visited };
}

const edit = (page: Page) => page.getByRole("button", { name: "Edit the key Agent" }).click();
const save = (page: Page) => page.getByRole("button", { name: "Save" }).click();
const closed = (page: Page) => page.getByRole("dialog").waitFor({ state: "detached" });

describe("editing a key", () => {
  test("changes all but its secret, and what is changed holds at once", async () => {
    const { page, ids, key } = await openEdit();
    expect(await page.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
    await page.getByLabel("Name", { exact: true }).fill("Assistant");
    await page.getByRole("radio", { name: "Read only" }).check();
    await page.getByRole("radio", { name: "Only contacts in these networks" }).check();
    await page.getByRole("checkbox", { name: "Work" }).check();
    await page.getByLabel("Expires").selectOption("date");
    await page.getByLabel("Date").fill("2099-06-01");
    await save(page);
    await closed(page);
    const row = page.getByRole("row", { name: /Assistant/ });
    const cells = await row.getByRole("cell").allTextContents();
    expect([cells[0], cells[2]]).toEqual(["Read onlyOnly contacts in Work", "1 Jun 2099"]);
    expect(await meOf(key)).toMatchObject({
      networkIds: [ids[1]],
      expiresAt: "2099-06-01T00:00:00.000Z",
    });
    expect((await clientOf(key).POST("/networks", { body: { name: "x" } })).response.status)
      .toBe(403);

    await page.getByRole("button", { name: "Edit the key Assistant" }).click();
    await page.getByRole("radio", { name: "Everything" }).check();
    await page.getByRole("radio", { name: "All contacts" }).check();
    await page.getByLabel("Expires").selectOption("Never");
    await save(page);
    await closed(page);
    expect(await meOf(key)).toMatchObject({ scopes: null, networkIds: null, expiresAt: null });
  });

  test("leaves what somebody else changed meanwhile, and shows it", async () => {
    const { page, person, id, key } = await openEdit();
    await page.getByLabel("Name", { exact: true }).fill("Assistant");
    const body = { scopes: ["contacts:read" as const] };
    await orThrow(person.kith.PATCH("/api-keys/{id}", { params: { path: { id } }, body }));
    await page.getByRole("radio", { name: "Everything" }).check();
    await save(page);
    await page.getByText("This key was changed elsewhere").waitFor();
    expect((await meOf(key)).scopes).toEqual(["contacts:read"]);
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Agent");
    expect(await page.getByRole("radio", { name: "Choose" }).isChecked()).toBe(true);
    await page.getByLabel("Name", { exact: true }).fill("Assistant");
    await save(page);
    await closed(page);
    await page.getByRole("row", { name: /Assistant.*Read contacts/ }).waitFor();
  });

  test("does not mind that the key is used meanwhile", async () => {
    const { page, key, expectOnConsole } = await openEdit();
    expectOnConsole(/status of 412/);
    const statuses: number[] = [];
    page.on(
      "response",
      (answer) => answer.request().method() === "PATCH" && statuses.push(answer.status()),
    );
    // Between the page's reading of the entity tag and its change.
    await page.route(/\/api-keys\/[^/]+$/, async (route) => {
      const response = await route.fetch();
      if (route.request().method() === "GET") await orThrow(clientOf(key).GET("/contacts"));
      await route.fulfill({ response });
    });
    await page.getByLabel("Name", { exact: true }).fill("Assistant");
    await save(page);
    await closed(page);
    expect(statuses).toEqual([412, 200]);
    await page.getByRole("row", { name: /Assistant/ }).waitFor();
  });

  test("keeps a network that was deleted, until it is unticked", async () => {
    const { page, person, ids, id, key } = await openEdit();
    const path = { id: ids[1]! };
    await orThrow(
      person.kith.PATCH("/api-keys/{id}", { params: { path: { id } }, body: { networkIds: ids } }),
    );
    await orThrow(person.kith.DELETE("/networks/{id}", { params: { path } }));
    await page.reload();
    const cell = page.getByRole("row", { name: /Agent/ }).getByRole("cell").first();
    const rename = async (name: string) => {
      await page.getByLabel("Name", { exact: true }).fill(name);
      await save(page);
      await closed(page);
    };
    await expect.poll(() => cell.textContent()).toBe(
      "EverythingOnly contacts in Family and a deleted network",
    );
    await edit(page);
    const gone = page.getByRole("checkbox", { name: "A deleted network" });
    expect(await gone.isChecked()).toBe(true);
    await rename("Agent 2");
    expect((await meOf(key)).networkIds!.sort()).toEqual([...ids].sort());
    await page.getByRole("button", { name: "Edit the key Agent 2" }).click();
    await gone.uncheck();
    await rename("Agent 3");
    expect((await meOf(key)).networkIds).toEqual([ids[0]]);
    expect(await cell.textContent()).toBe("EverythingOnly contacts in Family");
  });
});
