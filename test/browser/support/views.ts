import type { Page } from "playwright-core";
import { inject } from "vitest";
import { newPerson } from "./account.ts";
import { beginKey, createKey } from "./keys.ts";
import { recoveryLink } from "./mails.ts";

/** How to get to a view, and what is there when it is drawn. */
type Open = (page: Page, contactId: string) => Promise<void>;

const at = (path: string, drawn: string): Open => async (page, contactId) => {
  await page.goto(`${inject("page").url}/#/${path.replace("<id>", contactId)}`);
  await page.locator(drawn).first().waitFor();
};

/** A view that a link in a mail leads to; `path` is all that follows the page's address. */
const afterLink = (path: string, text: string): Open => async (page) => {
  // Away first: from a view of the page a new fragment alone loads nothing.
  await page.goto("about:blank");
  await page.goto(`${inject("page").url}/${path}`);
  await page.getByText(text).waitFor();
};

const refused = afterLink("#access_token=0&refresh_token=0", "carries a session");

/** The views of somebody who is not signed in. */
export const publicViews: Record<string, Open> = {
  "sign in": at("sign-in", "h1:text('Sign in')"),
  "sign up": at("sign-up", "h1:text('Create an account')"),
  "forgotten password": at("forgot-password", "h1:text('Forgotten')"),
  "a refused link": refused,
  "a link with a name": async (page) => {
    const { email } = await newPerson();
    await afterLink(new URL(await recoveryLink(email)).search, email)(page, "");
  },
};

const keyDialog = (verb: string): Open => async (page, contactId) => {
  await accountViews["API keys"]!(page, contactId);
  await page.getByRole("button", { name: new RegExp(`^${verb} the key`) }).first().click();
  await page.getByRole("dialog").waitFor();
};

/** The views of an account, dialogs and open lists included. */
export const accountViews: Record<string, Open> = {
  "contacts": at("contacts", ".contact-row"),
  "nobody found": async (page, contactId) => {
    await accountViews["contacts"]!(page, contactId);
    await page.getByRole("searchbox").fill("nobody like that");
    await page.getByText("No matching contacts").waitFor();
  },
  "a contact": async (page, contactId) => {
    await at("contacts/<id>", ".note")(page, contactId);
    await page.getByText("Return the book").waitFor();
  },
  "no such contact": at("contacts/00000000-0000-4000-8000-000000000000", ".state-title"),
  "API keys": at("keys", ".keys"),
  "the form for a new key": async (page, contactId) => {
    await accountViews["API keys"]!(page, contactId);
    await beginKey(page, "a");
    await page.getByRole("radio", { name: "Choose" }).check();
    await page.getByRole("radio", { name: "Only contacts in these networks" }).check();
    await page.getByLabel("Expires").selectOption("On a date…");
    await page.getByLabel("Date").fill("2099-06-01");
    // Its problem is shown.
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByText("Tick at least one network.").waitFor();
  },
  "a new key": async (page, contactId) => {
    await accountViews["API keys"]!(page, contactId);
    await createKey(page, "a".repeat(100));
  },
  "closing a new key": async (page, contactId) => {
    await accountViews["a new key"]!(page, contactId);
    await page.keyboard.press("Escape");
    await page.getByText("Close without copying").waitFor();
  },
  "editing a key": keyDialog("Edit"),
  "rotating a key": keyDialog("Rotate"),
  "deleting a key": keyDialog("Delete"),
  "profile": at("profile", "h2:text('Delete your account')"),
  "time zones": async (page, contactId) => {
    await accountViews["profile"]!(page, contactId);
    await page.getByRole("combobox", { name: "Time zone" }).click();
    await page.getByRole("option").first().waitFor();
  },
  "deleting the account": async (page, contactId) => {
    await accountViews["profile"]!(page, contactId);
    await page.getByRole("button", { name: "Delete account…" }).click();
    await page.getByText("3 contacts").waitFor();
  },
  "a refused link, signed in": refused,
  "a link that is not opened": afterLink("?token_hash=0&type=signup", "Open this link?"),
  "a link for another account": async (page) => {
    const { email } = await newPerson();
    await afterLink(new URL(await recoveryLink(email)).search, "Open this link?")(page, "");
    await page.getByRole("button", { name: "Open the link" }).click();
    await page.getByText(email).waitFor();
  },
  "new password": at("new-password", "h1:text('Choose a new password')"),
};
