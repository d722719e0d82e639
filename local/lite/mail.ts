// The mails that the local Auth would send.
import { join } from "node:path";
import type { Mail } from "../core/mail.ts";
import { project } from "../core/settings.ts";

const template = (name: string, subject: string) => ({
  subject,
  content_path: join(project, "supabase", "templates", `${name}.html`),
});

/** Equal to config.toml. */
export const templates = {
  confirmation: template("confirmation", "Confirm your address"),
  recovery: template("recovery", "Choose a new password"),
  invite: template("invite", "You are invited"),
  magic_link: template("magic_link", "Sign in"),
  email_change: template("email_change", "Confirm your new address"),
};

/** The link of a mail. The plain text is lite's own and links elsewhere. */
export const linkIn = ({ html }: Mail): string | undefined =>
  /href="([^"]+)"/.exec(html ?? "")?.[1]?.replaceAll("&amp;", "&");
