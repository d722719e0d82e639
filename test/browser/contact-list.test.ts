import { describe, expect, test } from "vitest";
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
import { unavailable } from "./support/failing.ts";
import { hold } from "./support/hold.ts";

const { visit, openCrowd } = useCrowd();

describe("2,000 contacts", () => {
  test("can be scrolled through from the first to the last, with few of them drawn", async () => {
    const { page } = await openCrowd();
    await page.getByText(`Contacts ${many}`).waitFor();
    await scrollTo(page, 1500, many);
    const item = page.getByRole("listitem").filter({ hasText: nameOf(1500) });
    expect(await item.getAttribute("aria-posinset")).toBe("1500");
    expect(await item.getAttribute("aria-setsize")).toBe(String(many));
    await expect.poll(() => namesOnScreen(page)).toContain(nameOf(1505));
    const drawn = await drawnNames(page);
    expect(drawn.length).toBeLessThan(80);
    expect(drawn.filter((name) => name !== nameOf(1))).toEqual(drawn.slice(-drawn.length).sort());
    await page.keyboard.press("End");
    await row(page, many).waitFor();
  });

  test("are at least fourteen on a screen of 800 pixels, and can be tapped on a phone", async () => {
    const { page } = await openCrowd({ viewport: { width: 1280, height: 800 } });
    expect((await namesOnScreen(page)).length).toBeGreaterThanOrEqual(14);
    const phone = await openCrowd({ viewport: { width: 390, height: 844 } });
    const { height } = (await row(phone.page, 1).boundingBox())!;
    expect(height).toBeGreaterThanOrEqual(44);
  });

  test("are nowhere twice, and none is missing, when some are added and deleted meanwhile", async () => {
    const person = await newPerson();
    await addCrowd(person, 450);
    const { page } = await visit({ person });
    await scrollTo(page, 140, 450);
    const { id } = await orThrow(person.kith.POST("/contacts", { body: { firstName: "A first" } }));
    await scrollTo(page, 260, 450);
    await expect.poll(async () => new Set(await namesOnScreen(page)).size).toBeGreaterThan(14);
    const twice = (names: (string | null)[]) =>
      names.filter((name, at) => names.indexOf(name) < at);
    expect(twice(await drawnNames(page))).toEqual([]);
    await page.getByText("Contacts 451").waitFor();
    await orThrow(person.kith.DELETE("/contacts/{id}", { params: { path: { id } } }));
    const seen = new Set<string | null>();
    for (let number = 1; number <= 450; number += 10) {
      await scrollTo(page, number, 450);
      const names = await drawnNames(page);
      expect(twice(names)).toEqual([]);
      for (const name of names) seen.add(name);
    }
    seen.delete("A first");
    expect([...seen].sort()).toEqual(Array.from({ length: 450 }, (_, index) => nameOf(index + 1)));
  });

  test("stay usable where a page of them cannot be loaded, which can be tried again there", async () => {
    const { page, expectOnConsole } = await openCrowd();
    expectOnConsole(/status of 503/);
    const failing = /\/contacts\?.*[?&]page=13\b/;
    await page.route(failing, unavailable);
    await scrollTo(page, 1190, many);
    await page.mouse.move(600, 400);
    await page.mouse.wheel(0, 1500);
    await page.getByRole("alert").filter({ hasText: "The database is away." }).waitFor();
    await scrollTo(page, 1150, many);
    await scrollTo(page, 1350, many);
    await page.mouse.wheel(0, -3000);
    await page.unroute(failing);
    await page.getByRole("button", { name: "Try again" }).click();
    await row(page, 1260).waitFor();
    expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
  });

  test("do not jump down when the networks come", async () => {
    const person = await newPerson();
    await addCrowd(person, 30);
    for (let number = 0; number < 30; number++) {
      await orThrow(person.kith.POST("/networks", { body: { name: `A network ${number}` } }));
    }
    const { page } = await visit({ person });
    const release = await hold(page, /\/networks\?/);
    await page.reload();
    await row(page, 1).waitFor();
    const before = await row(page, 1).boundingBox();
    release();
    await page.getByRole("button", { name: "A network 29" }).waitFor();
    expect(await row(page, 1).boundingBox()).toEqual(before);
  });

  test("are reached by their first letter", async () => {
    const person = await newPerson();
    const letterOf = (number: number) => String.fromCharCode(65 + Math.floor((number - 1) / 20));
    await addCrowd(person, 520, (number) => ({ firstName: `${letterOf(number)} ${number}` }));
    const { page } = await visit({ person, viewport: { width: 1280, height: 800 } });
    await page.getByRole("link", { name: "A 1", exact: true }).waitFor();
    await page.getByRole("button", { name: "S", exact: true }).click();
    await expect.poll(async () => (await namesOnScreen(page))[0]).toBe("S 361");
    await expect.poll(() => focusedName(page)).toBe("S 361");
    await page.getByLabel("Sort by").selectOption("Recently added");
    await page.getByRole("button", { name: "S", exact: true }).waitFor({ state: "detached" });
  });
});
