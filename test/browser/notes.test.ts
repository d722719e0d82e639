import { expect, test } from "vitest";
import { daysAgo, fillAccount, people, type Person } from "./support/account.ts";
import { noNetwork } from "./support/kept.ts";
import { open } from "./support/visit.ts";

/** Three notes: about Ana, about nobody, and a call long ago. */
async function openNotes() {
  const it = await open("notes", async (person: Person) => {
    const { ids } = await people("Ana")(person);
    const type = await person.kith.noteTypes.create({ name: "Call" });
    const note = (content: string, occurredAt: string, more: object = {}) =>
      person.kith.notes.create({ content, occurredAt, ...more });
    const about = await note("Talked about lenses.", "2024-05-17", { contactIds: [ids.Ana] });
    await note("A thought about nobody.", "2025-01-02T10:30:00Z");
    await note("An old call.", "2020-02-29", { noteTypeId: type.id });
    return { ids, about, call: type };
  });
  const shown = () => it.page.locator("li.note .prose").allTextContents();
  const shownAre = (why: string, ...contents: string[]) =>
    expect.poll(shown, { message: why }).toEqual(contents);
  return { ...it, shownAre };
}

test("all notes are there, the newest first, are searched, limited to a type and to days, and written about nobody", async () => {
  const it = await openNotes();
  const { page, shownAre, fill } = it;
  const all = ["A thought about nobody.", "Talked about lenses.", "An old call."];
  await shownAre("the newest first", ...all);
  await page.getByRole("list", { name: "About" }).getByRole("link", { name: "Ana" }).click();
  await it.title("Ana");
  await page.goBack();
  await it.title("Notes");
  await it.keys("/");
  await it.type("lenses");
  await shownAre("by a word", "Talked about lenses.");
  await page.waitForURL(/#\/notes\?search=lenses/);
  await page.reload();
  await shownAre("by the address", "Talked about lenses.");
  await page.getByRole("searchbox").fill("");
  await shownAre("without a word", ...all);
  await page.getByText("Only one type, or some days").click();
  await it.field("Notes of type").selectOption({ label: " Call" });
  await shownAre("of a type", "An old call.");
  await fill("From", "2024-01-01");
  await it.see("No matching notes");
  await it.press("Show all notes");
  await shownAre("without limits", ...all);
  await fill("From", "17 may 2024");
  await fill("To", "17/5/2024");
  await shownAre("of a day", "Talked about lenses.");
  await fill("To", "2024-05-16");
  await it.see("This is before the first day.");
  await shownAre("a last day before the first does not count", ...all.slice(0, 2));
  await it.goto("notes");
  await shownAre("at the address alone", ...all);
  await page.getByRole("heading", { name: "Notes", level: 1 }).focus();
  await it.keys("n");
  await it.expectFocus("New note");
  await it.type("Water the plants.");
  await it.see("Type @ and a name to say who it is about.");
  await it.keys("Enter");
  await shownAre("what was written", "Water the plants.", ...all);
  expect((await it.person.notes())[0])
    .toMatchObject({ content: "Water the plants.", contactIds: [] });
  await it.undo("The note is saved.");
  await shownAre("taken back", ...all);
});

test("a note that is edited is put on top of what others change in the same moment; one that was deleted says so", async () => {
  const it = await openNotes();
  it.expectOnConsole(/status of (412|404)/);
  const form = it.dialog("Edit the note");
  const text = it.field("Note", form);
  const edit = async (content: string) => {
    await it.choose("More for the note of 17 May 2024", "Edit");
    await text.fill(content);
    await it.press("Save", form);
  };
  let isFirst = true;
  await it.page.route(/\/notes\/[\w-]+$/, async (route) => {
    if (isFirst && route.request().method() === "PATCH") {
      isFirst = false;
      const theirs = { content: "Theirs.", noteTypeId: it.call.id };
      await it.person.kith.notes.update(it.about.id, theirs);
    }
    await route.continue();
  });
  await edit("Mine.");
  await it.see("This was changed elsewhere meanwhile", form);
  expect(await text.inputValue()).toBe("Mine.");
  expect(await it.field("Type", form).inputValue()).toBe(it.call.id);
  await it.press("Save", form);
  await it.gone(form);
  const now = (await it.person.notes()).find(({ id }) => id === it.about.id);
  expect(now).toMatchObject({ content: "Mine.", noteTypeId: it.call.id });
  await it.choose("More for the note of 17 May 2024", "Edit");
  await text.fill("Lost?");
  await it.person.kith.notes.delete(it.about.id);
  await it.press("Save", form);
  await form.getByRole("alert").waitFor();
  expect(await text.inputValue(), "can be copied").toBe("Lost?");
});

test("a note about a contact is written where one looks, with a type and a day, edited and deleted, and comes back", async () => {
  const it = await open("contacts/<id>", fillAccount);
  const contents = async () => (await it.person.notes()).map(({ content }) => content.slice(0, 6));
  await it.fill("New note", "Talked about the trip.");
  await it.field("Type").selectOption({ label: "Phone call" });
  await it.fill("Day", "2024-05-17");
  await it.press("Save note");
  const written = it.item("Talked about the trip.");
  // A day alone has no time.
  await expect.poll(() => written.locator("time").textContent()).toBe("17 May 2024");
  await it.see("Phone call", written);
  expect(await it.field("New note").inputValue()).toBe("");
  await it.undo("The note is saved.");
  await it.gone(written);
  expect(await contents()).toEqual(["Talked"]);
  const card = it.page.locator("li.note");
  const menu = /^More for the note/;
  await it.choose(menu, "Edit");
  await it.field("Note", it.dialog()).fill("Shorter.");
  await it.press("Save");
  await it.see("Shorter.", card);
  expect(await it.person.notes())
    .toMatchObject([{ content: "Shorter.", contactIds: [it.id, expect.any(String)] }]);
  await it.choose(menu, "Delete");
  await it.gone(card);
  await it.press("Notes", it.page.getByRole("group", { name: "Show only" }));
  await it.see("No notes about this contact yet.");
  await it.undo("The note is deleted.");
  await it.see("Shorter.", card);
});

test.each([
  ["en-GB", "5 Mar 2026, 15:50", "4 Mar 2026"],
  ["de-DE", "5. März 2026, 15:50", "4. März 2026"],
])("a note shows the day alone or the time, as %s writes them", async (locale, time, day) => {
  const { page } = await open("contacts/<Ana>", async (person) => {
    const { ids } = await people("Ana")(person);
    await person.kith.me.update({ timezone: "Asia/Kolkata" });
    for (const occurredAt of ["2026-03-04", "2026-03-05T10:20:00Z"]) {
      await person.kith.notes.create({ content: "Met.", occurredAt, contactId: ids.Ana });
    }
    return { ids };
  }, { locale });
  await expect.poll(() => page.locator("li.note time").allTextContents()).toEqual([time, day]);
});

test("a note that is written without a connection is saved once, when there is one", async () => {
  const it = await open("contacts/<Ana>", people("Ana"));
  it.expectOnConsole(noNetwork);
  const contents = async () => (await it.person.notes()).map(({ content }) => content).sort();
  await it.fill("New note", "We met at the lake.");
  // The first time it arrives, and the answer does not.
  await it.page.route(/\/notes$/, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await it.press("Save note");
  await it.see("1 note waits on this device");
  expect(await it.field("New note").inputValue()).toBe("");
  await it.offline();
  await it.fill("New note", "We talked on the way.");
  await it.press("Save note");
  await it.see("2 notes wait on this device");
  expect(await contents()).toEqual(["We met at the lake."]);
  await it.page.unroute(/\/notes$/);
  await it.offline(false);
  await it.gone(it.page.getByText("on this device for a connection"));
  expect(await contents(), "each once").toEqual(["We met at the lake.", "We talked on the way."]);
  await it.see("We talked on the way.", it.page.locator(".timeline .prose"));
});

test("a lunch is a note and a reminder, in one change set, by three keys beyond the words", async () => {
  const it = await open("today", people("Anna", "Annabel", "Ben"));
  await it.field("New note").click();
  for (const [words, name] of [["lunch with @", "Anna"], ["and @", "Ben"]] as const) {
    await it.type(words + name);
    // Before the answer, too.
    await it.keys("Enter");
    await it.button(`Remove ${name}`).waitFor();
  }
  await it.type(", talk again in 2 weeks");
  await it.page.getByRole("button", { name: /^Reminder: Talk again/, pressed: true }).waitFor();
  await it.keys("Enter");
  await it.see("The note is saved, and a reminder is set for");
  const contactIds = [it.ids.Anna, it.ids.Ben];
  const dueAt = expect.stringContaining(daysAgo(-14).slice(0, 10));
  const content = "lunch with Anna and Ben";
  expect(await it.person.notes()).toMatchObject([{ content, contactIds }]);
  expect(await it.person.reminders()).toMatchObject([{ title: "Talk again", contactIds, dueAt }]);
  await it.press("Undo");
  await it.see("Undone:");
  expect([await it.person.notes(), await it.person.reminders()]).toEqual([[], []]);
});

test("the composer says what it will save, its button too, and offers people who are named in full", async () => {
  const it = await open("today", async ({ kith }) => {
    const { id } = await kith.contacts.create({ firstName: "Anna", lastName: "Kowalska" });
    return { id };
  });
  const saves = it.page.getByRole("group", { name: "What will be saved" });
  const savesAre = (...texts: (string | RegExp)[]) =>
    expect.poll(async () => (await saves.locator("> *").allInnerTexts()).map((each) => each.trim()))
      .toEqual(texts.map((text) => expect.stringMatching(text)));
  const note = it.field("New note");
  await note.fill("Call with Anna Kowalska today");
  await savesAre(/^Note · today$/);
  await it.press("About Anna Kowalska?");
  await savesAre(/^Note about Anna Kowalska · today$/);
  expect(await it.button("Set reminder").count()).toBe(0);
  await note.fill("Met @Anna Kowalska yesterday, call her every first monday at 10");
  await savesAre(
    /^Note about Anna Kowalska · yesterday$/,
    /^Reminder: Call her · Mon,? \d+ \w+( \d{4})? 10:00 · every month on the first Monday$/,
  );
  await it.button("Save both").waitFor();
  await it.press(/^Reminder: Call her/);
  await it.button("Save note").waitFor();
  await note.fill("call @Anna Kowalska tomorrow");
  await it.press(/^Reminder: Call/);
  await it.press("Set reminder");
  await expect.poll(it.person.reminders).toMatchObject([{
    title: "Call Anna Kowalska",
    contactId: it.id,
  }]);
  expect(await it.person.notes()).toEqual([]);
  await note.fill("Call her mother every last day of the month");
  await it.press("Set reminder");
  await expect.poll(async () => (await it.person.reminders()).map(({ recurrence }) => recurrence))
    .toContainEqual(expect.stringMatching(/^FREQ=MONTHLY(;BYDAY=.*;BYSETPOS=-1)?$/));
});

test("keys of an input method save nothing, choose nobody and close nothing", async () => {
  const it = await open("contacts/<Ben>", people("Ana", "Ben"));
  const field = it.field("New note");
  /** A key that ends what is composed, as Chromium and Firefox say it, and as Safari does. */
  const compose = async (key: string) => {
    for (const way of [{ isComposing: true }, { keyCode: 229 }]) {
      await it.page.evaluate(([name, how]) => {
        document.activeElement!.dispatchEvent(
          new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true, ...how }),
        );
      }, [key, way] as const);
    }
  };
  await field.fill("漢字 @An");
  await it.page.getByRole("option", { name: "Ana" }).waitFor();
  await compose("Enter");
  await compose("Escape");
  expect(await field.inputValue()).toBe("漢字 @An");
  expect(await it.page.getByRole("option", { name: "Ana" }).count()).toBe(1);
  await it.page.keyboard.press("Enter");
  await expect.poll(() => field.inputValue()).toBe("漢字 @Ana ");
  await compose("Enter");
  expect(await field.inputValue()).toBe("漢字 @Ana ");
  await it.page.keyboard.press("Enter");
  await expect.poll(() => it.page.locator("li.note .prose").allTextContents())
    .toEqual(["漢字 Ana"]);
});
