import { z } from "zod";
import { id } from "../../core/fields.ts";
import { activityId, list, spoken, whom } from "./fields.ts";
import { compact } from "./short.ts";
import { defineTool, type Tool } from "./tool.ts";

export const networkTools: Tool[] = [
  defineTool({
    name: "list_networks",
    title: "List networks",
    description: "The networks that contacts belong to, with how many do.",
    scopes: ["networks:read"],
    effect: "read",
    idempotent: true,
    input: z.strictObject({ page: z.int().min(1).default(1) }),
    output: z.object({ networks: list, total: z.int() }),
    async run({ page }, run) {
      const { body } = await run("list_networks", { query: { page, pageSize: 100 } });
      const short = ({ id, name, description, contactCount }: Record<string, unknown>) => ({
        ...compact({ id, name, description }) as object,
        contactCount,
      });
      return { networks: body.data.map(short), total: body.total };
    },
  }),
  defineTool({
    name: "set_membership",
    title: "Add to a network, or remove",
    description: "Adds a contact to a network, or removes it with `isMember: false`.",
    scopes: ["contacts:write", "networks:read"],
    effect: "write",
    idempotent: true,
    input: z.strictObject({
      contact: spoken,
      networkId: id("Id of the network."),
      isMember: z.boolean().default(true),
    }),
    output: z.object({ activityId: activityId.nullable() }),
    members: { addNetworkIds: "networkId", removeNetworkIds: "networkId" },
    async run({ contact, networkId, isMember }, run) {
      const member = isMember ? "addNetworkIds" : "removeNetworkIds";
      const { activityId } = await run("update_contact", {
        ...whom(contact),
        body: { [member]: [networkId] },
      });
      return { activityId };
    },
  }),
];
