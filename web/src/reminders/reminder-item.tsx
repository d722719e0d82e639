import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { SessionEnded, toProblem } from "../api/problem.ts";
import type { Reminder } from "../api/types.ts";
import { OtherPeople, People } from "../people/people.tsx";
import { NextReminder, Recurrence } from "../reminders/recurrence-line.tsx";
import { useTimeZone } from "../shell/profile-context.tsx";
import { formatInstant } from "../ui/dates.ts";

interface Props {
  reminder: Reminder;
  /** When it is due, in words. */
  due: string | undefined;
  /** The contact on whose page it is shown. */
  than?: string;
  /** Whether the next one of a recurring reminder is shown beside it anyway. */
  hasNext?: boolean;
  onTick: (completed: boolean) => Promise<void>;
  /** What else can be done with it. */
  children?: ComponentChildren;
}

/** A reminder with a checkbox that completes it, and reopens it while it is still shown. */
export function ReminderItem({ reminder, due, than, hasNext, onTick, children }: Props) {
  const id = useId();
  const [state, setState] = useState<{ saving?: boolean; problem?: string }>({});
  const { title, description, completed, contactIds, nextId } = reminder;
  const checked = state.saving ? !completed : completed;
  const tick = async () => {
    // A second press while it is saved is ignored; the checkbox must not lose the focus by being disabled.
    if (state.saving) return;
    setState({ saving: true });
    try {
      await onTick(!completed);
      setState({});
    } catch (error) {
      if (!(error instanceof SessionEnded)) setState({ problem: toProblem(error).detail });
    }
  };
  return (
    <li class={checked ? "coming coming-done" : "coming"} data-reminder={reminder.id}>
      <input
        id={id}
        type="checkbox"
        checked={checked}
        aria-busy={state.saving ? "true" : undefined}
        aria-describedby={due && `${id}-due`}
        onClick={(event) => state.saving && event.preventDefault()}
        onChange={() => void tick()}
      />
      <div class="coming-what">
        <label for={id} class="coming-title">{title}</label>
        {description && <p class="prose fine">{description}</p>}
        {!completed && <Recurrence reminder={reminder} />}
        {completed && nextId && !hasNext && <NextReminder id={nextId} />}
        {than
          ? <OtherPeople ids={contactIds} than={than} />
          : <People ids={contactIds} label="About" />}
        {state.problem && <p class="field-problem" role="alert">{state.problem}</p>}
      </div>
      <div class="coming-end">
        <Due id={`${id}-due`} reminder={reminder} words={due} />
        {children}
      </div>
    </li>
  );
}

function Due(
  { id, reminder: { dueAt, completed }, words }: {
    id: string;
    reminder: Reminder;
    words: string | undefined;
  },
) {
  const timeZone = useTimeZone();
  if (!dueAt || !words) return null;
  const late = !completed && Date.parse(dueAt) < Date.now();
  return (
    <time
      id={id}
      class={late ? "due due-now" : "due"}
      dateTime={dueAt}
      title={formatInstant(dueAt, timeZone)}
    >
      {words}
    </time>
  );
}
