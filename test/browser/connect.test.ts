import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import type { App } from "../support/mcp/oauth.ts";
import { clientOf, fillAccount, newPerson, type Person } from "./support/account.ts";
import { ask, askingApp, expireConnections } from "./support/auth.ts";
import { useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

async function fillIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
}

/** Opens what the app asks for, as somebody who is signed out. */
async function open(app: App, person: Person) {
  const visited = await visit({ url: app.authorizationUrl!.href });
  // The browser looks for an icon of the file that the app is led back to.
  visited.expectOnConsole(/404/);
  await visited.page.getByText("Sign in to decide").waitFor();
  await fillIn(visited.page, person);
  await visited.page.getByRole("button", { name: "Sign in" }).click();
  await visited.page.getByRole("heading", { name: "Connect an app" }).waitFor();
  return visited;
}

/** Waits until the app is led back, and finishes as it does. */
async function finish(page: Page, app: App): Promise<void> {
  const back = await leadBack(page);
  await app.transport().finishAuth(back);
}

async function leadBack(page: Page): Promise<URLSearchParams> {
  await page.waitForURL(/favicon\.svg\?/);
  return new URL(page.url()).searchParams;
}

const connectionsOf = async ({ kith }: Person) => (await kith.connections.list()).data;
const contactsOf = async (app: App) =>
  (await clientOf(app.stored!.access_token).client.GET("/contacts")).data?.total;

/** What Auth's own endpoints answer to the person. */
async function askAuth(
  person: Pick<Person, "token">,
  path: string,
  body?: unknown,
): Promise<Response> {
  return await fetch(new URL(path, `${inject("page").url}/auth/v1/`), {
    method: body ? "POST" : "GET",
    redirect: "manual",
    headers: { authorization: `Bearer ${person.token}`, "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

test("an app is approved within limits, works, and is disconnected", async () => {
  const person = await newPerson();
  await fillAccount(person);
  const app = await askingApp();
  const { page } = await open(app, person);
  await page.getByText("It says it is called").waitFor();
  const text = await page.getByRole("main").textContent();
  expect(text).toContain("It says it is called Assistant <b>; nobody has checked that.");
  expect(text).toContain(`Your answer is sent to ${new URL(inject("page").url).host}.`);
  expect(text).toContain(person.email);
  expect(text).toContain("not what it does with your account");
  expect(page.url()).not.toContain("/oauth/consent");
  await page.getByLabel("Only contacts in these networks").check();
  await page.getByLabel("Family").check();
  await page.getByRole("button", { name: "Allow" }).click();
  await finish(page, app);
  expect(await contactsOf(app)).toBe(1);
  const client = await app.connect();
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names).toContain("search_contacts");
  expect(names).not.toContain("save_contact");
  await client.close();

  await page.goto(`${inject("page").url}/#/keys`);
  const row = page.getByRole("row", { name: /Assistant <b>/ });
  await row.getByText("Only contacts in Family").waitFor();
  expect(await row.textContent()).toContain("Read only");
  await page.getByRole("button", { name: "Edit the connection Assistant <b>" }).click();
  const dialog = page.getByRole("dialog", { name: /^Edit/ });
  expect(await dialog.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
  await dialog.getByLabel("Name", { exact: true }).fill("Assistant <b> at work");
  await dialog.getByRole("radio", { name: "All contacts" }).check();
  await dialog.getByRole("radio", { name: "Everything" }).check();
  await dialog.getByLabel("Expires").selectOption("30");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => row.textContent()).toMatch(/at work.*Everything/);
  expect(await contactsOf(app)).toBe(3);
  expect((await connectionsOf(person))[0]).toMatchObject({ scopes: null, networkIds: null });
  await page.getByRole("button", { name: "Disconnect Assistant <b> at work" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
  await row.waitFor({ state: "detached" });
  expect(await contactsOf(app)).toBeUndefined();
  expect(await connectionsOf(person)).toEqual([]);
  expect(await (await askAuth(person, "user/oauth/grants")).json()).toEqual([]);
});

test("an app that is denied is told so and gets nothing", async () => {
  const person = await newPerson();
  const app = await askingApp();
  const { page } = await open(app, person);
  await page.getByRole("button", { name: "Deny" }).click();
  const back = await leadBack(page);
  expect([back.get("error"), back.get("state"), back.get("code")])
    .toEqual(["access_denied", "the state", null]);
  expect(await connectionsOf(person)).toEqual([]);
});

test("somebody who has to sign up first is asked then", async () => {
  const app = await askingApp();
  const { page, expectOnConsole } = await visit({ url: app.authorizationUrl!.href });
  expectOnConsole(/404/);
  await page.getByRole("link", { name: /account/ }).first().click();
  await page.getByLabel("E-mail address").fill(`new-${Date.now()}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill("a password of some length");
  await page.locator("button[type=submit]").click();
  await page.getByRole("heading", { name: "Connect an app" }).waitFor();
  await page.getByRole("button", { name: "Allow" }).click();
  await finish(page, app);
  expect(await contactsOf(app)).toBe(0);
});

/** Consents in Auth as another app of the project would, or an app with its own token, without Kith. */
async function consentElsewhere(app: App, { token }: Pick<Person, "token">): Promise<void> {
  const { headers } = await askAuth({ token }, app.authorizationUrl!.href);
  const id = new URL(headers.get("location")!).searchParams.get("authorization_id");
  expect((await askAuth({ token }, `oauth/authorizations/${id}`)).status).toBe(200);
  const decided = await askAuth({ token }, `oauth/authorizations/${id}/consent`, {
    action: "approve",
  });
  expect(decided.status).toBe(200);
}

/** Takes back what Auth remembers, after which the app begins again and is asked for. */
async function askAnew(page: Page, app: App): Promise<void> {
  await page.getByRole("button", { name: "Ask anew" }).click();
  await page.getByText("Start again in the app.").waitFor();
  await page.goto(await ask(app));
  await page.getByText("It says it is called").waitFor();
}

test("a consent that Auth remembers is no consent to Kith, whoever planted it", async () => {
  const person = await newPerson();
  const app = await askingApp();
  await consentElsewhere(app, person);
  const planting = await askingApp("Connected");
  {
    const { page } = await open(planting, person);
    await page.getByRole("button", { name: "Allow" }).click();
    await finish(page, planting);
  }
  const planted = await askingApp("Assistant <b>");
  await consentElsewhere(planted, { token: planting.stored!.access_token });
  const { id } = (await connectionsOf(person))[0]!;
  await person.kith.connections.delete(id);

  await ask(app);
  const { page } = await open(app, person);
  await page.getByRole("button", { name: "Ask anew" }).waitFor();
  // Nothing tells which of them asks: so none of them can be chosen or allowed, and nothing is sent.
  expect(await page.getByRole("radio").count()).toBe(0);
  expect(await page.getByRole("button", { name: "Allow" }).count()).toBe(0);
  expect(await page.getByRole("listitem").filter({ hasText: "Assistant <b>" }).count()).toBe(2);
  expect(await connectionsOf(person)).toEqual([]);
  await askAnew(page, app);
  expect(await (await askAuth(person, "user/oauth/grants")).json()).toEqual([]);
  await page.getByRole("button", { name: "Allow" }).click();
  await finish(page, app);
  expect(await contactsOf(app)).toBe(0);
  // From now on it is not asked again.
  await page.goto(await ask(app));
  await finish(page, app);
  expect(await connectionsOf(person)).toMatchObject([{ clientId: app.registration!.client_id }]);
});

test("an app whose connection has expired is asked for again", async () => {
  const person = await newPerson();
  const app = await askingApp();
  const { page } = await open(app, person);
  await page.getByRole("button", { name: "Allow" }).click();
  await finish(page, app);
  await expireConnections(person);
  expect(await contactsOf(app)).toBeUndefined();
  await page.goto(await ask(app));
  await askAnew(page, app);
  await page.getByRole("button", { name: "Allow" }).click();
  await finish(page, app);
  expect(await contactsOf(app)).toBe(0);
  expect(await connectionsOf(person)).toHaveLength(1);
});

test("loading the view again says that the app has to begin again", async () => {
  const person = await newPerson();
  const app = await askingApp();
  await consentElsewhere(app, person);
  await ask(app);
  const { page, expectOnConsole } = await open(app, person);
  expectOnConsole(/400/);
  await page.getByRole("button", { name: "Ask anew" }).waitFor();
  await page.reload();
  await page.getByText("Start again in the app.").waitFor();
});

test("a request that is not known any more is explained", async () => {
  const person = await newPerson();
  const url = `${inject("page").url}/oauth/consent?authorization_id=nothing`;
  const visited = await visit({ url });
  visited.expectOnConsole(/404/);
  await fillIn(visited.page, person);
  await visited.page.getByRole("button", { name: "Sign in" }).click();
  await visited.page.getByText("The app cannot be connected").waitFor();
  await visited.page.getByText("Start again in the app.").waitFor();
  await visited.page.getByRole("link", { name: "To your contacts" }).click();
  await visited.page.getByRole("heading", { name: "People", level: 1 }).waitFor();
});

test("the browser is not led to a script, whatever Auth answers", async () => {
  const person = await newPerson();
  const url = `${inject("page").url}/oauth/consent?authorization_id=nothing`;
  const { page } = await visit({ url });
  await page.route(
    /\/oauth\/authorizations\//,
    (route) => route.fulfill({ json: { redirect_url: "javascript:document.title='led'" } }),
  );
  await fillIn(page, person);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("The app has given an address that is not safe.").waitFor();
  expect(await page.title()).not.toBe("led");
});
