/** Signing in with a passkey, and adding one. The browser's own functions do what Auth's client has a module of 3 kB for. */
import { t } from "../base/texts.ts";
import { Refused } from "../base/problem.ts";
import { projectUrl, publishableKey } from "../base/settings.ts";
import { auth, refuseFor } from "./auth.ts";

let offered: Promise<boolean> | undefined;

/**
 * Where the project's Auth offers it. Not where apps may connect: one that adds a passkey of its own to the account stays its owner after
 * its connection has ended.
 */
export const offersPasskeys = () => offered ??= ask().catch(() => false);

async function ask(): Promise<boolean> {
  if (!globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON) return false;
  const headers = { apikey: publishableKey };
  const settings = await (await fetch(`${projectUrl}/auth/v1/settings`, { headers })).json();
  if (settings.passkeys_enabled !== true) return false;
  const path = "/functions/v1/kith/mcp/oauth-protected-resource";
  return (await fetch(projectUrl + path)).status === 404;
}

/** What the browser asks its user for, as JSON. @throws Refused where nothing is chosen */
async function chosen(asked: Promise<Credential | null>) {
  const credential = await asked.catch(() => null);
  if (!credential) throw new Refused(t("No passkey was chosen."));
  return (credential as PublicKeyCredential).toJSON();
}

/** @throws Refused for an error of Auth, or where nothing is chosen */
export async function signInWithPasskey() {
  const { data, error } = await auth.passkey.startAuthentication();
  refuseFor(error);
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(data!.options as never);
  const credential = await chosen(navigator.credentials.get({ publicKey })) as never;
  return auth.passkey.verifyAuthentication({ challengeId: data!.challenge_id, credential });
}

/** @throws Refused for an error of Auth, or where nothing is chosen */
export async function addPasskey() {
  const { data, error } = await auth.passkey.startRegistration();
  refuseFor(error);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(data!.options as never);
  const credential = await chosen(navigator.credentials.create({ publicKey })) as never;
  return auth.passkey.verifyRegistration({ challengeId: data!.challenge_id, credential });
}
