import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Gives the path of a file for COPY, and removes the file afterwards. The server, which runs as another user where this
 * process is root's, may read and write it.
 */
export async function withServerFile<T>(work: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "kith copy "));
  try {
    await chmod(folder, 0o777);
    return await work(join(folder, "rows"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
