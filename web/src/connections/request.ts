import type { AuthError } from "@supabase/auth-js";
import { listConnections } from "../api/kith.ts";
import { auth, describeAuthError } from "../session/auth.ts";

/** A client as it describes itself. */
export interface Client {
  id: string;
  name: string;
}

/** What an app asks for, and how to answer. Both answers return where the browser is led then. */
export interface ConsentRequest {
  /** One, unless Auth does not say which. */
  clients: Client[];
  /** Where the app is led back to. */
  redirectUri: string;
  approve(): Promise<string>;
  deny(client: Client): Promise<string>;
}

/** An error of Auth, in a sentence for the user. */
export class ConsentError extends Error {}

/**
 * Reads what is asked. It is asked once only, because asking approves where Auth remembers a consent (supabase/auth#2590);
 * then there are no details, but an address to go to. That is followed only where the app is connected in Kith: a
 * consent that was given before, for something else of the project, is none for Kith.
 * @returns a request, or the address to go to
 * @throws ConsentError, and what requests throw
 */
export async function readRequest(id: string): Promise<ConsentRequest | string> {
  const details = dataOf(await auth.oauth.getAuthorizationDetails(id));
  const options = { skipBrowserRedirect: true };
  if (!("redirect_url" in details)) {
    return {
      clients: [details.client],
      redirectUri: details.redirect_uri,
      approve: async () => dataOf(await auth.oauth.approveAuthorization(id, options)).redirect_url,
      deny: async () => dataOf(await auth.oauth.denyAuthorization(id, options)).redirect_url,
    };
  }
  const redirectUri = details.redirect_url;
  const [connections, grants] = await Promise.all([listConnections(), auth.oauth.listGrants()]);
  const isConnected = ({ id }: Client) => connections.some(({ clientId }) => clientId === id);
  const clients = dataOf(grants).map(({ client }) => client).filter((each) => !isConnected(each));
  const host = withoutPort(hostOf(redirectUri));
  const isKnown = connections.some(({ redirectHost }) => withoutPort(redirectHost) === host);
  if (isKnown || clients.length === 0) return redirectUri;
  return {
    clients,
    redirectUri,
    approve: () => Promise.resolve(redirectUri),
    deny: async (client) => {
      dataOf(await auth.oauth.revokeGrant({ clientId: client.id }));
      return refused(redirectUri);
    },
  };
}

/** The host of an address, or for an app on this device the scheme that opens it. */
export function hostOf(uri: string): string {
  const { protocol, host } = new URL(uri);
  return (/^https?:$/.test(protocol) ? host : `${protocol}//${host}`).slice(0, 255);
}

/** Programs on this device listen on any port. */
const withoutPort = (host: string) => host.replace(/:\d+$/, "");

/** Whether the browser may be led there: never to a script or to a document in the address itself. */
export const isSafe = (uri: string) =>
  URL.canParse(uri) &&
  !/^(javascript|data|vbscript|blob|file|about):$/.test(new URL(uri).protocol);

function refused(redirectUri: string): string {
  const url = new URL(redirectUri);
  url.searchParams.delete("code");
  url.searchParams.set("error", "access_denied");
  return url.href;
}

function dataOf<T>({ data, error }: { data: T | null; error: AuthError | null }): T {
  if (error || data === null) throw new ConsentError(describeAuthError(error));
  return data;
}
