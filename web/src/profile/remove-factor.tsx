import type { Factor } from "@supabase/auth-js";
import { auth, describeAuthError } from "../session/auth.ts";
import { useForm } from "../session/use-form.ts";
import { Button } from "../ui/buttons.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Notice } from "../ui/states.tsx";

interface Props {
  factor: Factor;
  isLast: boolean;
  onRemoved: () => void;
  onClose: () => void;
}

/** A question, because removing it cannot be undone. */
export function RemoveFactor({ factor, isLast, onRemoved, onClose }: Props) {
  const form = useForm(async () => {
    const { error } = await auth.mfa.unenroll({ factorId: factor.id });
    if (error) return describeAuthError(error);
    onRemoved();
  });
  return (
    <Dialog title="Remove this app?" onClose={onClose}>
      <form class="form" onSubmit={form.onSubmit}>
        <p>
          Its codes are not good any more. {isLast && "Then the password alone signs in."}
        </p>
        {form.problem && <Notice tone="danger">{form.problem}</Notice>}
        <div class="dialog-actions">
          <Button onClick={onClose}>Keep it</Button>
          <Button submit kind="danger" busy={form.busy}>Remove</Button>
        </div>
      </form>
    </Dialog>
  );
}
