import { useRef, useState } from "preact/hooks";
import {
  type Editable,
  ifMatch,
  isChangedElsewhere,
  tagged,
  type Written,
  written,
} from "../api/written.ts";
import { useDraft } from "../shell/context.tsx";
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
  resource: Editable<T, B>;
}

interface Edit<D> {
  draft: D;
  set: (change: Partial<D>) => void;
  /** Whether something was typed that is not saved. */
  dirty: boolean;
  /** Whether it was changed elsewhere since the form was opened, so that it is to be looked at again. */
  elsewhere: boolean;
  save: () => Promise<void>;
  /** Closes the form without saving it. */
  giveUp: () => void;
}

/** The draft of a form. It writes what was changed, unless others changed the same resource meanwhile: then the draft is put on top of that. */
export function useEdit<T extends { id: string }, D extends object, B extends object>(
  { shown, draftKey, draftOf, bodyOf, resource, onSaved, onClose }: EditOptions<T, D, B>,
): Edit<D> {
  const [kept, keep] = useDraft(draftKey);
  const [first] = useState(() => {
    const base = draftOf(shown);
    if (!kept) return { draft: base, base };
    const before = JSON.parse(kept) as { draft: D; base: D };
    return { draft: rebased(before.draft, before.base, base), base };
  });
  const [elsewhere, setElsewhere] = useState(false);
  const [{ draft, base }, setEdited] = useState(first);
  // As it is at any time, also where several fields change before it is drawn.
  const latest = useRef(first);
  const edit = (next: typeof first) => {
    latest.current = next;
    keep(equal(next.draft, next.base) ? "" : JSON.stringify(next));
    setEdited(next);
  };
  const saved = (result: Written<T>) => {
    keep("");
    onSaved(result);
  };
  const giveUp = () => {
    keep("");
    onClose();
  };
  const save = async () => {
    if (!shown) return saved(await written(resource.create(bodyOf(draft))));
    const changes = changed(bodyOf(draft), bodyOf(base));
    if (Object.keys(changes).length === 0) return giveUp();
    const read = () => tagged(resource.get(shown.id));
    let now = await read();
    if (equal(draftOf(now), base)) {
      try {
        return saved(await written(resource.update(now.id, changes, ifMatch(now))));
      } catch (error) {
        if (!isChangedElsewhere(error)) throw error;
        now = await read();
      }
    }
    edit({ draft: rebased(latest.current.draft, base, draftOf(now)), base: draftOf(now) });
    setElsewhere(true);
  };
  return {
    draft,
    set: (change) => edit({ ...latest.current, draft: { ...latest.current.draft, ...change } }),
    dirty: !equal(draft, base),
    elsewhere,
    save,
    giveUp,
  };
}
