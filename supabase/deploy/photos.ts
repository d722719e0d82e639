// Removes the photos of a project that Kith leaves.
import { literal } from "./state.ts";
import type { Management } from "./management-api.ts";
import { names } from "./names.ts";

/** So many files are removed by one request. */
const part = 1000;

/**
 * Removes all files of the bucket, through Storage, so that nothing of them stays where it keeps them.
 * @param secretKey of the project
 * @returns how many
 * @throws one line where Storage refuses
 */
export async function removePhotos(
  { query }: Management,
  projectUrl: string,
  secretKey: string,
): Promise<number> {
  for (let removed = 0;;) {
    const rows = await query(
      "photos to remove",
      `select name from storage.objects where bucket_id = ${literal(names.bucket)} limit ${part}`,
    );
    if (rows.length === 0) return removed;
    if (!secretKey) {
      throw new Error(
        `The access token does not reveal the secret key, without which photos cannot be removed: it needs "API Key Secrets: Read".`,
      );
    }
    const answer = await fetch(`${projectUrl}/storage/v1/object/${names.bucket}`, {
      method: "DELETE",
      headers: {
        apikey: secretKey,
        authorization: `Bearer ${secretKey}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ prefixes: rows.map(({ name }) => name) }),
      signal: AbortSignal.timeout(120_000),
    });
    const text = await answer.text();
    if (!answer.ok) {
      throw new Error(
        `Storage answered ${answer.status} to removing photos: ${text.slice(0, 200)}`,
      );
    }
    const gone = (JSON.parse(text) as unknown[]).length;
    if (gone === 0) {
      throw new Error("Storage removes no more photos; empty the bucket in the dashboard.");
    }
    removed += gone;
  }
}
