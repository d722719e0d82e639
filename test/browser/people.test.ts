import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { orThrow } from "../../client/src/index.ts";
import { newPerson } from "./support/account.ts";
import { useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

/** Somebody with so many contacts, the view of the first of which is open; `write` is called before. */
async function openFirst(
  names: string[],
  write: (
    post: (path: "/notes" | "/reminders", body: object) => Promise<unknown>,
    ids: string[],
  ) => Promise<unknown>,
) {
  const person = await newPerson();
  const ids: string[] = [];
  for (const firstName of names) {
    ids.push((await orThrow(person.kith.POST("/contacts", { body: { firstName } }))).id);
  }
  await write((path, body) => orThrow(person.kith.POST(path, { body: body as never })), ids);
  const { page } = await visit({ person });
  await page.getByRole("link", { name: names[0]!, exact: true }).click();
  await page.getByRole("heading", { name: names[0]!, level: 1 }).waitFor();
  return page;
}

/** The names on the chips in an item of a list. */
const chipsOf = (page: Page, text: string) =>
  page.getByRole("listitem").filter({ hasText: text }).first()
    .getByRole("list", { name: "Also about" }).getByRole("listitem").allTextContents();

describe("a note about several people", () => {
  test("shows the others as chips, which lead to them", async () => {
    const page = await openFirst(["Ana", "Bela", "Clara"], async (post, ids) => {
      await post("/notes", { content: "Hiked together.", contactIds: ids });
      await post("/notes", { content: "Alone.", contactIds: ids.slice(0, 1) });
    });
    await expect.poll(() => chipsOf(page, "Hiked together.")).toEqual(["Bela", "Clara"]);
    await page.getByRole("listitem").filter({ hasText: "Alone." }).waitFor();
    expect(await page.getByRole("list", { name: "Also about" }).count()).toBe(1);
    await page.getByRole("link", { name: "Clara" }).click();
    await page.getByRole("heading", { name: "Clara", level: 1 }).waitFor();
    await expect.poll(() => chipsOf(page, "Hiked together.")).toEqual(["Ana", "Bela"]);
  });

  test("asks for all names with one request, and again for those that are shown later", async () => {
    const names = Array.from({ length: 9 }, (_, index) => `Person ${index}`);
    const page = await openFirst(names, async (post, ids) => {
      await post("/notes", { content: "A feast.", contactIds: ids });
      await post("/notes", { content: "A walk.", contactIds: ids.slice(0, 3) });
      await post("/reminders", { title: "Bring a cake", contactIds: ids.slice(0, 2) });
    });
    await expect.poll(() => chipsOf(page, "A feast.")).toEqual([...names.slice(1, 7), "2 more"]);
    await expect.poll(() => chipsOf(page, "Bring a cake")).toEqual(["Person 1"]);
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (/contacts$/.test(pathname)) asked.push(searchParams.get("ids") ?? "");
      if (/contacts\/./.test(pathname)) asked.push(pathname);
    });
    await page.reload();
    await expect.poll(() => chipsOf(page, "A walk.")).toEqual(["Person 1", "Person 2"]);
    await expect.poll(() => chipsOf(page, "A feast.")).toEqual([...names.slice(1, 7), "2 more"]);
    // Notes and reminders come with answers of their own.
    const lists = () => asked.filter((each) => !each.startsWith("/"));
    expect(lists().length).toBeLessThanOrEqual(2);
    expect(asked.filter((each) => each.startsWith("/"))).toHaveLength(1);
    const before = lists().length;
    await page.getByRole("button", { name: "2 more" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => chipsOf(page, "A feast.")).toEqual(names.slice(1));
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe("Person 7");
    expect(lists().slice(before).map((each) => each.split(",").length)).toEqual([2]);
  });
});

test("a reminder about several people shows the others, and in Today all of them", async () => {
  const dueAt = new Date().toISOString();
  const page = await openFirst(
    ["Ana", "Bela"],
    (post, contactIds) => post("/reminders", { title: "Bring a cake", dueAt, contactIds }),
  );
  await expect.poll(() => chipsOf(page, "Bring a cake")).toEqual(["Bela"]);
  await page.getByRole("link", { name: "Today", exact: true }).click();
  await expect.poll(() =>
    page.getByRole("list", { name: "About" }).getByRole("link").allTextContents()
  ).toEqual(["Ana", "Bela"]);
});
