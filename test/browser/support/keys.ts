import { clientOf, type Person } from "./account.ts";
import type { Acts } from "./acts.ts";
import { open } from "./visit.ts";

export const meOf = (key: string) => clientOf(key).me.get();

export const statusOf = async (key: string) =>
  (await clientOf(key).client.GET("/contacts")).response.status;

type Page = Pick<Acts, "dialog" | "field" | "press">;

/** Opens the form for a new key and names it. */
export async function beginKey({ press, dialog, field }: Page, name: string): Promise<void> {
  await press("New key");
  await field("Name", dialog()).fill(name);
}

/** The key that a dialog shows. */
export const shownKey = async ({ dialog }: Page) =>
  (await dialog().filter({ hasText: "never again" }).locator("code").first().textContent())!;

/** Sends the form and returns the key, with its dialog still open. */
export async function finishKey(page: Page): Promise<string> {
  await page.press("Create key");
  return await shownKey(page);
}

export async function createKey(page: Page, name: string): Promise<string> {
  await beginKey(page, name);
  return await finishKey(page);
}

/** The page of keys of somebody new; `prepare` is called before it is opened. */
export async function openKeys<Made extends object>(
  prepare?: (person: Person) => Promise<Made | void>,
) {
  const opened = await open("keys", prepare);
  await opened.page.getByRole("heading", { name: "Your keys" }).waitFor();
  const { field, press, gone, dialog, box, radio, item: row } = opened;
  return {
    ...opened,
    row,
    /** What a row of the list says: what the key may do, its use, and when it ends. */
    cells: (name: string | RegExp) => row(name).locator("dd").allTextContents(),
    create: (name: string) => createKey(opened, name),
    begin: (name: string) => beginKey(opened, name),
    finish: () => finishKey(opened),
    copied: () => press("I have copied it"),
    closed: () => gone(dialog()),
    name: field("Name"),
    connect: field("Connect"),
    tick: (name: string) => box(name).check(),
    untick: (name: string) => box(name).uncheck(),
    limit: () => radio("Only contacts in these networks").check(),
    question: () => dialog("Close without copying the key?").waitFor(),
  };
}
