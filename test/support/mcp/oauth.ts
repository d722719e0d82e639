import {
  type Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { inject } from "vitest";
import { type Account, expectStatus, type KeyLimits } from "../accounts.ts";
import type { Json } from "../client.ts";
import { type Era, mcpUrl, newClient } from "./client.ts";

/** An app that asks for consent by OAuth; it keeps what it gets in memory. */
export class App implements OAuthClientProvider {
  /** Where the browser of its user is to be led. */
  authorizationUrl: URL | undefined;
  registration: StoredOAuthClientInformation | undefined;
  stored: StoredOAuthTokens | undefined;
  #verifier = "";
  #discovered: OAuthDiscoveryState | undefined;

  constructor(
    readonly redirectUrl = "http://127.0.0.1:9/callback",
    readonly name = "A test app",
    readonly url = mcpUrl(),
  ) {}

  get clientMetadata() {
    return {
      client_name: this.name,
      redirect_uris: [this.redirectUrl],
      token_endpoint_auth_method: "none",
    };
  }
  state = () => "the state";
  clientInformation = () => this.registration;
  saveClientInformation(given: StoredOAuthClientInformation): void {
    this.registration = given;
  }
  tokens = () => this.stored;
  saveTokens(given: StoredOAuthTokens): void {
    this.stored = given;
  }
  redirectToAuthorization(url: URL): void {
    this.authorizationUrl = url;
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  codeVerifier = () => this.#verifier;
  // Only a challenge says where the metadata are, so that an app has to keep that until the user comes back.
  discoveryState = () => this.#discovered;
  saveDiscoveryState(found: OAuthDiscoveryState): void {
    this.#discovered = found;
  }
  invalidateCredentials(): void {
    this.stored = undefined;
  }

  transport(): StreamableHTTPClientTransport {
    return new StreamableHTTPClientTransport(new URL(this.url), { authProvider: this });
  }

  /** A client that is connected with what the app has. */
  async connect(era: Era = "2026"): Promise<Client> {
    const client = newClient(era);
    await client.connect(this.transport());
    return client;
  }
}

/** A request to the project's Auth as the page sends it. */
export async function askAuth(
  account: Account | null,
  path: string,
  method = "GET",
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Json; location: string | null }> {
  const answer = await fetch(new URL(path, `${inject("stack").url}/auth/v1/`), {
    method,
    redirect: "manual",
    headers: {
      ...headers,
      ...(account ? { authorization: `Bearer ${account.token}` } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  // A redirect of the platform's Auth has a body of HTML.
  const isJson = /\bjson\b/.test(answer.headers.get("content-type") ?? "");
  return {
    status: answer.status,
    body: isJson && text !== "" ? JSON.parse(text) : undefined,
    location: answer.headers.get("location"),
  };
}

/** The id with which the consent view is opened. */
export async function authorizationId(url: URL): Promise<string> {
  const { location } = await askAuth(null, url.href);
  const consent = new URL(location!);
  if (consent.pathname !== "/oauth/consent") throw new Error(`It leads to ${location}`);
  return consent.searchParams.get("authorization_id")!;
}

/** Does what the consent view does; returns where the browser is led then. */
export async function approve(account: Account, app: App, limits: KeyLimits = {}): Promise<URL> {
  const id = await authorizationId(app.authorizationUrl!);
  const { body: details } = await askAuth(account, `oauth/authorizations/${id}`);
  const { client, redirect_uri } = details;
  const body = { clientId: client.id, name: client.name, redirectHost: new URL(redirect_uri).host };
  expectStatus(await account.post("/connections", { ...body, ...limits }), 201);
  const { body: decided } = await askAuth(account, `oauth/authorizations/${id}/consent`, "POST", {
    action: "approve",
  });
  return new URL(decided.redirect_url);
}
