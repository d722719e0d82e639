import { useState } from "preact/hooks";
import { hrefOf, navigate } from "../shell/router.ts";
import { View } from "../shell/view.tsx";
import { Button } from "../ui/button.tsx";
import { Field, PasswordField } from "../ui/field.tsx";
import { Notice } from "../ui/states.tsx";
import { auth, describeAuthError, pageUrl } from "./auth.ts";
import { useForm } from "./use-form.ts";

export function SignUp() {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [mailedTo, setMailedTo] = useState<string>();
  const form = useForm(async () => {
    const { data, error } = await auth.signUp({
      email: email.trim(),
      password,
      options: { emailRedirectTo: pageUrl() },
    });
    if (error) return describeAuthError(error);
    // A project that wants addresses confirmed gives no session yet.
    if (data.session) navigate("contacts");
    else setMailedTo(email.trim());
  });
  if (mailedTo) {
    return (
      <View key="mailed" title="One more step">
        <Notice>
          We have sent a mail to <strong>{mailedTo}</strong>. Open the link in it to finish.
        </Notice>
        <p class="links">
          <a href={hrefOf("sign-in")}>Back to sign in</a>
        </p>
      </View>
    );
  }
  return (
    <View key="form" title="Create an account">
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
        <PasswordField
          label="Password"
          autocomplete="new-password"
          required
          minLength={6}
          hint="At least 6 characters. A few words in a row are easy to remember."
          value={password}
          onValue={setPassword}
        />
        <Button submit kind="primary" busy={form.busy}>Create account</Button>
      </form>
      <p class="links">
        <a href={hrefOf("sign-in")}>I have an account</a>
      </p>
    </View>
  );
}
