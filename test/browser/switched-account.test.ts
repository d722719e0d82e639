import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { newPerson, type Person } from "./support/account.ts";
import { chooseFile, openData } from "./support/data.ts";
import { fromMenu, signIn, useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

const namesOf = async ({ kith }: Person) =>
  (await kith.contacts.list()).data.map(({ displayName }) => displayName);

interface Switch {
  page: Page;
  first: Person;
  second: Person;
  /** Somebody else signs in, in another tab. */
  switchAccount: () => Promise<void>;
}

/** @param isTold false for a first tab that the browser has put to sleep */
async function signedIn(isTold = false): Promise<Switch> {
  const [first, second] = [await newPerson(), await newPerson()];
  await first.kith.contacts.create({ firstName: "Hers" });
  await second.kith.contacts.create({ firstName: "Theirs" });
  const { page, expectOnConsole } = await visit();
  expectOnConsole(/401/);
  await page.addInitScript((isTold) => {
    if (!isTold) BroadcastChannel.prototype.addEventListener = () => {};
  }, isTold);
  await page.reload();
  await signIn(page, first);
  await page.getByText("Hers").waitFor();
  const switchAccount = async () => {
    const tab = await page.context().newPage();
    await tab.goto(page.url());
    await fromMenu(tab, "Sign out");
    const question = tab.getByRole("button", { name: "Sign out and delete it" });
    await question.or(tab.getByLabel("Password", { exact: true })).waitFor();
    if (await question.count() > 0) await question.click();
    await signIn(tab, second);
    await tab.close();
  };
  return { page, first, second, switchAccount };
}

test("a tab that was not told of another account writes nothing into it, and shows it then", async () => {
  const { page, first, second, switchAccount } = await signedIn();
  await page.getByRole("button", { name: "New contact" }).click();
  await page.getByLabel("First name").fill("Secret");
  await switchAccount();
  await page.getByRole("button", { name: "Add contact" }).click();
  await page.getByText("Theirs").waitFor();
  expect(await page.getByText("Hers").count()).toBe(0);
  expect([await namesOf(first), await namesOf(second)]).toEqual([["Hers"], ["Theirs"]]);
});

test("a request that is refused after another account has signed in is not sent for it, nor ends its session", async () => {
  const { page, first, second, switchAccount } = await signedIn();
  const sent: string[] = [];
  let release = () => {};
  const switched = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/contacts", async (route) => {
    if (route.request().method() === "POST") {
      sent.push(route.request().postData()!);
      await switched;
    }
    await route.continue();
  });
  await page.getByRole("button", { name: "New contact" }).click();
  await page.getByLabel("First name").fill("Secret");
  await page.getByRole("button", { name: "Add contact" }).click();
  await expect.poll(() => sent.length).toBe(1);
  await switchAccount();
  release();
  await page.getByText("Theirs").waitFor();
  expect(sent.length).toBe(1);
  expect([await namesOf(first), await namesOf(second)]).toEqual([["Hers"], ["Theirs"]]);
  await page.reload();
  await page.getByText("Theirs").waitFor();
});

test("what was saved for an account is neither told to the next one nor opened for it", async () => {
  const { page, first, switchAccount } = await signedIn(true);
  let release = () => {};
  const switched = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/contacts", async (route) => {
    const answer = await route.fetch();
    if (route.request().method() === "POST") await switched;
    await route.fulfill({ response: answer });
  });
  await page.getByRole("button", { name: "New contact" }).click();
  await page.getByLabel("First name").fill("Secret");
  await page.getByRole("button", { name: "Add contact" }).click();
  await expect.poll(() => namesOf(first)).toEqual(["Hers", "Secret"]);
  await switchAccount();
  await page.getByText("Theirs").waitFor();
  const answered = page.waitForResponse((answer) => answer.request().method() === "POST");
  release();
  await answered;
  await page.getByRole("link", { name: "Notes" }).click();
  await page.getByRole("heading", { name: "Notes", level: 1 }).waitFor();
  expect(await page.getByText("is added").count()).toBe(0);
  expect(page.url()).toMatch(/#\/notes$/);
});

/** Lets the bodies of answers to such a path come only after `release`. */
async function holdAnswers(page: Page, ending: string) {
  await page.evaluate((ending) => {
    const { fetch } = globalThis;
    const held = globalThis as unknown as { count: number; release: () => void };
    held.count = 0;
    const released = new Promise<void>((resolve) => held.release = resolve);
    globalThis.fetch = async (request, init) => {
      const answer = await fetch(request, init);
      if (!(request instanceof Request) || !request.url.endsWith(ending)) return answer;
      const whole = new Uint8Array(await answer.arrayBuffer());
      const start = async (body: ReadableStreamDefaultController) => {
        held.count++;
        await released;
        body.enqueue(whole);
        body.close();
      };
      return new Response(new ReadableStream({ start }), answer);
    };
  }, ending);
  return {
    count: () => page.evaluate(() => (globalThis as unknown as { count: number }).count),
    release: () => page.evaluate(() => (globalThis as unknown as { release(): void }).release()),
  };
}

test("an import that runs sends no further part for the account that is shown next, nor tells it", async () => {
  const { page, second, switchAccount } = await signedIn(true);
  await openData(page);
  const many = Array.from(
    { length: 1_200 },
    (_, at) => `BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Person ${at}\r\nEND:VCARD\r\n`,
  );
  await chooseFile(page, "many.vcf", many.join(""));
  await page.getByText(/^1200 new/).waitFor();
  const held = await holdAnswers(page, "/apply");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect.poll(held.count).toBe(1);
  await switchAccount();
  await page.getByLabel("Choose a file, or drop it here").waitFor();
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.method()} ${request.url()}`));
  await held.release();
  await page.getByRole("link", { name: "People", exact: true }).click();
  await page.getByText("Theirs").waitFor();
  expect(sent.filter((each) => /POST|imports/.test(each))).toEqual([]);
  expect(await page.getByText("The file is imported.").count()).toBe(0);
  expect(await namesOf(second)).toEqual(["Theirs"]);
});

test("what changes an account is refused where another account has signed in meanwhile", async () => {
  const { page, second, switchAccount } = await signedIn();
  await fromMenu(page, "Profile");
  await page.getByRole("button", { name: "Change password…" }).click();
  await page.getByLabel("New password", { exact: true }).fill("a password for the first");
  await switchAccount();
  await page.getByRole("button", { name: "Change password", exact: true }).click();
  await page.getByText("Another account was signed in meanwhile").waitFor();
  await page.reload();
  await fromMenu(page, "Sign out");
  await signIn(page, second);
});
