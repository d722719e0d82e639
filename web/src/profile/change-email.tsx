import { useState } from "preact/hooks";
import { Refused } from "../api/problem.ts";
import { auth, describeAuthError, pageUrl } from "../session/auth.ts";
import { AddressField } from "../session/session-form.tsx";
import { isLocalProject } from "../settings.ts";
import { Button } from "../ui/buttons.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FormDialog } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";

interface Props {
  email: string;
  onChanged: () => void;
  onClose: () => void;
}

/** Asks Auth for another address, which counts when the links in its mails were opened. */
export function ChangeEmail({ email, onChanged, onClose }: Props) {
  const [address, setAddress] = useState("");
  const [sentTo, setSentTo] = useState<string>();
  const save = async () => {
    const next = address.trim();
    if (next.toLowerCase() === email.toLowerCase()) {
      throw new Refused("This is your address already.");
    }
    const { data, error } = await auth.updateUser({ email: next }, {
      emailRedirectTo: pageUrl(),
    });
    if (error) throw new Refused(describeAuthError(error));
    onChanged();
    if (data.user.email?.toLowerCase() !== next.toLowerCase()) return setSentTo(next);
    // The project is set to ask for no confirmation.
    onClose();
    toast({ text: `Your address is ${next} now.` });
  };
  if (sentTo) return <Sent from={email} to={sentTo} onClose={onClose} />;
  return (
    <FormDialog
      title="Change your e-mail address"
      dirty={address !== ""}
      submit="Send the links"
      save={save}
      onClose={onClose}
      placed={[]}
    >
      {() => (
        <>
          <p class="break">
            Now it is{" "}
            <strong>{email}</strong>. You sign in with it until the new one is confirmed by links in
            mails.
          </p>
          <AddressField value={address} onValue={setAddress} label="New e-mail address" />
        </>
      )}
    </FormDialog>
  );
}

function Sent({ from, to, onClose }: { from: string; to: string; onClose: () => void }) {
  return (
    <Dialog title="Open the links in the mails" onClose={onClose}>
      <p class="break">
        Most projects send two mails: one to{" "}
        <strong>{from}</strong>, so that nobody takes your account, and one to{" "}
        <strong>{to}</strong>, to see that it is yours. Open the link in each mail that you get; the
        order does not matter.
      </p>
      <p>
        Until then nothing changes. {isLocalProject &&
          "This Kith runs on your own machine and sends no mail: the link appears in the terminal where npm start runs."}
      </p>
      <div class="dialog-actions">
        <Button kind="primary" onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  );
}
