import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { complaintIn, supabaseCli } from "../../supabase/deploy/cli.ts";
import { copyProject } from "../../supabase/deploy/project-copy.ts";
import { type Files, projectRef, startManagementApi } from "./management-api.ts";

/** What `supabase functions deploy` sends to the platform. */
export interface Upload {
  files: Files;
  metadata: Record<string, unknown>;
  /** Size of the request. */
  bytes: number;
}

/** Deploys the function with the real CLI, to a management API on loopback. */
export async function uploadFunction(): Promise<Upload> {
  const [api, copy] = [await startManagementApi(), await copyProject()];
  try {
    const cli = supabaseCli(copy.folder, api.environment, api.profile);
    const result = await cli("functions", "deploy", "kith", "--use-api", `--remote=${projectRef}`);
    if (!result.ok || !api.upload) throw new Error(complaintIn(result));
    return api.upload;
  } finally {
    await api.stop();
    await copy.remove();
  }
}

/** Lays the files out in an empty folder, as the platform does before it starts the function. */
export async function unpackFunction(files: Files, folder: string): Promise<void> {
  for (const [path, content] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}
