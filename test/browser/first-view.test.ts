import { expect, inject, test } from "vitest";
import { firstScripts } from "../../tools/page-size.ts";
import { fillAccount, newPerson } from "./support/account.ts";
import { useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

test("the first view waits for the scripts that the page names, and for three answers", async () => {
  const person = await newPerson();
  await fillAccount(person);
  const { page } = await visit({ person });
  const { url } = inject("page");
  await page.goto("about:blank");
  const asked: string[] = [];
  page.on("request", (request) => {
    // A request that the browser sends before another one is no request of the page.
    if (request.method() !== "OPTIONS") asked.push(request.url().replace(url, ""));
  });
  await page.goto(`${url}/#/today`);
  await page.getByText("Send the photos").waitFor();
  await page.locator(".person").first().getByText("Zoë").waitFor();
  const html = await (await fetch(url)).text();
  const scripts = asked.filter((path) => /\.js$/.test(path) && !/worker\.js$/.test(path));
  expect(new Set(scripts)).toEqual(new Set(firstScripts(html).map((name) => `/${name}`)));
  const answers = asked.filter((path) => path.startsWith("/functions/"))
    .map((path) => path.replace(/^.*\/api\/v1/, "").replace(/\?.*/, ""));
  // The profile, what is due with the names of the people in it, and what agents changed; what people look like comes after that.
  expect(answers.slice(0, 3).sort()).toEqual(["/activity", "/me", "/upcoming"]);
  expect(new Set(answers.slice(3))).toEqual(new Set(["/contacts", "/notes"]));
});
