/** The composer: one field for what happened and what is to be done, which shows what it will save. */
import { rich, t } from "../base/texts.ts";
import { useEffect, useState } from "preact/hooks";
import type { FoundContact } from "../api/contacts.ts";
import { kith, whole } from "../api/kith.ts";
import { compose, type Reminder } from "./compose.ts";
import { refresh, useAction, useLoad } from "../hooks/load.ts";
import { TypeField } from "../note-types/note-types.tsx";
import { save } from "../api/queue.ts";
import { useMention, useNamed } from "./mention.ts";
import { ChosenPeople } from "../people/people-field.tsx";
import { recurrenceInWords } from "../reminders/when.ts";
import { type Drafts, useDraft, useDrafts } from "../hooks/kept-drafts.ts";
import { useTimeZone } from "../hooks/time-zone.ts";
import { Button, Chip } from "../ui/buttons.tsx";
import { DateField } from "../ui/date-field.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { dayInSentence, instantOf, localTime } from "../base/dates.ts";
import { TextArea } from "../ui/fields.tsx";
import { Icon } from "../ui/icon.tsx";
import { OptionList } from "../ui/options.tsx";
import { toast } from "../ui/toast.tsx";
import { capitalized, joined } from "../base/words.ts";

type Person = Pick<FoundContact, "id" | "displayName">;

/** What is typed and chosen, which is kept until it is saved. */
interface Kept {
  text: string;
  /** Who was chosen after an @; only those count whose names are still in the text. */
  mentioned: Person[];
  /** It is not about the person on whose page it is. */
  isElsewhere?: boolean;
  noteTypeId: string;
  /** A day that was chosen, not one that the text names. */
  day: string;
  /** Whether the reminder is set, where somebody has said so. */
  remind?: boolean;
}

const nothing: Kept = { text: "", mentioned: [], noteTypeId: "", day: "" };

interface Props {
  /** The contact on whose page it is, who is chosen unless removed. */
  own?: Person;
  /** What it begins with in a dialog, where it takes the focus. */
  begin?: string;
  onSaved: () => void;
  /** Leaves the dialog; what was typed is kept. */
  onClose?: () => void;
}

/** Under which what is typed in the dialog is kept. */
const dialogKey = "composer dialog";

/** Puts a text below what was typed before in the dialog. */
export function addToNote(drafts: Drafts, text: string): void {
  const before: Kept = { ...nothing, ...JSON.parse(drafts.get(dialogKey) || "{}") };
  const all = [before.text.trim(), text].filter(Boolean).join("\n\n");
  drafts.set(dialogKey, JSON.stringify({ ...before, text: all }));
}

/** The composer in a dialog. */
export function NoteDialog(
  { begin = "", onClose, ...rest }: Omit<Props, "onSaved"> & { onClose: () => void },
) {
  const saved = () => {
    onClose();
    refresh();
  };
  return (
    <Dialog title={t("Write it down")} wide onClose={onClose}>
      <Composer {...rest} begin={begin} onSaved={saved} onClose={onClose} />
    </Dialog>
  );
}

/** Fingers have a button to save; their Enter begins a line. */
const isTouched = () => matchMedia("(pointer: coarse)").matches;

/** Gives the focus to the composer of the view. */
export const focusComposer = () =>
  document.querySelector<HTMLTextAreaElement>(".composer textarea")?.focus();

/**
 * One field for what happened and what is to be done: “lunch with @Anna, talk again in 2 weeks” is saved as a note and a reminder, in one
 * change set. What was read of the text is shown below it.
 */
export function Composer({ own, begin, onSaved, onClose }: Props) {
  const timeZone = useTimeZone();
  const { date: today, time } = localTime(new Date().toISOString(), timeZone);
  const drafts = useDrafts();
  const [draft, keep] = useDraft(onClose ? dialogKey : `composer ${own?.id ?? ""}`);
  const [kept, setKept] = useState<Kept>(() =>
    draft && !begin ? JSON.parse(draft) : { ...nothing, text: begin ?? "" }
  );
  const { busy, problem, run } = useAction();
  const set = (change: Partial<Kept>) => {
    const next = { ...kept, ...change };
    setKept(next);
    keep(next.text.trim() ? JSON.stringify(next) : "");
  };
  const { text, noteTypeId } = kept;
  // Not before something is written: the view that one sees first waits for its own answers only.
  const isWritten = text.trim() !== "";
  const types = useLoad(
    async (signal) => isWritten ? await kith.noteTypes.list(whole, { signal }) : undefined,
    [isWritten],
  ).data?.data ?? [];
  const { content, occurredOn, reminder } = compose(text, {
    today,
    time,
    language: navigator.language,
  });
  const isReminded = reminder !== undefined && (kept.remind ?? reminder.isAsked);
  const mentioned = kept.mentioned.filter(({ displayName }) => text.includes(`@${displayName}`));
  const people = [...own && !kept.isElsewhere ? [own] : [], ...mentioned];
  const day = kept.day || occurredOn || today;
  const mention = useMention({
    text,
    chosen: people.map(({ id }) => id),
    names: mentioned.map(({ displayName }) => displayName),
    onChoose: (text, { id, displayName }) =>
      set({ text, mentioned: [...mentioned, { id, displayName }] }),
  });
  const named = useNamed(text, people);
  const note = isReminded ? content : text.trim();
  const remove = (gone: string) => {
    if (gone === own?.id) return set({ isElsewhere: true });
    const name = mentioned.find(({ id }) => id === gone)!.displayName;
    set({ text: text.replaceAll(`@${name}`, name) });
  };
  const plain = (text: string) =>
    mentioned.reduce((now, { displayName: name }) => now.replaceAll(`@${name}`, name), text);
  const submit = async () => {
    const contactIds = people.map(({ id }) => id);
    const saved = await save(drafts, {
      ...(note && {
        note: {
          content: plain(note),
          contactIds,
          noteTypeId: types.some(({ id }) => id === noteTypeId) ? noteTypeId : null,
          ...(day !== today && { occurredAt: day }),
        },
      }),
      ...(isReminded && {
        reminder: {
          title: plain(reminder.title),
          dueAt: reminder.time ? instantOf(reminder.date, reminder.time, timeZone) : reminder.date,
          ...(reminder.rule && { recurrence: reminder.rule }),
          contactIds,
        },
      }),
    });
    setKept(nothing);
    keep("");
    if (!saved) return onClose?.();
    const due = isReminded && t("a reminder is set for {0}.", dueOf(reminder, today));
    const said = !due ? t("The note is saved.") : note ? t("The note is saved, and {0}", due) : due;
    toast({ text: capitalized(said), ...saved });
    onSaved();
  };
  const send = () => text.trim() && void run(submit);
  useEffect(() => {
    if (begin !== undefined) mention.focus();
  }, []);
  const names = people.map(({ displayName }) => displayName);
  const about = names.length > 3 ? [...names.slice(0, 2), t("{0} more", names.length - 2)] : names;
  const words = !isReminded ? t("Save note") : note ? t("Save both") : t("Set reminder");
  const button = <Button submit kind="primary" busy={busy}>{words}</Button>;
  return (
    <form
      ref={mention.box}
      class={onClose ? "composer stack gap-3" : "card card-body composer stack gap-3"}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div class="people-search">
        <TextArea
          {...mention.field}
          label={t("New note")}
          quiet
          rows={isWritten || onClose ? 2 : 1}
          maxLength={100_000}
          placeholder={t("Lunch with @Anna, talk again in 2 weeks")}
          value={text}
          onValue={(text) => {
            mention.look();
            // A name is followed by a space, but not before a comma.
            const isName = mentioned.some(({ displayName }) =>
              kept.text.endsWith(`@${displayName} `)
            );
            set({ text: isName ? text.replace(/ ([,.;:!?])$/, "$1") : text });
          }}
          onKeyDown={(event) => {
            if (mention.press(event) || event.key !== "Enter") return;
            const isLine = event.shiftKey || isTouched();
            if (isLine && !event.metaKey && !event.ctrlKey) return;
            event.preventDefault();
            send();
          }}
          problem={problem?.detail}
        />
        <OptionList {...mention.list} />
      </div>
      {text.trim() && (
        <>
          <div class="flow">
            <ChosenPeople
              ids={people.map(({ id }) => id)}
              nameOf={(id) => people.find((each) => each.id === id)?.displayName}
              onRemove={remove}
              onEmpty={mention.focus}
            />
            {named.map((each) => (
              <Chip
                key={each.id}
                chosen={false}
                onChoose={() =>
                  set({
                    text: text.replace(each.displayName, `@${each.displayName}`),
                    mentioned: [...mentioned, each],
                  })}
              >
                <Icon name="plus" />
                {t("About {0}?", each.displayName)}
              </Chip>
            ))}
          </div>
          <div class="composer-saves stack gap-1" role="group" aria-label={t("What will be saved")}>
            {note && (
              <p class="composer-save line label">
                <Icon name="note" />
                <span>
                  {rich(
                    "Note{0} · {1}",
                    about.length > 0 && t(" about {0}", joined(about)),
                    dayInSentence(day, today),
                  )}
                </span>
              </p>
            )}
            {reminder && (
              <Chip chosen={isReminded} onChoose={(remind) => set({ remind })}>
                <Icon name={isReminded ? "check" : "clock"} />
                {rich(
                  "Reminder: {0} · {1}{2}",
                  plain(reminder.title),
                  dueOf(reminder, today),
                  reminder.rule && ` · ${recurrenceInWords(reminder.rule, "due", timeZone)}`,
                )}
              </Chip>
            )}
          </div>
          <div class="composer-more flow gap-3">
            <TypeField
              types={types}
              value={noteTypeId}
              onValue={(noteTypeId) => set({ noteTypeId })}
            />
            <DateField
              label={t("Day")}
              past
              max={today}
              value={day}
              onValue={(day) => set({ day })}
            />
            {!onClose && button}
          </div>
          <p class="fine">
            {own && kept.isElsewhere
              ? t("It will not appear on this page.")
              : people.length === 0
              ? t("Type @ and a name to say who it is about.")
              : ""}
          </p>
        </>
      )}
      {onClose && (
        <div class="dialog-actions">
          <Button onClick={onClose}>{t("Cancel")}</Button>
          {button}
        </div>
      )}
    </form>
  );
}

/** “Mon 7 Dec 09:00” */
const dueOf = ({ date, time }: Reminder, today: string) =>
  `${dayInSentence(date, today)} ${time ?? "09:00"}`;
