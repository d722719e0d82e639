import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { orThrow } from "../../client/src/index.ts";
import { fillAccount, newPerson } from "./support/account.ts";
import { type Host, hostPage } from "./support/host.ts";
import { signIn, useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();
const noNetwork = /ERR_INTERNET_DISCONNECTED|Failed to fetch|fetching the script|net::/;

/** Waits until the page's files are kept. */
const installed = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active!.state === "activated") return;
    await new Promise((resolve) => active!.addEventListener("statechange", resolve));
  });

/** Names of caches, addresses in them, and everything that they hold, as one text. */
const cached = (page: Page, prefix: string) =>
  page.evaluate(async (prefix) => {
    const names = (await caches.keys()).filter((each) => each.startsWith(prefix));
    const found: string[] = [];
    for (const name of names) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        let answer = await cache.match(request);
        // One that the page is replacing just now is there again in a moment; one that it has deleted is not.
        for (let look = 0; !answer && look < 20; look++) {
          await new Promise((resolve) => setTimeout(resolve, 10));
          answer = await cache.match(request);
        }
        if (!answer) continue;
        const headers = [...request.headers, ...answer.headers].join("\n");
        found.push([name, request.url, headers, await answer.text()].join("\n"));
      }
    }
    return found.join("\n\n");
  }, prefix);

/** Somebody whose contacts were looked at, in a page that can start without a connection. */
async function visitSeen() {
  const person = await newPerson();
  const contactId = await fillAccount(person);
  const visited = await visit({ person });
  visited.expectOnConsole(noNetwork);
  const { page } = visited;
  await page.getByRole("link", { name: /Zoë/ }).click();
  await page.getByText("Send the photos").waitFor();
  await page.getByRole("link", { name: "Today" }).click();
  await page.getByText("Send the photos").waitFor();
  await installed(page);
  await expect.poll(() => cached(page, "kith-seen:")).toMatch(/\/upcoming/);
  return { ...visited, person, contactId };
}

describe("without a connection", () => {
  test("the page starts, shows what was seen last, and says so", async () => {
    const { page } = await visitSeen();
    await page.context().setOffline(true);
    await page.reload();
    await page.getByText(/You see what was there on .+, and cannot save changes/).waitFor();
    await page.getByText("Send the photos").waitFor();
    await page.getByRole("link", { name: "Contacts", exact: true }).click();
    await page.getByRole("link", { name: /Zoë/ }).first().click();
    await page.getByText("Kranich Verlag").first().waitFor();
    await page.getByRole("link", { name: "API keys" }).click();
    await page.getByText("can be shown only with a connection").first().waitFor();
  });

  test("a change is refused, nothing typed is lost, and it is saved afterwards", async () => {
    const { page, person, contactId } = await visitSeen();
    await page.context().setOffline(true);
    await page.goto(`${inject("page").url}/#/contacts/${contactId}`);
    await page.getByLabel("New note").fill("Talked about the trip.");
    await page.getByRole("button", { name: "Save note" }).click();
    await page.getByText(/This needs a connection. Nothing is changed/).first().waitFor();
    expect(await page.getByLabel("New note").inputValue()).toBe("Talked about the trip.");
    await page.context().setOffline(false);
    await expect.poll(() => page.getByText("You are offline").count()).toBe(0);
    await page.getByRole("button", { name: "Save note" }).click();
    await expect.poll(() => page.getByLabel("New note").inputValue()).toBe("");
    const notes = await orThrow(person.kith.GET("/notes", { params: { query: { contactId } } }));
    expect(notes.total).toBe(2);
  });

  test("what others changed meanwhile is shown as soon as there is one again", async () => {
    const { page, person, contactId } = await visitSeen();
    await page.context().setOffline(true);
    await page.reload();
    await page.getByText("Send the photos").waitFor();
    const body = { title: "Send the film", dueAt: new Date().toISOString(), contactId };
    await orThrow(person.kith.POST("/reminders", { body }));
    await page.context().setOffline(false);
    await page.getByText("Send the film").waitFor();
    await expect.poll(() => page.getByText("You see what was there").count()).toBe(0);
  });

  test("a session that would have to be refreshed shows what was seen, too", async () => {
    const { page } = await visitSeen();
    await page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.startsWith("kith-session"))!;
      const session = JSON.parse(localStorage.getItem(key)!);
      localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
    });
    await page.context().setOffline(true);
    await page.reload();
    await page.getByText("Send the photos").waitFor();
  });
});

test("a server that does not answer leaves what was seen, until it is tried again", async () => {
  const { page } = await visitSeen();
  await page.route(/\/api\/v1\//, (route) => route.abort());
  await page.reload();
  await page.getByText(/The server could not be reached. You see what was there on/).waitFor();
  await page.getByText("Send the photos").waitFor();
  await page.unroute(/\/api\/v1\//);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => page.getByText("could not be reached").count()).toBe(0);
});

describe("what is kept", () => {
  test("has no credential and no address of a photo", async () => {
    const { page, person } = await visitSeen();
    const kept = await cached(page, "kith-seen:");
    expect(kept).toMatch(/Kranich Verlag/);
    expect(/authorization|bearer|eyJ|"photoUrl":\s*"|[?&]token=/i.exec(kept)).toBeNull();
    expect((await cached(page, "")).includes(person.token)).toBe(false);
  });

  test("has nothing of what is deleted, also where it was in another list", async () => {
    const { page, contactId } = await visitSeen();
    expect(await cached(page, "kith-seen:")).toMatch(/Zoë/);
    await page.goto(`${inject("page").url}/#/contacts/${contactId}`);
    await page.getByRole("heading", { name: "Zoë Müller" }).waitFor();
    await page.getByRole("button", { name: "More for Zoë Müller" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByText(/Zoë Müller is deleted/).waitFor();
    expect(await cached(page, "kith-seen:")).not.toMatch(/Zoë|Send the photos/);
  });

  test("is dropped after 30 days", async () => {
    const { page } = await visitSeen();
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
    await page.context().setOffline(true);
    await page.reload();
    await page.getByText("can be shown only with a connection").first().waitFor();
    expect(await page.getByText("Send the photos").count()).toBe(0);
    await expect.poll(() => cached(page, "kith-seen:")).toBe("");
  });

  test("is gone when the account signs out, and stays gone", async () => {
    const { page } = await visitSeen();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await expect.poll(() => cached(page, "kith-seen:")).toBe("");
    expect(/Zoë|Kranich/.exec(await cached(page, ""))).toBeNull();
  });

  test("of one account is not shown to the next one, also where it never signed out", async () => {
    const { page } = await visitSeen();
    // As if the browser had lost it without a word.
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await signIn(page, await newPerson());
    await expect.poll(() => cached(page, "kith-seen:")).not.toMatch(/Zoë|Kranich/);
    // What this account has seen is kept a moment after it is shown.
    await page.getByText("No contacts yet").waitFor();
    await expect.poll(() => cached(page, "kith-seen:")).toMatch(/\/contacts\?/);
    await page.context().setOffline(true);
    await page.reload();
    await page.getByText("No contacts yet").waitFor();
    expect(await page.getByText("Zoë").count()).toBe(0);
  });
});

describe("a new version of the page", () => {
  let host: Host;
  beforeAll(async () => {
    host = await hostPage();
  });
  afterAll(() => host.stop());

  const visitHost = async () => {
    const visited = await visit({ url: host.url });
    visited.expectOnConsole(noNetwork);
    await visited.page.getByRole("heading", { name: "Sign in" }).waitFor();
    await installed(visited.page);
    return visited;
  };
  const script = (page: Page) =>
    page.evaluate(() => document.querySelector<HTMLScriptElement>("script[src]")!.src);

  test("is offered while an old one is open, whose parts still load, and is there after a reload", async () => {
    const { page } = await visitHost();
    const before = await script(page);
    await host.deploy();
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.ready).update();
    });
    await page.getByText("There is a new version of this page.").waitFor();
    await page.getByRole("link", { name: "Create an account" }).click();
    await page.getByRole("heading", { name: "Create an account" }).waitFor();
    expect(await script(page)).toBe(before);
    await page.getByRole("button", { name: "Reload" }).click();
    await expect.poll(() => script(page)).not.toBe(before);
    await page.getByRole("heading", { name: "Create an account" }).waitFor();
    await expect.poll(() => page.getByText("There is a new version").count()).toBe(0);
    await page.context().setOffline(true);
    const after = await script(page);
    await page.reload();
    await page.getByRole("heading", { name: "Create an account" }).waitFor();
    expect(await script(page)).toBe(after);
  });

  test("is not needed for other settings, which are there at the next start and kept", async () => {
    const { page } = await visitHost();
    await host.rewrite((html) => html.replace(/(kith-publishable-key" content=")[^"]*/, "$1new"));
    const key = () => page.locator("meta[name=kith-publishable-key]").getAttribute("content");
    await page.reload();
    expect(await key()).toBe("new");
    await page.context().setOffline(true);
    await expect.poll(async () => {
      await page.reload();
      return await key();
    }).toBe("new");
  });

  test("is not waited for long: a host that hangs gets the version that is kept", async () => {
    const { page } = await visitHost();
    host.hang(true);
    await page.reload({ waitUntil: "commit" });
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    host.hang(false);
  });
});

describe("a host that answers without the page", () => {
  let host: Host;
  beforeAll(async () => {
    host = await hostPage();
  });
  afterAll(() => host.stop());

  const visitRefused = async (status: number) => {
    host.refuse();
    const visited = await visit({ url: host.url });
    visited.expectOnConsole(/status of \d\d\d/);
    await visited.page.getByRole("heading", { name: "Sign in" }).waitFor();
    await installed(visited.page);
    host.refuse(status);
    await visited.page.reload();
    return visited;
  };

  test("and fails gets the one that is kept", async () => {
    const { page } = await visitRefused(503);
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  });

  for (const status of [401, 403]) {
    test(`and refuses with a ${status} is believed, and the page is kept`, async () => {
      const { page } = await visitRefused(status);
      await page.getByText(`Refused: ${status}`).waitFor();
      expect(await cached(page, "kith-page:")).not.toBe("");
    });
  }

  for (const status of [404, 410]) {
    test(`with a ${status} takes it down: nothing of it is kept`, async () => {
      const { page } = await visitRefused(status);
      await page.getByText(`Refused: ${status}`).waitFor();
      await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
      const workers = () =>
        page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
      await expect.poll(workers).toBe(0);
      host.refuse(503);
      await page.reload();
      await page.getByText("Refused: 503").waitFor();
    });
  }
});

test("the page can be installed: its manifest and icons are there, and nothing refuses them", async () => {
  const { page } = await visit();
  const found = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>("link[rel=manifest]")!.href;
    const manifest = await (await fetch(link)).json();
    const icons = await Promise.all(
      [...manifest.icons.map((icon: { src: string }) => icon.src), "icons/apple-touch-180.png"]
        .map(async (src) => (await fetch(new URL(src, link))).headers.get("content-type")),
    );
    return { display: manifest.display, purposes: JSON.stringify(manifest.icons), icons };
  });
  expect(found.display).toBe("standalone");
  expect(found.purposes).toContain("maskable");
  expect(found.icons).toEqual(["image/svg+xml", ...Array(4).fill("image/png")]);
});
