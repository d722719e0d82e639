/** The ten commonest tasks, with the taps and keys that each takes beside the words that are typed. */
import { expect, test } from "vitest";
import { daysAgo, fillAccount, type Person } from "./support/account.ts";
import { open, type VisitOptions } from "./support/visit.ts";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

/** Begins to count what hands do: presses with a pointer, and keys that write nothing. */
async function begin(
  view: string,
  prepare: (person: Person) => Promise<object | void>,
  options: VisitOptions = phone,
) {
  const it = await open(
    view,
    prepare as (person: Person) => Promise<Record<string, string>>,
    options,
  );
  await it.page.evaluate(() => {
    const counted = globalThis as { acts?: number };
    counted.acts = 0;
    // A key that presses a button makes a click of its own, whose detail is 0.
    document.addEventListener("click", (event) => {
      if (event.isTrusted && event.detail > 0) counted.acts!++;
    }, true);
    document.addEventListener("keydown", ({ key, ctrlKey, metaKey }) => {
      if ((key.length > 1 && !["Control", "Meta", "Shift"].includes(key)) || ctrlKey || metaKey) {
        counted.acts!++;
      }
    }, true);
  });
  const acts = () => it.page.evaluate(() => (globalThis as { acts?: number }).acts!);
  return { ...it, acts };
}

const birthday = `2000${daysAgo(-1).slice(4, 10)}`;

test("somebody is found and called by two taps", async () => {
  const it = await begin("today", fillAccount);
  const called: string[] = [];
  const session = await it.page.context().newCDPSession(it.page);
  session.on("Page.frameRequestedNavigation", ({ url }) => called.push(url));
  await session.send("Page.enable");
  await it.page.getByRole("button", { name: /^Search/ }).tap();
  await it.page.getByRole("combobox", { name: "Find people, notes, views and actions" }).waitFor();
  await it.type("zoe");
  await it.page.getByRole("option", { name: /^Call Zoë Müller/ }).tap();
  await expect.poll(() => called).toEqual(["tel:+49305550123"]);
  expect(await it.acts()).toBeLessThanOrEqual(2);
});

test("a lunch with two and what follows are written by four keys", async () => {
  const it = await begin("today", async ({ kith }) => {
    for (const firstName of ["Anna", "Ben"]) await kith.contacts.create({ firstName });
  }, {});
  await it.field("New note").click();
  for (const [words, name] of [["lunch with @", "Anna"], ["and @", "Ben"]] as const) {
    await it.type(words + name);
    await it.keys("Enter");
    await it.button(`Remove ${name}`).waitFor();
  }
  await it.type(", talk again in 2 weeks");
  await it.keys("Enter");
  await it.see("The note is saved, and a reminder is set for");
  expect(await it.acts()).toBeLessThanOrEqual(4);
});

test("who is due is put off by two taps", async () => {
  const it = await begin("today", fillAccount);
  await it.button("Later: Zoë Müller").tap();
  await it.page.locator("[popover]:popover-open").getByText("In a week").tap();
  await it.toast("Zoë Müller: not before").waitFor();
  expect(await it.acts()).toBeLessThanOrEqual(2);
});

test("the last note is read after one tap", async () => {
  const it = await begin("contacts", fillAccount);
  await it.link(/^Zoë Müller/).tap();
  const note = it.page.getByText("Talked about lenses.").first();
  await note.waitFor();
  expect((await note.boundingBox())!.y).toBeLessThan(844);
  expect(await it.acts()).toBe(1);
});

test("a number is changed by three taps and keys", async () => {
  const it = await begin("contacts/<id>", fillAccount);
  await it.button("Edit").tap();
  const number = it.field("Phone number");
  await number.tap();
  await number.selectText();
  await it.type("+49 30 5550188");
  await it.keys("Enter");
  await it.toast("Zoë Müller is saved.").waitFor();
  expect((await it.person.contacts()).flatMap(({ phones }) => phones)).toContainEqual({
    value: "+49 30 5550188",
    label: null,
  });
  expect(await it.acts()).toBeLessThanOrEqual(3);
});

test("two contacts of one person are merged by three taps", async () => {
  const it = await begin("contacts", fillAccount);
  await it.link("Find duplicates").tap();
  await it.button(/^Merge/).first().tap();
  await it.button("Merge", it.dialog()).tap();
  await it.see("Merged into");
  expect(await it.acts()).toBeLessThanOrEqual(3);
});

test("thirty people come into a network by six taps", async () => {
  const it = await begin("contacts", async ({ kith }) => {
    const create = Array.from(
      { length: 30 },
      (_, number) => ({ firstName: "Ana", lastName: `Choir ${number}` }),
    );
    await kith.contacts.bulk({ create: [...create, { firstName: "Zoë" }] });
    await kith.networks.create({ name: "Singers" });
  });
  await it.button("Select").tap();
  await it.field("Search contacts").tap();
  await it.type("choir");
  await it.see("30 found");
  await it.button("Select all").tap();
  await it.see("30 selected");
  await it.button("Add to network").tap();
  await it.dialog().getByText("Singers").tap();
  await it.see("30 contacts: added to Singers.");
  expect(await it.acts()).toBeLessThanOrEqual(6);
});

test("a reminder for every first Monday takes two taps and keys", async () => {
  const it = await begin("today", fillAccount);
  await it.field("New note").tap();
  await it.type("Water the plants every first monday");
  await it.button("Set reminder").tap();
  await it.toast("A reminder is set").waitFor();
  expect((await it.person.reminders()).map(({ recurrence }) => recurrence))
    .toContainEqual(expect.stringContaining("BYDAY="));
  expect(await it.acts()).toBeLessThanOrEqual(4);
});

test("a birthday is greeted by one tap", async () => {
  const it = await begin("today", async ({ kith }) => {
    const birthday = `--${new Date().toISOString().slice(5, 10)}`;
    await kith.contacts.create({
      firstName: "Ben",
      birthday,
      phones: [{ value: "+351 912345678" }],
    });
  });
  const message = it.page.getByRole("link", { name: /^(Message|WhatsApp) Ben/ });
  expect(await message.getAttribute("href")).toMatch(/^(sms:|https:\/\/wa\.me\/)/);
  // It would lead out of the page; a tap on it is all.
  expect((await message.boundingBox())!.y).toBeLessThan(844);
});

test("after an import, thirty people have their rhythm by 35 taps, and Today is about them", async () => {
  const lines = Array.from({ length: 32 }, (_, number) => `Person ${number},${birthday}`);
  const it = await begin("data", async () => {});
  const [chooser] = await Promise.all([
    it.page.waitForEvent("filechooser"),
    it.page.getByText("Choose a file, or drop it here").tap(),
  ]);
  await chooser.setFiles({
    name: "people.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`Name,Birthday\n${lines.join("\n")}\n`),
  });
  await it.button(/^Import/).tap();
  await it.button("Who matters?").tap();
  for (let number = 0; number < 30; number++) {
    await it.see(`${number + 1} of 30`);
    await it.button("Monthly").tap();
  }
  await it.see("You chose for 30 of 30.");
  await it.link("Today").last().tap();
  await it.title("Today");
  expect(await it.acts()).toBeLessThanOrEqual(35);
  await expect.poll(async () =>
    (await it.person.kith.contacts.list({ pageSize: 200 })).data.filter((
      { contactFrequencyDays },
    ) => contactFrequencyDays === 30).length
  ).toBe(30);
});
