import { useState } from "preact/hooks";
import { navigate } from "../shell/router.ts";
import { PasswordField } from "../ui/fields.tsx";
import { Notice } from "../ui/states.tsx";
import { auth, describeAuthError } from "./auth.ts";
import { AddressField, SessionForm, useAddress } from "./session-form.tsx";
import { useForm } from "./use-form.ts";

export function SignIn({ notice }: { notice?: string | undefined }) {
  const { address, keep, forget } = useAddress();
  const [password, setPassword] = useState("");
  const form = useForm(async () => {
    const { error } = await auth.signInWithPassword({ email: address.trim(), password });
    if (error) return describeAuthError(error);
    forget();
    if (/^#\/(sign|forgot)/.test(location.hash)) navigate("today");
  });
  return (
    <SessionForm
      title="Sign in"
      form={form}
      submit="Sign in"
      before={notice && <Notice tone="info">{notice}</Notice>}
      links={{ "forgot-password": "Forgotten your password?", "sign-up": "Create an account" }}
    >
      <AddressField value={address} onValue={keep} />
      <PasswordField
        label="Password"
        autocomplete="current-password"
        required
        value={password}
        onValue={setPassword}
      />
    </SessionForm>
  );
}
