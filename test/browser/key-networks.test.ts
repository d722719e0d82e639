import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { orThrow } from "../../client/src/index.ts";
import { clientOf, newPerson, type Person } from "./support/account.ts";
import { hold } from "./support/requests.ts";
import { beginKey, dismissKey, finishKey, openKeys } from "./support/keys.ts";
import { useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

const check = (page: Page, name: string) => page.getByRole("checkbox", { name }).check();
const uncheck = (page: Page, name: string) => page.getByRole("checkbox", { name }).uncheck();
const firstCell = (page: Page, name: RegExp) =>
  page.getByRole("row", { name }).getByRole("cell").first();

/** Somebody with networks, a contact in the first and one in none. */
async function withNetworks(...names: string[]): Promise<{ person: Person; ids: string[] }> {
  const person = await newPerson();
  const ids: string[] = [];
  for (const name of names) {
    ids.push((await orThrow(person.kith.POST("/networks", { body: { name } }))).id);
  }
  const inside = { firstName: "Inside", networkIds: ids.slice(0, 1) };
  await orThrow(person.kith.POST("/contacts", { body: inside }));
  await orThrow(person.kith.POST("/contacts", { body: { firstName: "Outside" } }));
  return { person, ids };
}

describe("networks", () => {
  test("limit a key to their contacts", async () => {
    const { person, ids } = await withNetworks("Family", "Work");
    const { page } = await openKeys(visit, person);
    await beginKey(page, "Agent");
    await page.getByRole("radio", { name: "Only contacts in these networks" }).check();
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByText("Tick at least one network.").waitFor();
    await check(page, "Family");
    const key = await finishKey(page);
    expect((await orThrow(clientOf(key).GET("/me"))).networkIds).toEqual([ids[0]]);
    const { data } = await orThrow(clientOf(key).GET("/contacts"));
    expect(data.map(({ firstName }) => firstName)).toEqual(["Inside"]);
    await dismissKey(page);
    expect(await firstCell(page, /Agent/).textContent()).toBe("Read onlyOnly contacts in Family");
  });

  test("are all there, however many, and those made meanwhile", async () => {
    const names = Array.from({ length: 30 }, (_, index) => `Network ${index + 10}`);
    const { person } = await withNetworks(...names);
    const { page } = await openKeys(visit, person);
    const { id } = await orThrow(person.kith.POST("/networks", { body: { name: "Zebras" } }));
    await beginKey(page, "Agent");
    await page.getByRole("radio", { name: "Only contacts in these networks" }).check();
    await check(page, "Zebras");
    const list = page.getByRole("group", { name: "Networks" });
    expect((await list.boundingBox())!.height).toBeLessThan(250);
    for (const name of names.slice(0, 6)) await check(page, name);
    const key = await finishKey(page);
    expect((await orThrow(clientOf(key).GET("/me"))).networkIds).toContain(id);
    await dismissKey(page);
    expect(await firstCell(page, /Agent/).textContent()).toContain("Network 14 and 2 more");
  });

  test("cannot be chosen where there are none", async () => {
    const { page } = await openKeys(visit);
    await beginKey(page, "Agent");
    await page.getByText("You have no networks yet.").waitFor();
    const radio = page.getByRole("radio", { name: "Only contacts in these networks" });
    expect(await radio.isDisabled()).toBe(true);
  });

  test("that are deleted meanwhile are named by the refusal", async () => {
    const { person, ids } = await withNetworks("Family", "Work");
    const { page, expectOnConsole } = await openKeys(visit, person);
    expectOnConsole(/status of 400/);
    const reloaded = page.waitForResponse(/\/networks\?/);
    await beginKey(page, "Agent");
    await reloaded;
    await page.getByRole("radio", { name: "Only contacts in these networks" }).check();
    await check(page, "Family");
    await check(page, "Work");
    await orThrow(person.kith.DELETE("/networks/{id}", { params: { path: { id: ids[1]! } } }));
    await page.getByRole("button", { name: "Create key" }).click();
    const group = page.getByRole("group", { name: "Which contacts" });
    await group.getByText("Work does not exist any more. Untick it.").waitFor();
    await uncheck(page, "Work");
    await finishKey(page);
  });

  test("that are deleted meanwhile can be unticked", async () => {
    const { person, ids } = await withNetworks("Family", "Work");
    const { page } = await openKeys(visit, person);
    const release = await hold(page, /\/networks\?/);
    await beginKey(page, "Agent");
    await page.getByRole("radio", { name: "Only contacts in these networks" }).check();
    await check(page, "Family");
    await check(page, "Work");
    await orThrow(person.kith.DELETE("/networks/{id}", { params: { path: { id: ids[1]! } } }));
    release();
    await uncheck(page, "A deleted network");
    const key = await finishKey(page);
    expect((await orThrow(clientOf(key).GET("/me"))).networkIds).toEqual([ids[0]]);
  });
});
