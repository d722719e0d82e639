// Installs and starts the alternatives to Kith, Directus and Parse Server, beside it.
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startService } from "../../local/core/process.ts";
import { anyFreePort, loopback } from "../../local/core/settings.ts";
import { identifier, identifiers } from "../../test/support/database.ts";
import { createdCompany } from "../seed.ts";
import { type Bench, cleanUp, open } from "../stack.ts";

/**
 * Parse Server and Directus have their own folder of packages, so that installing Kith does not install them. It
 * lies beside the benchmark and not above it, because its packages (another `pg`) would replace Kith's. Among them
 * is a Node 22: Directus needs one, and what compares them runs both in the same.
 */
const packages = fileURLToPath(new URL("../alternatives/", import.meta.url));

/** Installs them where they are not there yet in the versions of package.json; npm tells why where it cannot. */
export function installAlternatives(): void {
  const args = ["install", "--no-package-lock", "--no-audit", "--no-fund", "--prefer-offline"];
  spawnSync("npm", args, { cwd: packages, stdio: ["ignore", "ignore", "inherit"] });
}

const typed = (list: string) =>
  list.split(/\s+/).map((each) => each.split(":") as [name: string, type: string]);

/** The columns that both hold, except id, owner and timestamps, with their types in Directus. */
export const columns = {
  contacts: typed(
    `first_name:string last_name:string nickname:string company:string job_title:string display_name:string emails:json
    phones:json urls:json addresses:json birthday:string description:text is_favorite:boolean network_ids:json
    contact_frequency_days:integer last_contacted_at:timestamp next_contact_on:date search_text:text`,
  ),
  notes: typed("content:text contact_id:uuid note_type_id:uuid occurred_at:timestamp"),
};
export type Table = keyof typeof columns;
export const tables: Table[] = ["contacts", "notes"];

/** What is there under another name, or elsewhere, of a row c of the seed. */
const expressions: Record<string, string> = {
  next_contact_on: "c.next_contact_on_utc",
  network_ids: `(select coalesce(jsonb_agg(m.network_id order by m.network_id), '[]')
    from kith.contact_networks m where m.owner_id = c.owner_id and m.contact_id = c.id)`,
};

/**
 * Neither of them derives anything by itself. A trigger costs less than code in the server (Parse's Cloud Code, a hook
 * of Directus), so it is what they get: the display name, what is searched, and when the next contact is due.
 */
const derivation = `
  new.display_name := coalesce(new.first_name || ' ' || new.last_name, new.first_name, new.last_name, new.nickname, new.company);
  new.search_text := lower(unaccent(concat_ws(E'\\n', new.first_name, new.last_name, new.nickname, new.company, new.job_title,
    (select string_agg(item ->> 'value', E'\\n') from jsonb_array_elements(coalesce(new.emails::jsonb, '[]')) item),
    (select string_agg(regexp_replace(item ->> 'value', '[^0-9]', '', 'g'), E'\\n')
      from jsonb_array_elements(coalesce(new.phones::jsonb, '[]')) item), new.description)));
  new.next_contact_on := (coalesce(new.last_contacted_at, new.created_at) at time zone 'UTC')::date
    + new.contact_frequency_days::integer;
  return new;`;

export type Alternative = Awaited<ReturnType<typeof openAlternative>>;

/** What one of them runs in: a folder, a port, and a database on the server of the seed. */
export async function openAlternative(name: string, { stack, owners }: Bench) {
  const folder = join(stack.folder, name);
  await mkdir(folder, { recursive: true });
  const origin = `http://${loopback}:${await anyFreePort()}`;
  // A database and not a schema: they take the whole of `public` for themselves, and their statements stay apart.
  const there = (databaseUrl: string) =>
    Object.assign(new URL(databaseUrl), { pathname: name }).href;
  const seed = open(stack.adminDatabaseUrl, "statement_timeout=0");
  await seed`create database ${identifier(name)} owner postgres`;
  const admin = open(there(stack.adminDatabaseUrl), "statement_timeout=0");
  // As in Kith's own search: accents do not matter.
  await admin`create extension unaccent`;
  const url = there(stack.databaseUrl);
  const sql = open(url, "synchronous_commit=off");

  /** Copies rows of the seed, past the server. @param others columns there, with what is in them */
  async function copy(
    from: Table,
    to: string,
    nameOf: (column: string) => string,
    others: [column: string, value: string][],
  ): Promise<void> {
    const own = columns[from].map(([column]): [string, string] => {
      return [nameOf(column), expressions[column] ?? `c.${column}`];
    });
    const all = [...own, ...others];
    const file = join(tmpdir(), `kith rows ${randomUUID()}`);
    const values = all.map(([, value]) => value).join(", ");
    await seed.query(`copy (select ${values} from kith.${from} c) to '${file}'`);
    const names = identifiers(all.map(([column]) => column)).text;
    await admin.query(`copy "${to}" (${names}) from '${file}'`);
    await rm(file);
    if (from !== "contacts") return;
    const text = derivation.replace(/new\.(\w+)/g, (_, column) => `new."${nameOf(column)}"`);
    await sql.query(`
      create function derive_contact() returns trigger language plpgsql as $$ begin ${text} end $$;
      create trigger derive_contact before insert or update on "${to}" for each row execute function derive_contact();
      alter table "${to}" set (autovacuum_enabled = false)`);
  }

  /** Starts its program, and waits until it has ended or answers at this path. @throws where it ends otherwise */
  async function run(args: string[], environment: Record<string, string>, health?: string) {
    const [program, ...rest] = args;
    const service = await startService(
      `${packages}node_modules/.bin/node`,
      [`${packages}node_modules/${program}`, ...rest],
      {
        cwd: folder,
        stdio: ["ignore", "ignore", "inherit"],
        // Without the caller's variables: NODE_OPTIONS would change the results.
        env: {
          PATH: process.env["PATH"],
          HOME: folder,
          NODE_ENV: "production",
          TZ: "UTC",
          ...environment,
        },
      },
      "SIGKILL",
    );
    cleanUp(() => service.stop("SIGTERM", 3000));
    let ended: string | undefined;
    void service.exited.then((how) => ended = how);
    const answers = async () => {
      const signal = AbortSignal.timeout(2000);
      return await fetch(origin + health, { signal }).then(({ ok }) => ok, () => false);
    };
    while (!ended && !(health && await answers())) await sleep(50);
    if (ended && (health || ended !== "exit code 0")) throw new Error(`${program}: ${ended}`);
  }

  /** Removes the contacts that were made while measuring. */
  async function removeCreated(table: string): Promise<void> {
    await sql`delete from ${identifier(table)} where company = ${createdCompany}`;
    await sql`vacuum ${identifier(table)}`;
  }

  return { folder, origin, url, sql, owners, copy, run, removeCreated };
}
