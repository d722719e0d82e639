import { expect, test } from "vitest";
import { newPerson } from "./support/account.ts";
import { openData } from "./support/data.ts";
import { useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

const statusOf = async (url: string) => (await fetch(url)).status;

test("the calendar is made, copied, reset and switched off", async () => {
  const person = await newPerson();
  const { page } = await visit({ person });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await openData(page);
  const section = page.getByRole("region", { name: "Calendar" });
  const address = () => section.locator("code").textContent();
  await section.getByRole("button", { name: "Make a calendar address" }).click();
  await section.getByRole("button", { name: "Copy address" }).click();
  await section.getByRole("button", { name: "Copied" }).waitFor();
  const first = (await address())!;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);
  const link = section.getByRole("link", { name: /calendar app of this device/ });
  expect(await link.getAttribute("href")).toBe(first.replace(/^https?/, "webcal"));
  const feed = await fetch(first);
  expect(feed.status).toBe(200);
  expect(await feed.text()).toMatch(/^BEGIN:VCALENDAR/);

  // It is shown once.
  await page.reload();
  await section.getByText("It is on since").waitFor();
  expect(await section.locator("code").count()).toBe(0);
  expect(await page.content()).not.toContain(first.slice(-40));

  await section.getByRole("button", { name: "New address…" }).click();
  await page.getByRole("button", { name: "Keep it" }).click();
  expect(await statusOf(first)).toBe(200);
  await section.getByRole("button", { name: "New address…" }).click();
  await page.getByRole("button", { name: "Make a new address" }).click();
  await section.locator("code").waitFor();
  const second = (await address())!;
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);

  await section.getByRole("button", { name: "Switch off…" }).click();
  await page.getByRole("button", { name: "Switch it off" }).click();
  await section.getByRole("button", { name: "Make a calendar address" }).waitFor();
  expect(await statusOf(second)).toBe(404);
  expect((await person.kith.me.getCalendar()).isEnabled).toBe(false);
});
