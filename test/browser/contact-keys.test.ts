import { describe, expect, test } from "vitest";
import {
  focusedName,
  many,
  nameOf,
  namesOnScreen,
  row,
  scrollTo,
  useCrowd,
} from "./support/crowd.ts";

const { openCrowd } = useCrowd();

describe("the keyboard", () => {
  test("goes from the search through all rows, opens one and comes back to it", async () => {
    const { page } = await openCrowd();
    await page.keyboard.press("/");
    await page.keyboard.type("person");
    await page.waitForURL(/search=person/);
    await page.locator(".contact-lists:not(.stale)").waitFor();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => focusedName(page)).toBe(nameOf(1));
    for (let press = 0; press < 3; press++) await page.keyboard.press("ArrowDown");
    await expect.poll(() => focusedName(page)).toBe(nameOf(4));
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => focusedName(page)).toBe(nameOf(3));
    await page.keyboard.press("End");
    await expect.poll(() => focusedName(page)).toBe(nameOf(many));
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => focusedName(page)).toBe(nameOf(many - 1));
    expect(await namesOnScreen(page)).toContain(nameOf(many - 1));
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: nameOf(many - 1) }).waitFor();
    await page.goBack();
    await expect.poll(() => focusedName(page)).toBe(nameOf(many - 1));
    await page.keyboard.press("Home");
    await expect.poll(() => focusedName(page)).toBe(nameOf(1));
  });

  test("goes on past what is loaded, a row at a time", async () => {
    const { page } = await openCrowd();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => focusedName(page)).toBe(nameOf(1));
    for (let press = 0; press < 160; press++) await page.keyboard.press("ArrowDown");
    await expect.poll(() => focusedName(page)).toBe(nameOf(161));
    expect(await namesOnScreen(page)).toContain(nameOf(161));
  });

  test("keeps the row that has the focus while one scrolls away with the mouse", async () => {
    const { page } = await openCrowd();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => focusedName(page)).toBe(nameOf(1));
    await scrollTo(page, 1000, many);
    await expect.poll(() => focusedName(page)).toBe(nameOf(1));
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => focusedName(page)).toBe(nameOf(2));
    expect(await namesOnScreen(page)).toContain(nameOf(2));
  });

  test("clears the search and leaves it by Escape, and opens the form by n", async () => {
    const { page } = await openCrowd();
    await page.keyboard.press("/");
    await page.keyboard.type("0042");
    await row(page, 1).waitFor({ state: "detached" });
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => focusedName(page)).toBe(nameOf(42));
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await row(page, 1).waitFor();
    expect(new URL(page.url()).hash).toBe("#/contacts");
    expect(await page.getByRole("searchbox").inputValue()).toBe("");
    await page.keyboard.press("Escape");
    await page.keyboard.press("n");
    await page.getByRole("dialog", { name: "New contact" }).waitFor();
  });
});
