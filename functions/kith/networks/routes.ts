// The routes of networks and of who belongs to them.
import { paramsOf } from "../core/fields.ts";
import { defineRoute, resourceRoutes, type Route } from "../core/route.ts";
import * as schemas from "./schema.ts";

const tag = "Networks";

export const networkRoutes: Route[] = [
  ...Object.values(resourceRoutes({
    name: "network",
    needsAllNetworks: true,
    tag,
    scopes: ["networks:read", "networks:write"],
    schemas,
  }, {
    list: { description: "One page of the networks, by name unless `sort` says otherwise." },
    create: { description: "The name must be unique, ignoring case.", problems: ["name_taken"] },
    get: { description: "One network. `GET /contacts?networkId=…` lists its contacts." },
    update: { description: "Absent members stay, null clears.", problems: ["name_taken"] },
    delete: { description: "Its contacts stay." },
  })),
  defineRoute({
    method: "put",
    path: "/networks/{id}/contacts",
    operation: "set_network_contacts",
    needsAllNetworks: true,
    summary: "Replace the contacts of a network",
    description: "Adds those that are missing, and removes those that are not in the list.",
    tag,
    scopes: ["contacts:write", "networks:read"],
    logged: true,
    params: paramsOf("network"),
    body: schemas.networkContactsUpdate,
    problems: ["invalid_reference"],
    success: { status: 204, description: "Exactly these contacts belong to the network." },
  }),
  defineRoute({
    method: "put",
    path: "/networks/{id}/contacts/{contactId}",
    operation: "add_network_contact",
    needsAllNetworks: true,
    summary: "Add a contact to a network",
    description: "Adding a contact that already belongs to it changes nothing.",
    tag,
    scopes: ["contacts:write", "networks:read"],
    logged: true,
    params: schemas.membershipParams,
    success: { status: 204, description: "The contact belongs to the network." },
  }),
  defineRoute({
    method: "delete",
    path: "/networks/{id}/contacts/{contactId}",
    operation: "remove_network_contact",
    needsAllNetworks: true,
    summary: "Remove a contact from a network",
    description: "Removing a contact that does not belong to it changes nothing.",
    tag,
    scopes: ["contacts:write", "networks:read"],
    logged: true,
    params: schemas.membershipParams,
    success: { status: 204, description: "The contact does not belong to the network." },
  }),
];
