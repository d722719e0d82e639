/** The forms beside signing in: sign-up, forgotten and new password, second factor. */
import { rich, t } from "../base/texts.ts";
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
    {rich("We have sent a mail to {0}. Open the link in it to finish.", <strong>{email}</strong>)}
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
    if (!data.session) return { title: t("One more step"), notice: mailedTo(email) };
    forget();
    navigate("today");
    await takePlaceOfBrowser();
  };
  return (
    <SessionForm
      title={t("Create an account")}
      send={send}
      submit={t("Create account")}
      links={{ "sign-in": t("I have an account") }}
    >
      <AddressField value={address} onValue={keep} />
      <NewPasswordField label={t("Password")} value={password} onValue={setPassword} />
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
        {rich(
          "If {0} has an account, a link to choose a new password is {1}. It is valid for an hour.",
          <strong>{email}</strong>,
          isLocalProject ? t("in the terminal") : t("on its way"),
        )}
      </>
    );
    return { title: isLocalProject ? t("Check the terminal") : t("Check your mail"), notice };
  };
  const localMail = isLocalProject && (
    <p class="fine">
      {rich(
        "This Kith runs on your own machine and sends no mail: the link appears in the terminal where {0} runs.",
        <code>{t("npm start")}</code>,
      )}
    </p>
  );
  return (
    <SessionForm
      title={t("Forgotten your password?")}
      send={send}
      submit={t("Send the link")}
      before={
        <p>{t("Enter your e-mail address. We will send you a link to choose a new password.")}</p>
      }
      after={localMail}
      links={{ "sign-in": t("Back to sign in") }}
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
    announce(t("Your password is changed."));
    navigate("today");
  };
  return (
    <SessionForm
      title={t("Choose a new password")}
      send={send}
      submit={t("Save the new password")}
      before={<p class="break">{t("For {0}", account.email)}</p>}
      links={{ contacts: t("Keep the old one") }}
    >
      <NameForManagers email={account.email} />
      <NewPasswordField label={t("New password")} value={password} onValue={setPassword} />
    </SessionForm>
  );
}

/** Asks for the code of the second factor after the password. */
export function SecondFactor({ account, factorId }: { account: Account; factorId: string }) {
  const [code, setCode] = useState("");
  return (
    <SessionForm
      title={t("Second factor")}
      send={async () => refuseFor((await auth.mfa.challengeAndVerify({ factorId, code })).error)}
      submit={t("Continue")}
      before={
        <p class="break">
          {rich(
            "For {0}. Open your authenticator app and enter its code.",
            <strong>{account.email}</strong>,
          )}
        </p>
      }
      after={
        <p class="links flow spread label">
          <LinkButton onClick={() => void signOutByUser()}>
            {t("Sign in as somebody else")}
          </LinkButton>
        </p>
      }
    >
      <CodeField label={t("Code of the app")} value={code} onValue={setCode} />
    </SessionForm>
  );
}
