import type { z } from "zod";

/**
 * The kinds of resources whose changes are logged, by their names in the database, with what loads their schemas; null where
 * a kind has no list of its own. The log, the trash, the feed, exports and imports follow from it.
 */
const schemas = {
  contact: () => import("../contacts/schema.ts"),
  network: () => import("../networks/schema.ts"),
  membership: null,
  note: () => import("../notes/schema.ts"),
  note_type: () => import("../note-types/schema.ts"),
  reminder: () => import("../reminders/schema.ts"),
  profile: null,
};

export type Kind = keyof typeof schemas;
export type ListedKind = {
  [Each in Kind]: (typeof schemas)[Each] extends null ? never : Each;
}[Kind];
/** The kinds that a file may have. */
export type FileKind = ListedKind | "profile";

export const kinds = Object.keys(schemas) as Kind[];

/** The kinds that have a list of their own. */
export const listedKinds = kinds.filter((kind): kind is ListedKind => schemas[kind] !== null);

/** Of these kinds, which others refer to, the order in a document; that of all others is alphabetical, as in the database. */
const referredTo: ListedKind[] = ["network", "note_type", "contact"];

/** The kinds of a document that has everything of an account, in its order. */
export const documentKinds: ListedKind[] = [
  ...referredTo,
  ...listedKinds.filter((kind) => !referredTo.includes(kind)).sort(),
];

/** The kinds of a document that are in one of its parts only: all parts have what the others refer to. */
export const partedKinds = documentKinds.slice(referredTo.indexOf("contact"));

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
  const found = await schemas[kind]() as unknown as Record<string, () => z.ZodObject>;
  const name = camelCase(kind);
  return { create: found[`${name}Create`]!(), shown: found[name]!() };
}

const camelCase = (name: string): string =>
  name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
