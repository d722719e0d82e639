import { useState } from "preact/hooks";
import { countAll, deleteAccount } from "../api/kith.ts";
import { SessionEnded, toProblem } from "../api/problem.ts";
import { useLoad } from "../hooks/load.ts";
import { useForm } from "../session/use-form.ts";
import { signOutByUser } from "../session/use-session.ts";
import { useDrafts } from "../shell/context.tsx";
import { Button } from "../ui/buttons.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/fields.tsx";
import { Notice } from "../ui/states.tsx";

export function DeleteAccount({ email }: { email: string }) {
  const [asking, setAsking] = useState(false);
  return (
    <section class="section">
      <h2 class="section-title">Delete your account</h2>
      <div class="card card-body apart">
        <p>
          Deletes the account and everything in it: contacts with their photos, networks, notes,
          reminders and API keys. This cannot be undone.
        </p>
        <Button kind="danger" onClick={() => setAsking(true)}>Delete account…</Button>
      </div>
      {asking && <Confirmation email={email} onClose={() => setAsking(false)} />}
    </section>
  );
}

function Confirmation({ email, onClose }: { email: string; onClose: () => void }) {
  const counts = useLoad(countAll, []);
  const drafts = useDrafts();
  const [typed, setTyped] = useState("");
  const same = typed.trim().toLowerCase() === email.toLowerCase();
  const form = useForm(async () => {
    if (!same) return "That is not the address of this account.";
    try {
      await deleteAccount();
      drafts.clear();
      await signOutByUser("Your account and everything in it is deleted.");
    } catch (error) {
      if (!(error instanceof SessionEnded)) return toProblem(error).detail;
    }
  });
  return (
    <Dialog title="Delete your account?" onClose={onClose}>
      <form class="form" onSubmit={form.onSubmit}>
        <p>This will be deleted permanently, and every key stops working at once:</p>
        <ul class="to-delete" aria-busy={counts.loading}>
          {counts.data
            ? describe(counts.data).map((line) => <li key={line}>{line}</li>)
            : <li>{counts.loading ? "Counting…" : "All contacts, notes, reminders and keys"}</li>}
        </ul>
        <Field
          label={`Type ${email} to confirm`}
          type="text"
          inputMode="email"
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          value={typed}
          onValue={setTyped}
        />
        {form.problem && <Notice tone="danger">{form.problem}</Notice>}
        <div class="dialog-actions">
          <Button onClick={onClose}>Keep my account</Button>
          <Button submit kind="danger" busy={form.busy} disabled={!same}>Delete everything</Button>
        </div>
      </form>
    </Dialog>
  );
}

function describe(counts: [string, number][]): string[] {
  const lines = counts.filter(([, count]) => count > 0).map(([kind, count]) => {
    const photos = kind !== "contact" ? "" : count === 1 ? " with its photo" : " with their photos";
    return `${count} ${kind}${count === 1 ? "" : "s"}${photos}`;
  });
  return [...lines, "The account itself and its profile"];
}
