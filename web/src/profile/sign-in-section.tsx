/** Changing the address and the password. */
import { rich, t } from "../base/texts.ts";
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
import { SecondFactors } from "./second-factors.tsx";
import { Way } from "../ui/way.tsx";

/** How one signs in: address, password and second factor, which are Auth's and not in the profile. */
export function SignInSection({ email }: { email: string }) {
  const user = useLoad(async () => (await auth.getUser()).data.user, []);
  const [open, setOpen] = useState<"email" | "password">();
  const close = () => setOpen(undefined);
  const pending = user.data?.new_email;
  return (
    <section class="section">
      <h2 class="section-title">{t("Signing in")}</h2>
      <div class="card card-body stack gap-4">
        <Way
          name={t("E-mail address")}
          about={`${email}${pending ? t(" ({0} is not confirmed yet)", pending) : ""}`}
        >
          <Button onClick={() => setOpen("email")}>{t("Change address…")}</Button>
        </Way>
        <Way name={t("Password")}>
          <Button onClick={() => setOpen("password")}>{t("Change password…")}</Button>
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
      throw new Refused(t("This is your address already."));
    }
    const { data, error } = await auth.updateUser({ email: next }, {
      emailRedirectTo: pageUrl(),
    });
    refuseFor(error);
    onChanged();
    if (data.user?.email?.toLowerCase() !== next.toLowerCase()) return setSentTo(next);
    // The project is set to ask for no confirmation.
    onClose();
    toast({ text: t("Your address is {0} now.", next) });
  };
  if (sentTo) {
    return (
      <Dialog title={t("Open the links in the mails")} onClose={onClose}>
        <p class="break">
          {rich(
            "Most projects send two mails: one to {0}, so that nobody takes your account, and one to {1}, to see that it is yours. Open the link in each mail that you get; the order does not matter.",
            <strong>{email}</strong>,
            <strong>{sentTo}</strong>,
          )}
        </p>
        <p>
          {rich(
            "Until then nothing changes. {0}",
            isLocalProject &&
              t("This Kith runs on your own machine and sends no mail: the link appears in the terminal where npm start runs."),
          )}
        </p>
        <div class="dialog-actions">
          <Button kind="primary" onClick={onClose}>{t("Done")}</Button>
        </div>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={t("Change your e-mail address")}
      dirty={address !== ""}
      submit={t("Send the links")}
      save={save}
      onClose={onClose}
    >
      {() => (
        <>
          <p class="break">
            {rich(
              "Now it is {0}. You sign in with it until the new one is confirmed by links in mails.",
              <strong>{email}</strong>,
            )}
          </p>
          <AddressField value={address} onValue={setAddress} label={t("New e-mail address")} />
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
      return toast({ text: t("Your password is changed.") });
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
      title={t("Change your password")}
      dirty={password !== ""}
      submit={t("Change password")}
      save={save}
      onClose={onClose}
    >
      {() => (
        <>
          <NameForManagers email={email} />
          {asked.current && (
            <PasswordField
              label={t("Current password")}
              autocomplete="current-password"
              required
              value={current}
              onValue={setCurrent}
            />
          )}
          <NewPasswordField label={t("New password")} value={password} onValue={setPassword} />
          {asked.code && (
            <>
              <Notice tone="info">
                {t(
                  "To make sure that it is you, a code {0}.",
                  isLocalProject ? t("is in the terminal") : t("was mailed to {0}", email),
                )}
              </Notice>
              <CodeField label={t("Code of the mail")} value={nonce} onValue={setNonce} />
            </>
          )}
        </>
      )}
    </FormDialog>
  );
}
