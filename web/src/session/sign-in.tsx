import { useState } from "preact/hooks";
import { hrefOf, navigate } from "../shell/router.ts";
import { View } from "../shell/view.tsx";
import { Button } from "../ui/button.tsx";
import { Field, PasswordField } from "../ui/field.tsx";
import { Notice } from "../ui/states.tsx";
import { auth, describeAuthError } from "./auth.ts";
import { useForm } from "./use-form.ts";

export function SignIn({ notice }: { notice?: string | undefined }) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const form = useForm(async () => {
    const { error } = await auth.signInWithPassword({ email: email.trim(), password });
    if (error) return describeAuthError(error);
    if (/^#\/(sign|forgot)/.test(location.hash)) navigate("contacts");
  });
  return (
    <View title="Sign in">
      {notice && <Notice>{notice}</Notice>}
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
          autocomplete="current-password"
          required
          value={password}
          onValue={setPassword}
        />
        <Button submit kind="primary" busy={form.busy}>Sign in</Button>
      </form>
      <p class="links">
        <a href={hrefOf("forgot-password")}>Forgotten your password?</a>
        <a href={hrefOf("sign-up")}>Create an account</a>
      </p>
    </View>
  );
}
