import { expect, test } from "vitest";
import { daysAgo, fillAccount, newPerson, people } from "./support/account.ts";
import { open, visit, type VisitOptions } from "./support/visit.ts";

/** The page of a contact that much is known of. */
async function openZoe(options?: VisitOptions) {
  const it = await open("contacts/<id>", fillAccount, options);
  await it.title(/Zoë/);
  const form = it.page.getByRole("form", { name: "Edit Zoë Müller" });
  return { ...it, form, nickname: form.getByLabel("Nickname") };
}

test("a new contact has a phone and a birthday by five keys beyond the words", async () => {
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

test("a new contact is written with all its details, after a refusal that loses none, and undone", async () => {
  const it = await open("contacts");
  it.expectOnConsole(/status of 40[04]/);
  await it.press("New contact");
  await it.fill("E-mail address", "nobody");
  await it.fill("Phone number", "+49 30 5550199");
  await it.press("Add phone number");
  await it.fill("Phone number 2", "0170 1234567");
  await it.fill("Label of phone number 2", "mobile");
  await it.field("Be in touch").selectOption("Every month");
  await it.fill("Birthday", "29 feb");
  await it.press("Add address");
  await it.fill("City", "Porto".repeat(100));
  await it.fill("About them", "Met at the fair.");
  await it.fill("New network", "Friends");
  await it.press("Add network");
  await expect.poll(() => it.box("Friends").isChecked()).toBe(true);
  await it.press("Add contact");
  await it.see("Some of it cannot be saved");
  expect(await it.page.locator(".field-problem").count(), "name, e-mail address, city").toBe(3);
  expect(await it.field("E-mail address").inputValue()).toBe("nobody");
  await it.fill("First name", "Ana");
  await it.fill("Company", "Kranich Verlag");
  await it.fill("E-mail address", "ana@example.com");
  await it.fill("City", "Porto");
  await it.page.getByText("Middle name, titles, pronouns…").click();
  await it.fill("Pronouns", "she/her");
  await it.press("Add contact");
  await it.title("Ana");
  expect(await it.person.contacts()).toMatchObject([{
    firstName: "Ana",
    lastName: null,
    pronouns: "she/her",
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
  await it.see("is deleted");
  expect(await it.person.names()).toEqual([]);
});

test("a date is read as it is typed, keeps its kind beside a label, comes up on Today, and a death ends what is due", async () => {
  const person = await newPerson();
  const due = { contactFrequencyDays: 7, lastContactedAt: daysAgo(30) };
  const day = daysAgo(-1).slice(0, 10);
  const dates = [{ kind: "nameDay", label: "Saint Anne", date: `--${day.slice(5)}` }];
  const { id } = await person.kith.contacts.create({ firstName: "Ana", dates, ...due });
  const it = await visit({ person, view: `contacts/${id}` });
  await it.see(/due 3 weeks ago/);
  const group = (number: number) => it.page.getByRole("group", { name: `Date ${number}` });
  await it.press("Edit");
  await it.press("Add date");
  await it.field("Date", group(2)).fill("20 June 2015");
  await it.fill("Label of date 2", "anniversary");
  await it.press("Add date");
  await it.field("Date", group(3)).fill("2020-05");
  await it.fill("Label of date 3", "Death");
  await it.press("Save");
  await it.see("Died 2020-05");
  await expect.poll(() => it.page.getByText(/due 3 weeks ago/).count()).toBe(0);
  expect((await person.contacts())[0]!.dates).toEqual([
    ...dates,
    { kind: "anniversary", label: null, date: "2015-06-20" },
    { kind: "death", label: null, date: "2020-05" },
  ]);
  await it.undo("Ana is saved.");
  await it.see(/due 3 weeks ago/);
  await it.follow("Today");
  await it.see("Tomorrow");
  await it.press(/^Tomorrow/);
  await it.see("Saint Anne");
});

test("a field of one's own is made from the form, filled in, shown and cleared", async () => {
  const person = await newPerson();
  const { id } = await person.kith.contacts.create({ firstName: "Ana" });
  const it = await visit({ person, view: `contacts/${id}` });
  await it.press("Edit");
  await it.press("Edit fields");
  await it.press("New field");
  await it.field("Name", it.dialog()).fill("Diet");
  await it.field("Type", it.dialog()).selectOption("One of several");
  await it.field("Choices, with commas between", it.dialog()).fill("vegan, omnivore");
  await it.press("Add field");
  await it.see("One of several · vegan, omnivore");
  await it.page.keyboard.press("Escape");
  await it.field("Diet").selectOption("vegan");
  await it.press("Save");
  await it.toast("Ana is saved.").waitFor();
  expect((await person.contacts())[0]!.custom).toEqual({ diet: "vegan" });
  await it.see("vegan");
  await it.press("Edit");
  await it.field("Diet").selectOption("–");
  await it.press("Save");
  await expect.poll(async () => (await person.contacts())[0]!.custom).toEqual({});
});

test("the page of a contact shows all that is known, with text as text, and what is done there comes back", async () => {
  const it = await openZoe();
  it.expectOnConsole(/status of 404/);
  // The contact itself and its timeline are requests of their own: each comes in its own time.
  await it.item("Phone call").waitFor();
  await it.item("Return the book").waitFor();
  await it.press("All details");
  const text = await it.page.locator("main").innerText();
  const parts = [
    "Editor, Kranich Verlag",
    "Likes <b>bold</b> type.",
    "zoe@example.com",
    "+49 30 5550123",
    "example.com/zoe",
    "Rua das Flores 12",
    "Portugal",
    "2 July",
    "Every month",
    "Send the photos",
    "Repeats every month",
    "Return the book",
    "due yesterday",
  ];
  expect(parts.filter((part) => !text.includes(part)), "what is missing").toEqual([]);
  await it.page.getByText("2 more lines").click();
  await it.see("X-AIM:zoe-im");
  expect(text, "a long note is folded").not.toContain("The end.");
  await it.press("Show all");
  await it.see("<img src=x onerror=alert(1)> The end.");
  const download = it.page.waitForEvent("download");
  await it.choose(/^More for Zoë/, "Share as vCard");
  expect((await download).suggestedFilename()).toBe("Zoë Müller.vcf");
  await it.see(/due 2 weeks ago/);
  await it.press("We talked");
  await it.see(/^Every month · last .* · in 4 weeks$/);
  expect((await it.now()).needsContact, "after they talked").toBe(false);
  await it.undo("You were in touch");
  await it.see(/due 2 weeks ago/);
  const star = it.button("Favourite");
  await star.click();
  await expect.poll(() => star.getAttribute("aria-pressed")).toBe("false");
  expect((await it.now()).isFavorite).toBe(false);

  await it.choose(/^More for Zoë/, "Archive");
  await it.toast("is archived").waitFor();
  await it.follow("All contacts");
  await it.link(/Ana/).waitFor();
  expect(await it.link(/Zoë/).count(), "archived").toBe(0);
  await it.press("Archived");
  await it.follow(/Zoë/);
  await it.page.getByText("Archived", { exact: true }).waitFor();
  await it.choose(/^More for Zoë/, "Delete");
  await it.press("Delete", it.dialog("Delete Zoë Müller?"));
  await it.title("People");
  expect(await it.person.names()).toEqual(["Ana", "Bela"]);
  await it.undo("Zoë Müller is deleted.");
  await it.link(/Zoë/).waitFor();
  expect(await it.now()).toMatchObject({ isArchived: true, company: "Kranich Verlag" });
});

test("a phone has below the name what can be done with a number, and the form where one looks", async () => {
  const it = await openZoe({ viewport: { width: 390, height: 844 } });
  await it.allowClipboard();
  const number = "+49 30 5550123";
  for (const [name, href] of [["Call", "tel:+49305550123"], ["Message", "sms:+49305550123"]]) {
    const way = it.link(`${name} ${number}`);
    expect(await way.getAttribute("href")).toBe(href);
    expect((await way.boundingBox())!.y, `${name} is on the screen`).toBeLessThan(844);
  }
  expect(await it.link("Mail zoe@example.com").getAttribute("href"))
    .toBe("mailto:zoe%40example.com");
  await it.press(`Copy ${number}`);
  await it.see(`${number} copied.`);
  expect(await it.clipboard()).toBe(number);
  const before = await it.page.evaluate(() => scrollY);
  await it.press("Edit");
  await it.expectFocus("First name");
  expect(Math.abs(await it.page.evaluate(() => scrollY) - before), "Edit scrolls by")
    .toBeLessThan(844);
});

test("on a phone the last note is in the first screen, and one line says and changes how often one is in touch", async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const it = await openZoe(phone);
  const last = it.page.locator(".last-note");
  await last.waitFor();
  const { y, height } = (await last.boundingBox())!;
  expect(y + height, "above the tabs").toBeLessThan(844 - 60);
  expect(await it.page.locator(".details > :visible").count(), "details").toBe(3);
  const whatsApp = it.link("WhatsApp");
  expect(await whatsApp.getAttribute("href")).toBe("https://wa.me/49305550123");
  expect((await whatsApp.boundingBox())!.y).toBeLessThan(y);
  const rhythm = /^In touch with Zoë Müller/;
  expect(await it.button(rhythm).innerText()).toMatch(/^Every month · last .* · due 2 weeks ago$/);
  await it.choose(rhythm, "How often…");
  await it.field("Be in touch").selectOption("Every 3 months");
  await it.press("Save", it.dialog());
  await expect.poll(() => it.button(rhythm).innerText()).toMatch(/^Every 3 months/);
  await it.undo("every 3 months");
  await it.choose(rhythm, "Later: in a week");
  await it.toast("not before").waitFor();
  await it.undo("not before");
  await it.choose(rhythm, "We talked on…");
  await it.fill("Day", "yesterday");
  await it.press("Save", it.dialog());
  await it.see(/^You were in touch with Zoë Müller /);
  await expect.poll(async () => (await it.now()).needsContact).toBe(false);
});

test("a talk is an entry of the timeline, to which a word is added in its place, and goes when it is undone", async () => {
  const it = await openZoe();
  const notes = it.page.locator("li.note");
  await expect.poll(() => notes.count()).toBe(1);
  await it.press("We talked");
  await it.see("We talked.", notes.first());
  await it.press("Add a word");
  await it.expectFocus("What about?");
  await it.type("Her new job.");
  await it.keys("Enter");
  await it.see("Her new job.", notes.first());
  await it.press("We talked");
  await expect.poll(() => notes.count()).toBe(3);
  await it.undo("You were in touch");
  await expect.poll(() => notes.count()).toBe(2);
  expect((await it.person.notes()).map(({ content }) => content)).toContain("Her new job.");
});

test("a contact is merged on its page and in the list; the page of the other leads to the one that is left", async () => {
  const it = await openZoe();
  it.expectOnConsole(/status of 404/);
  const merge = async () => {
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
  const bela = (await it.person.contacts()).find(({ firstName }) => firstName === "Bela")!;
  await it.person.kith.contacts.merge(bela.id, { duplicateId: it.id });
  await it.goto(`contacts/${it.id}`);
  await it.title(/Bela/);
  await it.toast("was merged into this one").waitFor();
  expect(it.page.url()).toContain(bela.id);
});

test("the details of a contact become fields in their place, are saved, undone and given up, by the keyboard", async () => {
  const it = await openZoe();
  const { form, nickname } = it;
  await it.button("Edit").focus();
  await it.keys("Enter");
  await it.expectFocus("First name");
  expect([await it.dialog().count(), await it.button("Edit").count()]).toEqual([0, 0]);
  await it.fill("Last name", "Meier");
  await it.press("Remove phone number 1");
  await it.box("Family").check();
  const release = await it.hold(/\/networks$/);
  await it.fill("New network", "Friends");
  await it.press("Add network");
  // While the network is added.
  await nickname.fill("Zo");
  release();
  await expect.poll(() => it.box("Friends").isChecked()).toBe(true);
  await nickname.press("Enter");
  await it.gone(it.button("Save"));
  await it.expectFocus("Edit");
  await it.title(/Zoë Meier/);
  const company = "Kranich Verlag";
  const changed = await it.now();
  expect(changed).toMatchObject({ lastName: "Meier", nickname: "Zo", phones: [], company });
  expect(changed.networkIds).toHaveLength(3);
  await it.press("All details");
  await it.see(/^Zo$/);
  await it.undo("Zoë Meier is saved.");
  await it.title(/Zoë Müller/);
  expect(await it.now())
    .toMatchObject({ lastName: "Müller", nickname: null, phones: [{ label: null }] });

  await it.press("Edit");
  await it.keys("Escape");
  await it.gone(form);
  await it.expectFocus("Edit");
  await it.press("Edit");
  await nickname.fill("Zo");
  await it.keys("Escape");
  await it.dialog("Close without saving?").waitFor();
  await it.press("Back to the form");
  await it.expectFocus("Nickname");
  expect(await nickname.inputValue(), "after the question").toBe("Zo");
  await it.press("Cancel");
  await it.press("Close without saving");
  await it.gone(form);
  await it.expectFocus("Edit");
  await it.press("Edit");
  expect(await nickname.inputValue(), "after it was given up").toBe("");
  expect((await it.now()).nickname).toBeNull();
});

test("details are kept while the server is away and while one is elsewhere, and overwrite nothing that others change", async () => {
  const it = await openZoe();
  it.expectOnConsole(/status of (503|412)/);
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

  await it.press("Edit");
  await it.nickname.fill("Zozo");
  // On this page, and by somebody else: what the form does not have is no reason to ask.
  await it.press("We talked");
  await it.see("You were in touch");
  await it.person.kith.contacts.update(it.id, { isFavorite: false });
  await it.press("Save");
  await it.gone(it.form);
  expect(await it.now())
    .toMatchObject({ nickname: "Zozo", isFavorite: false, needsContact: false });
});

test("somebody who is deleted may take their notes along, and comes back from where they were", async () => {
  const it = await open("contacts/<Ana>", async (person) => {
    const made = await people("Ana")(person);
    for (const content of ["Tea.", "See https://example.com/a?b=1. And javascript:alert(1)"]) {
      await person.kith.notes.create({ content, contactIds: [made.ids.Ana!] });
    }
    return made;
  });
  it.expectOnConsole(/status of 404/);
  const link = it.page.locator(".note").getByRole("link", { name: /example/ });
  expect(await link.getAttribute("href"), "a link without what ends the sentence")
    .toBe("https://example.com/a?b=1");
  expect(await it.page.locator(".note a").count(), "of a kind that is safe").toBe(1);
  await it.choose(/^More for Ana/, "Delete");
  await it.see("2 notes will be about nobody");
  await it.box("Delete the notes too").check();
  await it.press("Delete", it.dialog());
  await it.title("People");
  expect(await it.person.notes()).toEqual([]);
  await it.page.goBack();
  await it.see("Ana is deleted");
  await it.press("Restore");
  await it.see("Tea.");
  expect(await it.person.notes()).toHaveLength(2);
});

test("a person leads to everybody in their city and at their company, and a number to what it is for", async () => {
  const it = await open("contacts/<Ana>", async (person) => {
    const made = await people("Ana", "Ben", "Cleo")(person);
    const { Ana, Ben } = made.ids;
    await person.kith.contacts.update(Ana!, {
      company: "Kranich Verlag",
      phones: [{ value: "+351 21 123", label: "Signal" }],
      addresses: [{ city: "Lisbon" }],
    });
    await person.kith.contacts.update(Ben!, { company: "Kranich Verlag" });
    return made;
  });
  await expect.poll(() => it.link("Message").first().getAttribute("href"))
    .toBe("https://signal.me/#p/+35121123");
  await it.follow("Kranich Verlag");
  await it.title("People");
  const names = () => it.page.locator(".contact-words").allTextContents();
  await expect.poll(names).toEqual(["Ana", "Ben"]);
  await it.page.goBack();
  await it.press("All details");
  await it.follow("Everybody in Lisbon");
  await expect.poll(names).toEqual(["Ana"]);
  await it.press("in Lisbon");
  await expect.poll(names).toEqual(["Ana", "Ben", "Cleo"]);
});

test("who is related to somebody is said in a few words, leads to them, and is taken back", async () => {
  const { fill, keys, see, page, press, title, person } = await openZoe();
  await person.kith.contacts.create({ firstName: "Max", lastName: "Sander" });
  const relate = async (words: string) => {
    await fill("Add somebody", words);
    await keys("Enter");
  };
  await relate("brother max sander");
  await see("brother Max Sander");
  await relate("best friend Kim");
  await see("best friend Kim");
  await press("Remove “best friend Kim”");
  await see("It is removed.");
  await page.getByRole("link", { name: "brother Max Sander" }).click();
  await title("Max Sander");
  await see("sibling Zoë Müller");
});

test("a family is drawn in generations with links, where there are three or more", async () => {
  const it = await openZoe();
  const family = it.page.getByRole("group", { name: "Family" });
  const add = async (firstName: string, kind: string) => {
    const { id } = await it.person.kith.contacts.create({ firstName });
    await it.person.kith.relationships.create({ contactId: it.id, relatedContactId: id, kind });
    await it.page.reload();
    await it.see(`${kind} ${firstName}`);
  };
  await add("Ada", "parent");
  await add("Jo", "friend");
  await add("Ben", "spouse");
  expect(await family.count()).toBe(0);
  await add("Cleo", "child");
  const rows = await family.locator(".family-row").allInnerTexts();
  expect(rows.map((row) => row.replace(/\s+/g, " "))).toEqual([
    expect.stringMatching(/Ada$/),
    expect.stringMatching(/Zoë Müller .*Ben$/),
    expect.stringMatching(/Cleo$/),
  ]);
  await family.getByRole("link", { name: "Cleo" }).click();
  await it.title("Cleo");
});

test("a contact becomes the owner's own card and ceases to be", async () => {
  const it = await openZoe();
  await it.choose(/^More for Zoë/, "This is me");
  await it.see("This is you");
  await it.fill("Add somebody", "sister Maria");
  await it.keys("Enter");
  await it.see("sister Maria");
  await it.choose(/^More for Zoë/, "This is not me");
  await it.gone(it.page.getByText("This is you"));
});
