import { useState } from "preact/hooks";
import { isLocalProject } from "../settings.ts";
import { hrefOf } from "../shell/router.ts";
import { View } from "../shell/view.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/states.tsx";
import { auth, describeAuthError, pageUrl } from "./auth.ts";
import { useForm } from "./use-form.ts";

export function ForgotPassword() {
  const [email, setEmail] = useState("");
  const [askedFor, setAskedFor] = useState<string>();
  const form = useForm(async () => {
    const { error } = await auth.resetPasswordForEmail(email.trim(), { redirectTo: pageUrl() });
    if (error) return describeAuthError(error);
    setAskedFor(email.trim());
  });
  if (askedFor) return <Asked email={askedFor} />;
  return (
    <View key="form" title="Forgotten your password?">
      <p>Give us your e-mail address, and we send you a link to choose a new one.</p>
      <form class="form" onSubmit={form.onSubmit}>
        {form.problem && <Notice tone="danger">{form.problem}</Notice>}
        <Field
          label="E-mail address"
          type="email"
          autocomplete="username"
          required
          value={email}
          onValue={setEmail}
        />
        <Button submit kind="primary" busy={form.busy}>Send the link</Button>
      </form>
      {isLocalProject && <LocalMail />}
      <p class="links">
        <a href={hrefOf("sign-in")}>Back to sign in</a>
      </p>
    </View>
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
      <p class="links">
        <a href={hrefOf("sign-in")}>Back to sign in</a>
      </p>
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
