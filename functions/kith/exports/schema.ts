import { z } from "zod";
import { lazily } from "../core/lazily.ts";
import { instant } from "../core/dates.ts";
import { resourceNamed, uuidPattern } from "../core/fields.ts";
import { number } from "../core/parameters.ts";

const uuid = uuidPattern.source.replace(/^\^|\$$/g, "");

const lists = lazily(() => ({
  networks: z.array(resourceNamed("Network")),
  contacts: z.array(resourceNamed("Contact")).meta({
    description: "`photoUrl` is a signed URL, valid for half an hour to an hour.",
  }),
}));

const head = lazily(() => ({
  kith: z.literal(1).meta({ description: "Version of the format." }),
  exportedAt: instant("The instant of which all of it is."),
}));

const at = { kith: 1, exportedAt: "2026-03-14T09:26:53.000Z" };

export const contactExport = lazily(() =>
  z.object({ ...head(), ...lists() })
    .meta({ id: "ContactExport", example: { ...at, networks: [], contacts: [] } })
);

export const accountExport = lazily(() =>
  z.object({
    ...head(),
    profile: resourceNamed("Profile"),
    networks: lists().networks,
    noteTypes: z.array(resourceNamed("NoteType")),
    contacts: lists().contacts.meta({ description: "Archived ones too." }),
    notes: z.array(resourceNamed("Note")),
    reminders: z.array(resourceNamed("Reminder")).meta({ description: "Completed ones too." }),
  }).meta({
    id: "AccountExport",
    description: "Everything of an account, but for photos, which are links.",
    example: {
      ...at,
      profile: {
        id: "0190a5c2-5e6d-7bb2-87b3-cbfbfbf6287e",
        email: "ada@example.com",
        name: "Ada",
        timezone: "Pacific/Auckland",
        country: "NZ",
        createdAt: "2026-03-02T08:15:00.000Z",
        updatedAt: "2026-03-14T09:26:53.000Z",
        scopes: null,
        networkIds: null,
        expiresAt: null,
      },
      networks: [],
      noteTypes: [],
      contacts: [],
      notes: [],
      reminders: [],
    },
  })
);

/**
 * `rows` and `after`, for exports in parts.
 * @param parts the tables that may be in another part than the one before
 */
export function inParts(parts: string[]) {
  return {
    rows: number(
      1,
      1_000_000,
      `At most so many rows (${
        parts.join(", ")
      }), each part as of its own instant, and a file that can be imported by itself. ` +
        "Where more follow, the header `Link` has the address of the next part. Everything in one file where it is absent.",
    ),
    after: z.string().regex(new RegExp(`^(${parts.join("|")})\\.${uuid}$`), "Must be from `Link`.")
      .optional().meta({
        description: "Where the part begins, as `Link` of the part before says.",
      }),
  };
}

/** A file that is no JSON. */
export function file(description: string, example: string) {
  return lazily(() => z.string().meta({ description, example }));
}
