import { mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { mappingWords } from "../../functions/kith/imports/parse/csv-columns.ts";
import { mappingWords as words } from "../../web/src/imports/columns.ts";
import { fillAccount } from "./support/account.ts";
import { cards, chooseFile, manyCards } from "./support/data.ts";
import { noNetwork } from "./support/kept.ts";
import { open } from "./support/visit.ts";

async function openImport() {
  const it = await open("data", async ({ kith }) => {
    for (const [firstName, value] of [["Zoë", "zoe@example.com"], ["Ana", "ana@example.com"]]) {
      const emails = [{ value: value!, label: null }];
      await kith.contacts.create({ firstName: firstName!, emails });
    }
  });
  const result = (created: number, merged: number, skipped: number) =>
    it.page.getByText(`Created ${created}, merged ${merged}, skipped ${skipped}.`)
      .waitFor({ timeout: 30_000 });
  return {
    ...it,
    row: it.page.locator(".import-row"),
    chooseFile: (name: string, content: string) => chooseFile(it, name, content),
    anotherFile: () => it.press("Import another file"),
    result,
    async import(created: number, merged: number, skipped: number) {
      await it.press("Import");
      await result(created, merged, skipped);
    },
    undone: () => it.see("The import is undone.", it.page.locator("#content")),
    namesAre: async (why: string, ...names: string[]) =>
      expect(await it.person.names(), why).toEqual(names),
  };
}

test("a file of vCards is shown, applied as chosen, in one click above its rows, and undone", async () => {
  const it = await openImport();
  await it.chooseFile("contacts.vcf", cards);
  await it.see(/^1 new, 1 there already, 1 unclear, 1 that cannot be read/);
  // What has to be decided comes first.
  await expect.poll(() => it.row.allInnerTexts()).toEqual([expect.stringContaining("Unclear")]);
  await it.field("Show").selectOption("Everything");
  await expect.poll(() => it.row.allInnerTexts()).toEqual([
    expect.stringContaining("There already: same e-mail address as Zoë"),
    expect.stringMatching(/Carla[^]*New/),
    expect.stringContaining("Unclear"),
    expect.stringMatching(/Line 22: /),
  ]);
  expect(await it.row.getByRole("combobox").count(), "only what is unclear is asked").toBe(1);
  const left = it.page.getByRole("status").filter({ hasText: "Left out of the file" });
  await it.see(/PHOTO.* \(1×, in line 8\)/, left);
  // Above the rows, however many there are.
  const rows = it.page.getByRole("list", { name: "What the file has" });
  const topOf = async (what: typeof rows) => (await what.boundingBox())!.y;
  expect(await topOf(it.button("Import"))).toBeLessThan(await topOf(rows));
  expect(await topOf(left)).toBeLessThan(await topOf(it.button("Import")));
  await it.namesAre("only shown so far", "Ana", "Zoë");
  await it.field("What to do with Unclear, line 15").selectOption("Merge into Ana");
  await it.import(1, 2, 1);
  await it.namesAre("applied as chosen", "Ana", "Carla Núñez", "Zoë Müller");
  await it.press("Undo the import");
  await it.undone();
  await it.namesAre("undone", "Ana", "Zoë");
  await it.anotherFile();

  const dataTransfer = await it.page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "dropped.vcf"));
    return transfer;
  }, cards);
  await it.page.locator(".drop").dispatchEvent("drop", { dataTransfer });
  await it.see("File: dropped.vcf");
  await it.radio("Skip").check();
  await it.field("Show").selectOption("1 new");
  await expect.poll(() => it.row.count(), { message: "those of one action" }).toBe(1);
  await it.import(1, 0, 3);
  await it.namesAre("those that are there as they are", "Ana", "Carla Núñez", "Zoë");
});

test("a file larger than one request is sent in parts", async () => {
  const it = await openImport();
  await it.chooseFile("many.vcf", manyCards);
  await it.see(/^1200 new/);
  await it.press("Show more");
  await expect.poll(() => it.row.count()).toBe(100);
  await it.import(1200, 0, 0);
  await it.press("Undo the import");
  await it.undone();
  await it.namesAre("undone", "Ana", "Zoë");
});

test("a file that is not read or not applied is kept with the choices, also while other views are open; what was changed since stays when it is undone", async () => {
  const it = await openImport();
  it.expectOnConsole(noNetwork);
  it.expectOnConsole(/status of (4\d\d|503)/);
  await it.chooseFile("picture.png", "\x89PNG\0\0\0");
  await it.see(/^The file could not be read\./);
  await it.press("Choose another file");
  await it.offline();
  await it.chooseFile("contacts.vcf", cards);
  await it.see("The file could not be read. This needs a connection.");
  await it.offline(false);
  await it.press("Try again");
  const choice = it.field("What to do with Unclear, line 15");
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
  await it.result(2, 1, 1);
  await it.namesAre("applied as chosen", "Ana", "Carla Núñez", "Unclear", "Zoë Müller");
  const { contacts } = it.person.kith;
  const carla = (await it.person.contacts()).find(({ firstName }) => firstName === "Carla")!;
  await contacts.update(carla.id, { lastName: "Meier" });
  await it.press("Undo the import");
  await it.press("Undo what can be undone");
  await it.undone();
  await it.namesAre("what nobody has changed", "Ana", "Carla Meier", "Zoë");
});

test("a table that is imported again finds those who have only a name, and notes have the day of the file", async () => {
  const it = await openImport();
  const content = "Name,Notes,Shoe size\r\nGrandma,Likes tulips.,38\r\nMama,,\r\n";
  const folder = await mkdtemp(join(tmpdir(), "kith-file-"));
  const choose = async (name: string) => {
    const path = join(folder, name);
    await writeFile(path, content);
    await utimes(path, new Date(), new Date("2024-03-05T12:00:00Z"));
    await it.field("Choose a file, or drop it here").setInputFiles(path);
  };
  onTestFinished(() => rm(folder, { recursive: true }));
  await choose("family.csv");
  await it.see(/^2 new/);
  await it.see("Shoe size (1×)");
  await it.import(2, 0, 0);
  const [note] = await it.person.notes();
  expect(note!.occurredAt.slice(0, 10)).toBe("2024-03-05");
  await it.anotherFile();
  await choose("family.csv");
  await it.see(/^2 there already/);
  await it.see("There already: same name and file as Grandma");
  await it.import(0, 2, 0);
  await it.namesAre("nobody twice", "Ana", "Grandma", "Mama", "Zoë");
  expect(await it.person.notes()).toHaveLength(1);
  await it.anotherFile();
  await choose("club.csv");
  await it.see(/^2 new/);
});

test("after an import the likeliest are asked about first, one tap each, which may be left at any time", async () => {
  const it = await openImport();
  const content = "First Name,Birthday,Labels\nPlain,,\nBorn,1990-04-03,\nFriend,,Family\n";
  await it.chooseFile("people.csv", content);
  await it.import(3, 0, 0);
  await it.press("Who matters?");
  const deck = it.dialog("Who matters?");
  await it.see("1 of 5", deck);
  await it.see("Friend", deck);
  await it.press("Monthly");
  await it.see("Born", deck);
  await it.press("Not now");
  await it.see("3 of 5", deck);
  await it.press("Twice a year");
  await it.see("4 of 5", deck);
  await it.press("Done");
  await it.gone(deck);
  const days = async () =>
    Object.fromEntries(
      (await it.person.contacts()).map(({ firstName, contactFrequencyDays }) =>
        [firstName, contactFrequencyDays] as const
      ),
    );
  await expect.poll(days).toMatchObject({ Friend: 30, Born: null });
  expect(Object.values(await days()).filter(Boolean).sort()).toEqual([180, 30]);
});

test("a document of Kith fills what the profile lacks, and a table is read by what one says its columns are", async () => {
  const it = await openImport();
  it.expectOnConsole(/status of 400/);
  await it.person.kith.me.update({ country: "DE" });
  const profile = { name: "Ada Lovelace", timezone: "Pacific/Auckland", country: "NZ" };
  const document = { kith: 1, profile, contacts: [{ firstName: "Carla" }] };
  await it.chooseFile("kith.json", JSON.stringify(document));
  await expect.poll(() => it.row.filter({ hasText: "Profile" }).innerText())
    .toBe("Ada Lovelace\nProfile · Pacific/Auckland\nFills in what your profile lacks");
  await it.import(1, 1, 0);
  expect(await it.person.kith.me.get()).toMatchObject({ ...profile, country: "DE" });

  await it.anotherFile();
  await it.chooseFile("liste.csv", "Rufname;Sippe;Funkpost\r\nJan;Groß;jan@example.com\r\n");
  await it.see("Understood: Rufname (1 of 3 columns).");
  expect(await it.page.getByRole("alert").count(), "no error").toBe(0);
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

test("the columns of a table may be any that the API knows", () => {
  const known = words.map(([word]) => word.split(":")[0]);
  expect(known.filter((word) => !mappingWords.includes(word!))).toEqual([]);
});

test("an export is a file, of each kind that has a button, of which no copy is held; one that breaks off is not saved", async () => {
  const { page, press, see, said, follow } = await open("data", fillAccount);
  const save = async (name: string) => {
    const saved = page.waitForEvent("download");
    await press(name);
    const file = await saved;
    return [
      file.suggestedFilename().replace(/\d{4}-\d\d-\d\d/, "<day>"),
      await readFile(await file.path(), "utf8"),
    ];
  };
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
  await page.reload();
  await see("It is on since");
  expect(await page.content(), "shown once").not.toContain(first.slice(-40));

  await press("New address…");
  await press("Keep it");
  expect(await statusOf(first), "kept").toBe(200);
  await press("New address…");
  await press("Make a new address");
  await shown.waitFor();
  const second = (await shown.textContent())!;
  expect([await statusOf(first), await statusOf(second)], "replaced").toEqual([404, 200]);
  await press("Switch off…");
  await press("Switch it off");
  await button("Make a calendar address").waitFor();
  expect(await statusOf(second), "switched off").toBe(404);
  expect((await person.kith.me.getCalendar()).isEnabled).toBe(false);
});
