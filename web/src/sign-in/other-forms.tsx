/** The forms beside signing in: sign-up, forgotten and new password, second factor. */
import { useState } from "preact/hooks";
import { kith } from "../api/kith.ts";
import { refresh } from "../hooks/load.ts";
import { likelyCountry } from "../base/places.ts";
import { isLocalProject } from "../base/settings.ts";
import { browserTimeZone } from "../hooks/time-zone.ts";
import { navigate } from "../shell/router.ts";
import { announce } from "../ui/announce.tsx";
import { LinkButton } from "../ui/buttons.tsx";
import { CodeField } from "../ui/fields.tsx";
import { auth, pageUrl, refuseFor } from "../session/auth.ts";
import { type Account, signOutByUser } from "../session/session.ts";
import {
  AddressField,
  NameForManagers,
  NewPasswordField,
  SessionForm,
  useAddress,
} from "./sign-in.tsx";

/** A new account has the days and the country of where it is made; the profile changes them, and its view says where they differ. */
async function takePlaceOfBrowser(): Promise<void> {
  const timezone = browserTimeZone();
  const country = likelyCountry(timezone);
  if (timezone === "UTC" && !country) return;
  await kith.me.update({ timezone, ...(country && { country }) }).then(refresh, () => {});
}

const mailedTo = (email: string) => (
  <>
    We have sent a mail to <strong>{email}</strong>. Open the link in it to finish.
  </>
);

export function SignUp() {
  const { address, keep, forget } = useAddress();
  const [password, setPassword] = useState("");
  const send = async () => {
    const email = address.trim();
    const options = { emailRedirectTo: pageUrl() };
    const { data, error } = await auth.signUp({ email, password, options });
    refuseFor(error);
    // There is no session yet where the project requires confirmed addresses.
    if (!data.session) return { title: "One more step", notice: mailedTo(email) };
    forget();
    navigate("today");
    await takePlaceOfBrowser();
  };
  return (
    <SessionForm
      title="Create an account"
      send={send}
      submit="Create account"
      links={{ "sign-in": "I have an account" }}
    >
      <AddressField value={address} onValue={keep} />
      <NewPasswordField label="Password" value={password} onValue={setPassword} />
    </SessionForm>
  );
}

export function ForgotPassword() {
  const { address, keep } = useAddress();
  const send = async () => {
    const email = address.trim();
    refuseFor((await auth.resetPasswordForEmail(email, { redirectTo: pageUrl() })).error);
    const notice = (
      <>
        If <strong>{email}</strong> has an account, a link to choose a new password is{" "}
        {isLocalProject ? "in the terminal" : "on its way"}. It is valid for an hour.
      </>
    );
    return { title: isLocalProject ? "Check the terminal" : "Check your mail", notice };
  };
  const localMail = isLocalProject && (
    <p class="fine">
      This Kith runs on your own machine and sends no mail: the link appears in the terminal where
      {" "}
      <code>npm start</code> runs.
    </p>
  );
  return (
    <SessionForm
      title="Forgotten your password?"
      send={send}
      submit="Send the link"
      before={<p>Enter your e-mail address. We will send you a link to choose a new password.</p>}
      after={localMail}
      links={{ "sign-in": "Back to sign in" }}
    >
      <AddressField value={address} onValue={keep} />
    </SessionForm>
  );
}

/** The view that the link for a forgotten password opens. */
export function NewPassword({ account }: { account: Account }) {
  const [password, setPassword] = useState("");
  const send = async () => {
    refuseFor((await auth.updateUser({ password })).error);
    announce("Your password is changed.");
    navigate("today");
  };
  return (
    <SessionForm
      title="Choose a new password"
      send={send}
      submit="Save the new password"
      before={<p class="break">For {account.email}</p>}
      links={{ contacts: "Keep the old one" }}
    >
      <NameForManagers email={account.email} />
      <NewPasswordField label="New password" value={password} onValue={setPassword} />
    </SessionForm>
  );
}

/** Asks for the code of the second factor after the password. */
export function SecondFactor({ account, factorId }: { account: Account; factorId: string }) {
  const [code, setCode] = useState("");
  return (
    <SessionForm
      title="Second factor"
      send={async () => refuseFor((await auth.mfa.challengeAndVerify({ factorId, code })).error)}
      submit="Continue"
      before={
        <p class="break">
          For <strong>{account.email}</strong>. Open your authenticator app and enter its code.
        </p>
      }
      after={
        <p class="links flow spread label">
          <LinkButton onClick={() => void signOutByUser()}>Sign in as somebody else</LinkButton>
        </p>
      }
    >
      <CodeField label="Code of the app" value={code} onValue={setCode} />
    </SessionForm>
  );
}
