/** A talk of which nothing was written down: a note that says so, to which a word can be added. */
import { t } from "../base/texts.ts";
import { save, type Waiting } from "../api/queue.ts";
import { SessionEnded, toProblem } from "../base/problem.ts";
import type { Drafts } from "../hooks/kept-drafts.ts";
import { refresh } from "../hooks/load.ts";
import { toast } from "../ui/toast.tsx";

/** What such a note says. */
export const talkText = t("We talked.");

/**
 * Notes that one was in touch, now or when there is a connection, and says so.
 * @param day `YYYY-MM-DD`, where it was not just now
 */
export async function talk(
  drafts: Drafts,
  contactId: string,
  text: string,
  then: () => void = refresh,
  day?: string,
): Promise<void> {
  const note = { content: talkText, contactIds: [contactId], ...day && { occurredAt: day } };
  try {
    const done = await save(drafts, { note });
    if (!done) return;
    toast({ text, activityId: done.activityId });
    then();
  } catch (error) {
    if (!(error instanceof SessionEnded)) toast({ text: toProblem(error).detail });
  }
}

/** Whether a talk with somebody waits for a connection. */
export const isTalkWaiting = (waiting: Waiting[], contactId: string) =>
  waiting.some(({ note, refusal }) =>
    !refusal && note?.content === talkText && note.contactIds?.includes(contactId)
  );
