// Registers OAuth clients and begins their authorizations.
import { randomBytes, randomUUID } from "node:crypto";
import { type RegisteredClient, scopes, type State } from "./state.ts";

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
  const client = state.clients.add({
    id: randomUUID(),
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

/** Milliseconds that an authorization waits for the user. */
const patience = 10 * 60_000;

/**
 * `GET /oauth/authorize`: leads the browser to the consent view.
 * @param consentUrl the view, which gets the authorization's id
 */
export function beginAuthorization(
  state: State,
  query: URLSearchParams,
  consentUrl: string,
): Response {
  const client = state.clients.get(query.get("client_id") ?? "");
  if (!client) return refuse("invalid_client", "This client is not registered.");
  const redirectUri = query.get("redirect_uri");
  if (!redirectUri) return refuse("validation_failed", "redirect_uri is required");
  if (!client.redirectUris.includes(redirectUri) || !isAcceptable(redirectUri)) {
    return refuse("invalid_request", "The redirect_uri is not one that the client registered.");
  }
  const asked = (query.get("scope") ?? "email").split(" ").filter(Boolean);
  const fault = faultIn(query, asked);
  if (fault) {
    const back = new URL(redirectUri);
    for (const [name, value] of Object.entries(fault)) back.searchParams.set(name, value);
    if (query.has("state")) back.searchParams.set("state", query.get("state")!);
    return redirect(back.href);
  }
  const { id } = state.pending.add({
    id: randomUUID(),
    client,
    query: Object.fromEntries(query),
    redirectUri,
    scopes: asked,
    userId: undefined,
    isDecided: false,
    expiresAt: Date.now() + patience,
  });
  return redirect(`${consentUrl}?authorization_id=${id}`);
}

function faultIn(query: URLSearchParams, asked: string[]): Record<string, string> | undefined {
  const fault = (error: string, error_description: string) => ({ error, error_description });
  if (query.get("response_type") !== "code") {
    return fault("unsupported_response_type", "The response_type is code.");
  }
  if (!query.get("code_challenge") || query.get("code_challenge_method") !== "S256") {
    return fault("invalid_request", "PKCE with S256 is needed.");
  }
  if (!asked.every((scope) => scopes.includes(scope))) {
    return fault("invalid_scope", `The scopes are ${scopes.join(", ")}.`);
  }
  return undefined;
}

/** A client as the consent view gets it. */
export function describeClient({ id, name }: RegisteredClient) {
  return { id, name, uri: "", logo_uri: "" };
}

function redirect(location: string): Response {
  return new Response(null, { status: 302, headers: { location } });
}
