// The paths at which the function is served.

/** The path that the function sees: the gateway removes `/functions/v1`, but not the function's name. */
export const basePath = "/kith/api/v1";

/** The path that clients use, below the URL of a Supabase project. */
export const publicPath = `/functions/v1${basePath}`;

/** The path of the Model Context Protocol, as the function sees it. */
export const mcpPath = "/kith/mcp";

/** The same for clients with a key: some ignore their key when an answer mentions OAuth, so that none does here. */
export const mcpKeyPath = `${mcpPath}/key`;

/** The path of the address book of CardDAV clients, without the slash at its end. */
export const davPath = "/kith/dav";

/** Where clients find out how to get an access token (RFC 9728). */
export const oauthMetadataPath = `${mcpPath}/oauth-protected-resource`;
