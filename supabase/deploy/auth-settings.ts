// Looks at the settings of Auth by which an app that connects could take over an account.
import type { Management } from "./management-api.ts";

/**
 * What of Auth's settings decides what an app that connects by OAuth can do with its token at Auth: the value that each must
 * have, and what is to be switched where in the dashboard. "Confirm email" is the opposite of `mailer_autoconfirm`.
 */
const needed = [
  {
    name: "security_update_password_require_current_password",
    value: true,
    to: "on ",
    label: "Require current password",
    place: "Sign In / Providers, Email",
    reason: "sets a new password",
  },
  {
    name: "mailer_secure_email_change_enabled",
    value: true,
    to: "on ",
    label: "Secure email change",
    place: "Sign In / Providers, Email",
    reason: "gives the account its own address",
  },
  {
    name: "mailer_autoconfirm",
    value: false,
    to: "on ",
    label: "Confirm email",
    place: "Sign In / Providers",
    reason: "gives the account its own address: secure email change does nothing without",
  },
  {
    name: "passkey_enabled",
    value: false,
    to: "off",
    label: "Passkeys",
    place: "Passkeys",
    reason: "adds a passkey and signs in with it",
  },
  {
    name: "external_phone_enabled",
    value: false,
    to: "off",
    label: "Phone",
    place: "Sign In / Providers",
    reason: "adds its own number and signs in with it",
  },
  {
    name: "security_manual_linking_enabled",
    value: false,
    to: "off",
    label: "Allow manual linking",
    place: "Sign In / Providers",
    reason: "links its own identity and signs in with it",
  },
];

/** What was found of Auth, for the operator; ready where no setting is known by which a connected app gets the account. */
export interface AuthReport {
  lines: string[];
  isReady: boolean;
}

/**
 * Looks at Auth's settings where the project has an OAuth server: with some of them a connected app can take over the
 * account. Changes nothing.
 */
export async function inspectAuth({ send }: Management): Promise<AuthReport> {
  let settings: Record<string, unknown>;
  try {
    settings = await send({
      method: "GET",
      path: "/config/auth",
      needs: "Auth Config: Read",
    }) as typeof settings;
  } catch (error) {
    const why = `its settings were not looked at: ${(error as Error).message}`;
    return { lines: [`auth          ${why} See docs/deploy.md, OAuth.`], isReady: true };
  }
  if (!settings["oauth_server_enabled"]) {
    return { lines: ["auth          without an OAuth server"], isReady: true };
  }
  // A setting that this version of Auth does not have is off.
  const wrong = needed.filter(({ name, value }) => (settings[name] ?? false) !== value);
  if (wrong.length === 0) {
    return { lines: ["auth          ready for apps that connect by OAuth"], isReady: true };
  }
  return {
    lines: [
      "auth          NOT ready for apps that connect by OAuth",
      ...wrong.map(({ to, label, place, reason }) =>
        `  switch ${to}  ${label} (Authentication, ${place}): otherwise an app ${reason}`
      ),
      "              An app that may read one network could take over the account: docs/deploy.md, OAuth.",
    ],
    isReady: false,
  };
}
