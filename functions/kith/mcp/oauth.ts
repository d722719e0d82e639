// The metadata by which apps find the OAuth server (RFC 9728).
import type { Dependencies } from "../core/call.ts";
import { mcpPath, oauthMetadataPath } from "../core/paths.ts";
import { Problem, problems } from "../core/problems.ts";

/** Where the platform's gateway serves functions. */
const functions = "/functions/v1";

/**
 * The protected resource's metadata (RFC 9728).
 * @throws Problem not_found where OAuth is not switched on
 */
export function answerMetadata({ oauthUrl }: Dependencies): Response {
  if (oauthUrl === undefined) throw problems.notFound();
  return Response.json({
    resource: `${oauthUrl}${functions}${mcpPath}`,
    authorization_servers: [`${oauthUrl}/auth/v1`],
    // Of those that Auth knows the one that means least: what a client may do is decided by its connection.
    scopes_supported: ["email"],
    bearer_methods_supported: ["header"],
    resource_name: "Kith",
  });
}

/**
 * What a client is told whose credential is missing or not valid: where it learns how to get another. So is one that has
 * no connection (any more), which then asks the owner again. Any other problem stays as it is.
 * @param hasToken whether the request had a credential (RFC 6750, 3.1)
 */
export function withChallenge(
  problem: Problem,
  oauthUrl: string | undefined,
  hasToken: boolean,
): Problem {
  const { code, message } = problem;
  if (oauthUrl === undefined || !["unauthorized", "connection_required"].includes(code)) {
    return problem;
  }
  const metadata = `resource_metadata="${oauthUrl}${functions}${oauthMetadataPath}"`;
  const error = hasToken ? 'error="invalid_token", ' : "";
  return new Problem("unauthorized", message, {
    headers: { "www-authenticate": `Bearer ${error}${metadata}` },
  });
}
