import type { Json } from "../client.ts";
import { collectionOf, exampleBody, withMember } from "../route-examples.ts";
import { type TestRoute, tokenRoutes } from "../route-table.ts";
import type { Asked } from "./compare.ts";

/** Things of the other half and of nobody, by collection. */
const foreign: Record<string, string[]> = {
  contacts: ["right anna", "right gina", "nobody anna", "nobody gone"],
  networks: ["right net 1", "nobody net"],
  notes: [
    "right note 1",
    "right note 6",
    "nobody note",
    "nobody note 1",
    "nobody gone note",
    "nobody mixed note 1",
  ],
  reminders: [
    "right reminder 1",
    "right reminder 5",
    "nobody reminder",
    "nobody reminder 1",
    "nobody mixed rem 1",
  ],
  activity: [
    "right set of anna",
    "right set of deletion of gina",
    "nobody set of edit",
    "nobody set of edit of mixed 1",
  ],
  trash: ["right set of deletion of gina", "nobody set of deletion of gone"],
  "note-types": ["nothing"],
  "api-keys": ["nothing"],
  connections: ["nothing"],
  imports: ["nothing"],
};
const own: Record<string, string> = {
  contacts: "left anna",
  networks: "left net 1",
  notes: "left note 1",
  reminders: "left reminder 1",
  activity: "left set of nickname",
  trash: "left set of deletion of gina",
  "note-types": "call",
  "api-keys": "key",
  connections: "key",
};
/** What an example of a body needs for a limited key. */
const needed: Record<string, Json> = {
  "post /contacts": { networkIds: ["{left net 1}"] },
  "post /notes": { contactId: "{left anna}" },
  "post /reminders": { contactId: "{left anna}" },
};

/**
 * A write of every route with the id of something foreign in every place that takes one, and everything else good; and what
 * only access tokens may do.
 */
export function foreignWrites(): Asked[] {
  return tokenRoutes.filter(({ method }) => method !== "get").flatMap((route) => [
    ...inPath(route),
    ...inPath(route).map((asked) => ({ ...asked, headers: conditional(route.method) })),
    ...inBody(route),
    ...(route.credential === "access_token" && route.ids.length === 0
      ? [{ method: route.method, path: route.path, body: bodyOf(route) }]
      : []),
  ]);
}

/** @throws Error where nobody has said what of the collection the key must not reach */
function foreignOf(collection: string): string[] {
  const names = foreign[collection];
  if (!names) {
    throw new Error(
      `Say in test/support/halves/foreign-writes.ts what of ${collection} is foreign.`,
    );
  }
  return names;
}

/** Headers that are compared with what there is. */
function conditional(method: string): Record<string, string> {
  return method === "post" ? { "idempotency-key": "foreign" } : { "if-match": '"other"' };
}

function bodyOf(route: TestRoute): Json {
  return route.takesBody
    ? { ...exampleBody(route), ...needed[`${route.method} ${route.path}`] }
    : undefined;
}

function inPath(route: TestRoute): Asked[] {
  return route.ids.flatMap(({ collection }, place) =>
    foreignOf(collection).map((name) => {
      const names = route.ids.map((each, n) => n === place ? name : own[each.collection]!);
      const path = route.path.replace(/\{[^}]+\}/g, () => `{${names.shift()}}`);
      return { method: route.method, path, body: bodyOf(route) };
    })
  );
}

function inBody(route: TestRoute): Asked[] {
  const path = route.path.replace(/\{[^}]+\}/g, () => `{${own[route.ids[0]!.collection]}}`);
  return route.bodyIds.flatMap(({ name, many, least, collection }) =>
    foreignOf(collectionOf(name)).map((each) => ({
      method: route.method,
      path,
      body: withMember(
        bodyOf(route),
        name,
        many ? [...(least > 1 ? [`{${own[collection]}}`] : []), `{${each}}`] : `{${each}}`,
      ),
    }))
  );
}
