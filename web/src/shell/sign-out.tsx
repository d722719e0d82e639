import { useEffect, useState } from "preact/hooks";
import { signOutByUser } from "../session/use-session.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { useDrafts } from "./drafts.tsx";

let ask: () => void = () => {};

/** Signs out, after a question where something was typed that is not saved. */
export const requestSignOut = () => ask();

/** Where that question appears: one for each account. */
export function SignOutQuestion() {
  const drafts = useDrafts();
  const [asking, setAsking] = useState(false);
  useEffect(() => {
    ask = () => drafts.keys().length > 0 ? setAsking(true) : void signOutByUser();
    return () => ask = () => {};
  }, []);
  if (!asking) return null;
  return (
    <Dialog title="Sign out?" onClose={() => setAsking(false)}>
      <p>What you typed and have not saved is deleted from this device then.</p>
      <div class="dialog-actions">
        <Button onClick={() => setAsking(false)}>Stay signed in</Button>
        <Button
          kind="danger"
          onClick={() => {
            drafts.clear();
            void signOutByUser();
          }}
        >
          Sign out and delete it
        </Button>
      </div>
    </Dialog>
  );
}
