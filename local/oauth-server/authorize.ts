import { isAcceptable } from "./register.ts";
import { type RegisteredClient, scopes, type State } from "./state.ts";

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
  const client = state.client(query.get("client_id") ?? "");
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
  const id = state.addPending({
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

function refuse(error: string, error_description: string): Response {
  return Response.json({ error, error_description }, { status: 400 });
}

function redirect(location: string): Response {
  return new Response(null, { status: 302, headers: { location } });
}
