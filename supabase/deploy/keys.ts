// The keys of a project, and how its Auth signs.
import type { Management } from "./management-api.ts";

/** The API keys of a project that trying it out needs. */
export interface ProjectKeys {
  publishable: string;
  /** Makes a confirmed account and removes files; empty where the access token does not reveal it. */
  secret: string;
  /** Whether the project has only the older kind of keys, the JWTs `anon` and `service_role`. */
  onlyLegacy: boolean;
}

interface ListedKey {
  name: string;
  type?: string;
  api_key?: string | null;
}

/** Reads the project's API keys. @throws one line where there is no such project, and where the token may not */
export async function readProjectKeys({ send }: Management): Promise<ProjectKeys> {
  const keys = await send({
    method: "GET",
    path: "/api-keys?reveal=true",
    needs: "API Key Secrets: Read",
  }) as ListedKey[];
  // Keys that are not revealed are missing, or have dots in the place of most of their letters.
  const revealed = keys.filter(({ api_key: key }) => /^[\w.-]+$/.test(key ?? ""));
  const find = (type: string, legacyName: string) => {
    const ofType = revealed.filter((key) => key.type === type);
    const chosen = ofType.find((key) => key.name === "default") ?? ofType[0] ??
      revealed.find((key) => key.name === legacyName);
    return chosen?.api_key ?? "";
  };
  return {
    publishable: find("publishable", "anon"),
    secret: find("secret", "service_role"),
    onlyLegacy: !keys.some((key) => key.type === "publishable"),
  };
}

/** Whether Auth signs with a key pair, so that the function verifies access tokens by itself. */
export async function signsWithKeyPair(projectUrl: string): Promise<boolean> {
  const answer = await fetch(`${projectUrl}/auth/v1/.well-known/jwks.json`, {
    signal: AbortSignal.timeout(30_000),
  });
  const { keys } = await answer.json() as { keys?: unknown[] };
  return (keys?.length ?? 0) > 0;
}
