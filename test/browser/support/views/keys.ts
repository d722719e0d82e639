import { askingApp } from "../apps.ts";
import { beginKey, createKey } from "../keys.ts";
import { after, at, type Open } from "./open.ts";

const keys = at("keys", ".keys");

const newKey = after(keys, async (page) => {
  await createKey(page, "a".repeat(100));
});

const keyDialog = (verb: string) =>
  after(keys, async (page) => {
    await page.getByRole("button", { name: new RegExp(`^${verb} the key`) }).first().click();
    await page.getByRole("dialog").waitFor();
  });

/** API keys, connections, and the consent to one. */
export const keyViews: Record<string, Open> = {
  "API keys": keys,
  "the form for a new key": after(keys, async (page) => {
    await beginKey(page, "a");
    await page.getByRole("radio", { name: "Choose" }).check();
    await page.getByRole("radio", { name: "Only contacts in these networks" }).check();
    await page.getByLabel("Expires").selectOption("On a date…");
    await page.getByLabel("Date").fill("2099-06-01");
    // Its problem is shown.
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByText("Tick at least one network.").waitFor();
  }),
  "a new key": newKey,
  "closing a new key": after(newKey, async (page) => {
    await page.keyboard.press("Escape");
    await page.getByText("Close without copying").waitFor();
  }),
  "editing a connection": after(keys, async (page) => {
    await page.getByRole("button", { name: /^Edit the connection/ }).click();
    await page.getByRole("dialog").waitFor();
  }),
  "editing a key": keyDialog("Edit"),
  "rotating a key": keyDialog("Rotate"),
  "deleting a key": keyDialog("Delete"),
  "disconnecting an app": after(keys, async (page) => {
    await page.getByRole("button", { name: /^Disconnect/ }).click();
    await page.getByRole("dialog").waitFor();
  }),
  "consent to an app": async (page) => {
    const app = await askingApp("a".repeat(100));
    await page.goto(app.authorizationUrl!.href);
    await page.getByText("It says it is called").waitFor();
  },
};
