import { randomBytes } from "node:crypto";
import type { State } from "./state.ts";

const authMethods = ["none", "client_secret_basic", "client_secret_post"];

/** `POST /oauth/clients/register` (RFC 7591), open to anybody. */
export async function registerClient(state: State, request: Request): Promise<Response> {
  const given = await request.json().catch(() => null) as Record<string, unknown> | null;
  const redirectUris = given?.["redirect_uris"];
  const isListOfUris = Array.isArray(redirectUris) && redirectUris.length > 0 &&
    redirectUris.length <= 10 && redirectUris.every(isAcceptable);
  if (!isListOfUris) {
    return refuse("validation_failed", "redirect_uris are 1 to 10 absolute URLs.");
  }
  const authMethod = given?.["token_endpoint_auth_method"] ?? "client_secret_basic";
  if (!authMethods.includes(authMethod as string)) {
    return refuse("invalid_client_metadata", `The method is one of ${authMethods.join(", ")}.`);
  }
  const client = state.addClient({
    name: String(given?.["client_name"] ?? "").slice(0, 1024),
    redirectUris: redirectUris as string[],
    grants: ["authorization_code", "refresh_token"],
    authMethod: authMethod as string,
    secret: authMethod === "none" ? null : randomBytes(32).toString("base64url"),
  });
  return Response.json({
    client_id: client.id,
    ...(client.secret ? { client_secret: client.secret, client_secret_expires_at: 0 } : {}),
    client_id_issued_at: Math.floor(Date.now() / 1000),
    client_name: client.name,
    redirect_uris: client.redirectUris,
    grant_types: client.grants,
    response_types: ["code"],
    token_endpoint_auth_method: client.authMethod,
    client_type: client.secret ? "confidential" : "public",
    registration_type: "dynamic",
  }, { status: 201 });
}

const dangerous = ["javascript:", "data:", "vbscript:", "file:", "blob:", "about:"];

/** Whether a browser may be led there: an absolute URL without a fragment that runs nothing by itself, `http` on this machine only. */
export function isAcceptable(uri: unknown): boolean {
  if (typeof uri !== "string" || uri.length > 2_000 || !URL.canParse(uri)) return false;
  const { protocol, hash, host, hostname } = new URL(uri);
  return host !== "" && hash === "" && !dangerous.includes(protocol) &&
    (protocol !== "http:" || ["localhost", "127.0.0.1", "[::1]"].includes(hostname));
}

function refuse(error: string, error_description: string): Response {
  return Response.json({ error, error_description }, { status: 400 });
}
