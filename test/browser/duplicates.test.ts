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

test("possible duplicates are shown with what speaks for it; the result says what is not kept of the one that goes; merging is undone", async () => {
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
  const stays = form.getByRole("group", { name: "Who stays" });
  await see("The result: Zoë Müller", form);
  expect(await stays.getByRole("radio", { name: "Zoë Müller" }).isChecked()).toBe(true);
  await see("First name: Zoe", form.getByRole("region", { name: "Not kept" }));
  await stays.getByRole("radio", { name: "Zoe Müller" }).check();
  await see("The result: Zoe Müller", form);
  await see("First name: Zoë", form.getByRole("region", { name: "Not kept" }));
  const result = await form.innerText();
  expect(result).toContain("Kranich Verlag");
  expect(result).toContain("z@example.org");
  expect(result).toContain("2 July");
  expect(await person.names(), "so far").toEqual(apart);
  await press("Merge");
  await see("Merged into Zoe Müller.");
  await see("No duplicates");
  expect(await person.names()).toEqual(["Bela", "Zoe Müller"]);
  expect(await person.kith.contacts.get(second))
    .toMatchObject({ firstName: "Zoe", company: "Kranich Verlag", birthday: "--07-02" });
  await undo("Merged into");
  await see("Undone: Merged");
  await pair.waitFor();
  expect(await person.names()).toEqual(apart);
});

test("merging is given up with the keyboard alone; those that are no duplicates stay away, until that is undone", async () => {
  const it = await openDuplicates();
  await it.button(merge).focus();
  await it.keys("Enter");
  await it.expectFocus("Who stays");
  await it.see("Moved: 1 note.");
  await it.keys("Tab", "ArrowDown");
  await it.see("The result: Zoe Müller");
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

test("of lists that are too long together those of the one that stays are kept, and the result says so", async () => {
  const it = await open("duplicates", async ({ kith }) => {
    await kith.fields.create({ name: "Diet", type: "text" });
    for (const side of ["a", "b"]) {
      const emails = Array.from({ length: 11 }, (_, n) => ({ value: `${side}${n}@example.com` }));
      const more = { custom: { diet: side }, vcardLines: `X-OF:${side}` };
      await kith.contacts.create({ firstName: "Ana", emails, ...more });
    }
  });
  it.expectOnConsole(/status of 400/);
  await it.press("Merge Ana and Ana");
  const lost = it.dialog().getByRole("region", { name: "Not kept" });
  await it.see("The result: Ana");
  const [kept, gone] = (await lost.innerText()).includes("b0@") ? ["a", "b"] : ["b", "a"];
  expect(await lost.innerText()).toContain(`E-mail addresses: ${gone}0@example.com`);
  expect(await lost.innerText()).toContain(`Fields: diet: ${gone}`);
  expect(await lost.innerText(), "what is united").not.toContain("X-OF");
  await it.press("Merge", it.dialog());
  await it.see("Merged into Ana.");
  const [{ emails } = { emails: [] }] = await it.person.contacts();
  expect(emails.map(({ value }) => value[0])).toEqual(Array.from({ length: 11 }, () => kept));
});

test("all pairs with one name and something in common are merged at once, and undone at once", async () => {
  const it = await open("duplicates", async ({ kith }) => {
    const contact = (firstName: string, address?: string) => ({
      firstName,
      lastName: "Klein",
      ...(address && { emails: [{ value: address, label: null }] }),
    });
    const [ada, ben] = ["ada@example.com", "ben@example.com"];
    const create = [
      ...[contact("Ada", ada), contact("Ada", ada), contact("Ben", ben), contact("Ben", ben)],
      // One name alone says too little.
      ...[contact("Cleo"), contact("Cleo")],
    ];
    await kith.contacts.bulk({ create });
  });
  const pairs = it.page.locator(".pair");
  await expect.poll(() => pairs.count()).toBe(3);
  await it.press("Merge all sure pairs");
  await it.toast("2 pairs merged.").waitFor();
  await expect.poll(() => pairs.count()).toBe(1);
  expect(await it.person.names()).toEqual(["Ada Klein", "Ben Klein", "Cleo Klein", "Cleo Klein"]);
  await it.undo("2 pairs merged.");
  await expect.poll(() => pairs.count()).toBe(3);
  expect(await it.person.names()).toHaveLength(6);
});
