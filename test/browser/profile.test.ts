import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { fillAccount, newPerson } from "./support/account.ts";
import { fromMenu, useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

async function openProfile() {
  const person = await newPerson();
  const visited = await visit({ person, timezoneId: "Pacific/Auckland" });
  await fromMenu(visited.page, "Profile");
  await visited.page.getByLabel("Name", { exact: true }).waitFor();
  return { person, ...visited };
}

describe("the profile", () => {
  test("keeps a name, a time zone that is found by its city or is the browser’s, and a country of those that the API accepts", async () => {
    const { page, person } = await openProfile();
    const saved = async (expected: object) => {
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Saved.", { exact: true }).waitFor();
      expect(await person.kith.me.get()).toMatchObject(expected);
    };
    const zone = page.getByRole("combobox", { name: "Time zone" });
    const country = page.getByLabel("Country");
    await page.getByLabel("Name", { exact: true }).fill("  Zoë  ");
    await zone.focus();
    await page.keyboard.press("ArrowDown");
    await zone.fill("sao pau");
    await expect.poll(() => page.locator(".options").getByRole("option").allTextContents())
      .toHaveLength(1);
    await page.keyboard.press("Enter");
    await expect.poll(() => zone.inputValue()).toMatch(/^America\/Sao Paulo \(GMT/);
    await country.selectOption("Germany");
    await saved({ name: "Zoë", timezone: "America/Sao_Paulo", country: "DE" });
    await page.getByLabel("Name", { exact: true }).fill("");
    await page.getByRole("button", { name: "Use Pacific/Auckland" }).click();
    await saved({ name: null, timezone: "Pacific/Auckland" });
    await expect.poll(() => page.getByText("The time zone of this browser is").count()).toBe(0);
    const offered = await country.getByRole("option").evaluateAll((all) =>
      all.map((option) => (option as HTMLOptionElement).value).sort()
    );
    const sql = await readFile("sql/05_core/phone_numbers.sql", "utf8");
    const accepted = [...sql.matchAll(/\s([A-Z]{2})\d/g)].map(([, code]) => code!);
    expect(offered).toEqual(["", ...accepted.sort()]);
  });

  test("is left as it was by Escape, and by a search that finds nothing", async () => {
    const { page } = await openProfile();
    const zone = page.getByRole("combobox", { name: "Time zone" });
    await zone.click();
    await zone.fill("atlantis");
    await page.getByText("No matching time zone").waitFor();
    await page.keyboard.press("Enter");
    await zone.click();
    await page.keyboard.press("Escape");
    await expect.poll(() => zone.inputValue()).toMatch(/^UTC/);
  });
});

describe("deleting the account", () => {
  test("says what will be gone, wants the address typed, and leaves nothing", async () => {
    const { page, person, expectOnConsole } = await openProfile();
    expectOnConsole(/status of 4\d\d/);
    await fillAccount(person);
    await page.getByRole("button", { name: "Delete account…" }).click();
    const dialog = page.getByRole("dialog");
    for (const line of ["3 contacts", "2 networks", "1 note", "2 reminders"]) {
      await dialog.getByText(line).waitFor();
    }
    const confirm = dialog.getByRole("button", { name: "Delete everything" });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByLabel(/^Type /).fill("somebody-else@example.com");
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByLabel(/^Type /).fill(person.email);
    await confirm.click();
    await page.getByText("Your account and everything in it is deleted.").waitFor();
    expect((await person.kith.client.GET("/me")).response.status).toBe(401);
    await page.getByLabel("E-mail address").fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").waitFor();
  });

  test("is given up by Escape, and the focus is back where it was", async () => {
    const { page, person } = await openProfile();
    await page.getByRole("button", { name: "Delete account…" }).click();
    await page.getByText("The account itself").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe("Delete account…");
    expect((await person.kith.client.GET("/me")).response.status).toBe(200);
  });
});
