import { useState } from "preact/hooks";
import { isChangedElsewhere, type Written } from "../api/written.ts";
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
  /** What the form begins with. */
  draftOf: (shown: T | undefined) => D;
  bodyOf: (draft: D) => B;
  create: (body: B) => Promise<Written<T>>;
  /** Reads it with its entity tag. */
  read: (id: string) => Promise<T>;
  /** Writes, only if it is as it was read. */
  update: (read: T, changes: Partial<B>) => Promise<Written<T>>;
}

interface Edit<D> {
  draft: D;
  set: (change: Partial<D>) => void;
  /** Whether something was typed that is not saved. */
  dirty: boolean;
  /** Whether it was changed elsewhere since the form was opened, so that it is to be looked at again. */
  elsewhere: boolean;
  save: () => Promise<void>;
}

/** The draft of a form. It writes what was changed, unless others changed the same resource meanwhile: then the draft is put on top of that. */
export function useEdit<T extends { id: string }, D extends object, B extends object>(
  { shown, draftOf, bodyOf, create, read, update, onSaved, onClose }: EditOptions<T, D, B>,
): Edit<D> {
  const [base, setBase] = useState(() => draftOf(shown));
  const [draft, setDraft] = useState(base);
  const [elsewhere, setElsewhere] = useState(false);
  const save = async () => {
    if (!shown) return onSaved(await create(bodyOf(draft)));
    const changes = changed(bodyOf(draft), bodyOf(base));
    if (Object.keys(changes).length === 0) return onClose();
    let now = await read(shown.id);
    if (equal(draftOf(now), base)) {
      try {
        return onSaved(await update(now, changes));
      } catch (error) {
        if (!isChangedElsewhere(error)) throw error;
        now = await read(shown.id);
      }
    }
    setDraft(rebased(draft, base, draftOf(now)));
    setBase(draftOf(now));
    setElsewhere(true);
  };
  return {
    draft,
    set: (change) => setDraft((before) => ({ ...before, ...change })),
    dirty: !equal(draft, base),
    elsewhere,
    save,
  };
}
