// The kinds of resources whose changes are logged: their schemas, and the tools that write them.
import type { z } from "zod";

interface Declared {
  /** Loads the schemas; null where a kind has no list of its own. */
  schemas: (() => Promise<unknown>) | null;
  /** The MCP tool that writes it; null where it is not for assistants to write. */
  tool: string | null;
}

/**
 * The kinds of resources whose changes are logged, by their names in the database. The log, the trash, the feed, exports
 * and imports follow from it.
 */
const declared = {
  contact: { schemas: () => import("../contacts/schema.ts"), tool: "save_contact" },
  field: { schemas: () => import("../fields/schema.ts"), tool: null },
  network: { schemas: () => import("../networks/schema.ts"), tool: "save_network" },
  membership: { schemas: null, tool: "change_contacts" },
  note: { schemas: () => import("../notes/schema.ts"), tool: "log_note" },
  note_type: { schemas: () => import("../note-types/schema.ts"), tool: null },
  relationship: { schemas: () => import("../relationships/schema.ts"), tool: "relate_people" },
  reminder: { schemas: () => import("../reminders/schema.ts"), tool: "set_reminder" },
  profile: { schemas: null, tool: null },
} satisfies Record<string, Declared>;

export type Kind = keyof typeof declared;
export type ListedKind = {
  [Each in Kind]: (typeof declared)[Each]["schemas"] extends null ? never : Each;
}[Kind];
/** The kinds that a file may have. */
export type FileKind = ListedKind | "profile";

export const kinds = Object.keys(declared) as Kind[];

/** The kinds that have a list of their own. */
export const listedKinds = kinds.filter((kind): kind is ListedKind =>
  declared[kind].schemas !== null
);

/** Of these kinds, which others refer to, the order in a document; that of all others is alphabetical, as in the database. */
const referredTo: ListedKind[] = ["field", "network", "note_type", "contact"];

/** The kinds of a document that has everything of an account, in its order. */
export const documentKinds: ListedKind[] = [
  ...referredTo,
  ...listedKinds.filter((kind) => !referredTo.includes(kind)).sort(),
];

/** The kinds of a document that are in one of its parts only: all parts have what the others refer to. */
export const partedKinds = documentKinds.slice(referredTo.indexOf("contact"));

/** The MCP tool that writes a kind; null where there is none. */
export const toolOf = (kind: Kind): string | null => declared[kind].tool;

/** The name of a kind's table. */
export const tableOf = (kind: Kind): string => `${kind}s`;

/** The name of a kind's list in a document. */
export const listOf = (kind: Kind): string => camelCase(tableOf(kind));

/** The name of a kind's schema in the API document. */
export const schemaOf = (kind: Kind): string =>
  kind.charAt(0).toUpperCase() + camelCase(kind).slice(1);

/** A kind's list in words. */
export const wordsOf = (kind: Kind): string => tableOf(kind).replace("_", " ");

/** The schemas of the body that creates one of a kind, and of the answer. */
export async function loadSchemas(
  kind: ListedKind,
): Promise<{ create: z.ZodObject; shown: z.ZodObject }> {
  const found = await declared[kind].schemas() as unknown as Record<string, () => z.ZodObject>;
  const name = camelCase(kind);
  return { create: found[`${name}Create`]!(), shown: found[name]!() };
}

const camelCase = (name: string): string =>
  name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
