import type { AuthError, Factor } from "@supabase/auth-js";
import { useState } from "preact/hooks";
import { auth, describeAuthError, isUnreachable } from "../session/auth.ts";
import { useTimeZone } from "../shell/context.tsx";
import { formatInstant } from "../ui/dates.ts";

/** A factor that is not verified yet. */
export interface NewFactor {
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

/** Enrols an authenticator app: Auth makes its secret, and waits for a code. */
export function useEnrolment(factors: Factor[]) {
  const timeZone = useTimeZone();
  const [state, setState] = useState<{ busy?: boolean; problem?: string; begun?: NewFactor }>({});
  const begin = async () => {
    setState({ busy: true });
    // What was begun and not finished is of no use any more.
    for (const { id, status } of factors) {
      if (status === "unverified") await auth.mfa.unenroll({ factorId: id });
    }
    const { data, error } = await auth.mfa.enroll({
      factorType: "totp",
      issuer: "Kith",
      friendlyName: `App of ${formatInstant(new Date().toISOString(), timeZone)}`,
    });
    if (data) {
      const { id, totp } = data;
      return setState({ begun: { id, picture: totp.qr_code, secret: totp.secret } });
    }
    isOffered = !isNotOffered(error);
    setState(isOffered ? { problem: describeAuthError(error) } : {});
  };
  return { ...state, isOffered, begin, end: () => setState({}) };
}
