import { manage, type ManagedProject } from "./management-api.ts";

/** What of Auth's settings decides what an app that connects by OAuth can do with its token at Auth. */
const needed = [
  { name: "security_update_password_require_current_password", label: "Require current password" },
  { name: "mailer_secure_email_change_enabled", label: "Secure email change" },
];

/**
 * Looks at Auth's settings where the project has an OAuth server: without some of them a connected app can take over
 * the account. Changes nothing.
 * @returns lines for the operator
 */
export async function inspectAuth(project: ManagedProject): Promise<string[]> {
  const answer = await manage(project, "/config/auth");
  if (!answer || "status" in answer) {
    const why = answer ? `answered ${answer.status}` : "SUPABASE_ACCESS_TOKEN is not set";
    return [`auth          its settings were not looked at (${why}); see docs/deploy.md, OAuth`];
  }
  const settings = answer.data as Record<string, unknown>;
  if (!settings["oauth_server_enabled"]) return ["auth          without an OAuth server"];
  const missing = needed.filter(({ name }) => settings[name] !== true);
  if (missing.length === 0) return ["auth          ready for apps that connect by OAuth"];
  return [
    "auth          NOT ready for apps that connect by OAuth",
    ...missing.map(({ label }) =>
      `  switch on   ${label} (Authentication, Sign In / Providers, Email)`
    ),
    "              Without it an app that may read one network can take over the account: docs/deploy.md, OAuth.",
  ];
}
