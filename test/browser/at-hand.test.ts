import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { fillAccount, newPerson } from "./support/account.ts";
import { useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

/** Everything that a finger is to hit, and is smaller than 44 pixels. */
const small = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(
      "header a, header button, #content :is(button, summary, label.chip, .icon-button, .tabs a, .view-actions a, .contact-row)",
    )]
      .filter((each) => !each.closest(".unseen, [popover], .import-row"))
      .map((each) => [each.textContent || each.ariaLabel, each.getBoundingClientRect().height])
      .filter(([, height]) => (height as number) > 0 && (height as number) < 43.5)
  );

test("one toast is shown at a time, and it lies on no button", async () => {
  const person = await newPerson();
  const id = await fillAccount(person);
  for (const width of [390, 1440]) {
    const viewport = { width, height: 800 };
    const { page } = await visit({ person, view: `contacts/${id}`, viewport });
    await page.getByRole("button", { name: "We talked" }).click();
    await page.getByText("You were in touch with").waitFor();
    await page.getByRole("button", { name: "Favourite", exact: true }).click();
    await page.locator(".toast").filter({ hasText: "favourite" }).waitFor();
    expect(await page.locator(".toast").count()).toBe(1);
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    const save = page.getByRole("button", { name: "Save", exact: true });
    await save.evaluate((element) => element.scrollIntoView({ block: "end" }));
    const meets = async () => {
      const [one, other] = [await save.boundingBox(), await page.locator(".toast").boundingBox()];
      return one && other
        ? one.y < other.y + other.height && other.y < one.y + one.height &&
          one.x < other.x + other.width && other.x < one.x + one.width
        : undefined;
    };
    await expect.poll(meets).toBe(false);
    await page.close();
  }
});

test("a tab is fresh when it is looked at again, and when another tab has written", async () => {
  const person = await newPerson();
  const { page } = await visit({ person });
  await page.getByText("No contacts yet").waitFor();
  // By somebody else: nothing tells the page.
  await person.kith.contacts.create({ firstName: "Ana" });
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.getByRole("link", { name: "Ana" }).waitFor();
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await tab.getByRole("button", { name: "New contact" }).click();
  await tab.getByLabel("First name").fill("Bela");
  await tab.getByRole("button", { name: "Add contact" }).click();
  await tab.getByRole("heading", { name: "Bela", level: 1 }).waitFor();
  await page.getByRole("link", { name: "Bela" }).waitFor();
});

test("what a finger presses is large enough, and an emoji fits its circle", async () => {
  const person = await newPerson();
  const id = await fillAccount(person);
  const family = { firstName: "👨‍👩‍👧‍👦", lastName: "🎉 Party" };
  await person.kith.contacts.create(family);
  const { page } = await visit({
    person,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const avatar = page.locator(".avatar").filter({ hasText: "👨‍👩‍👧‍👦" });
  await avatar.waitFor();
  expect(await avatar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(
    true,
  );
  for (const view of [`contacts/${id}`, "contacts", "today", "notes", "activity", "data", "keys"]) {
    await page.goto(page.url().replace(/#.*/, `#/${view}`));
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
    for (const width of [1024, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await small(page), `${view}, ${width} pixels`).toEqual([]);
    }
  }
});
