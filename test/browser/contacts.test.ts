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
      "To contact now 1",
      "Other contacts 2",
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
