/** What was typed and is not saved, which outlives the page. */
import { createContext } from "preact";
import { useContext, useState } from "preact/hooks";
import { projectUrl } from "../base/settings.ts";
import { inTab, isGone, ownTab, tabOf, withoutTab } from "../base/tab.ts";

const prefix = `kith-draft:${new URL(projectUrl).host}:`;

/** For how long what was typed is kept, in milliseconds. */
const longest = 30 * 86_400_000;

/** The text that is stored under a key, after when it was; empty where that is too long ago. What waits to be sent stays. */
function draftAt(key: string): string {
  const [, at, text = ""] = /^(\d+) (.*)$/s.exec(localStorage.getItem(key) ?? "") ?? [];
  return Date.now() - Number(at) < longest || key.includes(":waiting ") ? text : "";
}

/** What waits to be sent belongs to all tabs; what is being typed to one. */
const isShared = (key: string) => key.startsWith("waiting ");

/**
 * What an account has typed and not saved yet, by where. It is in this browser's storage, so that it is still there
 * after a reload and after the end of the session, until it is saved or given up, the account signs out,
 * or 30 days have passed. Each tab has its own; that of a closed tab is in the next one that is opened.
 */
export class Drafts {
  readonly #prefix: string;
  /** Where the browser stores nothing. */
  readonly #memory = new Map<string, string>();

  constructor(accountId: string) {
    this.#prefix = `${prefix}${accountId}:`;
    // Those of other accounts too: nobody may come back for them.
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix) && !draftAt(key)) localStorage.removeItem(key);
    }
    this.#takeOver();
  }

  /** Takes what was typed in tabs that are closed, the newest first, where nothing is typed in this one. */
  #takeOver(): void {
    const left = this.#stored()
      .filter((key) => !isShared(key) && tabOf(key) !== ownTab() && isGone(tabOf(key)))
      .map((key) => ({ key, stored: localStorage.getItem(this.#prefix + key) ?? "" }))
      .sort((one, other) => parseInt(other.stored, 10) - parseInt(one.stored, 10));
    for (const { key, stored } of left) {
      const plain = withoutTab(key);
      if (this.get(plain)) continue;
      localStorage.removeItem(this.#prefix + key);
      localStorage.setItem(this.#at(plain), stored);
    }
  }

  #stored(): string[] {
    return Object.keys(localStorage).filter((key) => key.startsWith(this.#prefix))
      .map((key) => key.slice(this.#prefix.length));
  }

  #at(key: string): string {
    return this.#prefix + (isShared(key) ? key : inTab(key));
  }

  get(key: string): string {
    return this.#memory.get(key) ?? draftAt(this.#at(key));
  }

  set(key: string, text: string): void {
    try {
      if (text) localStorage.setItem(this.#at(key), `${Date.now()} ${text}`);
      else localStorage.removeItem(this.#at(key));
      this.#memory.delete(key);
    } catch {
      // The storage is full.
      this.#memory.set(key, text);
    }
  }

  /** The keys of what waits to be sent that begin like that, in all tabs. */
  waiting(begin: string): string[] {
    return [...new Set([...this.#stored(), ...this.#memory.keys()])]
      .filter((key) => isShared(key) && key.startsWith(begin) && this.get(key) !== "").sort();
  }

  /** Whether anything is kept, in any tab. */
  any(): boolean {
    return this.#stored().some((key) => draftAt(this.#prefix + key)) ||
      [...this.#memory.values()].some(Boolean);
  }

  /** Deletes all of it, that of other tabs too. */
  clear(): void {
    for (const key of this.#stored()) localStorage.removeItem(this.#prefix + key);
    this.#memory.clear();
  }
}

export const DraftsContext = createContext<Drafts | undefined>(undefined);

export function useDrafts(): Drafts {
  const drafts = useContext(DraftsContext);
  if (!drafts) throw new Error("This is not within an account.");
  return drafts;
}

/** A text that is still there when its view is opened again. */
export function useDraft(key: string): [text: string, setText: (text: string) => void] {
  const drafts = useDrafts();
  const [text, setText] = useState(() => drafts.get(key));
  const keep = (next: string) => {
    drafts.set(key, next);
    setText(next);
  };
  return [text, keep];
}
