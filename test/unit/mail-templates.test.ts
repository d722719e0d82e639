import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { project } from "../../supabase/local/core/settings.ts";
import { linkIn, templates } from "../../supabase/local/lite/mail.ts";

const types = {
  confirmation: "signup",
  recovery: "recovery",
  invite: "invite",
  magic_link: "magiclink",
  email_change: "email_change",
};

describe("the template of a mail", () => {
  for (const [name, type] of Object.entries(types)) {
    test(`for ${name} leads to the page with a token_hash, and is in config.toml`, async () => {
      const { subject, content_path } = templates[name as keyof typeof types];
      const html = await readFile(content_path, "utf8");
      const link = `{{ .RedirectTo }}?token_hash={{ .TokenHash }}&type=${type}`;
      expect(linkIn({ to: "", subject, html })).toBe(link);
      expect(html).not.toContain("ConfirmationURL");
      const config = await readFile(join(project, "supabase", "config.toml"), "utf8");
      expect(config).toContain(
        `[auth.email.template.${name}]\nsubject = "${subject}"\n` +
          `content_path = "./supabase/templates/${name}.html"\n`,
      );
      const guide = await readFile(join(project, "docs", "deploy.md"), "utf8");
      expect(guide).toContain(`\`${link}\``);
    });
  }
});
