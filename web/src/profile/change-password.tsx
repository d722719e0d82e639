import { useState } from "preact/hooks";
import { Refused } from "../api/problem.ts";
import { auth, describeAuthError } from "../session/auth.ts";
import { NewPasswordField } from "../session/session-form.tsx";
import { isLocalProject } from "../settings.ts";
import { CodeField, PasswordField } from "../ui/fields.tsx";
import { FormDialog } from "../ui/form.tsx";
import { Notice } from "../ui/states.tsx";
import { toast } from "../ui/toast.tsx";

/** What the project asks for besides the new password. */
interface Asked {
  /** A code that Auth mails (`reauthentication_needed`), where the last sign-in is more than a day ago. */
  code?: boolean;
  /** The password of now, where the project is set to require it. */
  current?: boolean;
}

export function ChangePassword({ email, onClose }: { email: string; onClose: () => void }) {
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
      const { error: notSent } = await auth.reauthenticate();
      if (notSent) throw new Refused(describeAuthError(notSent));
      return setAsked({ ...asked, code: true });
    }
    if (code.startsWith("current_password") && !asked.current) {
      return setAsked({ ...asked, current: true });
    }
    throw new Refused(describeAuthError(error));
  };
  return (
    <FormDialog
      title="Change your password"
      dirty={password !== ""}
      submit="Change password"
      save={save}
      onClose={onClose}
      placed={[]}
    >
      {() => (
        <>
          {/* For password managers, which store the password with this address. */}
          <input
            class="unseen"
            type="email"
            autocomplete="username"
            value={email}
            readOnly
            tabIndex={-1}
            aria-hidden="true"
          />
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
