import { useState } from "preact/hooks";
import { ReminderForm } from "../../reminders/reminder-form.tsx";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";

/** The button for a new reminder about a contact. */
export function SetReminder({ contactId, onSet }: { contactId: string; onSet: () => void }) {
  const [adding, setAdding] = useState(false);
  return (
    <>
      <Button icon="plus" onClick={() => setAdding(true)}>Set a reminder</Button>
      {adding && (
        <ReminderForm
          contactId={contactId}
          onSaved={({ value, activityId }) => {
            setAdding(false);
            onSet();
            toast({ text: `Reminder set: ${value.title}.`, activityId });
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}
