/** The draft of a form that changes a resource, put on top of what others change. */
import { useEffect, useRef, useState } from "preact/hooks";
import {
  type Editable,
  ifMatch,
  isChangedElsewhere,
  tagged,
  type Written,
  written,
} from "../base/written.ts";
import { useDraft } from "./kept-drafts.ts";
import { changed, equal, rebased } from "./drafts.ts";

/** What a form gets that makes a resource, or changes one. */
export interface EditProps<T> {
  /** The resource that is edited; a new one without. */
  shown?: T | undefined;
  onSaved: (result: Written<T>) => void;
  /** Also called where there is nothing to save. */
  onClose: () => void;
}

export interface EditOptions<T, D extends object, B extends object> extends EditProps<T> {
  /** Under which what is typed is kept until it is saved or given up. */
  draftKey: string;
  /** What the form begins with. */
  draftOf: (shown: T | undefined) => D;
  bodyOf: (draft: D) => B;
  /** @throws Refused where something is missing without which it cannot be sent */
  check?: (draft: D) => void;
  resource: Editable<T, B>;
}

/** A member that was changed here and elsewhere. */
export interface Conflict {
  name: string;
  mine: unknown;
  theirs: unknown;
}

export interface Elsewhere {
  conflicts: Conflict[];
  /** Puts what was written elsewhere into the form. */
  take: (name: string) => void;
}

const conflictsOf = (draft: object, theirs: object): Conflict[] =>
  Object.entries(theirs).flatMap(([name, value]) => {
    const mine = (draft as Record<string, unknown>)[name];
    return equal(mine, value) ? [] : [{ name, mine, theirs: value }];
  });

/** How often a change is sent while something else keeps changing the same resource. */
const attempts = 3;

/** A draft, and that of the resource as it was when it was typed. */
interface Edited<D> {
  draft: D;
  base: D;
}

/** The draft of a form. It writes what was changed, unless others changed the same resource meanwhile: then the draft is put on top of that. */
export function useEdit<T extends { id: string }, D extends object, B extends object>(
  { shown, draftKey, draftOf, bodyOf, check, resource, onSaved, onClose }: EditOptions<T, D, B>,
) {
  const [kept, keep] = useDraft(draftKey);
  const [first] = useState((): Edited<D> & { before?: D } => {
    const base = draftOf(shown);
    if (!kept) return { draft: base, base };
    const before = JSON.parse(kept) as Edited<D>;
    return { draft: rebased(before.draft, before.base, base), base, before: before.base };
  });
  const [{ draft, base }, setEdited] = useState<Edited<D>>(first);
  // As it is at any time, also where several fields change before it is drawn.
  const latest = useRef<Edited<D>>(first);
  const edit = (next: Edited<D>) => {
    latest.current = next;
    keep(equal(next.draft, next.base) ? "" : JSON.stringify(next));
    setEdited(next);
  };
  const bodyChanges = (one: D, other: D) => changed(bodyOf(one), bodyOf(other));
  const isDirty = (draft: D, base: D) => Object.keys(bodyChanges(draft, base)).length > 0;
  const [theirs, setTheirs] = useState<Partial<D> | undefined>(() =>
    first.before && !equal(first.before, first.base) ? changed(first.base, first.before) : undefined
  );
  /** Puts what was typed on top of the resource as it is now. */
  const putOnTopOf = (now: T) => {
    const { draft, base } = latest.current;
    const next = draftOf(now);
    if (equal(next, base)) return;
    if (isDirty(draft, base)) setTheirs((before) => ({ ...before, ...changed(next, base) }));
    edit({ draft: rebased(draft, base, next), base: next });
  };
  // What stands around the form may change it too.
  useEffect(() => {
    if (shown) putOnTopOf(shown);
  }, [shown]);
  const saved = (result: Written<T>) => {
    keep("");
    onSaved(result);
  };
  const giveUp = () => {
    keep("");
    onClose();
  };
  const save = async () => {
    check?.(draft);
    if (!shown) return saved(await written(resource.create!(bodyOf(draft))));
    const changes = bodyChanges(draft, base);
    if (Object.keys(changes).length === 0) return giveUp();
    for (let attempt = 1;; attempt++) {
      const now = await tagged(resource.get(shown.id));
      if (!equal(draftOf(now), base)) return putOnTopOf(now);
      try {
        return saved(await written(resource.update(now.id, changes, ifMatch(now))));
      } catch (error) {
        // What the form does not show may have changed, such as when a key was used last.
        if (attempt === attempts || !isChangedElsewhere(error)) throw error;
      }
    }
  };
  const set = (change: Partial<D>) =>
    edit({ ...latest.current, draft: { ...latest.current.draft, ...change } });
  return {
    draft,
    set,
    /** Whether something was typed that is not saved. */
    dirty: isDirty(draft, base),
    /** What was changed elsewhere since the form was opened, so that it is to be looked at again. */
    elsewhere: theirs && {
      conflicts: conflictsOf(draft, theirs),
      take: (name: string) => set({ [name]: theirs[name as keyof D] } as Partial<D>),
    },
    save,
    /** Closes the form without saving it. */
    giveUp,
  };
}
