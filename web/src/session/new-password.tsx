import { useState } from "preact/hooks";
import { navigate } from "../shell/router.ts";
import { announce } from "../ui/announce.tsx";
import { auth, describeAuthError } from "./auth.ts";
import { NewPasswordField, SessionForm } from "./session-form.tsx";
import { useForm } from "./use-form.ts";
import type { Account } from "./use-session.ts";

/** The view that the link for a forgotten password opens. */
export function NewPassword({ account }: { account: Account }) {
  const [password, setPassword] = useState("");
  const form = useForm(async () => {
    const { error } = await auth.updateUser({ password });
    if (error) return describeAuthError(error);
    announce("Your password is changed.");
    navigate("today");
  });
  return (
    <SessionForm
      title="Choose a new password"
      form={form}
      submit="Save the new password"
      before={<p class="break">For {account.email}</p>}
      links={{ contacts: "Keep the old one" }}
    >
      {/* For password managers, which store the password with this address. */}
      <input
        class="unseen"
        type="email"
        autocomplete="username"
        value={account.email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <NewPasswordField label="New password" value={password} onValue={setPassword} />
    </SessionForm>
  );
}
