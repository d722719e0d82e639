import { useEffect, useState } from "preact/hooks";
import { findContacts, type FoundContact } from "../api/contacts.ts";
import { toProblem } from "../api/problem.ts";
import { announce } from "../ui/announce.tsx";

/** Milliseconds without a keystroke after which a search is sent. */
const pause = 200;

export interface Found {
  /** What was searched for; what is typed now may be another text. */
  search: string;
  contacts: FoundContact[];
  /** Why nothing could be searched. */
  problem?: string;
}

/**
 * Contacts that match what is typed, except those that are chosen already; the answer to an earlier text until there is a
 * newer one.
 * @param search undefined while nothing is searched for
 */
export function useFound(search: string | undefined, except: readonly string[]): Found | undefined {
  const [found, setFound] = useState<Found>();
  const text = search?.trim();
  useEffect(() => {
    if (text === undefined) return setFound(undefined);
    const controller = new AbortController();
    const timer = setTimeout(() => {
      // So many that enough are left without those that are chosen.
      findContacts(text, 8 + except.length, controller.signal).then(
        (contacts) => {
          const others = contacts.filter(({ id }) => !except.includes(id)).slice(0, 8);
          setFound({ search: text, contacts: others });
          announce(`${others.length} found.`);
        },
        (error) =>
          controller.signal.aborted ||
          setFound({ search: text, contacts: [], problem: toProblem(error).detail }),
      );
    }, text === "" ? 0 : pause);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text, except.join()]);
  return found;
}
