import { z } from "zod";
import { readPage, type Row } from "../../exports/run.ts";

import { defineTool, type Tool } from "./tool.ts";

/** The members of the document, by the table that their rows are of. */
const members: Record<string, string> = {
  networks: "networks",
  note_types: "noteTypes",
  contacts: "contacts",
  notes: "notes",
  reminders: "reminders",
};

/** Contacts, notes and reminders of a part, of which each may be long. */
const rows = 100;

export const exportTools: Tool[] = [
  defineTool({
    name: "export_everything",
    title: "Export everything",
    description:
      "The account in parts of 100 contacts, notes or reminders, each of which can be imported again. `next` is the `after` of the next part. " +
      "The settings page has it as a file.",
    scopes: ["contacts:read", "networks:read", "notes:read", "reminders:read", "profile:read"],
    effect: "read",
    idempotent: true,
    input: z.strictObject({
      after: z.string().regex(
        /^(contacts|notes|reminders)\.[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/,
        "Must be the next of an earlier part.",
      ).optional(),
    }),
    async run({ after }, _run, makeCall) {
      const query = { rows, ...(after ? { after } : {}) };
      const call = makeCall("export_account", { query });
      let page = readPage(await call.run({ query }));
      const { follows } = page;
      const read = [...page.rows];
      // Networks and note types are in each part, however many bytes they have; of the others a part may end early.
      while (page.next && !isPlace(page.next)) {
        page = readPage(await call.run({ query: { ...query, place: page.next } }));
        read.push(...page.rows);
      }
      const next = page.next ? placeOf(page.next) : follows;
      const listsOf = Object.entries(members).map((
        [part, member],
      ) => [member, itemsOf(read, part)]);
      const [profile] = itemsOf(read, "profile");
      return {
        kith: 1,
        profile,
        ...Object.fromEntries(listsOf),
        ...(next ? { next } : {}),
      };
    },
  }),
];

/** Where a page begins. */
interface Place {
  part: string;
  after: string | null;
}

/** Whether a part of an export may begin there. */
const isPlace = (next: object) => ["contacts", "notes", "reminders"].includes((next as Place).part);

const placeOf = (next: object) => {
  const { part, after } = next as Place;
  return `${part}.${after ?? "00000000-0000-0000-0000-000000000000"}`;
};

/** The rows of a part, without what is empty and without the paths of photos, which lead nowhere. */
function itemsOf(rows: Row[], part: string) {
  return rows.filter((row) => row.part === part).map(({ json }) => {
    const { photoUrl: _, ...item } = JSON.parse(json);
    const given = Object.entries(item).filter(([, value]) =>
      value !== null && !(Array.isArray(value) && value.length === 0)
    );
    return Object.fromEntries(given);
  });
}
