import { cards, chooseFile } from "../data.ts";
import { after, at, type Open } from "./open.ts";

const data = at("data", "button:has-text('Make a calendar address')");

const profile = at("profile", "h2:text('Delete your account')");

/** What belongs to the account: today, what was changed, files and the profile. */
export const ownViews: Record<string, Open> = {
  "today": at("today", ".person:has-text('Zoë')"),
  "activity": at("activity", ".activity"),
  "trash": at("trash", ".activity, .state-title"),
  "data": data,
  "the preview of an import": after(data, async (page) => {
    await chooseFile(page, `${"a".repeat(100)}.vcf`, cards);
    await page.locator(".import-row").first().waitFor();
  }),
  "the columns of a table": after(data, async (page) => {
    await chooseFile(page, "table.csv", `X,${"Y".repeat(60)}\r\n1,2\r\n`);
    await page.getByText("None of the columns is known").waitFor();
  }),
  "the address of the calendar": after(data, async (page) => {
    await page.getByRole("button", { name: "Make a calendar address" }).click();
    await page.getByRole("button", { name: "Copy address" }).waitFor();
  }),
  "profile": profile,
  "time zones": after(profile, async (page) => {
    await page.getByRole("combobox", { name: "Time zone" }).click();
    await page.getByRole("option").first().waitFor();
  }),
  "changing the address": after(profile, async (page) => {
    await page.getByRole("button", { name: "Change address…" }).click();
    await page.getByLabel("New e-mail address").fill("a");
  }),
  "changing the password": after(profile, async (page) => {
    await page.getByRole("button", { name: "Change password…" }).click();
    await page.getByLabel("New password", { exact: true }).fill("a");
  }),
  "deleting the account": after(profile, async (page) => {
    await page.getByRole("button", { name: "Delete account…" }).click();
    await page.getByText("3 contacts").waitFor();
  }),
};
