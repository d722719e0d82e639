import { useState } from "preact/hooks";
import { updateProfile } from "../api/kith.ts";
import { refresh } from "../hooks/load.ts";
import { browserCountry } from "../profile/countries.ts";
import { browserTimeZone } from "../shell/context.tsx";
import { navigate } from "../shell/router.ts";
import { View } from "../shell/view.tsx";
import { Notice } from "../ui/states.tsx";
import { auth, describeAuthError, pageUrl } from "./auth.ts";
import { AddressField, Links, NewPasswordField, SessionForm, useAddress } from "./session-form.tsx";
import { useForm } from "./use-form.ts";

/** A new account has the days and the country of where it is made; the profile changes them, and its view says where they differ. */
async function takePlaceOfBrowser(): Promise<void> {
  const [timezone, country] = [browserTimeZone(), browserCountry()];
  if (timezone === "UTC" && !country) return;
  await updateProfile({ timezone, ...(country && { country }) }).then(refresh, () => {});
}

export function SignUp() {
  const { address, keep, forget } = useAddress();
  const [password, setPassword] = useState("");
  const [mailedTo, setMailedTo] = useState<string>();
  const form = useForm(async () => {
    const { data, error } = await auth.signUp({
      email: address.trim(),
      password,
      options: { emailRedirectTo: pageUrl() },
    });
    if (error) return describeAuthError(error);
    // There is no session yet where the project requires confirmed addresses.
    if (!data.session) {
      setMailedTo(address.trim());
    } else {
      forget();
      navigate("today");
      await takePlaceOfBrowser();
    }
  });
  if (mailedTo) {
    return (
      <View title="One more step">
        <Notice>
          We have sent a mail to <strong>{mailedTo}</strong>. Open the link in it to finish.
        </Notice>
        <Links to={{ "sign-in": "Back to sign in" }} />
      </View>
    );
  }
  return (
    <SessionForm
      title="Create an account"
      form={form}
      submit="Create account"
      links={{ "sign-in": "I have an account" }}
    >
      <AddressField value={address} onValue={keep} />
      <NewPasswordField label="Password" value={password} onValue={setPassword} />
    </SessionForm>
  );
}
