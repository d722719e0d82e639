import { readFile } from "node:fs/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { presets } from "../../web/src/keys/access.ts";
import { clientOf, newPerson, type Person } from "./support/account.ts";
import { beginKey, createKey, dismissKey, finishKey, openKeys, shownKey } from "./support/keys.ts";
import { hold } from "./support/requests.ts";
import { fromMenu, useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

const meOf = (key: string) => clientOf(key).me.get();
const statusOf = async (key: string) =>
  (await clientOf(key).client.GET("/contacts")).response.status;
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const check = (page: Page, name: string) => page.getByRole("checkbox", { name }).check();
const uncheck = (page: Page, name: string) => page.getByRole("checkbox", { name }).uncheck();
const name = (page: Page) => page.getByLabel("Name", { exact: true });
const connect = (page: Page) => page.getByLabel("Connect", { exact: true });
const closed = (page: Page) => page.getByRole("dialog").waitFor({ state: "detached" });
const row = (page: Page, name: string | RegExp) => page.getByRole("row", { name });
/** What a row of the list says: what the key may do, its use, and when it ends. */
const cell = (page: Page, name: string | RegExp, index = 0) =>
  row(page, name).getByRole("cell").nth(index);
const copying = (page: Page) =>
  page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent);

/** Somebody with networks of these names, whose ids follow. */
async function withNetworks(...names: string[]): Promise<{ person: Person; ids: string[] }> {
  const person = await newPerson();
  const ids: string[] = [];
  for (const name of names) {
    ids.push((await person.kith.networks.create({ name })).id);
  }
  return { person, ids };
}

describe("a new key", () => {
  test("comes once with a warning and what each assistant needs, all of which works", async () => {
    const { page } = await openKeys(visit);
    await copying(page);
    // An app that asks for consent needs no key.
    await page.getByRole("heading", { name: "Connect an app" }).waitFor();
    const key = await createKey(page, "Assistant");
    expect(key).toMatch(/^kith_[0-9a-f]{40}$/);
    await page.getByRole("dialog").getByText("never again").waitFor();
    await press(page, "Copy key");
    await page.getByRole("button", { name: "Copied", exact: true }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    const panel = page.getByRole("region", { name: "Connect an assistant" });
    const address = await panel.locator("code").first().textContent();
    expect(address).toBe(`${inject("page").url}/functions/v1/kith/mcp`);
    const texts: Record<string, string> = {};
    for (const name of await connect(page).locator("option").allTextContents()) {
      await connect(page).selectOption(name);
      texts[name] = (await panel.locator("code").last().textContent())!;
    }
    const guide = await readFile(new URL("../../docs/connect.md", import.meta.url), "utf8");
    for (const name of Object.keys(texts).slice(0, -1)) expect(guide).toContain(`## ${name}`);
    expect(texts["Claude Code"]).toBe(
      `claude mcp add --transport http kith ${address} --header "Authorization: Bearer ${key}"`,
    );
    expect(JSON.parse(texts["Windsurf"]!).mcpServers.kith.serverUrl).toBe(address);
    // VS Code asks for the key and keeps it out of the file.
    expect(texts["VS Code"]).not.toContain(key);
    const command = texts["A script or another program"]!;
    const [, header, url] = /^curl -H "Authorization: (.+?)" "(.+)"$/.exec(command)!;
    const answer = await fetch(url!, { headers: { authorization: header! } });
    expect([answer.status, (await answer.json()).total]).toEqual([200, 0]);
    expect(await page.getByRole("link", { name: /llms.txt/ }).getAttribute("href"))
      .toBe(`${inject("page").url}/functions/v1/kith/api/v1/llms.txt`);

    const { kith } = JSON.parse(texts["Cursor"]!).mcpServers;
    expect(kith).toEqual({ url: address, headers: { Authorization: `Bearer ${key}` } });
    const client = new Client({ name: "test", version: "1.0.0" });
    const requestInit = { headers: kith.headers };
    await client.connect(new StreamableHTTPClientTransport(new URL(kith.url), { requestInit }));
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("search_contacts");
    await client.close();
  });

  test("is nowhere once the dialog is closed", async () => {
    const { page, console } = await openKeys(visit);
    const urls: string[] = [];
    page.on("request", (request) => urls.push(request.url()));
    page.on("framenavigated", (frame) => urls.push(frame.url()));
    const key = await createKey(page, "Mail assistant");
    await page.keyboard.press("Escape");
    await press(page, "Close without it");
    await closed(page);
    await page.getByRole("link", { name: "People" }).click();
    await fromMenu(page, "API keys");
    await row(page, /Mail assistant/).waitFor();
    const kept = await page.evaluate(async () => [
      ...Object.values(localStorage),
      ...Object.values(sessionStorage),
      document.cookie,
      document.documentElement.outerHTML,
      JSON.stringify(history.state),
      ...(await indexedDB.databases()).map(({ name }) => name),
      ...(await caches.keys()),
    ]);
    expect(urls.length).toBeGreaterThan(0);
    for (const text of [...kept, ...urls, ...console]) expect(text).not.toContain(key.slice(9));
  });

  test("needs a name, and is given up by Escape, with the focus where it was", async () => {
    const { page, person } = await openKeys(visit);
    await beginKey(page, "   ");
    await press(page, "Create key");
    await expect.poll(() => page.locator("input:invalid").count()).toBe(1);
    await name(page).fill("Never mind");
    await page.keyboard.press("Escape");
    await closed(page);
    await expect.poll(() => focused(page)).toBe("New key");
    expect((await person.kith.apiKeys.list()).total).toBe(0);
  });

  test("may do what its preset says", async () => {
    const { page } = await openKeys(visit);
    const reading = ["activity", "contacts", "networks", "notes", "profile", "reminders"]
      .map((each) => `${each}:read`);
    const more = ["activity:write", "notes:write", "reminders:write"];
    for (
      const [{ label, meaning }, scopes] of [
        [presets.read, reading],
        [presets.assist, [...reading, ...more].sort()],
        [presets.everything, null],
      ] as const
    ) {
      await beginKey(page, label);
      await page.getByText(meaning).click();
      expect((await meOf(await finishKey(page))).scopes).toEqual(scopes);
      await dismissKey(page);
      expect(await cell(page, new RegExp(`^${label}`)).textContent()).toBe(label);
    }
  });

  test("may do what is ticked, beginning with the preset before it; writing includes reading", async () => {
    const { page, person } = await openKeys(visit);
    await beginKey(page, "Agent");
    await page.getByRole("radio", { name: "Choose" }).check();
    await check(page, "Write: Contacts");
    await uncheck(page, "Read: Contacts");
    expect(await page.getByRole("checkbox", { name: "Write: Contacts" }).isChecked()).toBe(false);
    for (const box of await page.getByRole("checkbox", { name: /^Read: / }).all()) {
      await box.uncheck();
    }
    await press(page, "Create key");
    const group = page.getByRole("group", { name: "What it may do" });
    await group.getByText("Tick at least one box.").waitFor();
    await expect.poll(() => focused(page)).toBe("Read: Contacts");
    expect((await person.kith.apiKeys.list()).total).toBe(0);
    await check(page, "Write: Contacts");
    await expect.poll(() => page.getByText("Tick at least one box.").count()).toBe(0);
    await check(page, "Read: Notes");
    const { scopes } = await meOf(await finishKey(page));
    expect(scopes).toEqual(["contacts:read", "contacts:write", "notes:read"]);
    await dismissKey(page);
    await expect.poll(() => cell(page, /Agent/).textContent())
      .toBe("Read notes; read and write contacts");
  });

  test("ends when the day begins where the user is, or in so many days", async () => {
    const person = await newPerson();
    await person.kith.me.update({ timezone: "Pacific/Kiritimati" });
    const { page } = await openKeys(visit, person);
    const expires = page.getByLabel("Expires");
    await beginKey(page, "Agent");
    await expires.selectOption("date");
    const invalid = () => page.locator("input:invalid").count();
    await press(page, "Create key");
    await expect.poll(invalid).toBe(1);
    // It has begun.
    await page.getByLabel("Date").fill(day(0));
    await expect.poll(invalid).toBe(1);
    await page.getByLabel("Date").fill("2099-06-01");
    // 14 hours ahead of UTC.
    expect((await meOf(await finishKey(page))).expiresAt).toBe("2099-05-31T10:00:00.000Z");
    await dismissKey(page);
    await page.getByRole("cell", { name: "1 Jun 2099" }).waitFor();
    await person.kith.me.update({ timezone: "UTC" });
    await page.reload();
    for (const days of [30, 90]) {
      await beginKey(page, "Agent");
      // Read before and after, for a midnight between.
      const before = day(days);
      await expires.selectOption(`${days}`);
      const { expiresAt } = await meOf(await finishKey(page));
      expect([before, day(days)].map((each) => `${each}T00:00:00.000Z`)).toContain(expiresAt);
      await dismissKey(page);
    }
  });

  test("whose expiry the API refuses has that marked as wrong", async () => {
    const { page, expectOnConsole } = await openKeys(visit);
    expectOnConsole(/status of 400/);
    const postData = JSON.stringify({ name: "Agent", expiresAt: "2020-01-01" });
    await page.route(/\/api-keys$/, (route) => route.continue({ postData }));
    await beginKey(page, "Agent");
    await page.getByLabel("Expires").selectOption("30");
    await press(page, "Create key");
    await expect.poll(() => page.getByLabel("Expires").getAttribute("aria-invalid")).toBe("true");
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("SELECT");
    expect(await page.locator(".field-problem").textContent()).toMatch(/future/);
  });
});

describe("the networks of a key", () => {
  const limit = (page: Page) =>
    page.getByRole("radio", { name: "Only contacts in these networks" }).check();

  test("are all there, however many, and those made meanwhile; where there are none, it has none", async () => {
    const names = Array.from({ length: 30 }, (_, index) => `Network ${index + 10}`);
    const { person } = await withNetworks(...names);
    const { page } = await openKeys(visit, person);
    const { id } = await person.kith.networks.create({ name: "Zebras" });
    await beginKey(page, "Agent");
    await limit(page);
    await press(page, "Create key");
    await page.getByText("Tick at least one network.").waitFor();
    await check(page, "Zebras");
    const list = page.getByRole("group", { name: "Networks" });
    expect((await list.boundingBox())!.height).toBeLessThan(250);
    for (const name of names.slice(0, 6)) await check(page, name);
    const { networkIds } = await meOf(await finishKey(page));
    expect(networkIds).toHaveLength(7);
    expect(networkIds).toContain(id);
    await dismissKey(page);
    expect(await cell(page, /Agent/).textContent())
      .toMatch(/^Read onlyOnly contacts in .*Network 14 and 2 more$/);
    const other = await openKeys(visit);
    await beginKey(other.page, "Agent");
    await other.page.getByText("You have no networks yet.").waitFor();
    const radio = other.page.getByRole("radio", { name: "Only contacts in these networks" });
    expect(await radio.isDisabled()).toBe(true);
  });

  test("that are deleted meanwhile are named by the refusal", async () => {
    const { person, ids } = await withNetworks("Family", "Work");
    const { page, expectOnConsole } = await openKeys(visit, person);
    expectOnConsole(/status of 400/);
    const reloaded = page.waitForResponse(/\/networks\?/);
    await beginKey(page, "Agent");
    await reloaded;
    await limit(page);
    for (const name of ["Family", "Work"]) await check(page, name);
    await person.kith.networks.delete(ids[1]!);
    await press(page, "Create key");
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
    await limit(page);
    for (const name of ["Family", "Work"]) await check(page, name);
    await person.kith.networks.delete(ids[1]!);
    release();
    await uncheck(page, "A deleted network");
    expect((await meOf(await finishKey(page))).networkIds).toEqual([ids[0]]);
  });
});

describe("the list of keys", () => {
  test("tells name, beginning, creation, use and expiry, the newest first", async () => {
    const { page, person } = await openKeys(visit);
    const make = (body: { name: string; expiresAt?: string }) => person.kith.apiKeys.create(body);
    const key = (await make({ name: "Used", expiresAt: "2099-06-01T12:00:00Z" })).key!;
    expect(await statusOf(key)).toBe(200);
    await make({ name: "Over", expiresAt: new Date(Date.now() + 1000).toISOString() });
    await expect.poll(async () => {
      await page.reload();
      return await cell(page, /Over/, 2).textContent();
    }).toMatch(/^Expired on \d+ \w+ \d{4}$/);
    expect(await row(page, /Used/).getByRole("rowheader").textContent())
      .toBe(`Used${key.slice(0, 9)}…`);
    expect((await row(page, /Used/).getByRole("cell").allTextContents()).slice(0, 3))
      .toEqual(["Everything", "just nowlist contacts", "1 Jun 2099"]);
    await createKey(page, "Unused");
    await dismissKey(page);
    const names = async () =>
      (await page.getByRole("rowheader").allTextContents()).map((text) => text.split("kith_")[0]);
    await expect.poll(names).toEqual(["Unused", "Over", "Used"]);
    expect(await cell(page, /Unused/, 1).textContent()).toMatch(/^NeverCreated \d+ \w+ \d{4}$/);
    await press(page, "Rotate the key Over");
    await page.getByText("It has expired").waitFor();
  });

  test("gives up a key after asking, and the key stops working", async () => {
    const { page } = await openKeys(visit);
    const key = await createKey(page, "Old script");
    await dismissKey(page);
    await press(page, "Delete the key Old script");
    await press(page, "Keep it");
    expect(await statusOf(key)).toBe(200);
    await press(page, "Delete the key Old script");
    await press(page, "Delete the key");
    await page.getByText("No keys yet").waitFor();
    expect(await statusOf(key)).toBe(401);
  });

  test("explains that twenty are the most, and goes on after one is deleted", async () => {
    const { page, person, expectOnConsole } = await openKeys(visit);
    expectOnConsole(/status of 409/);
    for (let count = 0; count < 20; count++) {
      await person.kith.apiKeys.create({ name: `Key ${count}` });
    }
    // The page does not know yet: it learns it from the API's refusal.
    await beginKey(page, "One more");
    await press(page, "Create key");
    await page.getByText("You have 20 keys").waitFor();
    expect(await page.getByRole("button", { name: "New key" }).count()).toBe(0);
    await press(page, "Delete the key Key 7");
    await press(page, "Delete the key");
    await createKey(page, "One more");
  });
});

describe("editing a key", () => {
  /** A key of somebody with two networks, and the dialog that edits it. */
  async function openEdit() {
    const { person, ids } = await withNetworks("Family", "Work");
    const made = await person.kith.apiKeys.create({ name: "Agent" });
    const visited = await openKeys(visit, person);
    await press(visited.page, "Edit the key Agent");
    return { ids, id: made.id, key: made.key!, ...visited };
  }

  test("changes all but its secret, and what is changed holds at once", async () => {
    const { page, ids, key } = await openEdit();
    expect(await page.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
    await name(page).fill("Assistant");
    await page.getByRole("radio", { name: "Read only" }).check();
    await page.getByRole("radio", { name: "Only contacts in these networks" }).check();
    await check(page, "Work");
    await page.getByLabel("Expires").selectOption("date");
    await page.getByLabel("Date").fill("2099-06-01");
    await press(page, "Save");
    await closed(page);
    expect(await cell(page, /Assistant/).textContent()).toBe("Read onlyOnly contacts in Work");
    expect(await cell(page, /Assistant/, 2).textContent()).toBe("1 Jun 2099");
    const expiresAt = "2099-06-01T00:00:00.000Z";
    expect(await meOf(key)).toMatchObject({ networkIds: [ids[1]], expiresAt });

    await press(page, "Edit the key Assistant");
    await page.getByRole("radio", { name: "Everything" }).check();
    await page.getByRole("radio", { name: "All contacts" }).check();
    await page.getByLabel("Expires").selectOption("Never");
    await press(page, "Save");
    await closed(page);
    expect(await meOf(key)).toMatchObject({ scopes: null, networkIds: null, expiresAt: null });
  });

  test("leaves what somebody else changed meanwhile, and shows it", async () => {
    const { page, person, id, key } = await openEdit();
    await name(page).fill("Assistant");
    await person.kith.apiKeys.update(id, { scopes: ["contacts:read" as const] });
    await page.getByRole("radio", { name: "Everything" }).check();
    await press(page, "Save");
    await page.getByText("This key was changed elsewhere").waitFor();
    expect((await meOf(key)).scopes).toEqual(["contacts:read"]);
    expect(await name(page).inputValue()).toBe("Agent");
    expect(await page.getByRole("radio", { name: "Choose" }).isChecked()).toBe(true);
    await name(page).fill("Assistant");
    await press(page, "Save");
    await closed(page);
    await row(page, /Assistant.*Read contacts/).waitFor();
  });

  test("does not mind that the key is used meanwhile", async () => {
    const { page, key, expectOnConsole } = await openEdit();
    expectOnConsole(/status of 412/);
    const statuses: number[] = [];
    page.on(
      "response",
      (answer) => answer.request().method() === "PATCH" && statuses.push(answer.status()),
    );
    // Between the page's reading of the entity tag and its change.
    await page.route(/\/api-keys\/[^/]+$/, async (route) => {
      const response = await route.fetch();
      if (route.request().method() === "GET") await statusOf(key);
      await route.fulfill({ response });
    });
    await name(page).fill("Assistant");
    await press(page, "Save");
    await closed(page);
    expect(statuses).toEqual([412, 200]);
    await row(page, /Assistant/).waitFor();
  });

  test("keeps a network that was deleted, until it is unticked", async () => {
    const { page, person, ids, id, key } = await openEdit();
    await person.kith.apiKeys.update(id, { networkIds: ids });
    await person.kith.networks.delete(ids[1]!);
    await page.reload();
    const rename = async (next: string) => {
      await name(page).fill(next);
      await press(page, "Save");
      await closed(page);
    };
    await expect.poll(() => cell(page, /Agent/).textContent())
      .toBe("EverythingOnly contacts in Family and a deleted network");
    await press(page, "Edit the key Agent");
    expect(await page.getByRole("checkbox", { name: "A deleted network" }).isChecked()).toBe(true);
    await rename("Agent 2");
    expect((await meOf(key)).networkIds!.sort()).toEqual([...ids].sort());
    await press(page, "Edit the key Agent 2");
    await uncheck(page, "A deleted network");
    await rename("Agent 3");
    expect((await meOf(key)).networkIds).toEqual([ids[0]]);
    expect(await cell(page, /Agent/).textContent()).toBe("EverythingOnly contacts in Family");
  });
});

test("rotating a key tells until when the old one works", async () => {
  const { page } = await openKeys(visit);
  const old = await createKey(page, "Agent");
  await dismissKey(page);
  await press(page, "Rotate the key Agent");
  await page.getByLabel("The old key still works").selectOption("For a day");
  await press(page, "Rotate the key");
  const key = await shownKey(page);
  const dialog = page.getByRole("dialog", { name: "Your new key: Agent" });
  await expect.poll(() => dialog.textContent()).toMatch(/The old key works until \d+ \w+ \d{4}/);
  expect(key).not.toBe(old);
  expect([await statusOf(old), await statusOf(key)]).toEqual([200, 200]);
  await dismissKey(page);
  await expect.poll(() => row(page, /Agent/).textContent())
    .toContain(`${key.slice(0, 9)}…Old key until`);
  await press(page, "Rotate the key Agent");
  await page.getByText("The one before that ends now.").waitFor();
  await press(page, "Rotate the key");
  await page.getByText("The old key does not work any more.").waitFor();
  await dismissKey(page);
  expect([await statusOf(old), await statusOf(key)]).toEqual([401, 401]);
});

describe("a key that was not copied", () => {
  const question = (page: Page) =>
    page.getByRole("dialog", { name: "Close without copying the key?" });

  test("is not lost by Escape, however often, by a click beside it, or by what closes a dialog", async () => {
    const { page } = await openKeys(visit);
    const key = await createKey(page, "Agent");
    await page.mouse.click(5, 400);
    expect(await shownKey(page)).toBe(key);
    await page.keyboard.press("Escape");
    await question(page).waitFor();
    await expect.poll(() => focused(page)).toBe("Back to the key");
    // Escape answers the question with no, and asks it again.
    for (let count = 0; count < 4; count++) {
      await page.keyboard.press("Escape");
      expect(await shownKey(page)).toBe(key);
      await page.keyboard.press("Escape");
      await question(page).waitFor();
    }
    await press(page, "Back to the key");
    await page.evaluate(() => document.querySelector("dialog")!.close());
    await question(page).waitFor();
    await press(page, "Back to the key");
    expect(await shownKey(page)).toBe(key);
  });

  test("makes the browser ask before the page is loaded again, until it is copied", async () => {
    const { page } = await openKeys(visit);
    await copying(page);
    const asked: string[] = [];
    page.on("dialog", (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await createKey(page, "Agent");
    await page.reload();
    expect(asked).toEqual(["beforeunload"]);
    await createKey(page, "Another");
    await press(page, "Copy key");
    await page.getByRole("button", { name: "Copied", exact: true }).waitFor();
    await page.reload();
    expect(asked).toEqual(["beforeunload"]);
  });

  test("is closed by Escape at once when it was copied, by a button or the keyboard, but not by a text without it", async () => {
    const { page } = await openKeys(visit);
    await copying(page);
    const said = page.getByRole("status").filter({ hasText: "Settings copied." });
    await createKey(page, "By button");
    await connect(page).selectOption("VS Code");
    await press(page, "Copy address");
    await press(page, "Copy settings");
    await said.waitFor();
    await page.keyboard.press("Escape");
    await question(page).waitFor();
    await press(page, "Back to the key");
    await connect(page).selectOption("Cursor");
    await press(page, "Copy settings");
    await page.getByRole("button", { name: "Copy settings" }).waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await closed(page);
    const key = await createKey(page, "By keyboard");
    // One click selects all of it.
    await page.getByText(key, { exact: true }).click();
    await page.keyboard.press("Control+c");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    await page.keyboard.press("Escape");
    await closed(page);
  });
});
