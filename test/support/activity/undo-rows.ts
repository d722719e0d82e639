import type { Json } from "../client.ts";
import type { RowChange, Snapshot } from "./snapshot.ts";
import { conflictsOf, isBesideAnother } from "./undo-conflicts.ts";
import { alike, equal, memberOf, own, parsed, type Undoing } from "./undo-state.ts";

/** Each row that the change set had changed is what it was, or a conflict is named. */
export function rowFaults(undoing: Undoing): string[] {
  return undoing.changes.flatMap((change) => {
    const now = parsed(undoing.before, change.key);
    const then = parsed(undoing.after, change.key);
    const named = isBesideAnother(undoing, change) ? [] : conflictsOf(undoing, change.key);
    const fault = change.was === undefined
      // Of a row that was made and changed in one change set and is gone, undoing the change is a conflict.
      ? createdFault(
        now && withNext(now, undoing.after),
        then,
        undoing.changedOnce ? named : named.filter(({ reason }) => reason !== "deleted"),
      )
      : change.became === undefined
      ? deletedFault(withNext(change.was, undoing.after), now, then, named)
      : updatedFault(undoing, change, now, then, named);
    return fault
      ? [
        `${change.key}: ${fault}\n  was ${JSON.stringify(change.was)}\n  became ${
          JSON.stringify(change.became)
        }\n  before undoing ${JSON.stringify(now)}\n  after ${JSON.stringify(then)}\n  conflicts ${
          JSON.stringify(named)
        }`,
      ]
      : [];
  });
}

/** A reminder comes back, or stays, without the next one where that does not exist any more. */
function withNext(was: Json, after: Snapshot): Json {
  const isMissing = was.next_id != null && !after.has(`reminders/${was.next_id}`);
  return isMissing ? { ...was, next_id: null } : was;
}

function createdFault(now: Json, then: Json, named: Json[]): string | undefined {
  if (then === undefined) {
    return named.some(({ reason }) => reason !== "in_use")
      ? "gone in spite of a conflict"
      : undefined;
  }
  if (now === undefined) return "it came to be";
  if (!alike(now, then)) return "changed instead of deleted";
  return named.length === 0 ? "it is there, and no conflict says why" : undefined;
}

function deletedFault(was: Json, now: Json, then: Json, named: Json[]): string | undefined {
  if (now !== undefined) {
    if (then === undefined || !alike(now, then)) return "it was there, and was changed";
    return alike(was, now) || named.length > 0
      ? undefined
      : "it is another one, and no conflict says so";
  }
  if (then === undefined) {
    return named.length > 0 ? undefined : "it did not come back, and no conflict says why";
  }
  if (named.length > 0) return "it came back in spite of a conflict";
  if (!alike(was, then)) return "it came back different";
  return was.updated_at === then.updated_at ? undefined : "its updated_at is another one";
}

function updatedFault(
  undoing: Undoing,
  { was, became }: RowChange,
  now: Json,
  then: Json,
  named: Json[],
): string | undefined {
  if (now === undefined) {
    if (then !== undefined) return "it came to be";
    return named.some(({ reason }) => reason === "deleted")
      ? undefined
      : "it does not exist, and no conflict says so";
  }
  if (then === undefined) return "it was deleted";
  for (const name of own(was)) {
    const conflict = named.find(({ field }) => field === memberOf(name));
    if (name === "contact_ids") {
      const fault = contactsFault(
        undoing,
        was[name],
        became[name],
        now[name],
        then[name],
        conflict,
      );
      if (fault) return fault;
      continue;
    }
    const stays = equal(then[name], now[name]);
    const back = equal(then[name], was[name]);
    // A reminder that is not completed has no completed_at, and one that is has one, whatever the conflicts.
    if (name === "completed_at" && (then.completed === (then.completed_at !== null))) continue;
    // Likewise, it follows from due_at and recurrence, for which there are conflicts.
    if (name === "recurrence_start" && !equal(now[name], became[name])) continue;
    if (equal(was[name], became[name]) && undoing.changedOnce) {
      if (!stays) return `${name} was not changed, and is another one now`;
    } else if (!undoing.changedOnce) {
      if (!back && !(stays && (conflict || equal(was[name], became[name])))) {
        return `${name} is neither`;
      }
    } else if (equal(now[name], was[name])) {
      if (!stays || conflict) return `${name} had gone back already`;
    } else if (!equal(now[name], became[name])) {
      if (!stays || conflict?.reason !== "changed") return `${name} was changed since`;
    } else if (conflict ? !stays || conflict.reason === "changed" : !back) {
      return `${name} has not gone back`;
    }
  }
  if (
    alike(now, then) && named.length === 0 && now.updated_at === became.updated_at &&
    then.updated_at !== was.updated_at
  ) {
    return "updated_at has not gone back";
  }
  if (!alike(now, then) && "updated_at" in now) {
    const isExact = now.updated_at === became.updated_at && named.length === 0;
    if (
      isExact
        ? then.updated_at !== was.updated_at
        : then.updated_at <= now.updated_at && then.updated_at !== was.updated_at
    ) {
      return "updated_at is neither what it was nor new";
    }
  }
  return undefined;
}

/** Each contact counts by itself: what was taken away comes back, what was brought goes, the others stay in order. */
function contactsFault(
  { changedOnce, before }: Undoing,
  was: string[],
  became: string[],
  now: string[],
  then: string[],
  conflict: Json,
): string | undefined {
  const brought = became.filter((id) => !was.includes(id));
  const taken = was.filter((id) => !became.includes(id));
  const goal = [...new Set([...now.filter((id) => !brought.includes(id)), ...taken])];
  const isAlike = (one: string[], other: string[]) => equal(one.toSorted(), other.toSorted());
  if (equal(was, became) && changedOnce) {
    return equal(now, then) ? undefined : "contact_ids was not changed, and is another one now";
  }
  if (conflict && !equal(then, now)) return "contact_ids changed in spite of a conflict";
  if (!changedOnce) {
    const known = [...now, ...was];
    return then.every((id) => known.includes(id)) ? undefined : "contact_ids has somebody else";
  }
  if (equal(now, was)) {
    return equal(then, now) && !conflict ? undefined : "contact_ids had gone back already";
  }
  if (conflict?.reason === "changed") {
    const isReplaced = brought.some((id) => !now.includes(id) && before.has(`contacts/${id}`));
    const isMoved = isAlike(was, became) && !equal(now, became);
    return isReplaced || isMoved ? undefined : "contact_ids was not changed since";
  }
  if (conflict) return undefined;
  if (equal(now, became)) return equal(then, was) ? undefined : "contact_ids has not gone back";
  const staying = (ids: string[]) => ids.filter((id) => now.includes(id) && !brought.includes(id));
  if (!isAlike(then, goal)) return "contact_ids has others than it should";
  return equal(staying(then), staying(now)) ? undefined : "those that stay are in another order";
}
