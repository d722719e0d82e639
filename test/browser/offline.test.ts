import { describe, expect, inject, test } from "vitest";
import { fillAccount, newPerson } from "./support/account.ts";
import { cached, installed, noNetwork } from "./support/kept.ts";
import { fromMenu, signIn, useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

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
    await page.getByText(/You see what was there on .+, and can save nothing but notes/).waitFor();
    await page.getByText("Send the photos").waitFor();
    await page.getByRole("link", { name: "People", exact: true }).click();
    await page.getByRole("link", { name: /Zoë/ }).first().click();
    await page.getByText("Kranich Verlag").first().waitFor();
    await fromMenu(page, "API keys");
    await page.getByText("so it needs a connection").first().waitFor();
  });

  test("a change is refused, nothing typed is lost, and it is saved afterwards", async () => {
    const { page, person, contactId } = await visitSeen();
    await page.context().setOffline(true);
    await page.goto(`${inject("page").url}/#/contacts/${contactId}`);
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await page.getByLabel("Nickname").fill("Zo");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText(/This needs a connection. Nothing is changed/).first().waitFor();
    expect(await page.getByLabel("Nickname").inputValue()).toBe("Zo");
    await page.context().setOffline(false);
    await expect.poll(() => page.getByText("You are offline").count()).toBe(0);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByLabel("Nickname").waitFor({ state: "detached" });
    expect((await person.kith.contacts.get(contactId)).nickname).toBe("Zo");
  });

  test("what others changed meanwhile is shown as soon as there is one again", async () => {
    const { page, person, contactId } = await visitSeen();
    await page.context().setOffline(true);
    await page.reload();
    await page.getByText("Send the photos").waitFor();
    const body = { title: "Send the film", dueAt: new Date().toISOString(), contactId };
    await person.kith.reminders.create(body);
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
    await page.getByText("so it needs a connection").first().waitFor();
    expect(await page.getByText("Send the photos").count()).toBe(0);
    await expect.poll(() => cached(page, "kith-seen:")).toBe("");
  });

  test("is gone when the account signs out, and stays gone", async () => {
    const { page } = await visitSeen();
    await fromMenu(page, "Sign out");
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
  expect(found.display).toBe("standalone");
  expect(found.purposes).toContain("maskable");
  expect(found.icons).toEqual(["image/svg+xml", ...Array(4).fill("image/png")]);
});
