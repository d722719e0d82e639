import { getKey, updateKey } from "../api/kith.ts";
import { toProblem } from "../api/problem.ts";
import type { ApiKey, ApiKeyUpdate } from "../api/types.ts";
import { sameSet } from "./access.ts";

/** Attempts of a change; each use of the key, about once a minute, gives it another entity tag. */
const attempts = 3;

/** The key is not as it was when the user began to edit it. */
export class ChangedElsewhere extends Error {
  constructor(readonly now: ApiKey) {
    super("The key was changed elsewhere.");
  }
}

/**
 * Changes a key unless somebody changed it since it was shown. The entity tag is read just before, because that of the
 * list would be out of date as soon as the key is used.
 * @throws ChangedElsewhere, and what requests throw
 */
export async function saveKey(shown: ApiKey, changes: ApiKeyUpdate): Promise<ApiKey> {
  for (let attempt = 1;; attempt++) {
    const { key, etag } = await getKey(shown.id);
    if (!sameSettings(key, shown)) throw new ChangedElsewhere(key);
    try {
      return await updateKey(key.id, changes, etag);
    } catch (error) {
      if (attempt === attempts || toProblem(error).code !== "precondition_failed") throw error;
    }
  }
}

const sameSettings = (one: ApiKey, other: ApiKey) =>
  one.name === other.name && one.expiresAt === other.expiresAt &&
  sameSet(one.scopes, other.scopes) && sameSet(one.networkIds, other.networkIds);
