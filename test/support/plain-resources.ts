import { type Kind, listedKinds, tableOf } from "../../functions/kith/kinds/kinds.ts";
import type { Json } from "./client.ts";
import { document } from "./contract.ts";
import { exampleBody } from "./route-examples.ts";

/** What tests do with resources that they do not know by name: those that have no code of their own. */
const known: Kind[] = [
  "contact",
  "field",
  "network",
  "note",
  "note_type",
  "relationship",
  "reminder",
];
export const plainKinds = listedKinds.filter((kind) => !known.includes(kind));

/** The path of a kind's list. */
export const pathOf = (kind: Kind): string => `/${tableOf(kind).replaceAll("_", "-")}`;

const membersOf = (kind: Kind): Record<string, Json> => {
  const { schema } = document.paths[pathOf(kind)].post.requestBody.content["application/json"];
  return document.components.schemas[schema.$ref.split("/").pop()].properties;
};

/** The members of a kind that are texts of any words. */
export const textsOf = (kind: Kind): string[] =>
  Object.entries(membersOf(kind)).filter(([, { maxLength }]) => maxLength).map(([name]) => name);

/** Whether things of a kind are about contacts. */
export const isAboutContacts = (kind: Kind): boolean =>
  ["contactId", "contactIds"].some((name) => name in membersOf(kind));

/** The body of one that is about these contacts, where its kind is about any; its texts are this text. */
export function plainBody(kind: Kind, contactIds: string[], text?: string): Json {
  const members = membersOf(kind);
  const example: Json = exampleBody({ method: "post", path: pathOf(kind), takesBody: true });
  return {
    ...example,
    ...(text === undefined ? {} : Object.fromEntries(
      textsOf(kind).filter((name) => example[name]).map((name) => [name, text]),
    )),
    ...("contactIds" in members
      ? { contactIds }
      : "contactId" in members
      ? { contactId: contactIds[0] ?? null }
      : {}),
  };
}
