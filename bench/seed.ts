import { accountTables } from "./seed/account-tables.ts";
import { contentTables } from "./seed/content-tables.ts";
import { accessTokenOf, apiKeyOf, sessionOf } from "./seed/credentials.ts";
import { load, withoutIndexesAndChecks } from "./seed/load.ts";
import { type Person, personOf } from "./seed/person.ts";
import {
  networksPerOwner,
  noteTypesPerOwner,
  Population,
  type SeedSize,
} from "./seed/population.ts";
import { idOf } from "./seed/random.ts";
import { checkDerivedColumns } from "./seed/check-derived.ts";
import { type Database, openDatabase } from "../test/support/database.ts";

export type { Person } from "./seed/person.ts";
export type { SeedSize } from "./seed/population.ts";

/** One owner of the seed. The rows go by their numbers, from 0; a number names the same row in every seed of a size. */
export interface SeededOwner {
  id: string;
  /** The session that the owner's access tokens name. */
  sessionId: string;
  keys: string[];
  contacts: number;
  notes: number;
  networkIds: string[];
  noteTypeIds: string[];
  contactId(n: number): string;
  noteId(n: number): string;
  /** What the n-th contact is called: what to search for. */
  person(n: number): Person;
  /** As Auth of the project at this URL would issue one, for twelve hours. */
  accessToken(projectUrl: string): Promise<string>;
}

export interface Seeded {
  owners: SeededOwner[];
  /** The one with very much, where the size has one; not among the others. */
  large?: SeededOwner;
}

export interface SeedOptions {
  /** Milliseconds since 1970 at which the three years of notes end; now unless given. */
  now?: number;
  progress?: (line: string) => void;
}

/**
 * Fills the database of a stack, as the superuser, past the triggers, with people who look like people.
 * @throws Error when something that triggers derive is not as they would have derived it.
 */
export async function seed(
  adminDatabaseUrl: string,
  size: SeedSize,
  options: SeedOptions = {},
): Promise<Seeded> {
  const { progress = () => {} } = options;
  const settings = [
    "session_replication_role=replica",
    "synchronous_commit=off",
    "maintenance_work_mem=512MB",
    "statement_timeout=0",
  ];
  const sql = openDatabase(adminDatabaseUrl, 3, {
    options: settings.map((setting) => `-c ${setting}`).join(" "),
  });
  try {
    await fill(sql, new Population(size, options.now ?? Date.now()), progress);
  } finally {
    await sql.end();
  }
  return seeded(size);
}

async function fill(sql: Database, population: Population, progress: (line: string) => void) {
  const began = performance.now();
  const tell = (line: string) =>
    progress(`seed: ${line} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  for (const table of accountTables) await load(sql, table, population);
  tell(`${population.owners} owners`);
  const rows = population.total;
  await Promise.all(
    contentTables.map((tables) =>
      withoutIndexesAndChecks(sql, tables, rows, async () => {
        for (const table of tables) {
          tell(`${await load(sql, table, population)} rows in ${table.name}`);
        }
      })
    ),
  );
  tell("indexes");
  await checkDerivedColumns(sql, idOf("owner", 0, 0));
  tell("what triggers derive is as they would have derived it");
  // Last, because the comparison leaves dead rows behind.
  await sql`vacuum (analyze)`;
  tell("vacuumed and analysed");
}

/** The owners of a database that was seeded with this size. */
export function seeded(size: SeedSize): Seeded {
  const owners = Array.from(
    { length: size.owners },
    (_, owner) => ownerOf(owner, size.contactsPerOwner, size.notesPerOwner, size.keysPerOwner),
  );
  if (!size.large) return { owners };
  const { contacts, notes } = size.large;
  return { owners, large: ownerOf(size.owners, contacts, notes, size.keysPerOwner) };
}

function ownerOf(owner: number, contacts: number, notes: number, keys: number): SeededOwner {
  return {
    id: idOf("owner", owner, 0),
    sessionId: sessionOf(owner),
    keys: Array.from({ length: keys }, (_, n) => apiKeyOf(owner, n)),
    contacts,
    notes,
    networkIds: Array.from({ length: networksPerOwner }, (_, n) => idOf("network", owner, n)),
    noteTypeIds: Array.from({ length: noteTypesPerOwner }, (_, n) => idOf("noteType", owner, n)),
    contactId: (n) => idOf("contact", owner, n),
    noteId: (n) => idOf("note", owner, n),
    person: (n) => personOf(owner, n),
    accessToken: (projectUrl) => accessTokenOf(owner, projectUrl),
  };
}
