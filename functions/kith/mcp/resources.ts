// Contacts as resources, and the completion of their names.
import {
  type CompleteRequestParams,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
} from "@modelcontextprotocol/server";
import { Problem } from "../core/problems.ts";
import { resourceOf } from "./tools/lookup.ts";
import { contactArguments } from "./tools/members.ts";
import type { Run } from "./tools/tool.ts";
import { readContact } from "./tools/whole-contact.ts";

/** The resource of a contact, by its id or by a name as tools take it. */
const template = resourceOf("{id}");
const address = /^kith:\/\/contact\/([^/?#]{1,2000})$/;

/** Characters of a name, as in tools. */
const longestName = 200;

/** Names that a completion has at most. */
const mostNames = 50;

/** The templates of resources, for a credential that may read contacts. */
export const resourceTemplates = [{
  uriTemplate: template,
  name: "contact",
  title: "Contact",
  description: "Everything about one contact, by its id or name.",
  mimeType: "application/json",
}];

/**
 * Reads a contact.
 * @throws ProtocolError where there is none, or it is not clear which
 * @throws Problem where the credential is refused
 */
export async function readResource(uri: string, run: Run) {
  const name = nameIn(uri);
  if (name === null) throw new ResourceNotFoundError(uri);
  try {
    const contact = await readContact(contactArguments(name), run);
    return { contents: [{ uri, mimeType: "application/json", text: JSON.stringify(contact) }] };
  } catch (error) {
    if (error instanceof Problem && error.code === "not_found") {
      throw new ResourceNotFoundError(uri);
    }
    throw error;
  }
}

function nameIn(uri: string): string | null {
  try {
    const name = decodeURIComponent(address.exec(uri)?.[1] ?? "").trim();
    return name === "" || name.length > longestName || name.includes("\0") ? null : name;
  } catch {
    return null;
  }
}

/**
 * Completes the name of a contact: in the address of a resource, or in the argument of a prompt.
 * @throws ProtocolError where there is nothing to complete
 * @throws Problem where the credential is refused
 */
export async function complete({ ref, argument }: CompleteRequestParams, run: Run) {
  const isResource = ref.type === "ref/resource";
  const completed = isResource
    ? ref.uri === template && argument.name === "id"
    : ref.name === "prepare_for_meeting" && argument.name === "person";
  if (!completed) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "There is nothing to complete.");
  }
  const search = argument.value.trim();
  if (search.length > longestName || search.includes("\0")) return { completion: { values: [] } };
  const { body } = await run("list_contacts", {
    query: {
      ...(search ? { search } : {}),
      fields: ["id", "displayName"],
      pageSize: mostNames,
    },
  });
  const found = body.data as { id: string; displayName: string }[];
  const isShared = ({ displayName }: typeof found[number]) =>
    found.filter((each) => each.displayName === displayName).length > 1;
  // Of namesakes only the id says which is meant. A prompt is read by a model, which asks.
  const values = found.map((each) => isResource && isShared(each) ? each.id : each.displayName);
  return {
    completion: {
      values: [...new Set(values)],
      total: body.total as number,
      hasMore: body.total > found.length,
    },
  };
}
