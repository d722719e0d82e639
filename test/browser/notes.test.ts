import { describe, expect, test } from "vitest";
import { daysAgo, fillAccount, people, type Person } from "./support/account.ts";
import { noNetwork } from "./support/kept.ts";
import { open } from "./support/visit.ts";

/** Three notes: about Ana, about nobody, and a call long ago. */
async function threeNotes(person: Person) {
  const { ids } = await people("Ana")(person);
  const type = await person.kith.noteTypes.create({ name: "Call" });
  const note = (content: string, occurredAt: string, more: object = {}) =>
    person.kith.notes.create({ content, occurredAt, ...more });
  const about = await note("Talked about lenses.", "2024-05-17", { contactIds: [ids.Ana] });
  await note("A thought about nobody.", "2025-01-02T10:30:00Z");
  await note("An old call.", "2020-02-29", { noteTypeId: type.id });
  return { ids, about, call: type };
}

async function openNotes() {
  const opened = await open("notes", threeNotes);
  const shown = () => opened.page.locator("li.note .prose").allTextContents();
  await expect.poll(shown).toHaveLength(3);
  return { ...opened, shown };
}

describe("all notes", () => {
  test("are there, the newest first, those about nobody too, with the people of the others", async () => {
    const { page, shown, title } = await openNotes();
    expect(await shown())
      .toEqual(["A thought about nobody.", "Talked about lenses.", "An old call."]);
    await page.getByRole("list", { name: "About" }).getByRole("link", { name: "Ana" }).click();
    await title("Ana");
  });

  test("are searched, and limited to a type and to days; the address says so", async () => {
    const { page, shown, keys, type, field, fill, see, press } = await openNotes();
    await keys("/");
    await type("lenses");
    await expect.poll(shown).toEqual(["Talked about lenses."]);
    expect(page.url()).toContain("#/notes?search=lenses");
    await page.reload();
    await expect.poll(shown).toEqual(["Talked about lenses."]);
    await page.getByRole("searchbox").fill("");
    await expect.poll(shown).toHaveLength(3);
    await page.getByText("Only one type, or some days").click();
    await field("Notes of type").selectOption({ label: " Call" });
    await expect.poll(shown).toEqual(["An old call."]);
    await fill("From", "2024-01-01");
    await see("No matching notes");
    await press("Show all notes");
    await expect.poll(shown).toHaveLength(3);
    await fill("From", "17 may 2024");
    await fill("To", "17/5/2024");
    await expect.poll(shown).toEqual(["Talked about lenses."]);
    // While the last day is before the first one, it does not count.
    await fill("To", "2024-05-16");
    await see("This is before the first day.");
    await expect.poll(shown).toEqual(["A thought about nobody.", "Talked about lenses."]);
  });

  test("are written there about nobody, and taken back by the toast", async () => {
    const { person, shown, keys, expectFocus, type, see, undo } = await openNotes();
    await keys("n");
    await expectFocus("New note");
    await type("Water the plants.");
    await see("Type @ and a name to say who it is about.");
    await keys("Enter");
    await expect.poll(shown).toContain("Water the plants.");
    expect((await person.notes())[0])
      .toMatchObject({ content: "Water the plants.", contactIds: [] });
    await undo("The note is saved.");
    await expect.poll(shown).toHaveLength(3);
  });
});

describe("a note that is edited", () => {
  async function edit() {
    const opened = await openNotes();
    await opened.choose("More for the note of 17 May 2024", "Edit");
    const form = opened.dialog("Edit the note");
    const text = opened.field("Note", form);
    await text.fill("Mine.");
    return { ...opened, form, text, save: () => opened.press("Save", form) };
  }

  test("is put on top of what others change in the same moment", async () => {
    const it = await edit();
    it.expectOnConsole(/status of 412/);
    let isFirst = true;
    await it.page.route(/\/notes\/[\w-]+$/, async (route) => {
      if (isFirst && route.request().method() === "PATCH") {
        isFirst = false;
        await it.person.kith.notes.update(it.about.id, {
          content: "Theirs.",
          noteTypeId: it.call.id,
        });
      }
      await route.continue();
    });
    await it.save();
    await it.see("This was changed elsewhere meanwhile", it.form);
    expect(await it.text.inputValue()).toBe("Mine.");
    expect(await it.field("Type", it.form).inputValue()).toBe(it.call.id);
    await it.save();
    await it.gone(it.form);
    const now = (await it.person.notes()).find(({ id }) => id === it.about.id);
    expect(now).toMatchObject({ content: "Mine.", noteTypeId: it.call.id });
  });

  test("and was deleted elsewhere says so, and what was typed can be copied", async () => {
    const { person, about, form, text, save, expectOnConsole } = await edit();
    expectOnConsole(/status of 404/);
    await person.kith.notes.delete(about.id);
    await save();
    await form.getByRole("alert").waitFor();
    expect(await text.inputValue()).toBe("Mine.");
  });
});

describe("a note about a contact", () => {
  test("is written where one looks, with a type and a day", async () => {
    const it = await open("contacts/<id>", fillAccount);
    await it.fill("New note", "Talked about the trip.");
    await it.field("Type").selectOption({ label: "Phone call" });
    await it.fill("Day", "2024-05-17");
    await it.press("Save note");
    const card = it.item("Talked about the trip.");
    // A day alone has no time.
    await expect.poll(() => card.locator("time").textContent()).toBe("17 May 2024");
    await it.see("Phone call", card);
    expect(await it.field("New note").inputValue()).toBe("");
    expect((await it.person.notes()).map(({ content }) => content)).toContain(
      "Talked about the trip.",
    );
    await it.undo("The note is saved.");
    await it.gone(card);
    expect(await it.person.notes()).toHaveLength(1);
  });

  test("is edited and deleted, and comes back", async () => {
    const it = await open("contacts/<id>", fillAccount);
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

  test("shows the day alone or the time, as the browser’s language writes them", async () => {
    const dated = async (person: Person) => {
      const { ids } = await people("Ana")(person);
      await person.kith.me.update({ timezone: "Asia/Kolkata" });
      for (const occurredAt of ["2026-03-04", "2026-03-05T10:20:00Z"]) {
        await person.kith.notes.create({ content: "Met.", occurredAt, contactId: ids.Ana });
      }
      return { ids };
    };
    for (
      const [locale, time, day] of [
        ["en-GB", "5 Mar 2026, 15:50", "4 Mar 2026"],
        ["de-DE", "5. März 2026, 15:50", "4. März 2026"],
      ]
    ) {
      const { page } = await open("contacts/<Ana>", dated, { locale: locale! });
      await expect.poll(() => page.locator("li.note time").allTextContents()).toEqual([time, day]);
    }
  });
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
  await expect.poll(contents).toEqual(["We met at the lake.", "We talked on the way."]);
  await it.gone(it.page.getByText("on this device for a connection"));
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
  await it.page.getByRole("button", { name: /^Remind me: Talk again/, pressed: true }).waitFor();
  await it.keys("Enter");
  await it.see("The note is saved, and a reminder is set for");
  const contactIds = [it.ids.Anna, it.ids.Ben];
  const dueAt = expect.stringContaining(daysAgo(-14).slice(0, 10));
  expect(await it.person.notes()).toMatchObject([{
    content: "lunch with Anna and Ben",
    contactIds,
  }]);
  expect(await it.person.reminders()).toMatchObject([{ title: "Talk again", contactIds, dueAt }]);
  await it.press("Undo");
  await it.see("Undone:");
  expect([await it.person.notes(), await it.person.reminders()]).toEqual([[], []]);
});
