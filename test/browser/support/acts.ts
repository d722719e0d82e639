import type { Locator, Page, Route } from "playwright-core";
import { expect, inject } from "vitest";
import type { Person } from "./account.ts";

type Name = string | RegExp;

export type Acts = ReturnType<typeof actsOn>;

/** Answers a request as the API does where it refuses one. */
export const refuse = (route: Route, status: number, code: string, detail: string): Promise<void> =>
  route.fulfill({
    status,
    headers: { "access-control-allow-origin": "*" },
    contentType: "application/problem+json",
    body: JSON.stringify({
      type: "about:blank",
      title: code,
      status,
      code,
      detail,
      requestId: "req-1234",
    }),
  });

/** The same as if the database was away. */
export const unavailable = (route: Route): Promise<void> =>
  refuse(route, 503, "unavailable", "The database is away.");

/** What one does on the page, and looks for there. A name that is a text is the whole name. */
export function actsOn(page: Page) {
  const named = (name: Name) => ({ name, exact: typeof name === "string" });
  const button = (name: Name, inside: Page | Locator = page) =>
    inside.getByRole("button", named(name));
  const link = (name: Name) => page.getByRole("link", named(name));
  const press = (name: Name, inside?: Locator) => button(name, inside).click();
  const field = (label: Name, inside: Page | Locator = page) =>
    inside.getByLabel(label, { exact: typeof label === "string" });
  const fill = (label: Name, text: string) => field(label).fill(text);
  const title = (name: Name) => page.getByRole("heading", { ...named(name), level: 1 }).waitFor();
  const toast = (text: Name) => page.locator(".toast").filter({ hasText: text });
  const offered = page.getByRole("listbox").getByRole("option");
  /** Takes the person of this name in the list of a field where their name is being typed. */
  const take = async (name: string) => {
    await offered.getByText(name, { exact: true }).waitFor();
    await page.keyboard.press("Enter");
    await button(`Remove ${name}`).waitFor();
  };
  const follow = (name: Name) => link(name).first().click();
  const dialog = (name?: string) => page.getByRole("dialog", name ? { name } : {});
  /** Opens the form for a new key and names it. */
  const beginKey = async (name: string) => {
    await press("New key");
    await field("Name", dialog()).fill(name);
  };
  /** The key that a dialog shows. */
  const shownKey = async () =>
    (await dialog().filter({ hasText: "never again" }).locator("code").first().textContent())!;
  /** The name of what has the focus, and whether that can be seen. */
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement;
      const { outlineStyle, outlineWidth, opacity } = getComputedStyle(element);
      const seen = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 && opacity === "1";
      const label = document.getElementById(element.getAttribute("aria-labelledby") ?? "");
      const name = element.ariaLabel ?? label?.textContent ?? element.labels?.[0]?.textContent ??
        element.textContent;
      return { name: name?.trim(), seen, outside: element === document.body };
    });
  /** Fills the form in that signs in, and sends it. */
  const sendSignIn = async ({ email, password }: Pick<Person, "email" | "password">) => {
    await fill("E-mail address", email);
    await fill("Password", password);
    await press("Sign in");
  };
  /** Waits until the browser has gone back from a dialog that is closed, which would lead it away from elsewhere. */
  const wentBack = () => page.waitForFunction(() => !history.state?.dialog);
  return {
    button,
    link,
    press,
    follow,
    field,
    fill,
    title,
    toast,
    undo: (text: Name) => press("Undo", toast(text)),
    dialog,
    beginKey,
    shownKey,
    /** Makes a key, which is still shown. */
    async createKey(name: string): Promise<string> {
      await beginKey(name);
      await press("Create key");
      return await shownKey();
    },
    box: (name: Name) => page.getByRole("checkbox", { name }),
    radio: (name: Name) => page.getByRole("radio", { name }),
    item: (text: Name) => page.getByRole("listitem").filter({ hasText: text }).first(),
    said: (text: Name) => page.getByRole("status").filter({ hasText: text }).waitFor(),
    see: (text: Name, inside: Page | Locator = page) =>
      inside.getByText(text).filter({ visible: true }).first().waitFor(),
    gone: (what: Locator) => what.first().waitFor({ state: "detached" }),
    keys: async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    },
    type: (text: string) => page.keyboard.type(text),
    async goto(view: string) {
      await wentBack();
      await page.goto(page.url().replace(/(#.*)?$/, `#/${view}`));
    },
    wentBack,
    /** Opens a menu, and presses what it has. */
    async choose(menu: Name, action: Name) {
      await press(menu);
      await press(action, page.locator("[popover]:popover-open"));
    },
    /** Chooses what the menu of the account has. */
    async fromMenu(name: string) {
      await press("Me");
      await page.locator(".menu:popover-open").getByText(name, { exact: true }).click();
    },
    focused,
    expectFocus: (name: string) => expect.poll(async () => (await focused()).name).toBe(name),
    /** The names of the people who are chosen for a note or a reminder. */
    chosen: () =>
      page.getByRole("list", { name: "People who are chosen" }).getByRole("listitem")
        .allTextContents(),
    offered,
    async pick(name: string) {
      await page.getByRole("combobox", { name: "People" }).pressSequentially(name);
      await take(name);
    },
    /** Names somebody in the composer, after what is typed there. */
    async mention(name: string) {
      await field("New note").pressSequentially(` @${name}`);
      await take(name);
    },
    sendSignIn,
    /** Signs in, and goes on to the contacts. */
    async signIn(person: Pick<Person, "email" | "password">) {
      await sendSignIn(person);
      await title("Today");
      await follow("People");
      await title("People");
    },
    clipboard: () => page.evaluate(() => navigator.clipboard.readText()),
    allowClipboard: () => page.context().grantPermissions(["clipboard-read", "clipboard-write"]),
    offline: (isOffline = true) => page.context().setOffline(isOffline),
    /** Holds requests that match back until the function that it gives is called. */
    async hold(url: RegExp, method?: string): Promise<() => void> {
      let release = () => {};
      const released = new Promise<void>((resolve) => release = resolve);
      await page.route(url, async (route) => {
        if (method && route.request().method() !== method) return route.fallback();
        await released;
        // The page may have given the request up.
        await route.fallback().catch(() => {});
      });
      return release;
    },
    /** Answers requests that match as if the database was away, until the function that it gives is called. */
    async failing(url: RegExp, method = "GET"): Promise<() => Promise<void>> {
      await page.route(
        url,
        (route) => route.request().method() === method ? unavailable(route) : route.fallback(),
      );
      return () => page.unroute(url);
    },
    /** How much the browser keeps for the page. */
    stored: () => page.evaluate(() => localStorage.length),
    /** The page at another address of its own, from scratch. */
    async restart(path: string) {
      // Away first: from a view of the page a new fragment alone loads nothing.
      await page.goto("about:blank");
      await page.goto(new URL(path, inject("page").url).href);
    },
  };
}
