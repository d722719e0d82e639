import { expect, test } from "vitest";
import { people } from "./support/account.ts";
import { open } from "./support/visit.ts";

const apart = ["Bela", "Zoe Müller", "Zoë Müller"];
const merge = "Merge Zoë Müller and Zoe Müller";

/** Two contacts that share an e-mail address and differ in their names, their work and what is about them. */
async function openDuplicates() {
  const it = await open("duplicates", async ({ kith }) => {
    const contact = async (body: { firstName: string } & Record<string, unknown>) =>
      (await kith.contacts.create({ lastName: "Müller", ...body })).id;
    const emails = [{ value: "zoe@example.com", label: null }];
    const first = await contact({ firstName: "Zoë", emails, birthday: "--07-02" });
    const second = await contact({
      firstName: "Zoe",
      company: "Kranich Verlag",
      emails: [{ value: "Zoe@example.com", label: null }, { value: "z@example.org", label: null }],
    });
    await kith.notes.create({ content: "About the second.", contactId: second });
    await people("Bela")({ kith });
    return { first, second };
  });
  const pair = it.page.locator(".pair");
  await pair.waitFor();
  return { ...it, pair };
}

test("possible duplicates are shown with what speaks for it, merged as chosen after the result was shown, and that is undone", async () => {
  const { page, person, first, second, pair, press, dialog, see, undo, follow, title } =
    await openDuplicates();
  expect(await pair.count()).toBe(1);
  const text = await pair.innerText();
  expect(text).toContain("Same e-mail address: zoe@example.com");
  expect(text).toContain("Kranich Verlag");
  await follow("Zoë Müller");
  await title("Zoë Müller");
  expect(page.url()).toContain(first);
  await page.goBack();
  await press(merge);
  const form = dialog("Merge two contacts");
  await see("Choose what stays", form);
  expect(await form.locator("legend").allTextContents())
    .toEqual(["First name", "Company", "Birthday"]);
  await form.getByText("Only one of them has: company, birthday").click();
  const radio = (group: string, name: string) =>
    form.getByRole("group", { name: group }).getByRole("radio", { name, exact: true });
  for (
    const [group, name] of [
      ["Company", "Kranich Verlag"],
      ["Birthday", "2 July"],
      ["First name", "Zoë"],
    ] as const
  ) expect(await radio(group, name).isChecked(), `${group} before a choice`).toBe(true);
  await radio("First name", "Zoe").check();
  await radio("Birthday", "Nothing").check();
  await press("Show the result");
  await see("The result: Zoe Müller", form);
  const result = await form.innerText();
  expect(result).toContain("Moved: 1 note.");
  expect(result).toContain("z@example.org");
  expect(result).not.toContain("2 July");
  expect(await person.names(), "so far").toEqual(apart);
  await press("Merge");
  await see("Merged into Zoe Müller. Moved: 1 note.");
  await see("No duplicates");
  expect(await person.names()).toEqual(["Bela", "Zoe Müller"]);
  expect(await person.kith.contacts.get(first))
    .toMatchObject({ firstName: "Zoe", company: "Kranich Verlag", birthday: null });
  await undo("Merged into");
  await see("Undone: Merged");
  await pair.waitFor();
  expect(await person.names()).toEqual(apart);
  expect((await person.kith.notes.list({ contactId: second })).total).toBe(1);
});

test("merging is given up with the keyboard alone; those that are no duplicates stay away, until that is undone", async () => {
  const it = await openDuplicates();
  await it.button(merge).focus();
  await it.keys("Enter");
  await it.expectFocus("Choose what stays");
  await it.keys("Tab", "ArrowDown");
  await it.button("Show the result").press("Enter");
  await it.expectFocus("The result: Zoe Müller");
  await it.press("Back");
  await it.expectFocus("Choose what stays");
  expect(await it.radio(/^Zoe$/).isChecked(), "what was chosen").toBe(true);
  await it.keys("Escape");
  await it.gone(it.dialog());
  await it.expectFocus(merge);
  expect(await it.person.names()).toEqual(apart);
  await it.press(/^Not a duplicate: Zoë Müller and Zoe/);
  await it.see("No duplicates");
  await it.undo("Zoë Müller and Zoe Müller stay apart.");
  await it.see("Undone: ");
  await it.pair.waitFor();
});

test("merging lists that are too long together asks whose stay", async () => {
  const it = await open("duplicates", async ({ kith }) => {
    for (const side of ["a", "b"]) {
      const emails = Array.from({ length: 11 }, (_, n) => ({ value: `${side}${n}@example.com` }));
      await kith.contacts.create({ firstName: "Ana", emails });
    }
  });
  it.expectOnConsole(/status of 400/);
  await it.press("Merge Ana and Ana");
  await it.press("Show the result");
  await it.see("more than 20 of these: e-mail addresses");
  await it.radio(/b0@example.com/).check();
  await it.press("Show the result");
  await it.see("The result: Ana");
  expect(await it.dialog().innerText()).toContain("b10@example.com");
});
