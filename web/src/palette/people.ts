import { orThrow } from "@kith/client";
import { useEffect, useState } from "preact/hooks";
import { kith } from "../api/kith.ts";
import { type Problem, SessionEnded, toProblem } from "../api/problem.ts";
import { workOf } from "../people/work.ts";

/** A contact as a search of the palette finds it. */
export interface Person {
  id: string;
  displayName: string;
  about?: string | undefined;
  photoUrl?: string | null | undefined;
}

interface Found {
  people: Person[];
  /** Names that are like what was searched for, where nothing was found. */
  suggestions: Person[];
}

/** The contacts that match best, archived ones included. */
async function findPeople(search: string, signal: AbortSignal): Promise<Found> {
  const query = {
    ...(search && { search }),
    isArchived: "any" as const,
    fields: "displayName,company,jobTitle,emails,photoUrl,isArchived",
    pageSize: 8,
  };
  const { data, suggestions } = await orThrow(
    kith.GET("/contacts", { params: { query }, signal }),
  );
  const people = data.map((contact) => ({
    id: contact.id,
    displayName: contact.displayName,
    photoUrl: contact.photoUrl,
    about: contact.isArchived ? "Archived" : workOf(contact) || contact.emails[0]?.value,
  }));
  return { people, suggestions: suggestions ?? [] };
}

/** Milliseconds without a keystroke after which a search is sent. */
const pause = 120;

interface State extends Found {
  search?: string | undefined;
  problem?: Problem | undefined;
}

export interface People extends Found {
  /** What is searched for is not answered yet; the people are those of the search before. */
  waiting: boolean;
  problem?: Problem | undefined;
  retry: () => void;
}

/** Searches contacts while somebody types; nothing where `search` is undefined. */
export function usePeople(search: string | undefined): People {
  const [state, setState] = useState<State>({ people: [], suggestions: [] });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (search === undefined) return setState({ people: [], suggestions: [] });
    const controller = new AbortController();
    const fail = (error: unknown) => {
      if (controller.signal.aborted || error instanceof SessionEnded) return;
      setState({ search, people: [], suggestions: [], problem: toProblem(error) });
    };
    const timer = setTimeout(() => {
      findPeople(search, controller.signal).then(
        (found) => controller.signal.aborted || setState({ search, ...found }),
        fail,
      );
    }, search ? pause : 0);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [search, attempt]);
  const retry = () => {
    setState({ people: [], suggestions: [] });
    setAttempt(attempt + 1);
  };
  return { ...state, waiting: search !== undefined && state.search !== search, retry };
}
