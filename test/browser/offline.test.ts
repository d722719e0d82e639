import { describe, expect, test } from "vitest";
import { fillAccount, newPerson } from "./support/account.ts";
import { cached, installed, noNetwork } from "./support/kept.ts";
import { open, visit } from "./support/visit.ts";

/** Somebody whose contacts were looked at, in a page that can start without a connection. */
async function openSeen() {
  const opened = await open("contacts", fillAccount);
  const { page, expectOnConsole, follow, see } = opened;
  expectOnConsole(noNetwork);
  const kept = (prefix = "kith-seen:") => cached(page, prefix);
  await follow(/Zoë/);
  await see("Send the photos");
  await follow("Today");
  await see("Send the photos");
  await installed(page);
  await expect.poll(kept).toMatch(/\/upcoming/);
  return { ...opened, kept };
}

const lists = /\/api\/v1\/contacts\?/;

describe("what is loaded", () => {
  test("is announced while that takes its time", async () => {
    const { page, hold, said, link } = await open("contacts", fillAccount);
    const release = await hold(lists);
    await page.reload();
    await said("Loading contacts…");
    release();
    await link(/Zoë/).waitFor();
    expect(await page.getByText("Loading contacts…").count()).toBe(0);
  });

  test("says why it is not there, in the words of the API, and is tried again on demand", async () => {
    const it = await open("contacts", fillAccount);
    it.expectOnConsole(/status of 503/);
    const repair = await it.failing(lists);
    await it.page.reload();
    await it.see("The database is away.");
    await it.see("Request req-1234");
    await repair();
    await it.press("Try again");
    await it.link(/Zoë/).waitFor();
  });

  test("is tried again on demand where it is a part of the page itself", async () => {
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
});

describe("without a connection", () => {
  test("the page starts, shows what was seen last, and says so", async () => {
    const { page, offline, see, follow, fromMenu } = await openSeen();
    await offline();
    await page.reload();
    await see(/You see what was there on .+, and can save nothing but notes/);
    await see("Send the photos");
    await follow("People");
    await follow(/Zoë/);
    await see("Kranich Verlag");
    await fromMenu("API keys");
    await see("so it needs a connection");
  });

  test("a change is refused, nothing typed is lost, and it is saved afterwards", async () => {
    const { page, id, now, offline, goto, press, fill, see, field, gone } = await openSeen();
    await offline();
    await goto(`contacts/${id}`);
    await press("Edit");
    await fill("Nickname", "Zo");
    await press("Save");
    await see(/This needs a connection. Nothing is changed/);
    expect(await field("Nickname").inputValue()).toBe("Zo");
    await offline(false);
    await gone(page.getByText("You are offline"));
    await press("Save");
    await gone(field("Nickname"));
    expect((await now()).nickname).toBe("Zo");
  });

  test("what others changed meanwhile is shown as soon as there is one again", async () => {
    const { page, person, id, offline, see, gone } = await openSeen();
    await offline();
    await page.reload();
    await see("Send the photos");
    const dueAt = new Date().toISOString();
    await person.kith.reminders.create({ title: "Send the film", dueAt, contactId: id });
    await offline(false);
    await see("Send the film");
    await gone(page.getByText("You see what was there"));
  });

  test("a session that would have to be refreshed shows what was seen, too", async () => {
    const { page, offline, see } = await openSeen();
    await page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.startsWith("kith-session"))!;
      const session = JSON.parse(localStorage.getItem(key)!);
      localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
    });
    await offline();
    await page.reload();
    await see("Send the photos");
  });

  test.each([0, 2])(
    "a view says so, and goes on by itself when it is back, where %i requests fail after that",
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

  test("one can still sign out, and is still signed out afterwards", async () => {
    const { page, see, offline, fromMenu, title, expectOnConsole } = await open("contacts");
    expectOnConsole(noNetwork);
    await see("No contacts yet");
    await offline();
    await fromMenu("Sign out");
    await title("Sign in");
    await offline(false);
    await page.reload();
    await title("Sign in");
  });

  test("signing in says that there is no answer", async () => {
    const person = await newPerson();
    const { offline, sendSignIn, see, signIn, expectOnConsole } = await visit();
    expectOnConsole(noNetwork);
    await offline();
    await sendSignIn(person);
    await see("The server cannot be reached");
    await offline(false);
    await signIn(person);
  });
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

describe("what is kept", () => {
  test("has no credential and no address of a photo", async () => {
    const { person, kept } = await openSeen();
    expect(await kept()).toMatch(/Kranich Verlag/);
    expect(await kept()).not.toMatch(/authorization|bearer|eyJ|"photoUrl":\s*"|[?&]token=/i);
    expect(await kept("")).not.toContain(person.token);
  });

  test("has nothing of what is deleted, also where it was in another list", async () => {
    const { id, kept, goto, choose, see } = await openSeen();
    expect(await kept()).toMatch(/Zoë/);
    await goto(`contacts/${id}`);
    await choose("More for Zoë Müller", "Delete");
    await see(/Zoë Müller is deleted/);
    expect(await kept()).not.toMatch(/Zoë|Send the photos/);
  });

  test("is dropped after 30 days", async () => {
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

  test("is gone when the account signs out, and stays gone", async () => {
    const { kept, fromMenu, title } = await openSeen();
    await fromMenu("Sign out");
    await title("Sign in");
    await expect.poll(kept).toBe("");
    expect(await kept("")).not.toMatch(/Zoë|Kranich/);
  });

  test("of one account is not shown to the next one, also where it never signed out", async () => {
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
});

test("the page can be installed: its manifest and icons are there, and nothing refuses them", async () => {
  const { page } = await visit();
  const found = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>("link[rel=manifest]")!.href;
    const manifest = await (await fetch(link)).json();
    const icons = await Promise.all(
      [...manifest.icons.map((icon: { src: string }) => icon.src), "icons/apple-touch-180.png"]
        .map(async (src) =>
          (await fetch(new URL(src, link))).headers.get("content-type")?.split(";")[0]
        ),
    );
    return { display: manifest.display, purposes: JSON.stringify(manifest.icons), icons };
  });
  expect(found).toEqual({
    display: "standalone",
    purposes: expect.stringContaining("maskable"),
    icons: ["image/svg+xml", ...Array(4).fill("image/png")],
  });
});
