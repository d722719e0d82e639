import { inject } from "vitest";
import { runCommand } from "../../supabase/deploy/command.ts";
import type { Release } from "../../supabase/deploy/release.ts";
import { buildRelease } from "../../supabase/deploy/write-release.ts";
import { accessToken, type ManagementApi, projectRef } from "./management-api.ts";

/** The release that the checkout is; built once. */
let built: Promise<Release> | undefined;
export const release = () => built ??= buildRelease();

/** A catalog without the comment of the schema `kith`, by which installations differ: it says when. */
export const withoutState = (catalog: string[]) =>
  catalog.filter((line) => !line.includes('"kith"') && !line.includes("Kith: the tables."));

/**
 * Runs the command that installs Kith, as from a command line.
 * @param args its command and options, without those that say where
 * @returns what it printed
 */
export async function runInstaller(
  api: Pick<ManagementApi, "url">,
  args: string[],
  { projectUrl = inject("stack").url, ref = projectRef, token = accessToken, given = release } = {},
): Promise<string> {
  const lines: string[] = [];
  await runCommand({
    args: [...args, "--project-ref", ref, "--project-url", projectUrl, "--api-url", api.url],
    environment: { HOME: "/nowhere", SUPABASE_ACCESS_TOKEN: token },
    program: "kith-server",
    release: given,
    say: (line) => lines.push(line),
    pauseMs: 1,
  });
  return lines.join("\n");
}
