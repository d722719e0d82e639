// Tools that export contacts as a file, and the whole account.
import { z } from "zod";
import type { ToolArguments } from "../../core/database.ts";
import { placeIn } from "../../exports/account.ts";
import { readPage, type Row } from "../../exports/run.ts";
import { documentKinds, listOf, partedKinds, tableOf } from "../../kinds/kinds.ts";
import { brief, contacts, networkNameOrId, oneOf } from "./members.ts";
import { defineTool, type Tool } from "./tool.ts";

/** The tables with which a part of an export may begin. */
const parts = partedKinds.map(tableOf);

/** Rows of these in a part. Each may be long. */
const rows = 100;

export const exportTools: Tool[] = [
  defineTool({
    name: "export_contacts",
    title: "Export contacts",
    description:
      "A network, some contacts or all as a file. Of more than 100 `next` is the `after` of the next part.",
    scopes: ["contacts:read"],
    effect: "read",
    input: z.strictObject({
      contacts: contacts(50).meta(brief).optional(),
      network: networkNameOrId.meta(brief).optional(),
      format: oneOf("vcard", "csv").default("vcard"),
      after: z.string().regex(placeIn(["contacts"]), "Must be the next of an earlier part.")
        .optional(),
    }),
    members: { ids: "contacts", networkId: "network" },
    async run({ contacts, network, format, after }, _run, makeCall) {
      const asked = (startAt?: object): ToolArguments => ({
        query: { rows, format, ...(after ? { after } : {}), ...(startAt ? { startAt } : {}) },
        byName: { "query.ids": contacts, "query.networkId": network },
      });
      const call = makeCall("export_contacts", asked());
      const read = async (startAt?: object) => readPage(await call.run(asked(startAt)));
      const first = await read();
      const written = format === "csv"
        ? (await import("../../exports/csv.ts")).csvFormat()
        : (await import("../../exports/vcard.ts")).vcardFormat("4.0");
      const texts = [written.begin(first)];
      let count = 0;
      for (let page = first;; page = await read(page.next!)) {
        texts.push(await written.write(page));
        count += page.rows.filter(({ part }) => part === "contacts").length;
        if (!page.next) break;
      }
      return {
        count,
        file: texts.join("") + written.end(),
        ...(first.follows ? { next: first.follows } : {}),
      };
    },
  }),
  defineTool({
    name: "export_everything",
    title: "Export everything",
    description:
      "The account in parts of 100 contacts, notes or reminders, for importing again. `next` is the `after` of the next part.",
    scopes: ["contacts:read", "networks:read", "notes:read", "reminders:read", "profile:read"],
    effect: "read",
    input: z.strictObject({
      after: z.string().regex(placeIn(parts), "Must be the next of an earlier part.").optional(),
    }),
    async run({ after }, _run, makeCall) {
      const query = { rows, ...(after ? { after } : {}) };
      const call = makeCall("export_account", { query });
      let page = readPage(await call.run({ query }));
      const { follows } = page;
      const read = [...page.rows];
      // Networks and note types are in each part, however many bytes they have; of the others a part may end early.
      while (page.next && !isPlace(page.next)) {
        page = readPage(await call.run({ query: { ...query, startAt: page.next } }));
        read.push(...page.rows);
      }
      const next = page.next ? placeOf(page.next) : follows;
      const lists = documentKinds.map((kind) => [listOf(kind), itemsOf(read, tableOf(kind))]);
      const [profile] = itemsOf(read, "profile");
      return { kith: 1, profile, ...Object.fromEntries(lists), ...(next ? { next } : {}) };
    },
  }),
];

/** Where a page begins. */
interface Place {
  part: string;
  after: string | null;
}

/** Whether a part of an export may begin there. */
const isPlace = (next: object) => parts.includes((next as Place).part);

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
