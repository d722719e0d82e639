/** The settings of this build: the project and its publishable key. */

function read(name: string): string {
  const tag = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  if (!tag) throw new Error(`The page has no setting "${name}".`);
  return tag.content;
}

/** URL of the Supabase project, without a slash at its end. */
export const projectUrl = read("kith-project");

/** The project's publishable key. */
export const publishableKey = read("kith-publishable-key");

/** URL of the API. */
export const apiUrl = `${projectUrl}/functions/v1/kith/api/v1`;

/** Whether the project is the one of `npm start`. */
export const isLocalProject = /^(127\.0\.0\.1|localhost)$/.test(new URL(projectUrl).hostname);

/** URL for assistants that speak MCP. */
export const mcpUrl = `${projectUrl}/functions/v1/kith/mcp`;

/** URL for address books that speak CardDAV. */
export const davUrl = `${projectUrl}/functions/v1/kith/dav/`;
