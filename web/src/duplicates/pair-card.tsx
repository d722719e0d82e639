import { useState } from "preact/hooks";
import type { Pair } from "../api/duplicates.ts";
import { SessionEnded, toProblem } from "../api/problem.ts";
import type { Duplicate } from "../api/types.ts";
import { useTimeZone } from "../shell/profile-context.tsx";
import { hrefOf } from "../shell/router.ts";
import { Button } from "../ui/button.tsx";
import { formatInstantDay } from "../ui/dates.ts";

interface Props {
  pair: Pair;
  onMerge: () => void;
  onDismiss: () => Promise<void>;
}

/** Two contacts side by side, and what speaks for their being one. */
export function PairCard({ pair, onMerge, onDismiss }: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const dismiss = async () => {
    setBusy(true);
    try {
      await onDismiss();
    } catch (error) {
      if (error instanceof SessionEnded) return;
      setProblem(toProblem(error).detail);
    }
    setBusy(false);
  };
  const who = pair.contacts.map(({ displayName }) => displayName).join(" and ");
  return (
    <li class="card card-body pair">
      <div class="pair-columns">
        {pair.contacts.map((contact) => <Someone key={contact.id} contact={contact} />)}
      </div>
      <ul class="evidence" aria-label="Why they may be the same">
        {pair.evidence.map(({ kind, value }) => (
          <li key={kind + value}>
            {reasons[kind] ?? "In common"}: <strong>{value}</strong>
          </li>
        ))}
      </ul>
      {problem && <p class="field-problem" role="alert">{problem}</p>}
      <div class="pair-actions">
        <Button onClick={onMerge} aria-label={`Merge ${who}`}>Merge…</Button>
        <Button kind="plain" busy={busy} onClick={dismiss} aria-label={`Not a duplicate: ${who}`}>
          Not a duplicate
        </Button>
      </div>
    </li>
  );
}

const reasons: Record<string, string> = {
  email: "Same e-mail address",
  phone: "Same phone number",
  name: "Same name",
  similar_name: "Similar names",
};

function Someone({ contact }: { contact: Duplicate["contacts"][number] }) {
  const timeZone = useTimeZone();
  const { id, displayName, company, emails, phones, createdAt } = contact;
  const about = [
    company !== displayName && company,
    ...[...emails, ...phones].map((each) => each.value),
  ];
  return (
    <div class="someone">
      <a class="someone-name" href={hrefOf("contacts", id)}>{displayName}</a>
      {about.map((line) => line && <span key={line} class="fine">{line}</span>)}
      <span class="fine">Added {formatInstantDay(createdAt, timeZone)}</span>
    </div>
  );
}
