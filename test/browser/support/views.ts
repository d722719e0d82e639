import type { Page } from "playwright-core";
import { inject } from "vitest";
import { newPerson } from "./account.ts";
import { askingApp, recoveryLink } from "./auth.ts";
import { cards, chooseFile } from "./data.ts";
import { fakeFactors } from "./factors.ts";
import { beginKey, createKey } from "./keys.ts";

/** How to get to a view, and what is there when it is drawn. */
export type Open = (page: Page, contactId: string) => Promise<void>;

/** A view with an address; `<id>` in it is the contact of the account. */
const at = (path: string, drawn: string): Open => async (page, contactId) => {
  await page.goto(`${inject("page").url}/#/${path.replace("<id>", contactId)}`);
  await page.locator(drawn).first().waitFor();
};

/** What a view becomes by something that is done there. */
const after =
  (before: Open, step: (page: Page) => Promise<void>): Open => async (page, contactId) => {
    await before(page, contactId);
    await step(page);
  };

/** A view that a link in a mail leads to; `path` is all that follows the page's address. */
const afterLink = (path: string, text: string): Open => async (page) => {
  // Away first: from a view of the page a new fragment alone loads nothing.
  await page.goto("about:blank");
  await page.goto(`${inject("page").url}/${path}`);
  await page.getByText(text).waitFor();
};

const contacts = at("contacts", ".contact-row");

const contact = after(at("contacts/<id>", ".person:has-text('Bela')"), async (page) => {
  await page.getByText("Return the book").waitFor();
});

const editingContact = after(contact, async (page) => {
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByLabel("First name").waitFor();
});

const duplicates = at("duplicates", ".pair");

const merging = after(duplicates, async (page) => {
  await page.getByRole("button", { name: /^Merge/ }).click();
  await page.getByText("Choose what stays").waitFor();
  await page.getByText("Only one of them has").click();
});

/** The list of contacts, the page of one, and duplicates. */
const contactViews: Record<string, Open> = {
  "contacts": contacts,
  "the menu of the account": after(contacts, async (page) => {
    await page.getByRole("button", { name: "Me", exact: true }).click();
  }),
  "selected contacts": after(contacts, async (page) => {
    await page.getByRole("button", { name: "Select", exact: true }).click();
    await page.getByRole("checkbox").first().click();
  }),
  "nobody found": after(contacts, async (page) => {
    await page.getByRole("searchbox").fill("nobody like that");
    await page.getByText("No matching contacts").waitFor();
  }),
  "a contact": contact,
  "the form for a new contact": after(contacts, async (page) => {
    await page.getByRole("button", { name: "New contact" }).click();
    await page.getByLabel("First name").fill("a".repeat(100));
    await page.getByRole("button", { name: "Add address" }).click();
  }),
  "editing a contact": editingContact,
  "closing an edited contact": after(editingContact, async (page) => {
    await page.getByLabel("Nickname").fill("Zo");
    await page.keyboard.press("Escape");
    await page.getByText("Close without saving?").waitFor();
  }),
  "more for a contact": after(contact, async (page) => {
    await page.getByRole("button", { name: /^More for Zoë/ }).click();
    await page.getByRole("button", { name: "Archive" }).waitFor();
  }),
  "a note that is typed, and a toast": after(contact, async (page) => {
    await page.getByRole("button", { name: "We talked" }).click();
    await page.getByText(/^You were in touch/).waitFor();
    await page.getByLabel("New note").fill("Called about the trip.");
  }),
  "editing a note": after(contact, async (page) => {
    await page.getByRole("button", { name: /^More for the note/ }).first().click();
    await page.locator("[popover]:popover-open").getByRole("button", { name: "Edit" }).click();
    await page.getByRole("dialog", { name: "Edit the note" }).waitFor();
  }),
  "the changes of a contact": after(contact, async (page) => {
    await page.getByRole("button", { name: "History", exact: true }).click();
    await page.getByText(/^Show (the|\d+) change/).first().click();
    await page.getByText("Return the book").waitFor({ state: "detached" });
  }),
  "the form for a reminder": after(contact, async (page) => {
    await page.getByRole("button", { name: "Set a reminder" }).click();
    await page.getByLabel("Repeats").selectOption("Every 3 weeks");
  }),
  "choosing people": after(contact, async (page) => {
    await page.getByLabel("New note").pressSequentially("Hiked, call her in 2 weeks with @a");
    await page.getByRole("listbox").getByText("Ana").waitFor();
    await page.getByRole("button", { name: "Remove Zoë Müller" }).waitFor();
  }),
  "choosing whom to merge with": after(contact, async (page) => {
    await page.getByRole("button", { name: /^More for Zoë/ }).click();
    await page.getByRole("button", { name: "Merge with…" }).click();
    await page.keyboard.type("a");
    await page.getByRole("dialog").getByRole("option", { name: "Ana" }).waitFor();
  }),
  "no such contact": at("contacts/00000000-0000-4000-8000-000000000000", ".state-title"),
  "duplicates": duplicates,
  "merging": merging,
  "what merging leads to": after(merging, async (page) => {
    await page.getByRole("button", { name: "Show the result" }).click();
    await page.getByText(/^The result/).waitFor();
  }),
};

const notes = at("notes", ".note .person:has-text('Bela')");

const reminders = at("reminders?done=true", ".coming-done");

const networks = after(contacts, async (page) => {
  await page.getByRole("button", { name: "Edit networks" }).click();
  await page.getByRole("button", { name: "Edit Family" }).waitFor();
});

const noteTypes = after(notes, async (page) => {
  await page.getByRole("button", { name: "Note types" }).click();
  await page.getByRole("button", { name: "Edit Phone call" }).waitFor();
});

/** Notes and reminders, and what is managed where they are used. */
const noteViews: Record<string, Open> = {
  "notes": notes,
  "no matching notes": at(`notes?search=${"a".repeat(100)}`, "text=No matching notes"),
  "reminders": reminders,
  "the form for a reminder about several": after(reminders, async (page) => {
    await page.getByRole("button", { name: "New reminder" }).click();
    await page.getByLabel("What").fill("a".repeat(100));
    await page.getByRole("combobox", { name: "People" }).pressSequentially("z");
    await page.getByRole("listbox").getByText("Zoë").waitFor();
  }),
  "networks": networks,
  "the form for a network": after(networks, async (page) => {
    await page.getByRole("button", { name: "Edit Family" }).click();
    await page.getByLabel("Description").fill("a".repeat(100));
  }),
  "note types": noteTypes,
  "the form for a note type": after(noteTypes, async (page) => {
    await page.getByRole("button", { name: "Edit Phone call" }).click();
    await page.getByLabel("Icon").fill("☎️");
  }),
};

const palette = after(contact, async (page) => {
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("option", { name: "New contact" }).waitFor();
});

/** The palette with its steps. */
const paletteViews: Record<string, Open> = {
  "the palette": palette,
  "the palette, with what it finds": after(palette, async (page) => {
    await page.keyboard.type("a");
    await page.getByRole("dialog").getByRole("group", { name: "People" }).waitFor();
  }),
  "a note from the palette": after(palette, async (page) => {
    await page.keyboard.type("Lunch with @");
    await page.getByRole("dialog").getByRole("option", { name: "Ana" }).waitFor();
  }),
};

const data = at("data", "button:has-text('Make a calendar address')");

const profile = at("profile", "h2:text('Delete your account')");

/** What belongs to the account: today, what was changed, files and the profile. */
const ownViews: Record<string, Open> = {
  "today": at("today", ".person:has-text('Zoë')"),
  "a person who can wait": after(at("today", ".person:has-text('Zoë')"), async (page) => {
    await page.getByRole("button", { name: "Later: Zoë Müller" }).click();
  }),
  "activity": at("activity", ".activity"),
  "trash": at("trash", ".activity, .state-title"),
  "data": data,
  "the preview of an import": after(data, async (page) => {
    await chooseFile(page, `${"a".repeat(100)}.vcf`, cards);
    await page.locator(".import-row").first().waitFor();
  }),
  "the columns of a table": after(data, async (page) => {
    await chooseFile(page, "table.csv", `X,${"Y".repeat(60)}\r\n1,2\r\n`);
    await page.getByText("None of the columns has a name that is known").waitFor();
  }),
  "the address of the calendar": after(data, async (page) => {
    await page.getByRole("button", { name: "Make a calendar address" }).click();
    await page.getByRole("button", { name: "Copy address" }).waitFor();
  }),
  "profile": profile,
  "time zones": after(profile, async (page) => {
    await page.getByRole("combobox", { name: "Time zone" }).click();
    await page.getByRole("option").first().waitFor();
  }),
  "changing the address": after(profile, async (page) => {
    await page.getByRole("button", { name: "Change address…" }).click();
    await page.getByLabel("New e-mail address").fill("a");
  }),
  "changing the password": after(profile, async (page) => {
    await page.getByRole("button", { name: "Change password…" }).click();
    await page.getByLabel("New password", { exact: true }).fill("a");
  }),
  "deleting the account": after(profile, async (page) => {
    await page.getByRole("button", { name: "Delete account…" }).click();
    await page.getByText("3 contacts").waitFor();
  }),
};

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
const keyViews: Record<string, Open> = {
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

/** Where links in mails lead while somebody is signed in. */
const linkViews: Record<string, Open> = {
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

const noContacts = at("contacts", ".way");

/** What an account without anything shows, and what it becomes by the examples; in this order. */
export const emptyViews: Record<string, Open> = {
  "today, empty": at("today", ".way"),
  "contacts, empty": noContacts,
  "contacts, with examples": after(noContacts, async (page) => {
    await page.getByRole("button", { name: "Show me with examples" }).click();
    await page.getByRole("button", { name: "Remove the examples" }).waitFor();
  }),
};

async function addApp(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add an app…" }).click();
  await page.locator("img.factor-picture").waitFor();
}

/** The second factor, of an account that has none before; in this order, because an app once added is asked for. */
export const factorViews: Record<string, Open> = {
  "adding a second factor": after(profile, async (page) => {
    await fakeFactors(page);
    await addApp(page);
  }),
  "removing a second factor": after(profile, async (page) => {
    await addApp(page);
    await page.getByLabel("Code that the app shows").fill("123456");
    await page.getByRole("button", { name: "Turn it on" }).click();
    await page.getByRole("button", { name: /^Remove: App of/ }).first().click();
    await page.getByText("Then the password alone signs in.").waitFor();
  }),
  // After the page was loaded again.
  "the code of a second factor": (page) => page.getByLabel("Code of the app").waitFor(),
};

/** The views of an account that has something of everything, dialogs and open lists included. */
export const accountViews: Record<string, Open> = {
  ...contactViews,
  ...noteViews,
  ...paletteViews,
  ...ownViews,
  ...keyViews,
  ...linkViews,
};
