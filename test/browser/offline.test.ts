import { expect, test } from "vitest";
import { daysAgo, fillAccount, newPerson } from "./support/account.ts";
import { refuse } from "./support/acts.ts";
import { cached, installed, noNetwork } from "./support/kept.ts";
import { open, visit } from "./support/visit.ts";

/** Somebody whose contacts were looked at, in a page that can start without a connection. */
async function openSeen() {
  const it = await open("contacts", fillAccount);
  it.expectOnConsole(noNetwork);
  const kept = (prefix = "kith-seen:") => cached(it.page, prefix);
  await it.follow(/Zoë/);
  await it.see("Send the photos");
  await it.follow("Today");
  await it.see("Send the photos");
  await installed(it.page);
  await expect.poll(kept).toMatch(/\/upcoming/);
  return { ...it, kept };
}

test("what is loaded is announced, says in the words of the API why it is not there, and is tried again on demand", async () => {
  const it = await open("contacts", fillAccount);
  it.expectOnConsole(/status of 503/);
  const lists = /\/api\/v1\/contacts\?/;
  const release = await it.hold(lists);
  await it.page.reload();
  await it.said("Loading contacts…");
  release();
  await it.link(/Zoë/).waitFor();
  expect(await it.page.getByText("Loading contacts…").count()).toBe(0);
  const repair = await it.failing(lists);
  await it.page.reload();
  await it.see("The database is away.");
  await it.see("Request req-1234");
  await repair();
  await it.press("Try again");
  await it.link(/Zoë/).waitFor();
});

test("a part of the page itself that is not loaded is tried again on demand", async () => {
  // The service worker has all files already.
  const it = await open("contacts", undefined, { serviceWorkers: "block" });
  it.expectOnConsole(/ERR_FAILED|net::|Failed to fetch|Service Worker registration blocked/);
  await it.page.route(/\/account-[^/]*\.js$/, (route) => route.abort());
  await it.fromMenu("API keys");
  await it.see("This part of the page could not be loaded");
  await it.page.unroute(/\/account-[^/]*\.js$/);
  await it.press("Try again");
  await it.see("No keys yet");
});

test("without a connection the page starts with what was seen last, refuses a change and loses nothing typed, and is up to date afterwards", async () => {
  const it = await openSeen();
  const { page } = it;
  // A session that would have to be refreshed.
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith("kith-session"))!;
    const session = JSON.parse(localStorage.getItem(key)!);
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
  });
  await it.offline();
  await page.reload();
  await it.see(/You see what was there on .+wait for a connection; nothing else is saved/);
  await it.see("Send the photos");
  await it.fromMenu("API keys");
  await it.see("so it needs a connection");
  await it.follow("People");
  await it.follow(/Zoë/);
  await it.see("Kranich Verlag");
  await it.press("Edit");
  await it.fill("Nickname", "Zo");
  await it.press("Save");
  await it.see(/This needs a connection. Nothing is changed/);
  expect(await it.field("Nickname").inputValue()).toBe("Zo");
  const dueAt = new Date().toISOString();
  await it.person.kith.reminders.create({ title: "Send the film", dueAt, contactId: it.id });
  await it.offline(false);
  await it.see("Send the film");
  await it.gone(page.getByText("You are offline"));
  await it.gone(page.getByText("You see what was there"));
  await it.press("Save");
  await it.gone(it.field("Nickname"));
  expect((await it.now()).nickname).toBe("Zo");
});

test.each([0, 2])(
  "without a connection a view says so, and goes on by itself when it is back, where %i requests fail after that",
  async (times) => {
    const it = await open("contacts", fillAccount);
    it.expectOnConsole(noNetwork);
    await it.offline();
    await it.see("You are offline.");
    await it.fromMenu("Activity");
    await it.see("so it needs a connection");
    if (times) await it.page.route(/\/activity\?/, (route) => route.abort(), { times });
    await it.offline(false);
    await it.see("Zoë");
    await it.gone(it.page.getByText("You are offline."));
  },
);

test("everybody is found, called and mentioned without a connection, also who was never looked at", async () => {
  const it = await open("today", async (person) => {
    const filled = await fillAccount(person);
    const carla = await person.kith.contacts.create({
      firstName: "Carla",
      lastName: "Núñez",
      phones: [{ value: "+351 21 555 0199", label: "mobile" }],
      addresses: [{ city: "Lisbon" }],
    });
    return { ...filled, carla };
  });
  const { page } = it;
  it.expectOnConsole(noNetwork);
  await installed(page);
  await expect.poll(() => cached(page, "kith-seen:"), { timeout: 15_000 }).toMatch(/Núñez/);
  await it.offline();
  await page.reload();
  await it.follow("People");
  await it.fill("Search contacts", "lisbon nunez");
  await it.gone(it.link(/^Bela/));
  await it.follow(/^Carla Núñez/);
  await it.title("Carla Núñez");
  expect(await it.link("Call").first().getAttribute("href")).toBe("tel:+351215550199");
  await it.follow("Today");
  await it.field("New note").click();
  await it.type("Lunch with @carl");
  await page.getByRole("option", { name: /Carla Núñez/ }).waitFor();
  await it.keys("Enter");
  // While more is being looked for, Enter waits for that.
  await it.button("Remove Carla Núñez").waitFor();
  await it.type("by the sea.");
  await it.press("Save note");
  await it.see("1 note waits on this device");
  await it.offline(false);
  await it.gone(page.getByText("on this device for a connection"));
  expect(await it.person.notes()).toContainEqual(
    expect.objectContaining({
      content: "Lunch with Carla Núñez by the sea.",
      contactIds: [it.carla.id],
    }),
  );
});

test("ticks, stars, talks and what is put off wait in one queue without a connection, say so, and are made once", async () => {
  const it = await openSeen();
  const { page, person, id } = it;
  const before = (await person.notes()).length;
  const { id: anaId } = (await person.contacts()).find(({ firstName }) => firstName === "Ana")!;
  await person.kith.contacts.update(anaId, { lastContactedAt: daysAgo(20) });
  await page.reload();
  await it.button("Later: Ana").waitFor();
  await it.follow("People");
  await it.follow(/Zoë/);
  await it.title("Zoë Müller");
  await it.offline();
  await it.press("Favourite");
  await it.see("1 change waits on this device");
  expect(await it.button("Favourite").getAttribute("aria-pressed"), "as it will be").toBe("false");
  await it.follow("Today");
  await it.box("Send the photos").click();
  await it.see("2 changes wait on this device");
  await it.choose(/^Later: Ana/, "In a week");
  await it.press("We talked: Zoë Müller");
  await it.see("4 changes wait on this device");
  await page.reload();
  await it.see("4 changes wait on this device");
  expect(await it.box("Send the photos").isChecked(), "after a reload").toBe(true);
  expect(await it.button("We talked: Zoë Müller").count(), "not twice").toBe(0);
  await it.offline(false);
  await it.gone(page.getByText("on this device for a connection"));
  expect(await it.now()).toMatchObject({ isFavorite: false });
  const ana = (await person.contacts()).find(({ firstName }) => firstName === "Ana")!;
  expect(ana.snoozedUntil).toBe(daysAgo(-7).slice(0, 10));
  const talks = (await person.notes()).filter(({ content }) => content === "We talked.");
  expect(talks).toMatchObject([{ contactIds: [id] }]);
  expect(await person.notes()).toHaveLength(before + 1);
  expect((await person.reminders()).filter(({ completed }) => completed).map(({ title }) => title))
    .toContain("Send the photos");
});

test("what the server refuses of the queue is shown with its words, and what is behind it is saved", async () => {
  const it = await openSeen();
  const { page } = it;
  it.expectOnConsole(/status of 409/);
  await it.offline();
  for (const text of ["Too much", "After it"]) {
    await it.field("New note").fill(text);
    await it.press("Save note");
  }
  await it.see("2 notes wait on this device");
  await page.route(
    /\/notes$/,
    (route) =>
      route.request().postData()?.includes("Too much")
        ? refuse(route, 409, "quota_exceeded", "The account is full.")
        : route.fallback(),
  );
  await it.offline(false);
  await it.see("A note could not be saved. The account is full. It says: “Too much”");
  await expect.poll(async () => (await it.person.notes()).map(({ content }) => content))
    .toContain("After it");
  await it.press("Delete it");
  await it.gone(page.getByText("could not be saved"));
});

test("a server that does not answer leaves what was seen, until it is tried again", async () => {
  const { page, see, press, gone } = await openSeen();
  await page.route(/\/api\/v1\//, (route) => route.abort());
  await page.reload();
  await see(/The server could not be reached. You see what was there on/);
  await see("Send the photos");
  await page.unroute(/\/api\/v1\//);
  await press("Try again");
  await gone(page.getByText("could not be reached"));
});

test("what is kept has no credential and no address of a photo, and nothing of what is deleted", async () => {
  const { person, id, kept, goto, choose, see, press, dialog } = await openSeen();
  expect(await kept()).toMatch(/Kranich Verlag/);
  expect(await kept()).not.toMatch(/authorization|bearer|eyJ|"photoUrl":\s*"|[?&]token=/i);
  expect(await kept("")).not.toContain(person.token);
  await goto(`contacts/${id}`);
  await choose("More for Zoë Müller", "Delete");
  await press("Delete", dialog());
  await see(/Zoë Müller is deleted/);
  expect(await kept(), "in any list").not.toMatch(/Zoë|Send the photos/);
});

test("what is kept is dropped after 30 days", async () => {
  const { page, kept, offline, see } = await openSeen();
  // No answer comes after that.
  await offline();
  await page.evaluate(async () => {
    const name = (await caches.keys()).find((each) => each.startsWith("kith-seen:"))!;
    const cache = await caches.open(name);
    for (const key of await cache.keys()) {
      const answer = (await cache.match(key))!;
      const headers = new Headers(answer.headers);
      headers.set("x-kith-seen-at", new Date(Date.now() - 31 * 86_400_000).toISOString());
      await cache.put(key, new Response(await answer.text(), { headers }));
    }
  });
  await page.reload();
  await see("so it needs a connection");
  expect(await page.getByText("Send the photos").count()).toBe(0);
  await expect.poll(kept).toBe("");
});

test("what is kept is gone when the account signs out, also without a connection, where signing in says that there is no answer", async () => {
  const { page, person, kept, offline, fromMenu, title, sendSignIn, see, signIn } =
    await openSeen();
  await offline();
  await fromMenu("Sign out");
  await title("Sign in");
  await expect.poll(kept).toBe("");
  expect(await kept(""), "stays gone").not.toMatch(/Zoë|Kranich/);
  await sendSignIn(person);
  await see("The server cannot be reached");
  await offline(false);
  await page.reload();
  await title("Sign in");
  await signIn(person);
});

test("what is kept of one account is not shown to the next one, also where it never signed out", async () => {
  const { page, kept, signIn, see, offline } = await openSeen();
  // As if the browser had lost it without a word.
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await signIn(await newPerson());
  await expect.poll(kept).not.toMatch(/Zoë|Kranich/);
  // What this account has seen is kept a moment after it is shown.
  await see("No contacts yet");
  await expect.poll(kept).toMatch(/\/contacts\?/);
  await offline();
  await page.reload();
  await see("No contacts yet");
  expect(await page.getByText("Zoë").count()).toBe(0);
});

test("the page can be installed: its manifest and icons are there, and nothing refuses them", async () => {
  const { page } = await visit();
  const found = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>("link[rel=manifest]")!.href;
    const manifest = await (await fetch(link)).json();
    const icons = manifest.icons.map(({ src }: { src: string }) => src);
    const typeOf = async (src: string) =>
      (await fetch(new URL(src, link))).headers.get("content-type")?.split(";")[0];
    return {
      display: manifest.display,
      purposes: JSON.stringify(manifest.icons),
      icons: await Promise.all([...icons, "icons/apple-touch-180.png"].map(typeOf)),
    };
  });
  expect(found).toEqual({
    display: "standalone",
    purposes: expect.stringContaining("maskable"),
    icons: ["image/svg+xml", ...Array(4).fill("image/png")],
  });
});
