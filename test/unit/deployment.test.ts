import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { project } from "../../local/core/settings.ts";
import { linkIn, templates } from "../../local/lite/mail.ts";

const types = {
  confirmation: "signup",
  recovery: "recovery",
  invite: "invite",
  magic_link: "magiclink",
  email_change: "email_change",
};

describe("the template of a mail", () => {
  for (const [name, type] of Object.entries(types)) {
    it(`for ${name} leads to the page with a token_hash, and is in config.toml`, async () => {
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

describe("the container", async () => {
  const read = (path: string) => readFile(join(project, path), "utf8");
  const [containerfile, compose, kong, packages] = await Promise.all([
    read("supabase/container/Containerfile"),
    read("supabase/container/compose.yml"),
    read("supabase/container/kong.yml"),
    read("package.json"),
  ]);

  it("uses the version of Deno that the tests use", () => {
    const { dependencies } = JSON.parse(packages) as { dependencies: Record<string, string> };
    expect(/^FROM docker\.io\/denoland\/deno:(\S+)$/m.exec(containerfile)![1]).toBe(
      dependencies["deno"],
    );
  });

  it("connects to the database through the pooler's transaction port", () => {
    expect(/^ {6}KITH_DB_URL: (.*)$/m.exec(compose)![1]).toMatch(
      /^postgresql:\/\/postgres\.\$\{POOLER_TENANT_ID\}:\$\{POSTGRES_PASSWORD\}@supavisor:6543\//,
    );
  });

  it("is reached at the address of the function", () => {
    expect(/^ +- (\/functions\S*)$/m.exec(kong)![1]).toBe("/functions/v1/kith/");
    expect(/^ {2}(\w+):$/m.exec(compose)![1]).toBe("kith");
  });
});
