import { problems } from "../../core/problems.ts";
import type { Dropped } from "./dropped.ts";
import { type ImportError, recordLimit } from "./types.ts";
import { readLines, type VcardLine } from "./vcard-lines.ts";

/** A vCard, with the lines between its BEGIN and its END. */
export interface Card {
  line: number;
  lines: VcardLine[];
}

/** What is being read. */
interface State {
  card: Card | null;
  /** How many vCards are open within the card's AGENT (version 2.1), which are skipped. */
  depth: number;
  isAfterAgent: boolean;
  unreadable: number[];
  /** Whether the line before was outside of a vCard, too. */
  isOutside: boolean;
}

/**
 * Finds the vCards of a file. One that has no end, lines that cannot be read and lines outside of vCards are errors.
 * @throws Problem payload_too_large where there are too many
 */
export function findCards(
  text: string,
  dropped: Dropped,
): { cards: Card[]; errors: ImportError[] } {
  const cards: Card[] = [];
  const errors: ImportError[] = [];
  const refuse = (line: number, message: string) => {
    errors.push({ line, message });
    checkCount();
  };
  const checkCount = () => {
    if (cards.length + errors.length > recordLimit) throw problems.tooManyRecords(recordLimit);
  };
  const state: State = {
    card: null,
    depth: 0,
    isAfterAgent: false,
    unreadable: [],
    isOutside: false,
  };
  const close = (isWhole: boolean) => {
    const { card, unreadable } = state;
    if (card === null) return;
    if (isWhole) cards.push(card);
    else refuse(card.line, "This vCard has no END:VCARD.");
    if (unreadable.length > 0) refuse(unreadable[0]!, unreadableMessage(unreadable.length));
    Object.assign(state, { card: null, depth: 0, unreadable: [] });
    checkCount();
  };
  for (const each of readLines(text)) {
    const border = isBorder(each) ? each.name : null;
    const wasAfterAgent = state.isAfterAgent;
    state.isAfterAgent = each.name === "AGENT" && each.value.trim() === "";
    if (border === "BEGIN" && wasAfterAgent && state.card !== null) {
      state.depth += 1;
      dropped.add("AGENT");
    } else if (border === "BEGIN") {
      close(false);
      state.card = { line: each.line, lines: [] };
    } else if (state.card === null) {
      if (!state.isOutside) refuse(each.line, "This is not within a vCard.");
    } else if (border === "END") {
      if (state.depth > 0) state.depth -= 1;
      else close(true);
    } else if (state.depth === 0 && !state.isAfterAgent) {
      if (each.name === null) state.unreadable.push(each.line);
      else state.card.lines.push(each);
    }
    state.isOutside = state.card === null && border === null;
  }
  close(false);
  return { cards, errors };
}

function isBorder(line: { name: string | null; value?: string }): boolean {
  return (line.name === "BEGIN" || line.name === "END") && /^\s*VCARD\s*$/i.test(line.value!);
}

function unreadableMessage(count: number): string {
  if (count === 1) return "This line cannot be read. The rest of the vCard is read.";
  return `This line and ${count - 1} more of the vCard cannot be read. The rest of it is read.`;
}
