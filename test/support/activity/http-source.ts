import type { Answer, Client, Json } from "../client.ts";
import type { Source } from "./replica.ts";
import type { Call } from "./writes.ts";

const paths: Record<string, string> = {
  contact: "/contacts",
  network: "/networks",
  note: "/notes",
  note_type: "/note-types",
  reminder: "/reminders",
};
const methods: Record<string, string> = { create: "POST", update: "PATCH", delete: "DELETE" };

/** Asks over HTTP. */
export function httpSource(client: Client): Source {
  const get = async (path: string): Promise<Json> => {
    const { status, body, text } = await client.get(path);
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${text}`);
    return body;
  };
  return {
    changes: (query) =>
      get(
        `/changes?${new URLSearchParams(
          Object.entries(query).map(([name, value]) => [name, `${value}`]),
        )}`,
      ),
    list: (resource, page) =>
      get(
        `${paths[resource]}?page=${page}&pageSize=200${
          resource === "contact" ? "&isArchived=any" : ""
        }`,
      ),
    me: () => get("/me"),
  };
}

/** Sends what is given as an operation and its arguments. */
export function sendCall(client: Client, { operation, args }: Call): Promise<Answer> {
  const { id, contactId, body } = args;
  if (operation === "update_me") return client.patch("/me", body);
  if (operation === "add_network_contact") {
    return client.put(`/networks/${id}/contacts/${contactId}`);
  }
  if (operation === "set_network_contacts") return client.put(`/networks/${id}/contacts`, body);
  if (operation === "remove_network_contact") {
    return client.delete(`/networks/${id}/contacts/${contactId}`);
  }
  const [, verb, resource] = /^([a-z]+)_(.*)$/.exec(operation)!;
  return client.send(methods[verb!]!, `${paths[resource!]}${id ? `/${id}` : ""}`, body);
}
