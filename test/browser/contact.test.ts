import { describe, expect, test } from "vitest";
import { fillAccount } from "./support/account.ts";
import { open } from "./support/visit.ts";

/** The page of a contact that much is known of. */
async function openZoe() {
  const opened = await open("contacts/<id>", fillAccount);
  await opened.title(/Zoë/);
  const form = opened.page.getByRole("form", { name: "Edit Zoë Müller" });
  return { ...opened, form, nickname: form.getByLabel("Nickname") };
}

describe("a new contact", () => {
  test("has a phone and a birthday by five keys beyond the words", async () => {
    const { person, see, keys, type, field, title } = await open("contacts");
    await see("No contacts yet");
    await keys("n");
    await field("First name").waitFor();
    for (const words of ["Ana", "Meier", "12 march", "+49 30 5550199"]) {
      if (words !== "Ana") await keys("Tab");
      await type(words);
    }
    await keys("Enter");
    await title("Ana Meier");
    expect(await person.contacts())
      .toMatchObject([{ birthday: "--03-12", phones: [{ value: "+49 30 5550199" }] }]);
  });

  test("is written with all its details, and undone", async () => {
    const it = await open("contacts");
    it.expectOnConsole(/status of 404/);
    await it.press("New contact");
    await it.fill("First name", "Ana");
    await it.fill("Company", "Kranich Verlag");
    await it.fill("E-mail address", "ana@example.com");
    await it.fill("Phone number", "+49 30 5550199");
    await it.press("Add phone number");
    await it.fill("Phone number 2", "0170 1234567");
    await it.fill("Label of phone number 2", "mobile");
    await it.field("Be in touch").selectOption("Every month");
    await it.fill("Birthday", "29 feb");
    await it.press("Add address");
    await it.fill("City", "Porto");
    await it.fill("About them", "Met at the fair.");
    await it.fill("New network", "Friends");
    await it.press("Add network");
    await expect.poll(() => it.box("Friends").isChecked()).toBe(true);
    await it.press("Add contact");
    await it.title("Ana");
    expect(await it.person.contacts()).toMatchObject([{
      firstName: "Ana",
      lastName: null,
      company: "Kranich Verlag",
      emails: [{ value: "ana@example.com", label: null }],
      phones: [{ value: "+49 30 5550199" }, { value: "0170 1234567", label: "mobile" }],
      birthday: "--02-29",
      contactFrequencyDays: 30,
      description: "Met at the fair.",
      networkIds: [expect.any(String)],
      addresses: [{ city: "Porto", street: null }],
    }]);
    await it.undo("Ana is added.");
    await it.see("This contact does not exist");
    expect(await it.person.names()).toEqual([]);
  });

  test("that is refused says why beside the field, and nothing typed is lost", async () => {
    const { page, press, fill, field, see, title, expectOnConsole } = await open("contacts");
    expectOnConsole(/status of 400/);
    await press("New contact");
    await fill("E-mail address", "nobody");
    await press("Add contact");
    await see("Some of it cannot be saved");
    expect(await page.locator(".field-problem").count()).toBe(2);
    expect(await field("E-mail address").inputValue()).toBe("nobody");
    await fill("First name", "Bela");
    await fill("E-mail address", "bela@example.com");
    await press("Add contact");
    await title("Bela");
  });
});

describe("the page of a contact", () => {
  test("shows all that is known, with text as text", async () => {
    const { page, item, press } = await openZoe();
    // The contact itself and its timeline are requests of their own: each comes in its own time.
    await item("Phone call").waitFor();
    await item("Return the book").waitFor();
    const text = await page.locator("main").innerText();
    const parts = [
      "Editor, Kranich Verlag",
      "Likes <b>bold</b> type.",
      "zoe@example.com",
      "+49 30 5550123",
      "example.com/zoe",
      "Rua das Flores 12",
      "Portugal",
      "2 July",
      "every 30 days",
      "Send the photos",
      "Repeats every month",
      "Return the book",
      "due yesterday",
    ];
    expect(parts.filter((part) => !text.includes(part))).toEqual([]);
    expect(text).not.toContain("The end.");
    await press("Show all");
    await expect.poll(() => page.locator(".note").innerText())
      .toContain("<img src=x onerror=alert(1)> The end.");
  });

  test("has on a phone, below the name, what can be done with a number", async () => {
    const phone = { viewport: { width: 390, height: 844 } };
    const it = await open("contacts/<id>", fillAccount, phone);
    await it.allowClipboard();
    const number = "+49 30 5550123";
    for (const [name, href] of [["Call", "tel:+49305550123"], ["Message", "sms:+49305550123"]]) {
      const way = it.link(`${name} ${number}`);
      expect(await way.getAttribute("href")).toBe(href);
      expect((await way.boundingBox())!.y).toBeLessThan(844);
    }
    expect(await it.link("Mail zoe@example.com").getAttribute("href"))
      .toBe("mailto:zoe%40example.com");
    await it.press(`Copy ${number}`);
    await it.see(`${number} copied.`);
    expect(await it.clipboard()).toBe(number);
    const before = await it.page.evaluate(() => scrollY);
    await it.press("Edit");
    await it.expectFocus("First name");
    expect(Math.abs(await it.page.evaluate(() => scrollY) - before)).toBeLessThan(844);
  });

  test("makes it a favourite, archives and deletes it without a question, and all comes back", async () => {
    const it = await openZoe();
    it.expectOnConsole(/status of 404/);
    const star = it.button("Favourite");
    await star.click();
    await expect.poll(() => star.getAttribute("aria-pressed")).toBe("false");
    expect((await it.now()).isFavorite).toBe(false);
    await it.choose(/^More for Zoë/, "Archive");
    await it.toast("is archived").waitFor();
    await it.follow("All contacts");
    await it.link(/Ana/).waitFor();
    expect(await it.link(/Zoë/).count()).toBe(0);
    await it.press("Archived");
    await it.follow(/Zoë/);
    await it.page.getByText("Archived", { exact: true }).waitFor();
    await it.choose(/^More for Zoë/, "Delete");
    await it.title("People");
    expect(await it.person.names()).toEqual(["Ana", "Bela"]);
    await it.undo("Zoë Müller is deleted.");
    await it.link(/Zoë/).waitFor();
    expect(await it.now()).toMatchObject({ isArchived: true, company: "Kranich Verlag" });
  });

  test("knows that one has talked today", async () => {
    const { now, see, press, undo } = await openZoe();
    await see(/due 2 weeks ago/);
    await press("We talked");
    await see(/in 4 weeks \(every 30 days\)/);
    expect((await now()).needsContact).toBe(false);
    await undo("You were in touch");
    await see(/due 2 weeks ago/);
  });

  test("leads to the contact that it was merged into", async () => {
    const { page, person, id, title, toast, expectOnConsole } = await openZoe();
    expectOnConsole(/status of 404/);
    const bela = (await person.contacts()).find(({ firstName }) => firstName === "Bela")!;
    await person.kith.contacts.merge(bela.id, { duplicateId: id });
    await page.reload();
    await title(/Bela/);
    await toast("was merged into this one").waitFor();
    expect(page.url()).toContain(bela.id);
  });

  test("shares it as a vCard", async () => {
    const { page, choose } = await openZoe();
    const download = page.waitForEvent("download");
    await choose(/^More for Zoë/, "Share as vCard");
    expect((await download).suggestedFilename()).toBe("Zoë Müller.vcf");
  });

  test("merges it with another one, as the list does with two that are selected", async () => {
    const it = await openZoe();
    const merge = async () => {
      await it.press("Show the result");
      await it.press("Merge", it.dialog());
      await expect.poll(it.person.names).toHaveLength(2);
      await it.undo("Merged into");
      await it.see(/^Undone: Merged/);
      expect(await it.person.names()).toEqual(["Ana", "Bela", "Zoë Müller"]);
    };
    await it.choose(/^More for Zoë/, "Merge with…");
    await it.type("bel");
    await it.dialog().getByRole("option", { name: "Bela" }).waitFor();
    await it.keys("Enter");
    await merge();
    await it.follow("All contacts");
    await it.press("Select");
    for (const name of [/^Ana/, /^Bela/]) await it.box(name).click();
    await it.press("Merge", it.page.getByRole("group", { name: "Selected contacts" }));
    await merge();
  });
});

describe("the details of a contact become fields in their place", () => {
  test("and are saved, with the focus back at the button, and undone", async () => {
    const it = await openZoe();
    await it.button("Edit").focus();
    await it.keys("Enter");
    await it.expectFocus("First name");
    expect(await it.dialog().count()).toBe(0);
    expect(await it.button("Edit").count()).toBe(0);
    await it.fill("Last name", "Meier");
    await it.press("Remove phone number 1");
    await it.box("Family").check();
    await it.nickname.fill("Zo");
    await it.keys("Enter");
    await it.gone(it.button("Save"));
    await it.expectFocus("Edit");
    await it.title(/Zoë Meier/);
    const company = "Kranich Verlag";
    const changed = await it.now();
    expect(changed).toMatchObject({ lastName: "Meier", nickname: "Zo", phones: [], company });
    expect(changed.networkIds).toHaveLength(2);
    await it.page.locator(".details").getByText("Zo", { exact: true }).waitFor();
    await it.undo("Zoë Meier is saved.");
    await it.title(/Zoë Müller/);
    expect(await it.now()).toMatchObject({ lastName: "Müller", phones: [{ label: null }] });
  });

  test("and are given up by Escape, after a question where something was typed", async () => {
    const { now, press, form, nickname, keys, gone, dialog, expectFocus } = await openZoe();
    await press("Edit");
    await keys("Escape");
    await gone(form);
    await expectFocus("Edit");
    await press("Edit");
    await nickname.fill("Zo");
    await keys("Escape");
    await dialog("Close without saving?").waitFor();
    await press("Back to the form");
    await expectFocus("Nickname");
    expect(await nickname.inputValue()).toBe("Zo");
    await press("Cancel");
    await press("Close without saving");
    await gone(form);
    await expectFocus("Edit");
    await press("Edit");
    expect(await nickname.inputValue()).toBe("");
    expect((await now()).nickname).toBeNull();
  });

  test("and are kept while the server is away, while one is elsewhere, and when others change them", async () => {
    const it = await openZoe();
    it.expectOnConsole(/status of 503/);
    const repair = await it.failing(/\/contacts\/[^/]+$/, "PATCH");
    await it.press("Edit");
    await it.nickname.fill("Zo");
    await it.press("Save");
    await it.see("The database is away.", it.form);
    await it.fromMenu("Activity");
    await it.title("Activity");
    await it.person.kith.contacts.update(it.id, { company: "Elsewhere" });
    await it.page.goBack();
    await expect.poll(() => it.nickname.inputValue()).toBe("Zo");
    // It stands on top of what was changed meanwhile, which is said.
    await it.see("This was changed elsewhere meanwhile", it.form);
    expect(await it.field("Company", it.form).inputValue()).toBe("Elsewhere");
    await repair();
    await it.press("Save");
    await it.gone(it.form);
    expect(await it.now()).toMatchObject({ nickname: "Zo", company: "Elsewhere" });
  });

  test("and are saved at once where only something else of the contact was changed", async () => {
    const { person, id, now, press, form, nickname, see, gone, expectOnConsole } = await openZoe();
    expectOnConsole(/status of 412/);
    await press("Edit");
    await nickname.fill("Zo");
    // On this page, and by somebody else.
    await press("We talked");
    await see("You were in touch");
    await person.kith.contacts.update(id, { isFavorite: false });
    await press("Save");
    await gone(form);
    expect(await now()).toMatchObject({ nickname: "Zo", isFavorite: false, needsContact: false });
  });

  test("and can be typed into while a network is added", async () => {
    const { now, press, form, fill, nickname, hold, box, gone } = await openZoe();
    await press("Edit");
    const release = await hold(/\/networks$/);
    await fill("New network", "Friends");
    await press("Add network");
    await nickname.fill("Zo");
    release();
    await expect.poll(() => box("Friends").isChecked()).toBe(true);
    await press("Save");
    await gone(form);
    expect(await now()).toMatchObject({ nickname: "Zo", networkIds: { length: 2 } });
  });
});
