import { readFile } from "node:fs/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, inject, test } from "vitest";
import { createKey, openKeys } from "./support/keys.ts";
import { useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

test("a new key comes with what each assistant needs, and it works", async () => {
  const { page } = await openKeys(visit);
  // An app that asks for consent needs no key.
  await page.getByRole("heading", { name: "Connect an app" }).waitFor();
  await page.getByText(`${inject("page").url}/functions/v1/kith/mcp`).waitFor();
  const key = await createKey(page, "Assistant");
  const panel = page.getByRole("region", { name: "Connect an assistant" });
  const address = await panel.locator("code").first().textContent();
  expect(address).toBe(`${inject("page").url}/functions/v1/kith/mcp`);
  const chooser = panel.getByLabel("Connect", { exact: true });
  const texts: Record<string, string> = {};
  for (const name of await chooser.locator("option").allTextContents()) {
    await chooser.selectOption(name);
    texts[name] = (await panel.locator("code").last().textContent())!;
  }
  expect(texts["Claude Code"]).toBe(
    `claude mcp add --transport http kith ${address} --header "Authorization: Bearer ${key}"`,
  );
  const headers = { Authorization: `Bearer ${key}` };
  const { kith } = JSON.parse(texts["Cursor"]!).mcpServers;
  expect(kith).toEqual({ url: address, headers });
  expect(JSON.parse(texts["Windsurf"]!).mcpServers.kith.serverUrl).toBe(address);
  // VS Code asks for the key and keeps it out of the file.
  expect(texts["VS Code"]).not.toContain(key);
  expect(texts["A script or another program"]).toMatch(/^curl .*contacts"$/);
  expect(await page.getByRole("link", { name: /llms.txt/ }).getAttribute("href"))
    .toBe(`${inject("page").url}/functions/v1/kith/api/v1/llms.txt`);

  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(kith.url), {
      requestInit: { headers: kith.headers },
    }),
  );
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain("search_contacts");
  await client.close();
});

test("the guide knows every assistant that the page names", async () => {
  const guide = await readFile(new URL("../../docs/connect.md", import.meta.url), "utf8");
  const { page } = await openKeys(visit);
  await createKey(page, "Assistant");
  const names = await page.getByLabel("Connect", { exact: true }).locator("option")
    .allTextContents();
  for (const name of names.slice(0, -1)) expect(guide).toContain(`## ${name}`);
});

test("copying a text without the key in it does not count as having copied the key", async () => {
  const { page } = await openKeys(visit);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await createKey(page, "Assistant");
  await page.getByLabel("Connect", { exact: true }).selectOption("VS Code");
  await page.getByRole("button", { name: "Copy address" }).click();
  await page.getByRole("button", { name: "Copy settings" }).click();
  await page.getByRole("status").filter({ hasText: "Settings copied." }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("Close without copying the key?").waitFor();
  await page.getByRole("button", { name: "Back to the key" }).click();
  await page.getByLabel("Connect", { exact: true }).selectOption("Cursor");
  await page.getByRole("button", { name: "Copy settings" }).click();
  await page.getByRole("button", { name: "Copy settings" }).waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
});
