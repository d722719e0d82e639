/** Makes server.json, which describes the MCP server for the MCP registry, from package.json and the tools. */
import { readFileSync } from "node:fs";
import { tools } from "../functions/kith/mcp/tools/all.ts";

/** What package.json says of the project. The last four are there only where somebody publishes it: docs/maintaining.md. */
export interface Published {
  version: string;
  /** The name in the registry, `<namespace>/<name>`; the namespace is a domain or an account, backwards, that is the publisher's. */
  mcpName?: string;
  /** HTTPS address of a page about the project. */
  homepage?: string;
  /** HTTPS address of a picture, PNG or SVG. */
  icon?: string;
  /** Where the source is. */
  repository?: { url: string };
}

/** The name without a publisher: valid for the registry, in a domain that nobody can have, so that it cannot be published. */
const unpublished = "local.kith/kith";

/** Members that server.json lacks before it can be published, by their names in package.json. */
export function missingToPublish(published: Published): string[] {
  return (["mcpName", "homepage", "icon", "repository"] as const).filter((name) =>
    !published[name]
  );
}

/** What package.json says now. */
export function readPublished(): Published {
  return JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
}

/** The text of server.json. Source of its form: the registry's schema of 2025-12-11. */
export function serverJson(published: Published = readPublished()): string {
  const { version, mcpName = unpublished, homepage, icon, repository } = published;
  const url = repository?.url.replace(/^git\+/, "").replace(/\.git$/, "");
  const server = {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: mcpName,
    title: "Kith",
    description:
      "A personal contact manager: contacts, networks, notes and reminders in your own Supabase project.",
    version,
    ...(homepage ? { websiteUrl: homepage } : {}),
    ...(icon ? { icons: [{ src: icon }] } : {}),
    // The registry knows hosts by their first name: github, gitlab.
    ...(url ? { repository: { url, source: new URL(url).hostname.split(".").at(-2) } } : {}),
    remotes: [{
      type: "streamable-http",
      url: "https://{host}/functions/v1/kith/mcp",
      variables: {
        host: {
          description: "The host of the Supabase project into which Kith is deployed.",
          placeholder: "<ref>.supabase.co",
          isRequired: true,
        },
      },
      headers: [{
        name: "Authorization",
        value: "Bearer {key}",
        isRequired: true,
        isSecret: true,
        variables: {
          key: {
            description: "An API key of Kith, from its settings page.",
            placeholder: "kith_…",
            isRequired: true,
            isSecret: true,
          },
        },
      }],
    }],
    _meta: {
      "io.modelcontextprotocol.registry/publisher-provided": {
        tools: tools.map(({ name }) => name),
      },
    },
  };
  return `${JSON.stringify(server, null, 2)}\n`;
}
