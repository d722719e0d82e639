import { readFile } from "node:fs/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, inject, test } from "vitest";
import { presets } from "../../web/src/keys/access.ts";
import { daysAgo } from "./support/account.ts";
import { meOf, openKeys as open, shownKey } from "./support/keys.ts";

const day = (days: number) => daysAgo(-days).slice(0, 10);

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
    await it.fill("Expires", "one day");
    await it.press("Create key");
    await it.see(/This is not a date/);
    await it.fill("Expires", "2099-06-01");
    // 14 hours ahead of UTC.
    expect((await meOf(await it.finish())).expiresAt).toBe("2099-05-31T10:00:00.000Z");
    await it.copied();
    await it.see("1 Jun 2099");
    await it.person.kith.me.update({ timezone: "UTC" });
    await it.page.reload();
    await it.begin("Agent");
    // Read before and after, for a midnight between.
    const before = day(30);
    await it.fill("Expires", "in 30 days");
    const { expiresAt } = await meOf(await it.finish());
    expect([before, day(30)].map((each) => `${each}T00:00:00.000Z`)).toContain(expiresAt);
  });

  test("whose expiry the API refuses has that marked as wrong", async () => {
    const { page, begin, field, fill, press, expectFocus, expectOnConsole } = await open();
    expectOnConsole(/status of 400/);
    await begin("Agent");
    // It has begun.
    await fill("Expires", day(0));
    await press("Create key");
    await expect.poll(() => field("Expires").getAttribute("aria-invalid")).toBe("true");
    await expectFocus("Expires");
    expect(await page.locator(".field-problem").textContent()).toMatch(/future/);
  });
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
