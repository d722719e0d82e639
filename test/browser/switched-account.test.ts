import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { newPerson, people } from "./support/account.ts";
import { chooseFile, manyCards } from "./support/data.ts";
import { openTab, visit } from "./support/visit.ts";

/**
 * Somebody's contacts, and how somebody else signs in in another tab.
 * @param isTold false for a first tab that the browser has put to sleep
 */
async function signedIn(isTold = false) {
  const [first, second] = [await newPerson(), await newPerson()];
  await people("Berta")(first);
  await people("Theirs")(second);
  const it = await visit();
  const { page } = it;
  it.expectOnConsole(/status of 401/);
  await page.addInitScript((isTold) => {
    if (isTold) return;
    BroadcastChannel.prototype.addEventListener = () => {};
    addEventListener("storage", (event) => event.stopImmediatePropagation());
  }, isTold);
  await page.reload();
  await it.signIn(first);
  await it.see("Berta");
  return {
    ...it,
    first,
    second,
    async switchAccount() {
      const tab = await openTab(page);
      await tab.fromMenu("Sign out");
      const question = tab.button("Sign out and delete it");
      await question.or(tab.field("Password")).waitFor();
      if (await question.count() > 0) await question.click();
      await tab.signIn(second);
      await tab.page.close();
    },
    /** Begins a contact. */
    async writeSecret() {
      await it.press("New contact");
      await it.fill("First name", "Secret");
    },
    expectNothingMoved: async () =>
      expect([await first.names(), await second.names()]).toEqual([["Berta"], ["Theirs"]]),
  };
}

/** Has requests that write contacts passed on by `pass` only when they are released. */
async function holdWrites(page: Page, pass: "request" | "answer") {
  const sent: string[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/contacts", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    sent.push(route.request().postData()!);
    const response = pass === "answer" ? await route.fetch() : undefined;
    await released;
    await (response ? route.fulfill({ response }) : route.continue());
  });
  return { sent, release };
}

test("a tab that was not told of another account writes nothing into it, and shows it then", async () => {
  const it = await signedIn();
  await it.writeSecret();
  await it.switchAccount();
  await it.press("Add contact");
  await it.see("Theirs");
  expect(await it.page.getByText("Berta").count()).toBe(0);
  await it.expectNothingMoved();
});

test("what changes an account is refused where another account has signed in meanwhile", async () => {
  const { page, second, switchAccount, fromMenu, press, fill, see, signIn } = await signedIn();
  await fromMenu("Profile");
  await press("Change password…");
  await fill("New password", "a password for the first");
  await switchAccount();
  await press("Change password");
  await see("Another account was signed in meanwhile");
  await page.reload();
  await fromMenu("Sign out");
  await signIn(second);
});

test("a request that is refused after another account has signed in is not sent for it, nor ends its session", async () => {
  const it = await signedIn();
  const { sent, release } = await holdWrites(it.page, "request");
  await it.writeSecret();
  await it.press("Add contact");
  await expect.poll(() => sent.length).toBe(1);
  await it.switchAccount();
  release();
  await it.see("Theirs");
  expect(sent.length, "sent once").toBe(1);
  await it.expectNothingMoved();
  await it.page.reload();
  await it.see("Theirs");
});

test("what was saved for an account is neither told to the next one nor opened for it", async () => {
  const it = await signedIn(true);
  const { release } = await holdWrites(it.page, "answer");
  await it.writeSecret();
  await it.press("Add contact");
  await expect.poll(it.first.names).toEqual(["Berta", "Secret"]);
  await it.switchAccount();
  await it.see("Theirs");
  const answered = it.page.waitForResponse((answer) => answer.request().method() === "POST");
  release();
  await answered;
  await it.follow("Notes");
  await it.title("Notes");
  expect(await it.page.getByText("is added").count()).toBe(0);
  expect(it.page.url()).toMatch(/#\/notes$/);
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
  const it = await signedIn(true);
  const { page, second, switchAccount, see, press, field, follow } = it;
  await it.goto("data");
  await chooseFile(it, "many.vcf", manyCards);
  await see(/^1200 new/);
  const held = await holdAnswers(page, "/apply");
  await press("Import");
  await expect.poll(held.count).toBe(1);
  await switchAccount();
  await field("Choose a file, or drop it here").waitFor();
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.method()} ${request.url()}`));
  await held.release();
  await follow("People");
  await see("Theirs");
  expect(sent.filter((each) => /POST|imports/.test(each))).toEqual([]);
  expect(await page.getByText("The file is imported.").count()).toBe(0);
  expect(await second.names()).toEqual(["Theirs"]);
});
