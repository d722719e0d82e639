import { useRef, useState } from "preact/hooks";
import { nameInList } from "../../api/contacts.ts";
import { SessionEnded, toProblem } from "../../api/problem.ts";
import { toast } from "../../ui/toast.tsx";
import type { ContactRows } from "./contact-rows.ts";
import { findLetter, letters } from "./find-letter.ts";

interface Props {
  rows: ContactRows;
  /** Goes to the row of this number. */
  onFind: (number: number) => void;
}

/** A to Z beside the list, to go to the first name that begins with a letter, or comes after it. */
export function Letters({ rows, onFind }: Props) {
  const [finding, setFinding] = useState<string>();
  const running = useRef<AbortController>();
  const find = async (letter: string) => {
    running.current?.abort();
    const { signal } = running.current = new AbortController();
    setFinding(letter);
    const { filter, others, due } = rows;
    const nameAt = async (index: number) =>
      others.rowAt(index)?.displayName ?? await nameInList(filter, index, signal);
    try {
      const index = await findLetter(letter, others.total ?? 0, nameAt);
      if (!signal.aborted) onFind((due.total ?? 0) + index);
    } catch (error) {
      if (signal.aborted || error instanceof SessionEnded) return;
      toast({ text: toProblem(error).detail });
    } finally {
      if (!signal.aborted) setFinding(undefined);
    }
  };
  return (
    <div class="letters" role="group" aria-label="Go to a letter">
      <div>
        {letters.map((letter) => (
          <button
            key={letter}
            type="button"
            aria-busy={finding === letter}
            onClick={() => void find(letter)}
          >
            {letter}
          </button>
        ))}
      </div>
    </div>
  );
}
