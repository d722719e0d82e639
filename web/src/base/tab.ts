/** This tab among those of the page in one browser, so that what is typed in one stays there. */

const name = "kith-tab";

let own = "";
let gone: (tab: string) => boolean = () => true;

/** The id of this tab, which a reload keeps; empty where the browser cannot tell tabs apart. */
export const ownTab = () => own;

/** Whether a tab was closed before this one began. What it left behind can be taken over. */
export const isGone = (tab: string) => gone(tab);

/** A tab holds a lock of its name for as long as it is open, so that others see that it is there. */
const hold = (id: string) =>
  new Promise<boolean>((resolve) =>
    void navigator.locks.request(`${name} ${id}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock ? new Promise(() => {}) : undefined;
    })
  );

/** Takes the id of this tab. A tab that was duplicated has that of the other one at first. */
export async function takeTab(): Promise<void> {
  if (!navigator.locks) return;
  const kept = sessionStorage.getItem(name);
  let id = kept ?? crypto.randomUUID();
  while (!await hold(id)) id = crypto.randomUUID();
  sessionStorage.setItem(name, own = id);
  const { held = [] } = await navigator.locks.query();
  const open = new Set(held.map((lock) => lock.name?.slice(name.length + 1)));
  const began = new Set(
    Object.keys(localStorage).map((key) => tabOf(key)).filter((tab) => !open.has(tab)),
  );
  gone = (tab) => began.has(tab);
}

const ending = / @([\da-f-]{36})$/;

/** Names what is stored as that of this tab. */
export const inTab = (key: string) => own ? `${key} @${own}` : key;

/** The tab of which something is stored; empty where it belongs to none. */
export const tabOf = (key: string) => ending.exec(key)?.[1] ?? "";

export const withoutTab = (key: string) => key.replace(ending, "");
