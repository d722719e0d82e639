import { useState } from "preact/hooks";
import { isLocalProject } from "../settings.ts";
import { View } from "../shell/view.tsx";
import { Notice } from "../ui/states.tsx";
import { auth, describeAuthError, pageUrl } from "./auth.ts";
import { AddressField, Links, SessionForm, useAddress } from "./session-form.tsx";
import { useForm } from "./use-form.ts";

export function ForgotPassword() {
  const { address, keep } = useAddress();
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm(async () => {
    const email = address.trim();
    const { error } = await auth.resetPasswordForEmail(email, { redirectTo: pageUrl() });
    if (error) return describeAuthError(error);
    setSentTo(email);
  });
  if (sentTo) return <Sent email={sentTo} />;
  return (
    <SessionForm
      title="Forgotten your password?"
      form={form}
      submit="Send the link"
      before={<p>Enter your e-mail address. We will send you a link to choose a new password.</p>}
      after={isLocalProject && <LocalMail />}
      links={{ "sign-in": "Back to sign in" }}
    >
      <AddressField value={address} onValue={keep} />
    </SessionForm>
  );
}

function Sent({ email }: { email: string }) {
  return (
    <View title={isLocalProject ? "Check the terminal" : "Check your mail"}>
      <Notice>
        If <strong>{email}</strong> has an account, a link to choose a new password is{" "}
        {isLocalProject ? "in the terminal" : "on its way"}. It is valid for an hour.
      </Notice>
      {isLocalProject && <LocalMail />}
      <Links to={{ "sign-in": "Back to sign in" }} />
    </View>
  );
}

/** Explains where the link is, because a local project sends no mail. */
function LocalMail() {
  return (
    <p class="hint">
      This Kith runs on your own machine and sends no mail: the link appears in the terminal where
      {" "}
      <code>npm start</code> runs.
    </p>
  );
}
