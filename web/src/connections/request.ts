/** What an app asks for, and the answer to Auth. */
import { t } from "../base/texts.ts";
import type { AuthError } from "@supabase/auth-js";
import { listConnections } from "../api/kith.ts";
import { Refused } from "../base/problem.ts";
import type { Connection } from "@kith/client";
import { auth, describeAuthError } from "../session/auth.ts";

/** A client as it describes itself. */
export interface Client {
  id: string;
  name: string;
}

/** What an app asks for, and how to answer. Both answers return where the browser is led then. */
export interface ConsentRequest {
  client: Client;
  /** Where the app is led back to. */
  redirectUri: string;
  approve(): Promise<string>;
  deny(): Promise<string>;
}

/** Auth remembers a consent and does not say whose; one of these apps, which have no connection, may be the one that asks. */
export interface Remembered {
  clients: Client[];
  /** Revokes these consents in Auth, so that the app is asked for properly when it begins again. */
  forget(): Promise<void>;
}

/** An error of Auth, in a sentence for the user. */
export class ConsentError extends Refused {
  constructor(message: string) {
    super(message, t("The app cannot be connected"));
  }
}

/**
 * Reads what is asked. It is asked once only, because asking approves where Auth remembers a consent (supabase/auth#2590);
 * then there are no details, but an address to go to. That is followed only where the app is connected in Kith: a
 * consent that was given before, for something else of the project, does not count for Kith.
 * @returns a request, the apps that may be asking, or the address to go to
 * @throws ConsentError, and what requests throw
 */
export async function readRequest(id: string): Promise<ConsentRequest | Remembered | string> {
  const { data: details, error } = await auth.oauth.getAuthorizationDetails(id);
  if (error?.status === 400 || error?.status === 404) {
    throw new ConsentError(t("This was answered before, or has expired. Start again in the app."));
  }
  const options = { skipBrowserRedirect: true };
  const read = dataOf({ data: details, error });
  if (!("redirect_url" in read)) {
    return {
      client: read.client,
      redirectUri: read.redirect_uri,
      approve: async () => dataOf(await auth.oauth.approveAuthorization(id, options)).redirect_url,
      deny: async () => dataOf(await auth.oauth.denyAuthorization(id, options)).redirect_url,
    };
  }
  const [connections, grants] = await Promise.all([listConnections(), auth.oauth.listGrants()]);
  return whoeverAsks(read.redirect_url, connections, dataOf(grants).map(({ client }) => client));
}

/** @param granted the apps whose consent Auth remembers */
function whoeverAsks(
  redirectUri: string,
  connections: Connection[],
  granted: Client[],
): Remembered | string {
  const host = withoutPort(hostOf(redirectUri));
  const live = connections.filter(isLive);
  const returnsThere = ({ redirectHost }: Connection) => withoutPort(redirectHost) === host;
  const isConnected = ({ id }: Client) => live.some(({ clientId }) => clientId === id);
  const clients = granted.filter((client) => !isConnected(client));
  // An app whose connection has expired may be the one that asks, also where another one is led to the same host.
  // Apps on this device share its own host, so that it does not tell which of them asks.
  const isKnown = !isThisDevice(host) && live.some(returnsThere) &&
    !connections.some((each) => !isLive(each) && returnsThere(each));
  if (isKnown || clients.length === 0) return redirectUri;
  return {
    clients,
    forget: async () => {
      for (const { id } of clients) dataOf(await auth.oauth.revokeGrant({ clientId: id }));
    },
  };
}

const isThisDevice = (host: string) => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(host);

const isLive = ({ expiresAt }: Connection) =>
  expiresAt === null || Date.parse(expiresAt) > Date.now();

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

function dataOf<T>({ data, error }: { data: T | null; error: AuthError | null }): T {
  if (error || data === null) throw new ConsentError(describeAuthError(error));
  return data;
}
