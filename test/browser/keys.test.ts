import { describe, expect, test } from "vitest";
import type { Person } from "./support/account.ts";
import { meOf, openKeys as open, shownKey, statusOf } from "./support/keys.ts";

/** Makes networks of these names. */
const networks = (...names: string[]) => async ({ kith }: Person) => {
  const made: string[] = [];
  for (const name of names) made.push((await kith.networks.create({ name })).id);
  return { networkIds: made };
};

describe("the networks of a key", () => {
  test("are all there, however many, and those made meanwhile; where there are none, it has none", async () => {
    const names = Array.from({ length: 30 }, (_, index) => `Network ${index + 10}`);
    const it = await open(networks(...names));
    const { id } = await it.person.kith.networks.create({ name: "Zebras" });
    await it.begin("Agent");
    await it.limit();
    await it.press("Create key");
    await it.see("Tick at least one network.");
    for (const name of ["Zebras", ...names.slice(0, 6)]) await it.tick(name);
    const { height } = (await it.page.getByRole("group", { name: "Networks" }).boundingBox())!;
    expect(height).toBeLessThan(250);
    const { networkIds } = await meOf(await it.finish());
    expect(networkIds).toHaveLength(7);
    expect(networkIds).toContain(id);
    await it.copied();
    await expect.poll(async () => (await it.cells(/Agent/))[0])
      .toMatch(/^Read onlyOnly contacts in .*Network 14 and 2 more$/);
    for (const each of await it.person.networks()) await it.person.kith.networks.delete(each.id);
    await it.begin("Agent");
    await it.see("You have no networks yet.");
    expect(await it.radio("Only contacts in these networks").isDisabled()).toBe(true);
  });

  test("that are deleted meanwhile are named by the refusal", async () => {
    const it = await open(networks("Family", "Work"));
    it.expectOnConsole(/status of 400/);
    const reloaded = it.page.waitForResponse(/\/networks\?/);
    await it.begin("Agent");
    await reloaded;
    await it.limit();
    for (const name of ["Family", "Work"]) await it.tick(name);
    await it.person.kith.networks.delete(it.networkIds[1]!);
    await it.press("Create key");
    const group = it.page.getByRole("group", { name: "Which contacts" });
    await it.see("Work does not exist any more. Untick it.", group);
    await it.untick("Work");
    expect((await meOf(await it.finish())).networkIds).toEqual([it.networkIds[0]]);
  });
});

describe("the list of keys", () => {
  test("tells name, beginning, creation, use and expiry, the newest first", async () => {
    const { page, person, row, cells, create, copied, press, see } = await open();
    const make = (body: { name: string; expiresAt?: string }) => person.kith.apiKeys.create(body);
    const key = (await make({ name: "Used", expiresAt: "2099-06-01T12:00:00Z" })).key!;
    expect(await statusOf(key)).toBe(200);
    await make({ name: "Over", expiresAt: new Date(Date.now() + 1000).toISOString() });
    await expect.poll(async () => {
      await page.reload();
      await row(/Over/).waitFor();
      return (await cells(/Over/))[2];
    }).toMatch(/^Expired on \d+ \w+ \d{4}$/);
    await see(`${key.slice(0, 9)}…`, row(/Used/));
    expect((await cells(/Used/)).slice(0, 3))
      .toEqual(["Everything", "just nowlist contacts", "1 Jun 2099"]);
    await create("Unused");
    await copied();
    await expect.poll(() => page.locator("li h3").allTextContents())
      .toEqual(["Unused", "Over", "Used"]);
    expect((await cells(/Unused/))[1]).toMatch(/^NeverCreated \d+ \w+ \d{4}$/);
    await press("Rotate the key Over");
    await see("It has expired");
  });

  test("gives up a key, which stops working, and explains that twenty are the most", async () => {
    const { person, begin, press, see, button, create, expectOnConsole } = await open();
    expectOnConsole(/status of 409/);
    const made: string[] = [];
    for (let count = 0; count < 20; count++) {
      made.push((await person.kith.apiKeys.create({ name: `Key ${count}` })).key!);
    }
    // The page does not know yet: it learns it from the API's refusal.
    await begin("One more");
    await press("Create key");
    await see("An account has at most 20 API keys.");
    await press("Cancel");
    await press("Close without saving");
    await see("You have 20 keys");
    expect(await button("New key").count()).toBe(0);
    await press("Delete the key Key 7");
    await press("Keep it");
    expect(await statusOf(made[7]!)).toBe(200);
    await press("Delete the key Key 7");
    await press("Delete the key");
    await create("One more");
    expect(await statusOf(made[7]!)).toBe(401);
  });
});

describe("editing a key", () => {
  /** The dialog that edits a key of somebody with two networks. */
  async function openEdit(deletes = false) {
    const opened = await open(async (person) => {
      const { networkIds } = await networks("Family", "Work")(person);
      const limits = deletes ? { networkIds } : {};
      const { id, key } = await person.kith.apiKeys.create({ name: "Agent", ...limits });
      if (deletes) await person.kith.networks.delete(networkIds[1]!);
      return { networkIds, id, key: key! };
    });
    await opened.press("Edit the key Agent");
    return opened;
  }

  test("changes all but its secret, and what is changed holds at once", async () => {
    const it = await openEdit();
    await it.name.fill("Assistant");
    await it.radio("Read only").check();
    await it.limit();
    await it.tick("Work");
    await it.fill("Expires", "2099-06-01");
    await it.press("Save");
    await it.closed();
    const [may, , ends] = await it.cells(/Assistant/);
    expect([may, ends]).toEqual(["Read onlyOnly contacts in Work", "1 Jun 2099"]);
    const expiresAt = "2099-06-01T00:00:00.000Z";
    expect(await meOf(it.key)).toMatchObject({ networkIds: [it.networkIds[1]], expiresAt });

    await it.press("Edit the key Assistant");
    await it.radio("Everything").check();
    await it.radio("All contacts").check();
    await it.fill("Expires", "");
    await it.press("Save");
    await it.closed();
    expect(await meOf(it.key)).toMatchObject({ scopes: null, networkIds: null, expiresAt: null });
  });

  test("keeps a network that was deleted, until it is unticked", async () => {
    const { networkIds, key, name, press, closed, cells, box, untick } = await openEdit(true);
    const rename = async (next: string) => {
      await name.fill(next);
      await press("Save");
      await closed();
    };
    const saysOnly = async (network: string) =>
      expect((await cells(/Agent/))[0]).toBe(`EverythingOnly contacts in ${network}`);
    await saysOnly("Family and a deleted network");
    expect(await box("A deleted network").isChecked()).toBe(true);
    await rename("Agent 2");
    expect((await meOf(key)).networkIds!.sort()).toEqual([...networkIds].sort());
    await press("Edit the key Agent 2");
    await untick("A deleted network");
    await rename("Agent 3");
    expect((await meOf(key)).networkIds).toEqual([networkIds[0]]);
    await saysOnly("Family");
  });
});

test("rotating a key tells until when the old one works", async () => {
  const it = await open(async ({ kith }) => ({
    old: (await kith.apiKeys.create({ name: "Agent" })).key!,
  }));
  const { old, press, field, dialog, row, see, copied } = it;
  await press("Rotate the key Agent");
  await field("The old key still works").selectOption("For a day");
  await press("Rotate the key");
  const key = await shownKey(it);
  await see(/The old key works until \d+ \w+ \d{4}/, dialog("Your new key: Agent"));
  expect(key).not.toBe(old);
  expect([await statusOf(old), await statusOf(key)]).toEqual([200, 200]);
  await copied();
  await see(`${key.slice(0, 9)}…`, row(/Old key until/));
  await press("Rotate the key Agent");
  await see("The one before that ends now.");
  await press("Rotate the key");
  await see("The old key does not work any more.");
  expect([await statusOf(old), await statusOf(key)]).toEqual([401, 401]);
});
