import { useRef, useState } from "preact/hooks";
import { listActivity } from "../../api/activity.ts";
import { listNotes } from "../../api/notes.ts";
import type { Problem } from "../../api/problem.ts";
import { allReminders, completeReminder } from "../../api/reminders.ts";
import type { Contact, Reminder } from "../../api/types.ts";
import { doneOf, type Entry, mergeByTime } from "./entries.ts";
import { type Loaded, useLoad, usePages } from "../../hooks/load.ts";
import { toast } from "../../ui/toast.tsx";

/** What the timeline can be limited to, with its words. */
export const kinds = {
  all: "All",
  notes: "Notes",
  reminders: "Reminders",
  changes: "Changes",
} as const;

export type Kind = keyof typeof kinds;

/** A list that could not be loaded, so that the timeline is without it. */
export interface Missing {
  what: string;
  problem: Problem;
  retry: () => void;
}

export interface Timeline {
  kind: Kind;
  choose: (kind: Kind) => void;
  /** Whether all lists have been there, or have failed. */
  ready: boolean;
  missing: Missing[];
  reminders: Loaded<Reminder[]>;
  reloadNotes: () => void;
  /** What was, the latest first. */
  entries: Entry[];
  hasMore: boolean;
  loadingMore: boolean;
  moreProblem: Problem | undefined;
  /** Loads the next page of the list that is behind. */
  more: () => Promise<void>;
}

/** Notes, done reminders and changes of a contact, merged by time as far as they are loaded. */
export function useTimeline({ id: contactId, updatedAt, networkIds }: Contact): Timeline {
  const [kind, choose] = useState<Kind>("all");
  // Once it was: what is loaded again must not take the rest away.
  const ready = useRef(false);
  const notes = usePages(
    (page, signal) => listNotes({ contactId }, page, 10, signal),
    [contactId],
  );
  const reminders = useLoad((signal) => allReminders(contactId, signal), [contactId]);
  // Whatever changes the contact on this page adds to its changes.
  const changes = usePages(
    (page, signal) => listActivity({ resourceId: contactId }, page, signal),
    [contactId, updatedAt, networkIds.join()],
    [contactId],
  );
  const entriesOf = <T>(list: T[] | undefined, entryOf: (each: T) => Entry) =>
    list?.map(entryOf) ?? [];
  const all = [
    {
      kind: "notes",
      loaded: notes,
      pages: notes,
      items: entriesOf(notes.data?.data, (note) => ({ time: Date.parse(note.occurredAt), note })),
    },
    { kind: "reminders", loaded: reminders, items: doneOf(reminders.data ?? []) },
    {
      kind: "changes",
      loaded: changes,
      pages: changes,
      items: entriesOf(changes.data?.data, (activity) => ({
        time: Date.parse(activity.at),
        activity,
      })),
    },
  ];
  ready.current ||= all.every(({ loaded }) => loaded.data || loaded.problem);
  const lists = all.filter((list) => kind === "all" || list.kind === kind);
  const merged = mergeByTime(
    lists.map(({ items, pages }) => ({ items, hasMore: pages?.hasMore ?? false })),
  );
  const next = merged.behind === undefined ? undefined : lists[merged.behind]?.pages;
  return {
    kind,
    choose,
    ready: ready.current,
    missing: lists.flatMap(({ kind, loaded: { problem, reload } }) =>
      problem ? [{ what: kind, problem, retry: reload }] : []
    ),
    reminders,
    reloadNotes: notes.reload,
    entries: merged.shown,
    hasMore: next !== undefined,
    loadingMore: next?.loadingMore ?? false,
    moreProblem: next?.moreProblem,
    more: async () => await next?.more(),
  };
}

/** Completes and reopens reminders, which then stand elsewhere in the timeline: the focus goes with them. */
export function useTick(reminders: Loaded<Reminder[]>) {
  const timeline = useRef<HTMLElement>(null);
  const boxOf = (id: string) =>
    timeline.current?.querySelector<HTMLElement>(`[data-reminder="${id}"] input`);
  const tick = async ({ id }: Reminder, completed: boolean) => {
    const { value, activityId } = await completeReminder(id, completed);
    const box = boxOf(id);
    const focused = box === document.activeElement;
    // With a mouse the page stays where it is.
    const preventScroll = !box?.matches(":focus-visible");
    reminders.edit((now) => now.map((each) => each.id === id ? value : each));
    if (focused) setTimeout(() => boxOf(id)?.focus({ preventScroll }));
    toast({ text: `${completed ? "Done" : "Open again"}: ${value.title}.`, activityId });
    // Completing a recurring one has made the next.
    reminders.reload();
  };
  return { timeline, tick };
}
