import { expect, inject, test } from "vitest";
import { KithError } from "../../client/src/index.ts";
import type { App } from "../support/mcp/oauth.ts";
import { clientOf, fillAccount, newPerson, type Person } from "./support/account.ts";
import { ask, askingApp, expireConnections } from "./support/auth.ts";
import { type Visit, visit } from "./support/visit.ts";

/** The view of consent at this address, as somebody who is signed out opens it and signs in. */
async function openConsent(url: string, person: Person) {
  const it = await visit({ url });
  // The browser looks for an icon of the file that the app is led back to.
  it.expectOnConsole(/status of 404/);
  await it.see("Sign in to decide");
  await it.sendSignIn(person);
  return it;
}

/** The same for what an app asks for. */
async function open(app: App, person: Person) {
  const it = await openConsent(app.authorizationUrl!.href, person);
  await it.title("Connect an app");
  return it;
}

async function leadBack({ page }: Visit): Promise<URLSearchParams> {
  await page.waitForURL(/favicon\.svg\?/);
  return new URL(page.url()).searchParams;
}

/** Waits until the app is led back, and finishes as it does. */
const finish = async (it: Visit, app: App) => await app.transport().finishAuth(await leadBack(it));

async function allow(it: Visit, app: App): Promise<void> {
  await it.press("Allow");
  await finish(it, app);
}

/** Takes back what Auth remembers, after which the app begins again and is asked for. */
async function askAnew({ page, press, see }: Visit, app: App): Promise<void> {
  await press("Ask anew");
  await see("Start again in the app.");
  await page.goto(await ask(app));
  await see("It says it is called");
}

const connectionsOf = async ({ kith }: Person) => (await kith.connections.list()).data;
/** How many contacts the app sees; undefined where it is refused. */
const contactsOf = async (app: App): Promise<number | undefined> => {
  try {
    return (await clientOf(app.stored!.access_token).contacts.list()).total;
  } catch (error) {
    if (error instanceof KithError && (error.status ?? 500) < 500) return undefined;
    throw error;
  }
};

/** What Auth's own endpoints answer to the person. */
const askAuth = ({ token }: Pick<Person, "token">, path: string, body?: unknown) =>
  fetch(new URL(path, `${inject("page").url}/auth/v1/`), {
    method: body ? "POST" : "GET",
    redirect: "manual",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

const grantsOf = async (person: Person) => (await askAuth(person, "user/oauth/grants")).json();

test("an app is approved within limits, works, is changed and disconnected", async () => {
  const person = await newPerson();
  await fillAccount(person);
  const app = await askingApp();
  const it = await open(app, person);
  const { page, field } = it;
  await it.see("It says it is called");
  const text = await page.getByRole("main").textContent();
  for (
    const part of [
      "It says it is called Assistant <b>; nobody has checked that.",
      `Your answer is sent to ${new URL(inject("page").url).host}.`,
      person.email,
      "not what it does with your account",
    ]
  ) expect(text).toContain(part);
  expect(page.url()).not.toContain("/oauth/consent");
  await field("Only contacts in these networks").check();
  await field("Family").check();
  await allow(it, app);
  expect(await contactsOf(app), "those in the network").toBe(1);
  const client = await app.connect();
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names).toContain("search_contacts");
  expect(names, "only reads").not.toContain("save_contact");
  await client.close();

  await page.goto(`${inject("page").url}/#/keys`);
  const row = page.getByRole("listitem").filter({ hasText: "Assistant <b>" });
  await it.see("Only contacts in Family", row);
  expect(await row.textContent()).toContain("Read only");
  await it.press("Edit the connection Assistant <b>");
  const form = it.dialog();
  await field("Name", form).fill("Assistant <b> at work");
  await form.getByRole("radio", { name: "All contacts" }).check();
  await form.getByRole("radio", { name: "Everything" }).check();
  await field("Expires", form).fill("in 30 days");
  await it.press("Save");
  await it.gone(form);
  await expect.poll(() => row.textContent()).toMatch(/at work.*Everything/);
  expect(await contactsOf(app), "all").toBe(3);
  expect(await connectionsOf(person)).toMatchObject([{ scopes: null, networkIds: null }]);
  await it.press("Disconnect Assistant <b> at work");
  await it.press("Disconnect");
  await it.gone(row);
  expect(await contactsOf(app), "disconnected").toBeUndefined();
  expect([await connectionsOf(person), await grantsOf(person)]).toEqual([[], []]);
});

test("an app that is denied is told so and gets nothing", async () => {
  const person = await newPerson();
  const it = await open(await askingApp(), person);
  await it.press("Deny");
  expect(Object.fromEntries(await leadBack(it)))
    .toMatchObject({ error: "access_denied", state: "the state" });
  expect(it.page.url()).not.toContain("code=");
  expect(await connectionsOf(person)).toEqual([]);
});

test("somebody who has to sign up first is asked then", async () => {
  const app = await askingApp();
  const it = await visit({ url: app.authorizationUrl!.href });
  it.expectOnConsole(/status of 404/);
  await it.follow(/account/);
  await it.fill("E-mail address", `new-${crypto.randomUUID()}@example.com`);
  await it.fill("Password", "a password of some length");
  await it.press("Create account");
  await it.title("Connect an app");
  await allow(it, app);
  expect(await contactsOf(app)).toBe(0);
});

test("a consent that Auth remembers is no consent to Kith, whoever planted it, nor is one whose connection has expired", async () => {
  const person = await newPerson();
  /** Consents in Auth as another app of the project would, or an app with its own token, without Kith. */
  const consentElsewhere = async (app: App, token: string) => {
    const { headers } = await askAuth({ token }, app.authorizationUrl!.href);
    const id = new URL(headers.get("location")!).searchParams.get("authorization_id");
    for (const [path, body] of [[""], ["/consent", { action: "approve" }]] as const) {
      const answer = await askAuth({ token }, `oauth/authorizations/${id}${path}`, body);
      expect(answer.status).toBe(200);
    }
  };
  const app = await askingApp();
  await consentElsewhere(app, person.token);
  const planting = await askingApp("Connected");
  await allow(await open(planting, person), planting);
  const planted = await askingApp("Assistant <b>");
  await consentElsewhere(planted, planting.stored!.access_token);
  await person.kith.connections.delete((await connectionsOf(person))[0]!.id);

  await ask(app);
  const it = await open(app, person);
  const { page, button, radio } = it;
  it.expectOnConsole(/status of 400/);
  await button("Ask anew").waitFor();
  // Nothing tells which of them asks: so none of them can be chosen or allowed, and nothing is sent.
  expect(await radio(/./).or(button("Allow")).count(), "a way to allow one").toBe(0);
  expect(await page.getByRole("listitem").filter({ hasText: "Assistant <b>" }).count()).toBe(2);
  expect(await connectionsOf(person)).toEqual([]);
  await askAnew(it, app);
  expect(await grantsOf(person), "what Auth remembers").toEqual([]);
  await allow(it, app);
  expect(await contactsOf(app)).toBe(0);
  await page.goto(await ask(app));
  await finish(it, app);
  expect(await connectionsOf(person), "not asked again")
    .toMatchObject([{ clientId: app.registration!.client_id }]);

  await expireConnections(person);
  expect(await contactsOf(app), "expired").toBeUndefined();
  await page.goto(await ask(app));
  await button("Ask anew").waitFor();
  await page.reload();
  await it.see("Start again in the app.");
  await page.goto(await ask(app));
  await askAnew(it, app);
  await allow(it, app);
  expect(await contactsOf(app)).toBe(0);
  expect(await connectionsOf(person)).toHaveLength(1);
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
