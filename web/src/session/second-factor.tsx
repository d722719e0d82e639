import { useState } from "preact/hooks";
import { View } from "../shell/view.tsx";
import { Button } from "../ui/buttons.tsx";
import { CodeField } from "../ui/fields.tsx";
import { Notice } from "../ui/states.tsx";
import { auth, describeAuthError } from "./auth.ts";
import { useForm } from "./use-form.ts";
import { type Account, signOutByUser } from "./use-session.ts";

/** Asks for the code of the second factor after the password. */
export function SecondFactor({ account, factorId }: { account: Account; factorId: string }) {
  const [code, setCode] = useState("");
  const form = useForm(async () => {
    const { error } = await auth.mfa.challengeAndVerify({ factorId, code });
    if (error) return describeAuthError(error);
  });
  return (
    <View title="Second factor">
      <p class="break">
        For <strong>{account.email}</strong>. Open your authenticator app and enter its code.
      </p>
      <form class="form" onSubmit={form.onSubmit}>
        {form.problem && <Notice tone="danger">{form.problem}</Notice>}
        <CodeField label="Code of the app" value={code} onValue={setCode} />
        <Button submit kind="primary" busy={form.busy}>Continue</Button>
      </form>
      <p class="links">
        <button type="button" class="link" onClick={() => void signOutByUser()}>
          Sign in as somebody else
        </button>
      </p>
    </View>
  );
}
