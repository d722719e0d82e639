import { useState } from "preact/hooks";
import { isLocalProject } from "../settings.ts";
import { View } from "../shell/view.tsx";
import { Notice } from "../ui/states.tsx";
import { auth, describeAuthError, pageUrl } from "./auth.ts";
import { AddressField, Links, SessionForm, useAddress } from "./session-form.tsx";
import { useForm } from "./use-form.ts";

export function ForgotPassword() {
  const { address, keep } = useAddress();
  const [askedFor, setAskedFor] = useState<string>();
  const form = useForm(async () => {
    const email = address.trim();
    const { error } = await auth.resetPasswordForEmail(email, { redirectTo: pageUrl() });
    if (error) return describeAuthError(error);
    setAskedFor(email);
  });
  if (askedFor) return <Asked email={askedFor} />;
  return (
    <SessionForm
      title="Forgotten your password?"
      form={form}
      submit="Send the link"
      before={<p>Give us your e-mail address, and we send you a link to choose a new one.</p>}
      after={isLocalProject && <LocalMail />}
      links={{ "sign-in": "Back to sign in" }}
    >
      <AddressField value={address} onValue={keep} />
    </SessionForm>
  );
}

function Asked({ email }: { email: string }) {
  return (
    <View title={isLocalProject ? "Look at the terminal" : "Look at your mail"}>
      <Notice>
        If <strong>{email}</strong> has an account, a link to choose a new password is{" "}
        {isLocalProject ? "there" : "on its way"}. It is good for an hour.
      </Notice>
      {isLocalProject && <LocalMail />}
      <Links to={{ "sign-in": "Back to sign in" }} />
    </View>
  );
}

/** Nobody should wait for a mail that cannot come. */
function LocalMail() {
  return (
    <p class="hint">
      This Kith runs on your own machine and sends no mail: the link appears in the terminal where
      {" "}
      <code>npm start</code> runs.
    </p>
  );
}
