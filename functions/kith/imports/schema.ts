// The schemas of imports and their rows.
import { z } from "zod";
import { id, lazily, one, onObjects, paramsOf, violation } from "../core/fields.ts";
import { instant } from "../core/dates.ts";
import { flag, oneOf, pageOf, paging } from "../core/lists.ts";
import { documentKinds, type FileKind, listOf, wordsOf } from "../kinds/kinds.ts";

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The kinds of rows, contacts first, because most are. */
const rowKinds = [...new Set<FileKind>(["profile", "contact", ...documentKinds])];

const count = (description: string) => z.int().min(0).meta({ description });

const items = (what: string) =>
  z.array(z.looseObject({})).optional().describe(`${what}, as the API answers them.`);

/** A document as Kith exports it. The reading of files checks it, item by item. */
export const importDocument = lazily(() =>
  z.object({
    kith: one("The version of the format."),
    profile: z.looseObject({}).nullish().describe(
      "The profile: its `name`, `timezone` and `country` fill those that are empty, or UTC. Needs `profile:write`.",
    ),
    ...Object.fromEntries(
      documentKinds.map((kind) => [listOf(kind), items(upperFirst(wordsOf(kind)))]),
    ),
  }).meta({
    id: "ImportCreate",
    description:
      "At most 1,000 items, and the profile. Ids are only used to find the items that others refer to.",
    example: { kith: 1, contacts: [{ firstName: "Zoë" }] },
  })
);

export const importCreateQuery = lazily(() =>
  z.object({
    mapping: z.string().max(8_000, "Must have at most 8000 characters.").transform(readMapping)
      .optional().meta({
        description:
          'For CSV with columns that Kith does not know: a JSON object such as `{"Rufname": "firstName"}`, which says the field of each column. ' +
          "Other columns are left out. Some fields take a label: `phone:work`, `birthday:day-first`. `field` makes it one of your own.",
        type: "string",
      }),
    columns: z.string().max(8_000, "Must have at most 8000 characters.").transform(readMapping)
      .optional().meta({
        description:
          'As `mapping`, for some columns: the others are read by their names. It answers a question about a column: `{"Birthday": "birthday:day-first"}`. ' +
          "`birthday:by-country` reads them as the country of the profile writes them, whatever other days of the file tell.",
        type: "string",
      }),
    newFields: flag(
      "Whether columns of a table that Kith does not know become fields of your own; else they are left out.",
    ),
    fileName: z.string().max(255, "Must have at most 255 characters.").optional().describe(
      "What the file is called. Contacts that have only a name are found where a file of this name made them before.",
    ),
    fileDay: z.iso.date("Must be a date such as 2026-11-30.").optional().describe(
      "The day of the file, for notes of contacts that have no day of their own; the day of the import unless it is set.",
    ),
    header: flag(
      "Whether the table has a line with the names of its columns. Without it, a first line with an e-mail address or phone number is a contact; columns are then named `Column 1` and so on.",
    ),
  })
);

/** The field of each column, from the text of a JSON object. */
function readMapping(text: string, context: z.RefinementCtx): Record<string, string> {
  const parsed = z.record(z.string(), z.string()).safeParse(parseOrNull(text));
  if (parsed.success) return parsed.data;
  context.addIssue(violation("invalid_format", "Must be a JSON object of texts."));
  return z.NEVER;
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const kithImport = lazily(() =>
  z.object({
    id: id("Identifies the import."),
    format: z.enum(["vcard", "csv", "json", "ldif"]).describe(
      "What the file was: jCard is `vcard`, JSContact and Monica's export are `json`.",
    ),
    counts: z.object({
      create: count("New ones."),
      match: count("Those that are there already."),
      conflict: count("Those that are skipped unless `rows` says what to do with them."),
      error: count("Those that could not be read."),
    }).meta({ id: "ImportCounts", description: "How many rows have each action." }),
    dropped: z.array(
      z.object({
        property: z.string().describe("Its name in the file."),
        count: count("How often."),
        lines: z.array(z.int().min(1)).max(10).optional().describe(
          "Where in the file the first records begin of which it is left out for a reason.",
        ),
      }).meta({ id: "DroppedProperty" }),
    ).describe(
      "What Kith has no field for, could not store or had to guess, and how many rows were united. Of some values the first are named.",
    ),
    questions: z.array(
      z.object({
        kind: z.string().meta({
          "x-extensible-enum": ["dayOrder", "header"],
          description:
            "`dayOrder`: nothing tells whether the day or the month comes first. `header`: the first line is read as a contact, as it has an address or number.",
        }),
        column: z.string().nullable().describe("The column that it is about."),
        count: count("How many values it is about."),
        examples: z.array(z.string()).describe("Some of these."),
        readAs: z.string().describe("How they were read."),
        answers: z.array(z.string()).describe(
          "What can be said: of a column by `columns`, of the header by `header`, with the file once more.",
        ),
      }).meta({ id: "ImportQuestion" }),
    ).describe("What the file does not tell."),
    photos: count("Rows with a photo."),
    createdAt: instant("When the file was read."),
    expiresAt: instant("When the preview is deleted, a day later."),
    appliedAt: instant("When it was applied; null before.").nullable(),
    appliedActivityId: id("The change set, to undo all of it; null where nothing was changed.")
      .nullable(),
  }).meta({
    id: "Import",
    example: {
      id: "0190a5c3-04b9-7181-a7ca-d58e93a2cbd0",
      format: "vcard",
      counts: { create: 12, match: 3, conflict: 1, error: 0 },
      dropped: [{ property: "SOUND", count: 1 }],
      questions: [],
      photos: 2,
      createdAt: "2026-03-14T09:26:53.000Z",
      expiresAt: "2026-03-15T09:26:53.000Z",
      appliedAt: null,
      appliedActivityId: null,
    },
  })
);

export { kithImport as import };

export const importPage = lazily(() => pageOf(kithImport(), "ImportPage"));

export const importQuery = lazily(() => z.object(paging()));

export const importParams = paramsOf("import");

const actions = ["create", "match", "conflict", "error"] as const;

const namedContact = lazily(() => ({ id: id("Id of the contact."), displayName: z.string() }));
const named = lazily(() => z.object(namedContact()).meta({ id: "ImportCandidate" }));

const importRow = lazily(() =>
  z.object({
    number: z.int().min(1).describe("Its place in the file, from 1."),
    line: z.int().min(1).describe("Its first line in the file, from 1."),
    resource: z.enum(rowKinds),
    action: z.enum(actions).describe("How it compares with what is there already."),
    value: z.looseObject({}).nullable().describe(
      "The body that would create it, or the members that a profile fills; null if it could not be read.",
    ),
    networks: z.array(z.string()).describe("Names of the contact's networks."),
    notes: z.array(z.looseObject({})).describe("Notes of the contact."),
    relationships: z.array(z.looseObject({})).describe("Who is related to the contact."),
    hasPhoto: z.boolean().describe("Whether it has a photo."),
    contact: z.object(namedContact()).nullable().describe(
      "The contact that it matches, or has become.",
    ),
    matchedBy: z.string().nullable().meta({
      "x-extensible-enum": ["uid", "email", "phone", "name"],
      description:
        "What they have in common; `uid` also for a contact of a file of the same name (`fileName`). Only networks and note types match by name.",
    }),
    candidates: z.array(named()).describe(
      "In a conflict the contacts that it may be; for a new contact at most three with the same name.",
    ),
    problem: z.string().nullable().describe("Why it is a conflict or an error, or failed."),
    outcome: z.string().nullable().meta({
      "x-extensible-enum": ["created", "merged", "skipped", "failed"],
      description: "What was done with it; null before.",
    }),
  }).meta({
    id: "ImportRow",
    example: {
      number: 1,
      line: 1,
      resource: "contact",
      action: "match",
      value: { firstName: "Zoë", emails: [{ value: "zoe@example.com", label: null }] },
      networks: ["Climbing"],
      notes: [],
      relationships: [],
      hasPhoto: false,
      contact: { id: "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f", displayName: "Zoë Müller" },
      matchedBy: "email",
      candidates: [],
      problem: null,
      outcome: null,
    },
  })
);

export const importRowPage = lazily(() => pageOf(importRow(), "ImportRowPage"));

export const importRowQuery = lazily(() =>
  z.object({
    ...paging(),
    action: oneOf(actions, "Only rows with this action."),
  })
);

const choice = lazily(() =>
  z.strictObject({
    number: z.int("Must be a whole number.").min(1, "Must be at least 1.").max(
      100_000,
      "Must be at most 100000.",
    )
      .describe("The row."),
    action: z.enum(["create", "merge", "skip"], { error: "Must be one of create, merge, skip." }),
    contactId: id("The contact to merge it into; the one that it matches where it is absent.")
      .optional(),
  })
);

export const importApply = lazily(() =>
  z.strictObject({
    onMatch: z.enum(["merge", "skip", "create"], { error: "Must be one of merge, skip, create." })
      .describe("What to do with rows that match a contact."),
    rows: z.array(choice()).max(1_000, "Must have at most 1000 items.").optional()
      .describe("What to do with single rows instead."),
  }).superRefine(({ rows }, context) => {
    if (!Array.isArray(rows)) return;
    const seen = new Set<unknown>();
    rows.forEach((row, index) => {
      const number = (row as { number?: unknown } | null)?.number;
      if (number !== undefined && seen.has(number)) {
        context.addIssue(
          violation("duplicate", "Given more than once.", ["rows", index, "number"]),
        );
      }
      seen.add(number);
    });
  }, onObjects).meta({
    id: "ImportApplicationCreate",
    example: { onMatch: "merge", rows: [{ number: 4, action: "skip" }] },
  })
);

export const appliedImport = lazily(() =>
  kithImport().extend({
    created: count("Rows that were created."),
    merged: count("Rows that were merged into contacts, and a profile that filled something."),
    skipped: count("Rows that were skipped, or were there already."),
    failed: count("Rows that could not be written; see their `problem`."),
    hasMore: z.boolean().describe(
      "Whether there was no time for all rows: those that are counted here are written. Send the request again; it goes on.",
    ),
  }).meta({
    id: "AppliedImport",
    example: {
      ...z.globalRegistry.get(kithImport())!["example"] as object,
      appliedAt: "2026-03-14T09:28:01.000Z",
      appliedActivityId: "0190a5c2-e297-7f6e-85a8-b36c71809fae",
      created: 12,
      merged: 3,
      skipped: 1,
      failed: 0,
      hasMore: false,
    },
  })
);
