import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { mappingWords } from "../../functions/kith/imports/parse/csv-columns.ts";
import { mappingWords as words } from "../../web/src/imports/columns.ts";
import { fillAccount } from "./support/account.ts";
import { cards, chooseFile, manyCards } from "./support/data.ts";
import { noNetwork } from "./support/kept.ts";
import { open } from "./support/visit.ts";

async function openImport() {
  const opened = await open("data", async ({ kith }) => {
    for (const [firstName, value] of [["Zoë", "zoe@example.com"], ["Ana", "ana@example.com"]]) {
      await kith.contacts.create({
        firstName: firstName!,
        emails: [{ value: value!, label: null }],
      });
    }
  });
  const { page, press, see } = opened;
  return {
    ...opened,
    row: page.locator(".import-row"),
    chooseFile: (name: string, content: string) => chooseFile(opened, name, content),
    import: async (created: number, merged: number, skipped: number) => {
      await press("Import");
      await page.getByText(`Created ${created}, merged ${merged}, skipped ${skipped}.`)
        .waitFor({ timeout: 30_000 });
    },
    undone: () => see("The import is undone.", page.locator("#content")),
  };
}

describe("a file of vCards", () => {
  test("is shown, applied as chosen, and undone", async () => {
    const it = await openImport();
    await it.chooseFile("contacts.vcf", cards);
    await it.see(/^1 new, 1 there already, 1 unclear, 1 that cannot be read/);
    await expect.poll(() => it.row.allInnerTexts()).toEqual([
      expect.stringContaining("There already: same e-mail address as Zoë"),
      expect.stringMatching(/Carla[^]*New/),
      expect.stringContaining("Unclear"),
      expect.stringMatching(/Line 22: /),
    ]);
    await it.page.getByText("Left out of the file: 1 field").click();
    await it.see("X-SHOE (1×)");
    expect(await it.person.names()).toEqual(["Ana", "Zoë"]);
    await it.field("What to do with Unclear, line 15").selectOption("Merge into Ana");
    await it.field("What to do with Carla Núñez, line 8").selectOption("Skip");
    await it.import(0, 2, 2);
    expect(await it.person.names()).toEqual(["Ana", "Zoë Müller"]);
    await it.press("Undo the import");
    await it.undone();
    expect(await it.person.names()).toEqual(["Ana", "Zoë"]);
    await it.press("Import another file");
    await it.field("Choose a file, or drop it here").waitFor();
  });

  test("leaves contacts that are there as they are where that is chosen, also for those of one action", async () => {
    const it = await openImport();
    await it.chooseFile("contacts.vcf", cards);
    // Above the rows, however many there are.
    const rows = it.page.getByRole("list", { name: "What the file has" });
    await rows.waitFor();
    expect((await it.button("Import").boundingBox())!.y).toBeLessThan(
      (await rows.boundingBox())!.y,
    );
    await it.radio("Skip").check();
    await it.field("Show").selectOption("1 new");
    await expect.poll(() => it.row.count()).toBe(1);
    await it.import(1, 0, 3);
    expect(await it.person.names()).toEqual(["Ana", "Carla Núñez", "Zoë"]);
  });

  test("is dropped on the page", async () => {
    const { page, row, see } = await openImport();
    const dataTransfer = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], "dropped.vcf"));
      return transfer;
    }, cards);
    await page.locator(".drop").dispatchEvent("drop", { dataTransfer });
    await see("File: dropped.vcf");
    await row.first().waitFor();
  });

  test("larger than one request is sent in parts", async () => {
    const it = await openImport();
    await it.chooseFile("many.vcf", manyCards);
    await it.see(/^1200 new/);
    await it.press("Show more");
    await expect.poll(() => it.row.count()).toBe(100);
    await it.import(1200, 0, 0);
    await it.press("Undo the import");
    await it.undone();
    expect(await it.person.names()).toEqual(["Ana", "Zoë"]);
  });
});

describe("when something fails", () => {
  test("the file is kept, and read at another try", async () => {
    const { row, chooseFile, offline, see, press, expectOnConsole } = await openImport();
    expectOnConsole(noNetwork);
    await offline();
    await chooseFile("contacts.vcf", cards);
    await see("The file could not be read. This needs a connection.");
    await offline(false);
    await press("Try again");
    await row.first().waitFor();
  });

  test("choices are kept, also while other views are open", async () => {
    const it = await openImport();
    it.expectOnConsole(/status of 503/);
    await it.chooseFile("contacts.vcf", cards);
    const choice = it.field("What to do with Zoë Müller, line 1");
    await choice.selectOption("Create");
    const repair = await it.failing(/\/apply$/, "POST");
    await it.press("Import");
    await it.see("The database is away. What you chose is kept; try again.");
    await repair();
    await it.fromMenu("Profile");
    await it.title("Profile");
    await it.fromMenu("Data");
    await choice.waitFor();
    expect(await choice.inputValue()).toBe("create");
    await it.press("Try again");
    await it.see("Created 2, merged 0, skipped 2.", it.page);
    expect(await it.person.names()).toEqual(["Ana", "Carla Núñez", "Zoë", "Zoë Müller"]);
  });

  test("what was changed since stays when the rest is undone", async () => {
    const it = await openImport();
    it.expectOnConsole(/status of 409/);
    await it.chooseFile("contacts.vcf", cards);
    await it.import(1, 1, 2);
    const zoe = (await it.person.contacts()).find(({ displayName }) =>
      displayName === "Zoë Müller"
    )!;
    await it.person.kith.contacts.update(zoe.id, { lastName: "Meier" });
    await it.press("Undo the import");
    await it.press("Undo what can be undone");
    await it.undone();
    expect(await it.person.names()).toEqual(["Ana", "Zoë Meier"]);
  });

  test("what is no file of contacts is refused, and another can be chosen", async () => {
    const { chooseFile, see, press, field, expectOnConsole } = await openImport();
    expectOnConsole(/status of 4\d\d/);
    await chooseFile("picture.png", "\x89PNG\0\0\0");
    await see(/^The file could not be read\./);
    await press("Choose another file");
    await field("Choose a file, or drop it here").waitFor();
  });
});

test("a document of Kith shows what it fills in the profile, and fills that", async () => {
  const it = await openImport();
  await it.person.kith.me.update({ country: "DE" });
  const profile = { name: "Ada Lovelace", timezone: "Pacific/Auckland", country: "NZ" };
  const document = { kith: 1, profile, contacts: [{ firstName: "Carla" }] };
  await it.chooseFile("kith.json", JSON.stringify(document));
  await expect.poll(() => it.row.filter({ hasText: "Profile" }).innerText())
    .toBe("Ada Lovelace\nProfile · Pacific/Auckland\nFills in what your profile lacks");
  await it.import(1, 1, 0);
  expect(await it.person.kith.me.get()).toMatchObject({ ...profile, country: "DE" });
});

describe("a table with columns that are not known", () => {
  test("is imported by what one says they are", async () => {
    const it = await openImport();
    it.expectOnConsole(/status of 400/);
    await it.chooseFile("liste.csv", "Rufname;Sippe;Funkpost\r\nJan;Groß;jan@example.com\r\n");
    await it.see("Understood: Rufname (1 of 3 columns).");
    expect(await it.page.getByRole("alert").count()).toBe(0);
    expect(await it.field("Rufname").inputValue()).toBe("firstName");
    await it.field("Sippe").selectOption("Last name");
    await it.field("Funkpost").selectOption("E-mail address, work");
    await it.press("Show what will happen");
    await it.see(/^1 new/);
    await it.import(1, 0, 0);
    expect(await it.person.contacts()).toContainEqual(expect.objectContaining({
      displayName: "Jan Groß",
      emails: [expect.objectContaining({ value: "jan@example.com", label: "work" })],
    }));
  });

  test("may be any that the API knows", () => {
    const known = words.map(([word]) => word.split(":")[0]);
    expect(known.filter((word) => !mappingWords.includes(word!))).toEqual([]);
  });
});

describe("an export", () => {
  async function openExport() {
    const opened = await open("data", fillAccount);
    const save = async (name: string) => {
      const saved = opened.page.waitForEvent("download");
      await opened.press(name);
      const file = await saved;
      const day = /\d{4}-\d\d-\d\d/;
      return [
        file.suggestedFilename().replace(day, "<day>"),
        await readFile(await file.path(), "utf8"),
      ];
    };
    return { ...opened, save };
  }

  test("is a file, of each kind that has a button, and no copy of it is held meanwhile", async () => {
    const { page, save, said, follow } = await openExport();
    const copied: string[] = [];
    page.on("console", (line) => copied.push(line.text()));
    // A copy would be in memory twice, and go on when it is given up.
    await page.evaluate(() => {
      const { clone } = Response.prototype;
      Response.prototype.clone = function () {
        console.info(`copied ${this.url}`);
        return clone.call(this);
      };
    });
    for (
      const [button, name, content] of [
        ["Contacts as vCard", "contacts-<day>.vcf", /^BEGIN:VCARD[^]*Zoë Müller[^]*END:VCARD\r\n$/],
        ["Contacts as CSV", "contacts-<day>.csv", /First Name[^]*Zoë,/],
        ["Contacts as JSON", "contacts-<day>.json", /"contacts":\s*\[[^]*Zoë[^]*\}\n$/],
        ["Everything as JSON", "<day>.json", /Send the photos[^]*\}\n$/],
      ] as const
    ) {
      expect(await save(button)).toEqual([`kith-${name}`, expect.stringMatching(content)]);
      await said("The file is saved.");
    }
    await follow("People");
    await expect.poll(() => copied.join()).toMatch(/copied .*\/contacts\?/);
    expect(copied.filter((line) => line.includes("export"))).toEqual([]);
  });

  test("that breaks off is not saved, and says so", async () => {
    const { page, save, press, see } = await openExport();
    let downloads = 0;
    page.on("download", () => downloads++);
    const body = "BEGIN:VCARD\r\nVERSION:4.0\r\n";
    await page.route(
      /\/contacts\/export/,
      (route) => route.fulfill({ contentType: "text/vcard; charset=utf-8", body }),
    );
    await press("Contacts as vCard");
    await see("Nothing was saved.");
    expect(downloads).toBe(0);
    await page.unroute(/\/contacts\/export/);
    expect((await save("Contacts as vCard"))[1]).toContain("Zoë");
  });
});

test("the calendar is made, copied, reset and switched off", async () => {
  const { page, person, button, press, see, link, allowClipboard, clipboard } = await open("data");
  await allowClipboard();
  const shown = page.getByRole("region", { name: "Calendar" }).locator("code");
  const statusOf = async (url: string) => (await fetch(url)).status;
  await press("Make a calendar address");
  await press("Copy address");
  await button("Copied").waitFor();
  const first = (await shown.textContent())!;
  expect(await clipboard()).toBe(first);
  expect(await link(/calendar app of this device/).getAttribute("href"))
    .toBe(first.replace(/^https?/, "webcal"));
  expect(await (await fetch(first)).text()).toMatch(/^BEGIN:VCALENDAR/);

  // It is shown once.
  await page.reload();
  await see("It is on since");
  expect(await page.content()).not.toContain(first.slice(-40));

  await press("New address…");
  await press("Keep it");
  expect(await statusOf(first)).toBe(200);
  await press("New address…");
  await press("Make a new address");
  await shown.waitFor();
  const second = (await shown.textContent())!;
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);

  await press("Switch off…");
  await press("Switch it off");
  await button("Make a calendar address").waitFor();
  expect(await statusOf(second)).toBe(404);
  expect((await person.kith.me.getCalendar()).isEnabled).toBe(false);
});
