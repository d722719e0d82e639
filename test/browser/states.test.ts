import { describe, expect, test } from "vitest";
import { fillAccount, newPerson } from "./support/account.ts";
import { hold, unavailable } from "./support/requests.ts";
import { fromMenu, signIn, useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();
const contacts = /\/api\/v1\/contacts\?/;

describe("what takes its time", () => {
  test("is announced while it loads", async () => {
    const person = await newPerson();
    await fillAccount(person);
    const { page } = await visit({ person });
    const release = await hold(page, contacts);
    await page.reload();
    await page.getByRole("status").filter({ hasText: "Loading contacts…" }).waitFor();
    release();
    await page.getByRole("link", { name: /Zoë/ }).waitFor();
    expect(await page.getByText("Loading contacts…").count()).toBe(0);
  });
});

describe("what fails", () => {
  test("to be loaded of the page itself is loaded again on demand", async () => {
    // The service worker has all files already.
    const options = { person: await newPerson(), serviceWorkers: "block" as const };
    const { page, expectOnConsole } = await visit(options);
    expectOnConsole(/ERR_FAILED|net::|Failed to fetch|Service Worker registration blocked/);
    await page.route(/\/account-[^/]*\.js$/, (route) => route.abort());
    await fromMenu(page, "API keys");
    await page.getByText("This part of the page could not be loaded").waitFor();
    await page.unroute(/\/account-[^/]*\.js$/);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("No keys yet").waitFor();
  });

  test("says why, in the words of the API, and is tried again on demand", async () => {
    const person = await newPerson();
    await fillAccount(person);
    const { page, expectOnConsole } = await visit({ person });
    expectOnConsole(/status of 503/);
    await page.route(contacts, unavailable);
    await page.reload();
    await page.getByText("The database is away.").waitFor();
    await page.getByText("Request req-1234").waitFor();
    await page.unroute(contacts);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("link", { name: /Zoë/ }).waitFor();
  });
});

describe("without a network", () => {
  test("the page says so, and goes on by itself when it is back", async () => {
    const person = await newPerson();
    await fillAccount(person);
    const { page, expectOnConsole } = await visit({ person });
    expectOnConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
    await fromMenu(page, "API keys");
    await page.getByText("No keys yet").waitFor();
    await page.context().setOffline(true);
    await page.getByText("You are offline.").first().waitFor();
    await fromMenu(page, "Activity");
    await page.getByText("so it needs a connection").waitFor();
    await page.context().setOffline(false);
    await page.getByText("Zoë").first().waitFor();
    await expect.poll(() => page.getByText("No connection").count()).toBe(0);
    await expect.poll(() => page.getByText("You are offline.").count()).toBe(0);
  });

  test("the page goes on also where the network can be used only a while after it is back", async () => {
    const person = await newPerson();
    await fillAccount(person);
    const { page, expectOnConsole } = await visit({ person });
    expectOnConsole(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/);
    await page.context().setOffline(true);
    await fromMenu(page, "Activity");
    await page.getByText("so it needs a connection").waitFor();
    await page.route(/\/activity\?/, (route) => route.abort(), { times: 2 });
    await page.context().setOffline(false);
    await page.getByText("Zoë").first().waitFor();
  });

  test("one can still sign out, and is still signed out afterwards", async () => {
    const { page, expectOnConsole } = await visit({ person: await newPerson() });
    expectOnConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
    await page.getByText("No contacts yet").waitFor();
    await page.context().setOffline(true);
    await fromMenu(page, "Sign out");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.context().setOffline(false);
    await page.reload();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  });

  test("signing in says that there is no answer", async () => {
    const person = await newPerson();
    const { page, expectOnConsole } = await visit();
    expectOnConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch|fetching the script/);
    await page.context().setOffline(true);
    await page.getByLabel("E-mail address").fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("The server cannot be reached").waitFor();
    await page.context().setOffline(false);
    await signIn(page, person);
  });
});
