import { readFile } from "node:fs/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Page } from "playwright-core";
import decodeQR from "qr/decode.js";
import { expect, inject, test } from "vitest";
import type { KithError } from "../../client/src/index.ts";
import { presets } from "../../web/src/keys/access.ts";
import { clientOf, daysAgo, type Person } from "./support/account.ts";
import { open } from "./support/visit.ts";

const meOf = (key: string) => clientOf(key).me.get();
const statusOf = (key: string) =>
  clientOf(key).contacts.list().then(() => 200, (error) => (error as KithError).status);

/** The keys of somebody with networks of these names; `prepare` is called before the view is opened. */
async function openKeys<Made extends object>(
  names: string[] = [],
  prepare: (person: Person, networkIds: string[]) => Promise<Made | void> = async () => {},
) {
  const it = await open("keys", async (person) => {
    const networkIds: string[] = [];
    for (const name of names) networkIds.push((await person.kith.networks.create({ name })).id);
    return { networkIds, ...(await prepare(person, networkIds) ?? {}) as Made };
  });
  await it.page.getByRole("heading", { name: "Your keys" }).waitFor();
  return {
    ...it,
    /** What a row of the list says: what the key may do, its use, and when it ends. */
    cells: (name: string | RegExp) => it.item(name).locator("dd").allTextContents(),
    /** Sends the form and closes the key; returns what it may do. */
    async finish() {
      await it.press("Create key");
      const me = await meOf(await it.shownKey());
      await it.press("I have copied it");
      await it.gone(it.dialog());
      return me;
    },
    async save() {
      await it.press("Save");
      await it.gone(it.dialog());
    },
    connect: it.field("Connect"),
    limit: () => it.radio("Only contacts in these networks").check(),
    question: () => it.dialog("Close without copying the key?").waitFor(),
  };
}

test("a new key comes with what each assistant needs, all of which works, and is nowhere afterwards", async () => {
  const it = await openKeys();
  const { page } = it;
  const urls: string[] = [];
  page.on("request", (request) => urls.push(request.url()));
  page.on("framenavigated", (frame) => urls.push(frame.url()));
  // An app that asks for consent needs no key.
  await it.see("Connect an app", page.getByRole("heading"));
  const key = await it.createKey("Assistant");
  expect(key).toMatch(/^kith_[0-9a-f]{40}$/);
  await it.see("never again", it.dialog());
  const panel = page.getByRole("region", { name: "Connect an assistant" });
  const address = await panel.locator("code").first().textContent();
  const api = `${inject("page").url}/functions/v1/kith`;
  expect(address).toBe(`${api}/mcp`);
  const texts: Record<string, string> = {};
  for (const name of await it.connect.locator("option").allTextContents()) {
    await it.connect.selectOption(name);
    texts[name] = (await panel.locator("code").last().textContent())!;
  }
  const guide = await readFile(new URL("../../docs/connect.md", import.meta.url), "utf8");
  for (const name of Object.keys(texts).slice(0, -2)) expect(guide).toContain(`## ${name}`);
  expect(texts["Claude Code"]).toBe(
    `claude mcp add --transport http kith ${address} --header "Authorization: Bearer ${key}"`,
  );
  expect(JSON.parse(texts["Windsurf"]!).mcpServers.kith.serverUrl).toBe(address);
  expect(texts["VS Code"], "VS Code asks for the key").not.toContain(key);
  const command = texts["A script or another program"]!;
  const [, header, url] = /^curl -H "Authorization: (.+?)" "(.+)"$/.exec(command)!;
  const answer = await fetch(url!, { headers: { authorization: header! } });
  expect([answer.status, (await answer.json()).total], "the script").toEqual([200, 0]);
  expect(await it.link(/llms.txt/).getAttribute("href")).toBe(`${api}/api/v1/llms.txt`);
  const { kith } = JSON.parse(texts["Cursor"]!).mcpServers;
  expect(kith).toEqual({ url: address, headers: { Authorization: `Bearer ${key}` } });
  const client = new Client({ name: "test", version: "1.0.0" });
  const requestInit = { headers: kith.headers };
  await client.connect(new StreamableHTTPClientTransport(new URL(kith.url), { requestInit }));
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain("search_contacts");
  await client.close();

  await it.keys("Escape");
  await it.press("Close without it");
  await it.gone(it.dialog());
  await it.follow("People");
  await it.fromMenu("API keys");
  await it.item(/Assistant/).waitFor();
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
  for (const text of [...kept, ...urls, ...it.console]) {
    expect(text, "what is left of the key").not.toContain(key.slice(9));
  }
});

/** What a camera reads in a picture, which the browser decodes. */
async function readQrCode(picture: Buffer, page: Page): Promise<string> {
  const image = await page.evaluate(async (bytes) => {
    const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
    const { width, height } = bitmap;
    const canvas = new OffscreenCanvas(width, height).getContext("2d")!;
    canvas.drawImage(bitmap, 0, 0);
    return { width, height, data: [...canvas.getImageData(0, 0, width, height).data] };
  }, [...picture]);
  return decodeQR({ ...image, data: Uint8Array.from(image.data) }, { timeLimit: 10_000 });
}

test("a key for a phone comes with the address of the book, which the phone reads and writes", async () => {
  const it = await openKeys();
  await it.beginKey("Phone");
  await it.radio(presets.phone.label).check();
  await it.press("Create key");
  const key = await it.shownKey();
  const panel = it.page.getByRole("region", { name: "Connect an assistant" });
  const address = (await panel.locator("code").first().textContent())!;
  expect(address).toBe(`${inject("page").url}/functions/v1/kith/dav/`);
  const headers = { authorization: `Basic ${btoa(`anybody:${key}`)}` };
  const asked = await fetch(address, { method: "PROPFIND", headers: { ...headers, depth: "1" } });
  const home = /<d:href>([^<]*\/[0-9a-f]{8}\/)<\/d:href>/.exec(await asked.text())![1]!;
  const card = "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:p\r\nFN:From a phone\r\nEND:VCARD\r\n";
  const put = await fetch(new URL(`${home}contacts/p.vcf`, address), {
    method: "PUT",
    headers,
    body: card,
  });
  expect(put.status).toBe(201);
  const [filledIn, profile, ...others] = await Promise.all(
    (await panel.locator("figure").all()).map(async (figure) =>
      readQrCode(await figure.locator("canvas").screenshot(), it.page)
    ),
  );
  expect([filledIn, others]).toEqual([address.replace("http://", `carddav://kith:${key}@`), [key]]);
  for (const [label, text] of [[/Android/, filledIn], [/iPhone/, profile]] as const) {
    expect(await it.link(label).evaluate((a) => (a as HTMLAnchorElement).href)).toBe(text);
  }
  const answer = await fetch(profile!);
  expect([answer.status, answer.headers.get("content-type")])
    .toEqual([200, "application/x-apple-aspen-config; charset=utf-8"]);
  await it.press("I have copied it");
  await it.gone(it.dialog());
  await it.page.reload();
  await it.see(/synchronised, 1 change$/, it.item(/Phone/));
  expect((await it.cells(/Phone/))[0]).toBe(presets.phone.label);
});

test("a key is not lost before it was copied, and closed at once when it was", async () => {
  const it = await openKeys();
  const { page } = it;
  await it.allowClipboard();
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  const key = await it.createKey("Agent");
  const stillShown = async (after: string) => expect(await it.shownKey(), after).toBe(key);
  await page.mouse.click(5, 400);
  await stillShown("a click beside it");
  await it.keys("Escape");
  await it.question();
  await it.expectFocus("Back to the key");
  // Escape answers the question with no, and asks it again.
  for (let count = 0; count < 4; count++) {
    await it.keys("Escape");
    await stillShown("Escape");
    await it.keys("Escape");
    await it.question();
  }
  await it.press("Back to the key");
  await page.evaluate(() => document.querySelector("dialog")!.close());
  await it.question();
  await it.press("Back to the key");
  await stillShown("what closes a dialog");
  await page.reload();
  expect(asked, "the browser asks before it loads the page again").toEqual(["beforeunload"]);

  const copied = await it.createKey("By its button");
  await it.press("Copy key");
  await it.button("Copied").waitFor();
  expect(await it.clipboard()).toBe(copied);
  await page.reload();
  expect(asked, "not for a copied key").toHaveLength(1);
  await it.createKey("By settings");
  await it.connect.selectOption("VS Code");
  await it.press("Copy address");
  await it.press("Copy settings");
  await it.said("Settings copied.");
  // Neither text has the key.
  await it.keys("Escape");
  await it.question();
  await it.press("Back to the key");
  await it.connect.selectOption("Cursor");
  await it.press("Copy settings");
  await it.gone(it.button("Copy settings"));
  await it.keys("Escape");
  await it.gone(it.dialog());
  const byKeyboard = await it.createKey("By keyboard");
  // One click selects all of it.
  await page.getByText(byKeyboard, { exact: true }).click();
  await it.keys("Control+c");
  expect(await it.clipboard()).toBe(byKeyboard);
  await it.keys("Escape");
  await it.gone(it.dialog());
});

test("a key may do what its preset says; what was set through the API stays as it is unless another preset is chosen", async () => {
  const it = await openKeys();
  const reading = ["activity", "contacts", "networks", "notes", "profile", "reminders"]
    .map((each) => `${each}:read`);
  const more = ["activity:write", "notes:write", "reminders:write"];
  for (
    const [{ label, meaning }, scopes] of [
      [presets.read, reading],
      [presets.assist, [...reading, ...more].sort()],
      [presets.phone, ["contacts:read", "contacts:write", "networks:read", "networks:write"]],
      [presets.everything, null],
    ] as const
  ) {
    await it.beginKey(label);
    await it.page.getByText(meaning).click();
    expect((await it.finish()).scopes, label).toEqual(scopes);
    await it.see(label);
    expect((await it.cells(new RegExp(`^${label}`)))[0]).toBe(label);
  }
  const own = ["contacts:read", "contacts:write", "notes:read"] as const;
  const { kith } = it.person;
  const { id } = await kith.apiKeys.create({ name: "Agent", scopes: [...own] });
  const scopes = async () =>
    (await kith.apiKeys.list()).data.find((each) => each.id === id)!.scopes;
  await it.page.reload();
  await expect.poll(async () => (await it.cells(/Agent/))[0])
    .toBe("Read notes; read and write contacts");
  await it.press("Edit the key Agent");
  await it.radio("Read only").check();
  await it.radio("As it was set through the API").check();
  await it.fill("Name", "Agent 2");
  await it.save();
  expect(await scopes(), "what the page does not offer is kept").toEqual([...own]);
  await it.press("Edit the key Agent 2");
  await it.radio("Read only").check();
  await it.save();
  expect(await scopes()).toEqual(reading);
});

test("a key is limited to networks, however many, made meanwhile or deleted meanwhile", async () => {
  const names = Array.from({ length: 30 }, (_, index) => `Network ${index + 10}`);
  const it = await openKeys(names);
  const { networks } = it.person.kith;
  it.expectOnConsole(/status of 400/);
  const zebras = await networks.create({ name: "Zebras" });
  await it.beginKey("Agent");
  await it.limit();
  await it.press("Create key");
  await it.see("Tick at least one network.");
  for (const name of ["Zebras", ...names.slice(0, 7)]) await it.box(name).check();
  const { height } = (await it.page.getByRole("group", { name: "Networks" }).boundingBox())!;
  expect(height, "thirty networks scroll in their box").toBeLessThan(250);
  await networks.delete(it.networkIds[6]!);
  await it.press("Create key");
  const group = it.page.getByRole("group", { name: "Which contacts" });
  await it.see("Network 16 does not exist any more. Untick it.", group);
  await it.box("Network 16").uncheck();
  expect((await it.finish()).networkIds!.sort(), "those that are left")
    .toEqual([zebras.id, ...it.networkIds.slice(0, 6)].sort());
  await expect.poll(async () => (await it.cells(/Agent/))[0])
    .toMatch(/^Read onlyOnly contacts in .*Network 14 and 2 more$/);
  for (const { id } of await it.person.networks()) await networks.delete(id);
  await it.beginKey("Agent");
  await it.see("You have no networks yet.");
  expect(await it.radio("Only contacts in these networks").isDisabled()).toBe(true);
});

test("a key ends when a day begins where the user is, or in so many days", async () => {
  const it = await openKeys([], ({ kith }) => kith.me.update({ timezone: "Pacific/Kiritimati" }));
  it.expectOnConsole(/status of 400/);
  const day = (days: number) => daysAgo(-days).slice(0, 10);
  const expires = it.field("Expires");
  await it.beginKey("Agent");
  await expires.fill("one day");
  await it.press("Create key");
  await it.see(/This is not a date/);
  // It has begun.
  await expires.fill(day(0));
  await it.press("Create key");
  await it.see(/future/, it.page.locator(".field-problem"));
  expect(await expires.getAttribute("aria-invalid"), "refused by the API").toBe("true");
  await it.expectFocus("Expires");
  await expires.fill("2099-06-01");
  expect((await it.finish()).expiresAt, "14 hours ahead of UTC").toBe("2099-05-31T10:00:00.000Z");
  await it.see("1 Jun 2099");
  await it.person.kith.me.update({ timezone: "UTC" });
  await it.page.reload();
  await it.beginKey("Agent");
  // Read before and after, for a midnight between.
  const before = day(30);
  await expires.fill("in 30 days");
  const { expiresAt } = await it.finish();
  expect([before, day(30)].map((each) => `${each}T00:00:00.000Z`)).toContain(expiresAt);
});

test("the list tells a key's beginning, creation, use and expiry; a key is edited and rotated there", async () => {
  const it = await openKeys(["Family", "Work"], async ({ kith }, networkIds) => {
    const make = async (name: string, more: object = {}) =>
      (await kith.apiKeys.create({ name, ...more })).key!;
    return {
      old: await make("Used", { expiresAt: "2099-06-01T12:00:00Z" }),
      over: await make("Over", { expiresAt: new Date(Date.now() + 1000).toISOString() }),
      agent: await make("Agent", { networkIds }),
    };
  });
  const { old, agent, networkIds, dialog } = it;
  const name = it.field("Name");
  expect(await statusOf(old)).toBe(200);
  await it.person.kith.networks.delete(networkIds[1]!);
  await expect.poll(async () => {
    await it.page.reload();
    await it.item(/Over/).waitFor();
    return (await it.cells(/Over/))[2];
  }).toMatch(/^Expired on \d+ \w+ \d{4}$/);
  expect(await it.page.locator("li h3").allTextContents(), "the newest first")
    .toEqual(["Agent", "Over", "Used"]);
  await it.see(`${old.slice(0, 9)}…`, it.item(/Used/));
  expect((await it.cells(/Used/)).slice(0, 3))
    .toEqual(["Everything", "just nowlist contacts", "1 Jun 2099"]);
  expect((await it.cells(/Agent/)).slice(0, 2)).toEqual([
    "EverythingOnly contacts in Family and a deleted network",
    expect.stringMatching(/^NeverCreated \d+ \w+ \d{4}$/),
  ]);

  await it.press("Edit the key Agent");
  const deleted = it.box("A deleted network");
  expect(await deleted.isChecked()).toBe(true);
  await name.fill("Agent 2");
  await it.save();
  expect((await meOf(agent)).networkIds!.sort(), "a deleted network is kept")
    .toEqual([...networkIds].sort());
  await it.press("Edit the key Agent 2");
  await deleted.uncheck();
  await it.radio("Read only").check();
  await it.fill("Expires", "2099-06-01");
  await it.save();
  const [may, , ends] = await it.cells(/Agent 2/);
  expect([may, ends]).toEqual(["Read onlyOnly contacts in Family", "1 Jun 2099"]);
  expect(await meOf(agent), "all but the secret, at once").toMatchObject({
    networkIds: [networkIds[0]],
    expiresAt: "2099-06-01T00:00:00.000Z",
    scopes: expect.not.arrayContaining(["contacts:write"]),
  });
  await it.press("Edit the key Agent 2");
  await it.radio("Everything").check();
  await it.radio("All contacts").check();
  await it.fill("Expires", "");
  await it.save();
  expect(await meOf(agent)).toMatchObject({ scopes: null, networkIds: null, expiresAt: null });
  await it.press("Rotate the key Over");
  await it.see("It has expired");
  await it.keys("Escape");
  await it.gone(dialog());
  await it.press("Rotate the key Used");
  await it.box("The old key works for one more day").check();
  await it.press("Rotate the key");
  const key = await it.shownKey();
  await it.see(/The old key works until \d+ \w+ \d{4}/, dialog("Your new key: Used"));
  expect(key).not.toBe(old);
  expect([await statusOf(old), await statusOf(key)], "both for a day").toEqual([200, 200]);
  await it.press("I have copied it");
  await it.see(`${key.slice(0, 9)}…`, it.item(/Old key until/));
  await it.press("Rotate the key Used");
  await it.see("The one before that ends now.");
  await it.press("Rotate the key");
  await it.see("The old key does not work any more.");
  expect([await statusOf(old), await statusOf(key)], "neither after that").toEqual([401, 401]);
});

test("twenty keys are the most, as the refusal says; one that is given up makes room and stops working", async () => {
  const it = await openKeys();
  it.expectOnConsole(/status of 409/);
  const made: string[] = [];
  for (let count = 0; count < 20; count++) {
    made.push((await it.person.kith.apiKeys.create({ name: `Key ${count}` })).key!);
  }
  // The page does not know yet: it learns it from the API's refusal.
  await it.beginKey("One more");
  await it.press("Create key");
  await it.see("An account has at most 20 API keys.");
  await it.press("Cancel");
  await it.press("Close without saving");
  await it.see("You have 20 keys");
  expect(await it.button("New key").count()).toBe(0);
  await it.press("Delete the key Key 7");
  await it.press("Keep it");
  expect(await statusOf(made[7]!), "kept").toBe(200);
  await it.press("Delete the key Key 7");
  await it.press("Delete the key");
  await it.createKey("One more");
  expect(await statusOf(made[7]!), "given up").toBe(401);
});
