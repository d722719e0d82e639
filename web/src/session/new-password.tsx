import { useState } from "preact/hooks";
import { hrefOf, navigate } from "../shell/router.ts";
import { View } from "../shell/view.tsx";
import { announce } from "../ui/announce.tsx";
import { Button } from "../ui/button.tsx";
import { PasswordField } from "../ui/field.tsx";
import { Notice } from "../ui/states.tsx";
import { auth, describeAuthError } from "./auth.ts";
import { useForm } from "./use-form.ts";
import type { Account } from "./use-session.ts";

/** Where the link of a forgotten password leads. */
export function NewPassword({ account }: { account: Account }) {
  const [password, setPassword] = useState("");
  const form = useForm(async () => {
    const { error } = await auth.updateUser({ password });
    if (error) return describeAuthError(error);
    announce("Your password is changed.");
    navigate("contacts");
  });
  return (
    <View title="Choose a new password">
      <p class="break">For {account.email}</p>
      <form class="form" onSubmit={form.onSubmit}>
        {form.problem && <Notice tone="danger">{form.problem}</Notice>}
        {/* So that a password manager knows whose password it is. */}
        <input
          class="unseen"
          type="email"
          autocomplete="username"
          value={account.email}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <PasswordField
          label="New password"
          autocomplete="new-password"
          required
          minLength={6}
          hint="At least 6 characters. A few words in a row are easy to remember."
          value={password}
          onValue={setPassword}
        />
        <Button submit kind="primary" busy={form.busy}>Save the new password</Button>
      </form>
      <p class="links">
        <a href={hrefOf("contacts")}>Keep the old one</a>
      </p>
    </View>
  );
}
