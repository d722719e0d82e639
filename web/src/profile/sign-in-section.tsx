/** Changing the address and the password. */
import { useState } from "preact/hooks";
import { Refused } from "../base/problem.ts";
import { useLoad } from "../hooks/load.ts";
import { auth, pageUrl, refuseFor } from "../session/auth.ts";
import { AddressField, NameForManagers, NewPasswordField } from "../sign-in/sign-in.tsx";
import { isLocalProject } from "../base/settings.ts";
import { Button } from "../ui/buttons.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { CodeField, PasswordField } from "../ui/fields.tsx";
import { FormDialog } from "../ui/form.tsx";
import { Notice } from "../ui/states.tsx";
import { toast } from "../ui/toast.tsx";
import { Passkeys } from "./passkeys.tsx";
import { SecondFactors, Way } from "./second-factors.tsx";

/** How one signs in: address, password and second factor, which are Auth's and not in the profile. */
export function SignInSection({ email }: { email: string }) {
  const user = useLoad(async () => (await auth.getUser()).data.user, []);
  const [open, setOpen] = useState<"email" | "password">();
  const close = () => setOpen(undefined);
  const pending = user.data?.new_email;
  return (
    <section class="section">
      <h2 class="section-title">Signing in</h2>
      <div class="card card-body stack gap-4">
        <Way
          name="E-mail address"
          about={`${email}${pending ? ` (${pending} is not confirmed yet)` : ""}`}
        >
          <Button onClick={() => setOpen("email")}>Change address…</Button>
        </Way>
        <Way name="Password">
          <Button onClick={() => setOpen("password")}>Change password…</Button>
        </Way>
        <SecondFactors user={user} />
        <Passkeys />
      </div>
      {open === "email" && <ChangeEmail email={email} onChanged={user.reload} onClose={close} />}
      {open === "password" && <ChangePassword email={email} onClose={close} />}
    </section>
  );
}

interface EmailProps {
  email: string;
  onChanged: () => void;
  onClose: () => void;
}

/** Asks Auth for another address, which counts when the links in its mails were opened. */
function ChangeEmail({ email, onChanged, onClose }: EmailProps) {
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
    refuseFor(error);
    onChanged();
    if (data.user?.email?.toLowerCase() !== next.toLowerCase()) return setSentTo(next);
    // The project is set to ask for no confirmation.
    onClose();
    toast({ text: `Your address is ${next} now.` });
  };
  if (sentTo) {
    return (
      <Dialog title="Open the links in the mails" onClose={onClose}>
        <p class="break">
          Most projects send two mails: one to{" "}
          <strong>{email}</strong>, so that nobody takes your account, and one to{" "}
          <strong>{sentTo}</strong>, to see that it is yours. Open the link in each mail that you
          get; the order does not matter.
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
  return (
    <FormDialog
      title="Change your e-mail address"
      dirty={address !== ""}
      submit="Send the links"
      save={save}
      onClose={onClose}
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

/** What the project asks for besides the new password. */
interface Asked {
  /** A code that Auth mails (`reauthentication_needed`), where the last sign-in is more than a day ago. */
  code?: boolean;
  /** The password of now, where the project is set to require it. */
  current?: boolean;
}

function ChangePassword({ email, onClose }: { email: string; onClose: () => void }) {
  const [password, setPassword] = useState("");
  const [current, setCurrent] = useState("");
  const [nonce, setNonce] = useState("");
  const [asked, setAsked] = useState<Asked>({});
  const save = async () => {
    const { error } = await auth.updateUser({
      password,
      ...(asked.code && { nonce }),
      ...(asked.current && { current_password: current }),
    });
    if (!error) {
      onClose();
      return toast({ text: "Your password is changed." });
    }
    const code: string = error.code ?? "";
    if (code === "reauthentication_needed" && !asked.code) {
      refuseFor((await auth.reauthenticate()).error);
      return setAsked({ ...asked, code: true });
    }
    if (code.startsWith("current_password") && !asked.current) {
      return setAsked({ ...asked, current: true });
    }
    refuseFor(error);
  };
  return (
    <FormDialog
      title="Change your password"
      dirty={password !== ""}
      submit="Change password"
      save={save}
      onClose={onClose}
    >
      {() => (
        <>
          <NameForManagers email={email} />
          {asked.current && (
            <PasswordField
              label="Current password"
              autocomplete="current-password"
              required
              value={current}
              onValue={setCurrent}
            />
          )}
          <NewPasswordField label="New password" value={password} onValue={setPassword} />
          {asked.code && (
            <>
              <Notice tone="info">
                To make sure that it is you, a code{" "}
                {isLocalProject ? "is in the terminal" : `was mailed to ${email}`}.
              </Notice>
              <CodeField label="Code of the mail" value={nonce} onValue={setNonce} />
            </>
          )}
        </>
      )}
    </FormDialog>
  );
}
