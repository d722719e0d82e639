import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { newPerson, people } from "./support/account.ts";
import { chooseFile, manyCards, openData } from "./support/data.ts";
import { openTab, visit } from "./support/visit.ts";

/**
 * Somebody's contacts, and how somebody else signs in in another tab.
 * @param isTold false for a first tab that the browser has put to sleep
 */
async function signedIn(isTold = false) {
  const [first, second] = [await newPerson(), await newPerson()];
  await people("Hers")(first);
  await people("Theirs")(second);
  const visited = await visit();
  const { page, signIn, see, expectOnConsole } = visited;
  expectOnConsole(/401/);
  await page.addInitScript((isTold) => {
    if (isTold) return;
    BroadcastChannel.prototype.addEventListener = () => {};
    addEventListener("storage", (event) => event.stopImmediatePropagation());
  }, isTold);
  await page.reload();
  await signIn(first);
  await see("Hers");
  const switchAccount = async () => {
    const tab = await openTab(page);
    await tab.fromMenu("Sign out");
    const question = tab.button("Sign out and delete it");
    await question.or(tab.field("Password")).waitFor();
    if (await question.count() > 0) await question.click();
    await tab.signIn(second);
    await tab.page.close();
  };
  /** Begins a contact, and sends it where that is said. */
  const writeSecret = async (sends: boolean) => {
    await visited.press("New contact");
    await visited.fill("First name", "Secret");
    if (sends) await visited.press("Add contact");
  };
  const expectNothingMoved = async () =>
    expect([await first.names(), await second.names()]).toEqual([["Hers"], ["Theirs"]]);
  return { ...visited, first, second, switchAccount, writeSecret, expectNothingMoved };
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
  const { page, switchAccount, writeSecret, press, see, expectNothingMoved } = await signedIn();
  await writeSecret(false);
  await switchAccount();
  await press("Add contact");
  await see("Theirs");
  expect(await page.getByText("Hers").count()).toBe(0);
  await expectNothingMoved();
});

test("a request that is refused after another account has signed in is not sent for it, nor ends its session", async () => {
  const { page, switchAccount, writeSecret, see, expectNothingMoved } = await signedIn();
  const { sent, release } = await holdWrites(page, "request");
  await writeSecret(true);
  await expect.poll(() => sent.length).toBe(1);
  await switchAccount();
  release();
  await see("Theirs");
  expect(sent.length).toBe(1);
  await expectNothingMoved();
  await page.reload();
  await see("Theirs");
});

test("what was saved for an account is neither told to the next one nor opened for it", async () => {
  const { page, first, switchAccount, writeSecret, see, follow, title } = await signedIn(true);
  const { release } = await holdWrites(page, "answer");
  await writeSecret(true);
  await expect.poll(first.names).toEqual(["Hers", "Secret"]);
  await switchAccount();
  await see("Theirs");
  const answered = page.waitForResponse((answer) => answer.request().method() === "POST");
  release();
  await answered;
  await follow("Notes");
  await title("Notes");
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
  const it = await signedIn(true);
  const { page, second, switchAccount, see, press, field, follow } = it;
  await openData(it);
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
