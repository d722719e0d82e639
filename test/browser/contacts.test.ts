import { describe, expect, test } from "vitest";
import { fillAccount, newPerson } from "./support/account.ts";
import { useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

async function openContacts() {
  const person = await newPerson();
  const id = await fillAccount(person);
  const visited = await visit({ person });
  await visited.page.getByRole("link", { name: /Zoë/ }).waitFor();
  return { person, id, ...visited };
}

describe("the list of contacts", () => {
  test("has those to be in touch with first, and then everybody else", async () => {
    const { page } = await openContacts();
    await expect.poll(() => page.locator("h2").allTextContents()).toEqual([
      "Time to get in touch 1",
      "Everybody else 2",
    ]);
    await expect.poll(() => page.locator(".contact-name").allTextContents()).toEqual([
      "Zoë Müller, a favourite",
      "Ana",
      "Bela",
    ]);
    // The names of networks come with a request of their own.
    await expect.poll(() => page.getByRole("link", { name: /Zoë/ }).textContent()).toMatch(
      /Editor, Kranich Verlag.*due 2 weeks ago.*Work/,
    );
    await expect.poll(() => page.getByRole("link", { name: /Ana/ }).textContent()).toMatch(
      /next in 7 days.*Family.*Work/,
    );
    await page.getByLabel("Sort by").selectOption("Recently added");
    await expect.poll(() => page.locator(".contact-words").allTextContents())
      .toEqual(["Zoë Müller", "Bela", "Ana"]);
  });

  test("is searched as one types, and says how many were found", async () => {
    const { page } = await openContacts();
    await page.getByRole("searchbox", { name: "Search contacts" }).fill("muller verlag");
    await page.getByRole("link", { name: /Bela/ }).waitFor({ state: "detached" });
    await page.getByRole("link", { name: /Zoë/ }).waitFor();
    await page.getByRole("status").filter({ hasText: "1 found." }).waitFor();
    await page.getByRole("searchbox").fill("nobody");
    await page.getByText("No matching contacts").waitFor();
    await page.getByRole("searchbox").fill("");
    await page.getByRole("link", { name: /Bela/ }).waitFor();
  });

  test("offers names that are alike where nothing is found", async () => {
    const { page } = await openContacts();
    await page.getByRole("searchbox").fill("Mueler");
    await page.getByText("Did you mean").waitFor();
    await page.getByRole("link", { name: "Zoë Müller" }).click();
    await page.getByRole("heading", { name: /Zoë/, level: 1 }).waitFor();
  });
});

describe("a contact", () => {
  test("shows all that is known, with text as text", async () => {
    const { page } = await openContacts();
    await page.getByRole("link", { name: /Zoë/ }).click();
    await page.getByRole("heading", { name: /Zoë Müller/ }).waitFor();
    // The contact itself and its timeline are requests of their own: each comes in its own time.
    await page.getByRole("listitem").filter({ hasText: "Phone call" }).waitFor();
    await page.getByRole("listitem").filter({ hasText: "Return the book" }).waitFor();
    const text = await page.locator("main").innerText();
    for (
      const part of [
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
      ]
    ) expect(text).toContain(part);
    expect(text).not.toContain("The end.");
    await page.getByRole("button", { name: "Show all" }).click();
    await expect.poll(() => page.locator(".note").innerText()).toContain(
      "<img src=x onerror=alert(1)> The end.",
    );
  });
});

describe("the last name first, where the profile says so,", () => {
  test("orders the list, and is what everything calls people", async () => {
    const { person, page } = await openContacts();
    const create = [["Łucja", "Zawada"], ["Xaver", "Łoś"], ["Yara", "Lang"]]
      .map(([firstName, lastName]) => ({ firstName: firstName!, lastName: lastName! }));
    await person.kith.contacts.bulk({ create });
    await person.kith.me.update({ nameOrder: "lastName" });
    await page.reload();
    await expect.poll(() => page.locator(".contact-words").allTextContents())
      .toEqual(["Müller Zoë", "Ana", "Bela", "Lang Yara", "Łoś Xaver", "Zawada Łucja"]);
    // A letter with a mark is under the one without.
    expect(
      await page.locator("[data-letter]").evaluateAll((all) =>
        all.map((each) => (each as HTMLElement).dataset["letter"])
      ),
    ).toEqual(["A", "B", "L", "Z"]);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("zawada");
    await page.getByRole("option", { name: "Zawada Łucja" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Today", exact: true }).click();
    await page.locator(".coming-title").getByText("Müller Zoë").waitFor();
    await page.locator(".person").getByText("Müller Zoë").waitFor();
  });
});

describe("a person beside the list", () => {
  test("is left for the next one by j, the one before by k, and edited by e", async () => {
    const { page } = await openContacts();
    await page.setViewportSize({ width: 1280, height: 800 });
    const title = (name: string) => page.getByRole("heading", { name, level: 1 }).waitFor();
    await page.getByRole("link", { name: /^Ana/ }).click();
    await title("Ana");
    await page.locator(".contact-row[aria-current]").getByText("Ana").waitFor();
    await page.keyboard.press("j");
    await title("Bela");
    await page.keyboard.press("k");
    await title("Ana");
    await page.keyboard.press("e");
    await page.getByLabel("First name").waitFor();
    await page.keyboard.press("Escape");
    await page.getByLabel("First name").waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "Ana", level: 1 }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { name: "Ana", level: 1 }).waitFor({ state: "detached" });
    await title("People");
  });
});

describe("a contact", () => {
  test("is shared as a vCard", async () => {
    const { page, id } = await openContacts();
    await page.goto(page.url().replace(/#.*/, `#/contacts/${id}`));
    await page.getByRole("button", { name: /^More for Zoë/ }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Share as vCard" }).click();
    expect((await download).suggestedFilename()).toBe("Zoë Müller.vcf");
  });

  test("is merged with another one, from its page or from those that are selected", async () => {
    const { person, page, id } = await openContacts();
    const names = async () =>
      (await person.kith.contacts.list()).data.map((each) => each.displayName).sort();
    const merge = async () => {
      await page.getByRole("button", { name: "Show the result" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Merge" }).click();
      const merged = page.locator(".toast").filter({ hasText: "Merged into" });
      await expect.poll(names).toHaveLength(2);
      await merged.getByRole("button", { name: "Undo" }).click();
      await page.getByText(/^Undone: Merged/).waitFor();
      expect(await names()).toEqual(["Ana", "Bela", "Zoë Müller"]);
    };
    await page.getByRole("button", { name: "Select", exact: true }).click();
    await page.getByRole("checkbox", { name: /^Ana/ }).click();
    await page.getByRole("checkbox", { name: /^Bela/ }).click();
    await page.getByRole("button", { name: "Merge", exact: true }).click();
    await merge();
    await page.goto(page.url().replace(/#.*/, `#/contacts/${id}`));
    await page.getByRole("button", { name: /^More for Zoë/ }).click();
    await page.getByRole("button", { name: "Merge with…" }).click();
    await page.keyboard.type("bel");
    await page.getByRole("dialog").getByRole("option", { name: "Bela" }).waitFor();
    await page.keyboard.press("Enter");
    await merge();
  });
});
