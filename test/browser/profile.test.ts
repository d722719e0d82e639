import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { fillAccount } from "./support/account.ts";
import { open } from "./support/visit.ts";

async function openProfile() {
  const opened = await open("profile", fillAccount, { timezoneId: "Pacific/Auckland" });
  const zone = opened.page.getByRole("combobox", { name: "Time zone" });
  await zone.waitFor();
  return { ...opened, zone };
}

describe("the profile", () => {
  test("keeps a name, a time zone that is found by its city or is the browser’s, and a country of those that the API accepts", async () => {
    const { page, person, zone, field, fill, press, see, gone } = await openProfile();
    const saved = async (expected: object) => {
      await press("Save");
      await see(/^Saved\.$/);
      expect(await person.kith.me.get()).toMatchObject(expected);
    };
    await fill("Name", "  Zoë  ");
    await zone.focus();
    await page.keyboard.type("sao pau");
    await expect.poll(() => zone.inputValue()).toBe("America/Sao_Paulo");
    await field("Country").selectOption("Germany");
    await saved({ name: "Zoë", timezone: "America/Sao_Paulo", country: "DE" });
    await fill("Name", "");
    await press("Use Pacific/Auckland");
    await saved({ name: null, timezone: "Pacific/Auckland" });
    await gone(page.getByText("The time zone of this browser is"));
    const offered = await field("Country").locator("option").evaluateAll((all) =>
      all.map((option) => (option as HTMLOptionElement).value).sort()
    );
    const sql = await readFile("sql/05_core/phone_numbers.sql", "utf8");
    const accepted = [...sql.matchAll(/\s([A-Z]{2})\d/g)].map(([, code]) => code!);
    expect(offered).toEqual(["", ...accepted.sort()]);
  });
});

test("deleting the account says what will be gone, wants the address typed, and leaves nothing", async () => {
  const it = await openProfile();
  it.expectOnConsole(/status of 4\d\d/);
  await it.press("Delete account…");
  for (const line of ["3 contacts", "2 networks", "1 note", "2 reminders"]) {
    await it.see(line, it.dialog());
  }
  await it.keys("Escape");
  await it.gone(it.dialog());
  await it.expectFocus("Delete account…");
  await it.keys("Enter");
  const confirm = it.button("Delete everything");
  expect(await confirm.isDisabled()).toBe(true);
  await it.field(/^Type /).fill("somebody-else@example.com");
  expect(await confirm.isDisabled()).toBe(true);
  await it.field(/^Type /).fill(it.person.email);
  await confirm.click();
  await it.see("Your account and everything in it is deleted.");
  expect((await it.person.kith.client.GET("/me")).response.status).toBe(401);
  await it.sendSignIn(it.person);
  await it.page.getByRole("alert").waitFor();
});
