import { useEffect, useState } from "preact/hooks";
import { Refused } from "../api/problem.ts";
import { auth, describeAuthError } from "../session/auth.ts";
import { CodeField } from "../ui/fields.tsx";
import { Copyable } from "../ui/buttons.tsx";
import { FormDialog } from "../ui/form.tsx";
import type { NewFactor } from "./use-enrolment.ts";

interface Props {
  factor: NewFactor;
  onAdded: () => void;
  onClose: () => void;
}

/** Shows the secret to an authenticator app, which then proves with a code that it has it. */
export function AddFactor({ factor, onAdded, onClose }: Props) {
  const [code, setCode] = useState("");
  const picture = usePicture(factor.picture);
  const save = async () => {
    const { error } = await auth.mfa.challengeAndVerify({ factorId: factor.id, code });
    if (error) throw new Refused(describeAuthError(error));
    onAdded();
  };
  const giveUp = () => {
    void auth.mfa.unenroll({ factorId: factor.id });
    onClose();
  };
  return (
    <FormDialog
      title="Add an authenticator app"
      dirty={false}
      submit="Turn it on"
      save={save}
      onClose={giveUp}
      placed={[]}
    >
      {() => (
        <>
          <p>Scan this with the app, or enter the secret there:</p>
          {picture && <img class="factor-picture" src={picture} alt="QR code with the secret" />}
          <Copyable label="Secret" text={factor.secret} />
          <CodeField
            label="Code that the app shows"
            hint="Six digits. You are asked for one whenever you sign in."
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
