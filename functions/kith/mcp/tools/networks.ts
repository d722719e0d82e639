import { z } from "zod";
import { networkCreate, networkUpdate } from "../../networks/schema.ts";
import { page, spokenNetwork } from "./fields.ts";
import { compact } from "./short.ts";
import { defineTool, type Tool } from "./tool.ts";

const { name, description } = networkUpdate().shape;
const { color } = networkCreate().shape;

export const networkTools: Tool[] = [
  defineTool({
    name: "list_networks",
    title: "List networks",
    description: "The networks that contacts belong to, with how many do.",
    scopes: ["networks:read"],
    effect: "read",
    idempotent: true,
    input: z.strictObject({ page }),
    async run({ page }, run) {
      const { body } = await run("list_networks", { query: { page, pageSize: 100 } });
      return { networks: body.data.map(shortNetwork), total: body.total };
    },
  }),
  defineTool({
    name: "save_network",
    title: "Create, change or delete a network",
    description:
      "Without `network` creates one called `name`; with it changes the members given, or deletes it by its whole name (contacts stay). " +
      "change_contacts says who belongs to it.",
    scopes: ["networks:write"],
    effect: "delete",
    idempotent: false,
    input: z.strictObject({
      network: spokenNetwork.optional(),
      name: name.meta({ description: undefined }),
      description,
      color,
      delete: z.boolean().optional(),
    }).refine(({ network, name }) => network !== undefined || name !== undefined, {
      message: "Give the name of a new network, or the network to change.",
      path: ["name"],
    }).refine(({ network, delete: isDeleted }) => !isDeleted || network !== undefined, {
      message: "Name the network to delete.",
      path: ["network"],
    }),
    members: { id: "network" },
    async run({ network, delete: isDeleted, ...body }, run) {
      if (isDeleted) {
        const { activityId } = await run("delete_network", { spoken: { id: network! } });
        return { activityId };
      }
      const saved = network
        ? await run("update_network", { spoken: { id: network }, body })
        : await run("create_network", { body });
      return { network: shortNetwork(saved.body), activityId: saved.activityId };
    },
  }),
];

function shortNetwork({ id, name, description, contactCount }: Record<string, unknown>) {
  return { ...compact({ id, name, description }) as object, contactCount };
}
