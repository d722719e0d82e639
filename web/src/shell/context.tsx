import { createContext } from "preact";
import { useContext, useState } from "preact/hooks";
import type { Profile } from "../api/types.ts";
import type { Loaded } from "../hooks/load.ts";
import { projectUrl } from "../settings.ts";

/** The profile, loaded once for all views of an account. */
export const ProfileContext = createContext<Loaded<Profile> | undefined>(undefined);

export function useProfile(): Loaded<Profile> {
  const profile = useContext(ProfileContext);
  if (!profile) throw new Error("There is no profile outside of an account.");
  return profile;
}

/** The time zone of this browser, or UTC where it is unknown. */
export const browserTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** The time zone of the profile, or the browser's until the profile is loaded. */
export const useTimeZone = () => useProfile().data?.timezone ?? browserTimeZone();

const prefix = `kith-draft:${new URL(projectUrl).host}:`;

/**
 * What an account has typed and not saved yet, by where. It is in this browser's storage, so that it is still there
 * after a reload and after the end of the session, until it is saved or given up, or the account signs out.
 */
export class Drafts {
  readonly #prefix: string;
  /** Where the browser stores nothing. */
  readonly #memory = new Map<string, string>();

  constructor(accountId: string) {
    this.#prefix = `${prefix}${accountId}:`;
  }

  get(key: string): string {
    return this.#memory.get(key) ?? localStorage.getItem(this.#prefix + key) ?? "";
  }

  set(key: string, text: string): void {
    try {
      if (text) localStorage.setItem(this.#prefix + key, text);
      else localStorage.removeItem(this.#prefix + key);
      this.#memory.delete(key);
    } catch {
      // The storage is full.
      this.#memory.set(key, text);
    }
  }

  /** The keys of what there is that begin like that. */
  keys(begin = ""): string[] {
    const stored = Object.keys(localStorage).filter((key) => key.startsWith(this.#prefix))
      .map((key) => key.slice(this.#prefix.length));
    return [...new Set([...stored, ...this.#memory.keys()])]
      .filter((key) => key.startsWith(begin) && this.get(key) !== "").sort();
  }

  clear(): void {
    for (const key of this.keys()) this.set(key, "");
  }
}

export const DraftsContext = createContext<Drafts | undefined>(undefined);

export function useDrafts(): Drafts {
  const drafts = useContext(DraftsContext);
  if (!drafts) throw new Error("There are no drafts outside of an account.");
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
