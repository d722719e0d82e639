import { expect, inject, test } from "vitest";
import type { App } from "../support/mcp/oauth.ts";
import { clientOf, fillAccount, newPerson, type Person } from "./support/account.ts";
import { ask, askingApp, expireConnections } from "./support/auth.ts";
import { type Visit, visit } from "./support/visit.ts";

/** The view of consent at this address, as somebody who is signed out opens it and signs in. */
async function openConsent(url: string, person: Person) {
  const visited = await visit({ url });
  // The browser looks for an icon of the file that the app is led back to.
  visited.expectOnConsole(/404/);
  await visited.see("Sign in to decide");
  await visited.sendSignIn(person);
  return visited;
}

/** The same for what an app asks for. */
async function open(app: App, person: Person) {
  const visited = await openConsent(app.authorizationUrl!.href, person);
  await visited.title("Connect an app");
  return visited;
}

async function leadBack({ page }: Visit): Promise<URLSearchParams> {
  await page.waitForURL(/favicon\.svg\?/);
  return new URL(page.url()).searchParams;
}

/** Waits until the app is led back, and finishes as it does. */
const finish = async (visited: Visit, app: App) =>
  await app.transport().finishAuth(await leadBack(visited));

async function allow(visited: Visit, app: App): Promise<void> {
  await visited.press("Allow");
  await finish(visited, app);
}

const connectionsOf = async ({ kith }: Person) => (await kith.connections.list()).data;
const contactsOf = async (app: App) =>
  (await clientOf(app.stored!.access_token).client.GET("/contacts")).data?.total;

/** What Auth's own endpoints answer to the person. */
const askAuth = ({ token }: Pick<Person, "token">, path: string, body?: unknown) =>
  fetch(new URL(path, `${inject("page").url}/auth/v1/`), {
    method: body ? "POST" : "GET",
    redirect: "manual",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

const grantsOf = async (person: Person) => (await askAuth(person, "user/oauth/grants")).json();

test("an app is approved within limits, works, and is disconnected", async () => {
  const person = await newPerson();
  await fillAccount(person);
  const app = await askingApp();
  const visited = await open(app, person);
  const { page, see, field, press, dialog, gone } = visited;
  await see("It says it is called");
  const text = await page.getByRole("main").textContent();
  expect(text).toContain("It says it is called Assistant <b>; nobody has checked that.");
  expect(text).toContain(`Your answer is sent to ${new URL(inject("page").url).host}.`);
  expect(text).toContain(person.email);
  expect(text).toContain("not what it does with your account");
  expect(page.url()).not.toContain("/oauth/consent");
  await field("Only contacts in these networks").check();
  await field("Family").check();
  await allow(visited, app);
  expect(await contactsOf(app)).toBe(1);
  const client = await app.connect();
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names).toContain("search_contacts");
  expect(names).not.toContain("save_contact");
  await client.close();

  await page.goto(`${inject("page").url}/#/keys`);
  const row = page.getByRole("listitem").filter({ hasText: "Assistant <b>" });
  await see("Only contacts in Family", row);
  expect(await row.textContent()).toContain("Read only");
  await press("Edit the connection Assistant <b>");
  const form = dialog();
  await field("Name", form).fill("Assistant <b> at work");
  await form.getByRole("radio", { name: "All contacts" }).check();
  await form.getByRole("radio", { name: "Everything" }).check();
  await field("Expires", form).fill("in 30 days");
  await press("Save");
  await gone(form);
  await expect.poll(() => row.textContent()).toMatch(/at work.*Everything/);
  expect(await contactsOf(app)).toBe(3);
  expect(await connectionsOf(person)).toMatchObject([{ scopes: null, networkIds: null }]);
  await press("Disconnect Assistant <b> at work");
  await press("Disconnect");
  await gone(row);
  expect(await contactsOf(app)).toBeUndefined();
  expect([await connectionsOf(person), await grantsOf(person)]).toEqual([[], []]);
});

test("an app that is denied is told so and gets nothing", async () => {
  const person = await newPerson();
  const visited = await open(await askingApp(), person);
  await visited.press("Deny");
  expect(Object.fromEntries(await leadBack(visited)))
    .toMatchObject({ error: "access_denied", state: "the state" });
  expect(visited.page.url()).not.toContain("code=");
  expect(await connectionsOf(person)).toEqual([]);
});

test("somebody who has to sign up first is asked then", async () => {
  const app = await askingApp();
  const visited = await visit({ url: app.authorizationUrl!.href });
  visited.expectOnConsole(/404/);
  await visited.follow(/account/);
  await visited.fill("E-mail address", `new-${Date.now()}@example.com`);
  await visited.fill("Password", "a password of some length");
  await visited.press("Create account");
  await visited.title("Connect an app");
  await allow(visited, app);
  expect(await contactsOf(app)).toBe(0);
});

/** Consents in Auth as another app of the project would, or an app with its own token, without Kith. */
async function consentElsewhere(app: App, person: Pick<Person, "token">): Promise<void> {
  const { headers } = await askAuth(person, app.authorizationUrl!.href);
  const id = new URL(headers.get("location")!).searchParams.get("authorization_id");
  for (const [path, body] of [[""], ["/consent", { action: "approve" }]] as const) {
    expect((await askAuth(person, `oauth/authorizations/${id}${path}`, body)).status).toBe(200);
  }
}

/** Takes back what Auth remembers, after which the app begins again and is asked for. */
async function askAnew({ page, press, see }: Visit, app: App): Promise<void> {
  await press("Ask anew");
  await see("Start again in the app.");
  await page.goto(await ask(app));
  await see("It says it is called");
}

test("a consent that Auth remembers is no consent to Kith, whoever planted it", async () => {
  const person = await newPerson();
  const app = await askingApp();
  await consentElsewhere(app, person);
  const planting = await askingApp("Connected");
  await allow(await open(planting, person), planting);
  const planted = await askingApp("Assistant <b>");
  await consentElsewhere(planted, { token: planting.stored!.access_token });
  await person.kith.connections.delete((await connectionsOf(person))[0]!.id);

  await ask(app);
  const visited = await open(app, person);
  const { page, button, radio } = visited;
  await button("Ask anew").waitFor();
  // Nothing tells which of them asks: so none of them can be chosen or allowed, and nothing is sent.
  expect(await radio(/./).or(button("Allow")).count()).toBe(0);
  expect(await page.getByRole("listitem").filter({ hasText: "Assistant <b>" }).count()).toBe(2);
  expect(await connectionsOf(person)).toEqual([]);
  await askAnew(visited, app);
  expect(await grantsOf(person)).toEqual([]);
  await allow(visited, app);
  expect(await contactsOf(app)).toBe(0);
  // From now on it is not asked again.
  await page.goto(await ask(app));
  await finish(visited, app);
  expect(await connectionsOf(person)).toMatchObject([{ clientId: app.registration!.client_id }]);
});

test("an app whose connection has expired is asked for again", async () => {
  const person = await newPerson();
  const app = await askingApp();
  const visited = await open(app, person);
  await allow(visited, app);
  await expireConnections(person);
  expect(await contactsOf(app)).toBeUndefined();
  await visited.page.goto(await ask(app));
  await askAnew(visited, app);
  await allow(visited, app);
  expect(await contactsOf(app)).toBe(0);
  expect(await connectionsOf(person)).toHaveLength(1);
});

test("loading the view again says that the app has to begin again", async () => {
  const person = await newPerson();
  const app = await askingApp();
  await consentElsewhere(app, person);
  await ask(app);
  const { page, button, see, expectOnConsole } = await open(app, person);
  expectOnConsole(/400/);
  await button("Ask anew").waitFor();
  await page.reload();
  await see("Start again in the app.");
});

const unknown = () => `${inject("page").url}/oauth/consent?authorization_id=nothing`;

test("a request that is not known any more is explained", async () => {
  const { see, follow, title } = await openConsent(unknown(), await newPerson());
  await see("The app cannot be connected");
  await see("Start again in the app.");
  await follow("To your contacts");
  await title("People");
});

test("the browser is not led to a script, whatever Auth answers", async () => {
  const { page, sendSignIn, see } = await visit({ url: unknown() });
  await page.route(
    /\/oauth\/authorizations\//,
    (route) => route.fulfill({ json: { redirect_url: "javascript:document.title='led'" } }),
  );
  await sendSignIn(await newPerson());
  await see("The app has given an address that is not safe.");
  expect(await page.title()).not.toBe("led");
});
