import { describe, expect, inject, test } from "vitest";
import { orThrow } from "../../client/src/index.ts";
import { newPerson } from "./support/account.ts";
import {
  addCrowd,
  drawnNames,
  focusedName,
  many,
  nameOf,
  namesOnScreen,
  row,
  scrollTo,
  useCrowd,
} from "./support/crowd.ts";

const { visit, openCrowd, crowd } = useCrowd();

describe("going back from a contact", () => {
  for (const way of ["the browser's button", "the link"]) {
    test(`by ${way} leads to the same row at the same place`, async () => {
      const { page } = await openCrowd();
      await page.getByRole("button", { name: "Favourites" }).click();
      await row(page, 11).waitFor({ state: "detached" });
      await scrollTo(page, 1200, many);
      const top = await page.evaluate(() => scrollY);
      expect(top).toBeGreaterThan(1000);
      await row(page, 1200).click();
      await page.getByRole("heading", { name: nameOf(1200) }).waitFor();
      if (way === "the link") await page.getByRole("link", { name: "All contacts" }).click();
      else await page.goBack();
      await row(page, 1200).waitFor();
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(top);
      await expect.poll(() => focusedName(page)).toBe(nameOf(1200));
      await page.getByRole("button", { name: "Favourites", pressed: true }).waitFor();
      expect(await row(page, 1201).count()).toBe(0);
    });
  }

  test("shows what has changed meanwhile", async () => {
    const person = await newPerson();
    await addCrowd(person, 60);
    const { page } = await visit({ person });
    await scrollTo(page, 30, 60);
    await row(page, 30).click();
    await page.getByRole("heading", { name: nameOf(30) }).waitFor();
    const { data } = await orThrow(
      person.kith.GET("/contacts", { params: { query: { search: "0029" } } }),
    );
    const path = { id: data[0]!.id };
    await orThrow(person.kith.DELETE("/contacts/{id}", { params: { path } }));
    await page.goBack();
    await row(page, 29).waitFor({ state: "detached" });
    await page.getByText("Contacts 59").waitFor();
    await expect.poll(() => focusedName(page)).toBe(nameOf(30));
  });
});

describe("the address", () => {
  test("has search, filter, order and place, so that a reload and a bookmark lead there", async () => {
    const { page } = await openCrowd();
    await page.getByRole("button", { name: "Favourites" }).click();
    await page.getByLabel("Sort by").selectOption("Recently added");
    await page.getByRole("searchbox").fill("person");
    await page.waitForURL(/search=person/);
    await scrollTo(page, 1000, many);
    await page.waitForURL(/at=\d+/);
    const top = await page.evaluate(() => scrollY);
    const [first] = await namesOnScreen(page);
    const { hash } = new URL(page.url());
    expect(Object.fromEntries(new URLSearchParams(hash.split("?")[1]))).toMatchObject({
      search: "person",
      isFavorite: "true",
      sort: "-createdAt",
    });
    await page.reload();
    await expect.poll(async () => (await namesOnScreen(page))[0]).toBe(first);
    expect(await page.evaluate(() => scrollY)).toBe(top);
    expect(await page.getByRole("searchbox").inputValue()).toBe("person");
    const bookmark = await visit({ person: crowd() });
    await bookmark.page.goto(`${inject("page").url}/${hash}`);
    await bookmark.page.getByRole("button", { name: "Favourites", pressed: true }).waitFor();
    await expect.poll(() => namesOnScreen(bookmark.page)).toContain(first);
  });

  test("orders the list by what was added last", async () => {
    const person = await newPerson();
    for (const firstName of ["Bela", "Ana", "Zoë"]) {
      await orThrow(person.kith.POST("/contacts", { body: { firstName } }));
    }
    const { page } = await visit({ person });
    await expect.poll(() => drawnNames(page)).toEqual(["Ana", "Bela", "Zoë"]);
    await page.getByLabel("Sort by").selectOption("Recently added");
    await expect.poll(() => drawnNames(page)).toEqual(["Zoë", "Ana", "Bela"]);
  });

  test("leads to the whole list from its top where it has no query", async () => {
    const { page } = await openCrowd();
    await page.getByRole("searchbox").fill("person");
    await page.waitForURL(/search=person/);
    await scrollTo(page, 900, many);
    await page.waitForURL(/at=\d+/);
    await page.getByRole("link", { name: "Contacts", exact: true }).click();
    await row(page, 1).waitFor();
    expect(await page.getByRole("searchbox").inputValue()).toBe("");
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await row(page, 900).waitFor();
    expect(await page.getByRole("searchbox").inputValue()).toBe("person");
  });

  test("keeps nothing for another account, also where a session ends elsewhere", async () => {
    const { page } = await openCrowd();
    await page.getByRole("searchbox").fill("0007");
    await page.waitForURL(/search=0007/);
    const other = await page.context().newPage();
    await other.goto(inject("page").url);
    await other.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    const next = await newPerson();
    await orThrow(next.kith.POST("/contacts", { body: { firstName: "Ana" } }));
    await page.getByLabel("E-mail address").fill(next.email);
    await page.getByLabel("Password", { exact: true }).fill(next.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("link", { name: "Ana" }).waitFor();
    expect(await page.getByRole("searchbox").inputValue()).toBe("");
    expect(new URL(page.url()).hash).toBe("#/contacts");
  });
});
