import { inject } from "vitest";
import { newPerson } from "./account.ts";
import { askingApp, recoveryLink } from "./auth.ts";
import { cards, chooseFile } from "./data.ts";
import { fakeFactors } from "./factors.ts";
import type { Visit } from "./visit.ts";

/** One step on the way to a view; `id` is the contact of the account. */
type Step = (it: Visit, id: string) => Promise<unknown>;

/** The steps to a view, the last of which waits until it is drawn. */
export type Way = Step[];

export async function walk(way: Way, it: Visit, id: string): Promise<void> {
  for (const step of way) await step(it, id);
}

const long = "a".repeat(100);

const press = (name: string | RegExp): Step => ({ button }) => button(name).first().click();
const shown = (selector: string): Step => ({ page }) => page.locator(selector).first().waitFor();
const see = (text: string | RegExp): Step => (it) => it.see(text);
const fill = (label: string, text = long): Step => (it) => it.fill(label, text);
const keys = (...names: string[]): Step => (it) => it.keys(...names);
const type = (text: string): Step => ({ page }) => page.keyboard.type(text);
const select = (label: string, option: string): Step => ({ field }) =>
  field(label).selectOption(option);
const option = (name: string): Step => ({ page }) =>
  page.getByRole("option", { name, exact: true }).first().waitFor();
const dialog: Step = (it) => it.dialog().waitFor();
const choose = (menu: RegExp, action: string): Step => async ({ button, page }) => {
  await button(menu).first().click();
  await page.locator("[popover]:popover-open").getByRole("button", { name: action, exact: true })
    .click();
};

/** A view with an address; `<id>` in it is the contact of the account. */
const at = (path: string, drawn: string): Way => [
  ({ page }, id) => page.goto(`${inject("page").url}/#/${path.replace("<id>", id)}`),
  shown(drawn),
];

/** A view that a link in a mail leads to: for somebody, or with this after the page's address. */
const link = (path?: string): Step => async ({ restart }) => {
  const search = path ?? new URL(await recoveryLink(await newPerson())).search;
  await restart(search);
};

const contacts = at("contacts", ".contact-row");
const contact = [...at("contacts/<id>", ".person:has-text('Bela')"), see("Return the book")];
const editing = [...contact, press("Edit"), shown("label:text('First name')")];
const selecting: Way = [...contacts, press("Select"), ({ box }) => box(/./).first().click()];
const duplicates = at("duplicates", ".pair");
const merging = [
  ...duplicates,
  press(/^Merge/),
  see(/^The result/),
];
const notes = at("notes", ".note .person:has-text('Bela')");
const reminders = at("reminders?done=true", ".coming-done");
const networks = [...contacts, press("Edit networks"), shown("[aria-label='Edit Family']")];
const noteTypes = [...notes, press("Note types"), shown("[aria-label='Edit Phone call']")];
const palette = [...contact, keys("Control+k"), option("New contact")];
const today = at("today", ".person:has-text('Zoë')");
const data = at("data", "button:has-text('Make a calendar address')");
const profile = at("profile", "h2:text('Delete your account')");
const apiKeys = at("keys", "[aria-label^='Edit the key']");
const newKey: Way = [...apiKeys, (it) => it.createKey(long)];

/** The views of an account that has something of everything, dialogs and open lists included. */
export const accountViews: Record<string, Way> = {
  "contacts": contacts,
  "the menu of the account": [...contacts, press("Me")],
  "selected contacts": selecting,
  "choosing a network": [...selecting, press("Add to network"), option("Family")],
  "deleting somebody": [...contact, choose(/^More for Zoë/, "Delete"), see(/will be about nobody/)],
  "nobody found": [...contacts, keys("/"), type("nobody like that"), see("No matching contacts")],
  "a contact": contact,
  "the form for a new contact": [
    ...contacts,
    press("New contact"),
    fill("First name"),
    press("Add address"),
  ],
  "editing a contact": editing,
  "closing an edited contact": [
    ...editing,
    fill("Nickname"),
    keys("Escape"),
    see("Close without saving?"),
  ],
  "more for a contact": [...contact, press(/^More for Zoë/), see("Archive")],
  "a note that is typed, and a toast": [
    ...contact,
    press("We talked"),
    see(/^You were in touch/),
    fill("New note", "Called about the trip."),
  ],
  "editing a note": [...contact, choose(/^More for the note/, "Edit"), dialog],
  "the changes of a contact": [
    ...contact,
    press("History"),
    ({ page }) => page.getByText(/^Show (the|\d+) change/).first().click(),
    ({ page, gone }) => gone(page.getByText("Return the book")),
  ],
  "the form for a reminder": [
    ...contact,
    press("Set a reminder"),
    select("Repeats", "Every 3 weeks"),
  ],
  "choosing people": [
    ...contact,
    fill("New note", "Hiked, call her in 2 weeks with "),
    ({ field }) => field("New note").pressSequentially("@a"),
    option("Ana"),
    shown("[aria-label='Remove Zoë Müller']"),
  ],
  "choosing whom to merge with": [
    ...contact,
    choose(/^More for Zoë/, "Merge with…"),
    type("a"),
    option("Ana"),
  ],
  "no such contact": at("contacts/00000000-0000-4000-8000-000000000000", ".state-title"),
  "duplicates": duplicates,
  "merging": merging,
  "notes": notes,
  "no matching notes": at(`notes?search=${long}`, "text=No matching notes"),
  "reminders": reminders,
  "the form for a reminder about several": [
    ...reminders,
    press("New reminder"),
    fill("What"),
    keys("Tab"),
    type("z"),
    shown("[role=listbox] :text('Zoë')"),
  ],
  "networks": networks,
  "the form for a network": [...networks, press("Edit Family"), fill("Description")],
  "note types": noteTypes,
  "the form for a note type": [...noteTypes, press("Edit Phone call"), fill("Icon", "☎️")],
  "the palette": palette,
  "the palette, with what it finds": [
    ...palette,
    type("a"),
    ({ dialog }) => dialog().getByRole("group", { name: "People" }).waitFor(),
  ],
  "a note from the palette": [...palette, type("Lunch with @"), option("Ana")],
  "today": today,
  "a person who can wait": [...today, press("Later: Zoë Müller")],
  "activity": at("activity", ".activity"),
  "trash": at("trash", ".activity, .state-title"),
  "data": data,
  "the preview of an import": [
    ...data,
    (it) => chooseFile(it, `${long}.vcf`, cards),
    shown(".import-row"),
  ],
  "the columns of a table": [
    ...data,
    (it) => chooseFile(it, "table.csv", `X,${"Y".repeat(60)}\r\n1,2\r\n`),
    see("None of the columns has a name that is known"),
  ],
  "the address of the calendar": [
    ...data,
    press("Make a calendar address"),
    shown("button:has-text('Copy address')"),
  ],
  "profile": profile,
  "changing the address": [...profile, press("Change address…"), fill("New e-mail address")],
  "changing the password": [...profile, press("Change password…"), fill("New password")],
  "deleting the account": [...profile, press("Delete account…"), see("3 contacts")],
  "API keys": apiKeys,
  // What is typed into the form is kept, so these come before it.
  "a new key": newKey,
  "closing a new key": [...newKey, keys("Escape"), see("Close without copying")],
  "the form for a new key": [
    ...apiKeys,
    (it) => it.beginKey("a"),
    ({ radio }) => radio("Only contacts in these networks").check(),
    fill("Expires", "2099-06-01"),
    // Its problem is shown.
    press("Create key"),
    see("Tick at least one network."),
  ],
  "editing a connection": [...apiKeys, press(/^Edit the connection/), dialog],
  "editing a key": [...apiKeys, press(/^Edit the key/), dialog],
  "rotating a key": [...apiKeys, press(/^Rotate the key/), dialog],
  "deleting a key": [...apiKeys, press(/^Delete the key/), dialog],
  "disconnecting an app": [...apiKeys, press(/^Disconnect/), dialog],
  "consent to an app": [
    async ({ page }) => page.goto((await askingApp(long)).authorizationUrl!.href),
    see("It says it is called"),
  ],
  "a refused link, signed in": [link("#access_token=0"), see("carries a session")],
  "a link that is not opened": [link("?token_hash=0&type=signup"), see("Open this link?")],
  "a link for another account": [link(), press("Open the link"), see("The link is for")],
  "new password": at("new-password", "h1:text('Choose a new password')"),
};

/** The views of somebody who is not signed in. */
export const publicViews: Record<string, Way> = {
  "sign in": at("sign-in", "h1:text('Sign in')"),
  "sign up": at("sign-up", "h1:text('Create an account')"),
  "forgotten password": at("forgot-password", "h1:text('Forgotten')"),
  "a refused link": [link("#access_token=0"), see("carries a session")],
  "a link with a name": [link(), see("The link is for")],
};

/** What an account without anything shows. */
export const emptyViews: Record<string, Way> = {
  "today, empty": at("today", ".way"),
  "contacts, empty": at("contacts", ".way"),
};

const addApp = [press("Add an app…"), shown("img.factor-picture")];

/** The second factor, of an account that has none before; in this order, because an app once added is asked for. */
export const factorViews: Record<string, Way> = {
  "adding a second factor": [...profile, ({ page }) => fakeFactors(page), ...addApp],
  "removing a second factor": [
    ...profile,
    ...addApp,
    fill("Code that the app shows", "123456"),
    press("Turn it on"),
    press(/^Remove: App of/),
    see("Then the password alone signs in."),
  ],
  // After the page was loaded again.
  "the code of a second factor": [shown("label:text('Code of the app')")],
};
