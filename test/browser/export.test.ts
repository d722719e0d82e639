import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { fillAccount, newPerson } from "./support/account.ts";
import { openData } from "./support/data.ts";
import { useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

async function openExport() {
  const person = await newPerson();
  await fillAccount(person);
  const visited = await visit({ person });
  await openData(visited.page);
  return visited;
}

/** The file that a button saves. */
async function save(page: Page, name: string) {
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name }).click();
  return await saved;
}

test("each button saves its file", async () => {
  const { page } = await openExport();
  for (
    const [button, name, content] of [
      [
        "Contacts as vCard",
        "kith-contacts-<day>.vcf",
        /^BEGIN:VCARD[^]*Zoë Müller[^]*END:VCARD\r\n$/,
      ],
      ["Contacts as CSV", "kith-contacts-<day>.csv", /First Name[^]*Zoë,/],
      ["Contacts as JSON", "kith-contacts-<day>.json", /"contacts":\s*\[[^]*Zoë[^]*\}\n$/],
      ["Everything as JSON", "kith-<day>.json", /Send the photos[^]*\}\n$/],
    ] as const
  ) {
    const download = await save(page, button);
    expect(download.suggestedFilename().replace(/\d{4}-\d\d-\d\d/, "<day>")).toBe(name);
    expect(await readFile(await download.path(), "utf8")).toMatch(content);
    await page.getByRole("status").filter({ hasText: "The file is saved." }).waitFor();
  }
});

test("no copy of it is held, which would be in memory twice and go on when it is given up", async () => {
  const { page } = await openExport();
  await page.evaluate(() => {
    const { clone } = Response.prototype;
    Response.prototype.clone = function () {
      console.info(`copied ${this.url}`);
      return clone.call(this);
    };
  });
  const copied: string[] = [];
  page.on("console", (line) => copied.push(line.text()));
  for (const name of ["Contacts as JSON", "Everything as JSON"]) await save(page, name);
  await page.getByRole("link", { name: "People", exact: true }).click();
  await expect.poll(() => copied.join()).toMatch(/copied .*\/contacts\?/);
  expect(copied.filter((line) => line.includes("export"))).toEqual([]);
});

test("what breaks off is not saved, and says so", async () => {
  const { page } = await openExport();
  let downloads = 0;
  page.on("download", () => downloads++);
  await page.route(
    /\/contacts\/export/,
    (route) =>
      route.fulfill({
        contentType: "text/vcard; charset=utf-8",
        body: "BEGIN:VCARD\r\nVERSION:4.0\r\n",
      }),
  );
  await page.getByRole("button", { name: "Contacts as vCard" }).click();
  await page.getByText("Nothing was saved.").waitFor();
  expect(downloads).toBe(0);
  await page.unroute(/\/contacts\/export/);
  const download = await save(page, "Contacts as vCard");
  expect(await readFile(await download.path(), "utf8")).toContain("Zoë");
});
