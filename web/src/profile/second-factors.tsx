/** Two-step sign-in: setting it up and removing it. */
import { rich, t } from "../base/texts.ts";
import type { AuthError, Factor, User } from "@supabase/auth-js";
import { useEffect, useState } from "preact/hooks";
import { useAction } from "../hooks/load.ts";
import type { Loaded } from "../hooks/load.ts";
import { auth, isUnreachable, refuseFor } from "../session/auth.ts";
import { useTimeZone } from "../hooks/time-zone.ts";
import { Button, Copyable } from "../ui/buttons.tsx";
import { formatInstant } from "../base/dates.ts";
import { Question } from "../ui/dialog.tsx";
import { CodeField } from "../ui/fields.tsx";
import { FormDialog } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";
import { Way } from "../ui/way.tsx";

/** A factor that is not verified yet. */
interface NewFactor {
  id: string;
  /** An SVG as a data URL, which the content-security policy does not allow as it is. */
  picture: string;
  secret: string;
}

/** Answers that say that the project has no second factors: where its Auth does not know them, they are not in its format. */
const isNotOffered = (error: AuthError) =>
  !isUnreachable(error) &&
  (error.status === 404 || error.name === "AuthUnknownError" ||
    /^mfa_.*_not_enabled$/.test(error.code ?? ""));

/** Known once Auth has refused to enrol, which is the only place where it says so; the same for all accounts of the project. */
let isOffered = true;

/** The authenticator apps that are asked for a code after the password. */
export function SecondFactors({ user }: { user: Loaded<User | null> }) {
  const timeZone = useTimeZone();
  const { busy, problem, run } = useAction();
  const [begun, setBegun] = useState<NewFactor>();
  const [removing, setRemoving] = useState<Factor>();
  const factors = user.data?.factors ?? [];
  const verified = factors.filter(({ status }) => status === "verified");
  const begin = async () => {
    // What was begun and not finished is of no use any more.
    for (const { id, status } of factors) {
      if (status === "unverified") await auth.mfa.unenroll({ factorId: id });
    }
    const { data, error } = await auth.mfa.enroll({
      factorType: "totp",
      issuer: "Kith",
      friendlyName: t("App of {0}", formatInstant(new Date().toISOString(), timeZone)),
    });
    if (data) {
      return setBegun({ id: data.id, picture: data.totp.qr_code, secret: data.totp.secret });
    }
    isOffered = !isNotOffered(error);
    if (isOffered) refuseFor(error);
  };
  const done = (text: string) => {
    setBegun(undefined);
    setRemoving(undefined);
    user.reload();
    toast({ text });
  };
  return (
    <div>
      <Way name={t("Second factor")} about={aboutFactors(verified.length)}>
        {isOffered && (
          <Button busy={busy} onClick={() => void run(begin)}>{t("Add an app…")}</Button>
        )}
      </Way>
      {problem && <p class="field-problem" role="alert">{problem.detail}</p>}
      {verified.length > 0 && (
        <ul class="factors stack" aria-label={t("Second factors")}>
          {verified.map((factor) => (
            <li key={factor.id} class="apart line gap-5 spread">
              <span>{factor.friendly_name ?? t("Authenticator app")}</span>
              <Button
                kind="plain"
                aria-label={t("Remove: {0}", factor.friendly_name ?? "authenticator app")}
                onClick={() => setRemoving(factor)}
              >
                {t("Remove…")}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {begun && (
        <AddFactor
          factor={begun}
          onAdded={() => done(t("The second factor is on."))}
          onClose={() => setBegun(undefined)}
        />
      )}
      {removing && (
        <Question
          title={t("Remove this app?")}
          action={t("Remove")}
          run={async () => {
            refuseFor((await auth.mfa.unenroll({ factorId: removing.id })).error);
            done(t("The app is removed."));
          }}
          onClose={() => setRemoving(undefined)}
        >
          <p>
            {rich(
              "Its codes will not work any more. {0}",
              verified.length === 1 && t("Then the password alone signs in."),
            )}
          </p>
        </Question>
      )}
    </div>
  );
}

function aboutFactors(verified: number): string {
  if (verified > 0) {
    const asked = t("A code of one of these apps is asked for after the password:");
    return isOffered ? asked : t("This project takes no further apps. {0}", asked);
  }
  return isOffered
    ? t("A code from an app on your phone, in addition to your password.")
    : t("This project does not offer a second factor.");
}

interface AddProps {
  factor: NewFactor;
  onAdded: () => void;
  onClose: () => void;
}

/** Shows the secret to an authenticator app, which then proves with a code that it has it. */
function AddFactor({ factor, onAdded, onClose }: AddProps) {
  const [code, setCode] = useState("");
  const picture = usePicture(factor.picture);
  const save = async () => {
    refuseFor((await auth.mfa.challengeAndVerify({ factorId: factor.id, code })).error);
    onAdded();
  };
  const giveUp = () => {
    void auth.mfa.unenroll({ factorId: factor.id });
    onClose();
  };
  return (
    <FormDialog
      title={t("Add an authenticator app")}
      submit={t("Turn it on")}
      save={save}
      onClose={giveUp}
    >
      {() => (
        <>
          <p>{t("Scan this with the app, or enter the secret there:")}</p>
          {picture && (
            <img class="factor-picture" src={picture} alt={t("QR code with the secret")} />
          )}
          <Copyable label={t("Secret")} text={factor.secret} />
          <CodeField
            label={t("Code that the app shows")}
            hint={t("Six digits. You are asked for one whenever you sign in.")}
            value={code}
            onValue={setCode}
          />
        </>
      )}
    </FormDialog>
  );
}

/** A data URL of an SVG as a URL of the page itself. */
function usePicture(dataUrl: string): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const svg = dataUrl.replace(/^data:image\/svg\+xml;utf-8,/, "");
    const made = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [dataUrl]);
  return url;
}
