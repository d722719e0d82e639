// The tools `search` and `fetch`, with the names, arguments and answers that ChatGPT's connectors and deep research require.
import { z } from "zod";
import { text } from "../../core/fields.ts";
import { brief, contactArguments, shortContact } from "./members.ts";
import { defineTool, type Tool } from "./tool.ts";
import { asText, readContact } from "./whole-contact.ts";

export const lookupTools: Tool[] = [
  defineTool({
    name: "search",
    title: "Search, for connectors",
    description: "search_contacts for clients that know only search and fetch.",
    scopes: ["contacts:read"],
    effect: "read",
    input: z.strictObject({ query: text(1, 200).meta(brief) }),
    output: z.object({
      results: z.array(z.object({ id: z.string(), title: z.string(), url: z.string() })),
    }),
    members: { search: "query" },
    async run({ query }, run, makeCall) {
      const asked = { query: { search: query, pageSize: 20 } };
      const { dependencies } = makeCall("list_contacts", asked);
      const { body } = await run("list_contacts", asked);
      return {
        results: [...body.data, ...body.suggestions ?? []].map((found) => ({
          id: found.id,
          title: titleOf(found),
          url: addressOf(found.id, dependencies.pageUrl),
        })),
      };
    },
  }),
  defineTool({
    name: "fetch",
    title: "Fetch, for connectors",
    description: "get_contact for an id that search found.",
    scopes: ["contacts:read"],
    effect: "read",
    input: z.strictObject({ id: text(1, 200).meta(brief) }),
    output: z.object({
      id: z.string(),
      title: z.string(),
      text: z.string(),
      url: z.string(),
      metadata: z.object({}),
    }),
    async run({ id }, run, makeCall) {
      const who = contactArguments(id);
      const { dependencies } = makeCall("get_contact", who);
      const contact = await readContact(who, run);
      const found = String(contact["id"]);
      return {
        id: found,
        title: titleOf(contact),
        text: asText(contact),
        url: addressOf(found, dependencies.pageUrl),
        metadata: metadataOf(contact),
      };
    },
  }),
];

/** The name, and where somebody works, so that namesakes can be told apart. */
function titleOf({ displayName, company }: Record<string, unknown>): string {
  return company && company !== displayName ? `${displayName}, ${company}` : String(displayName);
}

/** What a list says of a contact, as texts. */
function metadataOf(contact: Record<string, unknown>) {
  const lists = { addresses: [], emails: [], phones: [], ...contact };
  const { id: _, displayName: __, ...said } = shortContact(lists) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(said).map(([name, value]) => [name, String(value)]));
}

/** The address of a contact as a resource. */
export const resourceOf = (id: string) => `kith://contact/${id}`;

/** Where a person opens the contact on the page; the address of the resource where the function does not know the page. */
export function addressOf(id: string, pageUrl: string | undefined): string {
  return pageUrl === undefined ? resourceOf(id) : `${pageUrl}#/contacts/${id}`;
}
