import { readFile } from "node:fs/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, inject, test } from "vitest";
import { presets } from "../../web/src/keys/access.ts";
import { clientOf, daysAgo, type Person } from "./support/account.ts";
import { beginKey, createKey, finishKey, openKeys, shownKey } from "./support/keys.ts";

const meOf = (key: string) => clientOf(key).me.get();
const statusOf = async (key: string) =>
  (await clientOf(key).client.GET("/contacts")).response.status;
const day = (days: number) => daysAgo(-days).slice(0, 10);

/** Makes networks of these names. */
const networks = (...names: string[]) => async ({ kith }: Person) => {
  const made: string[] = [];
  for (const name of names) made.push((await kith.networks.create({ name })).id);
  return { networkIds: made };
};

async function open<Made extends object>(prepare?: (person: Person) => Promise<Made | void>) {
  const opened = await openKeys(prepare);
  const { field, press, gone, dialog, box, radio, item: row } = opened;
  return {
    ...opened,
    row,
    /** What a row of the list says: what the key may do, its use, and when it ends. */
    cells: (name: string | RegExp) => row(name).locator("dd").allTextContents(),
    create: (name: string) => createKey(opened, name),
    begin: (name: string) => beginKey(opened, name),
    finish: () => finishKey(opened),
    copied: () => press("I have copied it"),
    closed: () => gone(dialog()),
    name: field("Name"),
    connect: field("Connect"),
    tick: (name: string) => box(name).check(),
    untick: (name: string) => box(name).uncheck(),
    limit: () => radio("Only contacts in these networks").check(),
    question: () => dialog("Close without copying the key?").waitFor(),
  };
}

describe("a new key", () => {
  test("comes once with a warning and what each assistant needs, all of which works", async () => {
    const it = await open();
    await it.allowClipboard();
    // An app that asks for consent needs no key.
    await it.see("Connect an app", it.page.getByRole("heading"));
    const key = await it.create("Assistant");
    expect(key).toMatch(/^kith_[0-9a-f]{40}$/);
    await it.see("never again", it.dialog());
    await it.press("Copy key");
    await it.button("Copied").waitFor();
    expect(await it.clipboard()).toBe(key);
    const panel = it.page.getByRole("region", { name: "Connect an assistant" });
    const address = await panel.locator("code").first().textContent();
    expect(address).toBe(`${inject("page").url}/functions/v1/kith/mcp`);
    const texts: Record<string, string> = {};
    for (const name of await it.connect.locator("option").allTextContents()) {
      await it.connect.selectOption(name);
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
    expect(await it.link(/llms.txt/).getAttribute("href"))
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
    const { page, console, create, keys, press, closed, follow, fromMenu, row } = await open();
    const urls: string[] = [];
    page.on("request", (request) => urls.push(request.url()));
    page.on("framenavigated", (frame) => urls.push(frame.url()));
    const key = await create("Mail assistant");
    await keys("Escape");
    await press("Close without it");
    await closed();
    await follow("People");
    await fromMenu("API keys");
    await row(/Mail assistant/).waitFor();
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

  test("may do what its preset says", async () => {
    const { begin, see, page, finish, copied, cells } = await open();
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
      await begin(label);
      await page.getByText(meaning).click();
      expect((await meOf(await finish())).scopes).toEqual(scopes);
      await copied();
      await see(label);
      expect((await cells(new RegExp(`^${label}`)))[0]).toBe(label);
    }
  });

  test("may do what is chosen, beginning with the preset before it; writing includes reading", async () => {
    const it = await open();
    await it.begin("Agent");
    await it.radio("Choose").check();
    const group = it.page.getByRole("group", { name: "What it may do" });
    const choose = async (kind: string, level: string) =>
      void await it.field(kind, group).selectOption(level);
    expect(await it.field("Contacts", group).inputValue()).toBe("read");
    for (const each of await group.getByRole("combobox").all()) await each.selectOption("Nothing");
    await it.press("Create key");
    await it.see("Choose at least one kind of data.", group);
    await it.expectFocus("Contacts");
    expect((await it.person.kith.apiKeys.list()).total).toBe(0);
    await choose("Contacts", "Read and write");
    await it.gone(it.page.getByText("Choose at least one kind of data."));
    await choose("Notes and note types", "Read");
    const { scopes } = await meOf(await it.finish());
    expect(scopes).toEqual(["contacts:read", "contacts:write", "notes:read"]);
    await it.copied();
    await expect.poll(async () => (await it.cells(/Agent/))[0])
      .toBe("Read notes; read and write contacts");
  });

  test("ends when the day begins where the user is, or in so many days", async () => {
    const zone = { timezone: "Pacific/Kiritimati" };
    const it = await open(async ({ kith }) => void await kith.me.update(zone));
    await it.begin("Agent");
    await it.field("Expires").selectOption("date");
    const invalid = () => it.page.locator("input:invalid").count();
    await it.press("Create key");
    await expect.poll(invalid).toBe(1);
    // It has begun.
    await it.fill("Date", day(0));
    await expect.poll(invalid).toBe(1);
    await it.fill("Date", "2099-06-01");
    // 14 hours ahead of UTC.
    expect((await meOf(await it.finish())).expiresAt).toBe("2099-05-31T10:00:00.000Z");
    await it.copied();
    await it.see("1 Jun 2099");
    await it.person.kith.me.update({ timezone: "UTC" });
    await it.page.reload();
    await it.begin("Agent");
    // Read before and after, for a midnight between.
    const before = day(30);
    await it.field("Expires").selectOption("30");
    const { expiresAt } = await meOf(await it.finish());
    expect([before, day(30)].map((each) => `${each}T00:00:00.000Z`)).toContain(expiresAt);
  });

  test("whose expiry the API refuses has that marked as wrong", async () => {
    const { page, begin, field, press, expectOnConsole } = await open();
    expectOnConsole(/status of 400/);
    const postData = JSON.stringify({ name: "Agent", expiresAt: "2020-01-01" });
    await page.route(/\/api-keys$/, (route) => route.continue({ postData }));
    await begin("Agent");
    await field("Expires").selectOption("30");
    await press("Create key");
    await expect.poll(() => field("Expires").getAttribute("aria-invalid")).toBe("true");
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("SELECT");
    expect(await page.locator(".field-problem").textContent()).toMatch(/future/);
  });
});

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
    await it.field("Expires").selectOption("date");
    await it.fill("Date", "2099-06-01");
    await it.press("Save");
    await it.closed();
    const [may, , ends] = await it.cells(/Assistant/);
    expect([may, ends]).toEqual(["Read onlyOnly contacts in Work", "1 Jun 2099"]);
    const expiresAt = "2099-06-01T00:00:00.000Z";
    expect(await meOf(it.key)).toMatchObject({ networkIds: [it.networkIds[1]], expiresAt });

    await it.press("Edit the key Assistant");
    await it.radio("Everything").check();
    await it.radio("All contacts").check();
    await it.field("Expires").selectOption("Never");
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

describe("a key that was not copied", () => {
  test("is not lost by Escape, however often, by a click beside it, or by what closes a dialog", async () => {
    const it = await open();
    const { page, create, keys, question, press, expectFocus } = it;
    const key = await create("Agent");
    await page.mouse.click(5, 400);
    expect(await shownKey(it)).toBe(key);
    await keys("Escape");
    await question();
    await expectFocus("Back to the key");
    // Escape answers the question with no, and asks it again.
    for (let count = 0; count < 4; count++) {
      await keys("Escape");
      expect(await shownKey(it)).toBe(key);
      await keys("Escape");
      await question();
    }
    await press("Back to the key");
    await page.evaluate(() => document.querySelector("dialog")!.close());
    await question();
    await press("Back to the key");
    expect(await shownKey(it)).toBe(key);
  });

  test("makes the browser ask before the page is loaded again, until it is copied", async () => {
    const { page, allowClipboard, create, press, button } = await open();
    await allowClipboard();
    const asked: string[] = [];
    page.on("dialog", (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await create("Agent");
    await page.reload();
    expect(asked).toEqual(["beforeunload"]);
    await create("Another");
    await press("Copy key");
    await button("Copied").waitFor();
    await page.reload();
    expect(asked).toEqual(["beforeunload"]);
  });

  test("is closed by Escape at once when it was copied, by a button or the keyboard, but not by a text without it", async () => {
    const it = await open();
    await it.allowClipboard();
    await it.create("By button");
    await it.connect.selectOption("VS Code");
    await it.press("Copy address");
    await it.press("Copy settings");
    await it.said("Settings copied.");
    await it.keys("Escape");
    await it.question();
    await it.press("Back to the key");
    await it.connect.selectOption("Cursor");
    await it.press("Copy settings");
    await it.gone(it.button("Copy settings"));
    await it.keys("Escape");
    await it.closed();
    const key = await it.create("By keyboard");
    // One click selects all of it.
    await it.page.getByText(key, { exact: true }).click();
    await it.keys("Control+c");
    expect(await it.clipboard()).toBe(key);
    await it.keys("Escape");
    await it.closed();
  });
});
