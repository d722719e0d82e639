import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import postgres from "postgres";
import { publishableKey } from "./keys.ts";

/** The account that an empty database gets. */
export interface Demo {
  readonly email: string;
  readonly password: string;
  /** An API key of the account; missing only while the account is being made. */
  readonly apiKey?: string;
}

const account = { email: "demo@kith.local", password: "demo-password" };
const networks = [
  { name: "Family", description: "Those who are always there", color: "#E07A5F" },
  { name: "Work", description: "Colleagues, then and now", color: "#3D405B" },
];
const [family, work] = [0, 1];
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

const contacts = () => [
  {
    firstName: "Zoë",
    lastName: "Müller",
    company: "Kranich Verlag",
    jobTitle: "Editor",
    emails: [{ value: "zoe.mueller@example.com", label: "work" }],
    phones: [{ value: "+49 30 5550123", label: "mobile" }],
    birthday: "1988-03-14",
    contactFrequencyDays: 30,
    lastContactedAt: daysAgo(45),
    networks: [work],
  },
  {
    firstName: "Samuel",
    lastName: "Okafor",
    nickname: "Sam",
    emails: [{ value: "sam.okafor@example.com", label: null }],
    birthday: "--07-02",
    isFavorite: true,
    contactFrequencyDays: 7,
    lastContactedAt: daysAgo(2),
    networks: [family],
  },
  {
    firstName: "Ines",
    lastName: "Carvalho",
    company: "Mar & Filhos",
    jobTitle: "Architect",
    urls: [{ value: "https://example.com/ines", label: "portfolio" }],
    addresses: [{
      label: "office",
      street: "Rua das Flores 12",
      city: "Porto",
      country: "Portugal",
    }],
    contactFrequencyDays: 90,
    lastContactedAt: daysAgo(20),
    networks: [work],
  },
  {
    firstName: "Grandma",
    nickname: "Oma",
    phones: [{ value: "+49 221 5550177", label: "home" }],
    isFavorite: true,
    contactFrequencyDays: 14,
    lastContactedAt: daysAgo(16),
    networks: [family],
  },
  {
    firstName: "Kenji",
    lastName: "Watanabe",
    description: "Met at the harbour workshop; knows everything about old lenses.",
    networks: [],
  },
  {
    firstName: "Leïla",
    lastName: "Haddad",
    company: "Kranich Verlag",
    jobTitle: "Illustrator",
    emails: [{ value: "leila@example.com", label: "work" }],
    networks: [family, work],
  },
];

/**
 * Gives a database without any account a demo one, through the same doors as anyone would. Of the
 * key only its hash is in the database: it is kept in the data folder, to be shown again.
 */
export async function makeDemoData(
  url: string,
  folder: string,
  databaseUrl: string,
): Promise<Demo | undefined> {
  const file = join(folder, "demo.json");
  const kept = JSON.parse(await readFile(file, "utf8").catch(() => "null")) as Demo | null;
  if (kept?.apiKey) return kept;
  // Begun, but interrupted: what there is of the account goes, and it is made anew.
  if (kept) await removeAccount(databaseUrl);
  if (await hasAccounts(databaseUrl)) return undefined;
  await keep(file, account);

  const session = await send(`${url}/auth/v1/signup`, { apikey: publishableKey }, account);
  const headers = { authorization: `Bearer ${String(session["access_token"])}` };
  const api = (path: string, body: unknown) =>
    send(`${url}/functions/v1/api/v1${path}`, headers, body);
  const ids: unknown[] = [];
  for (const network of networks) ids.push((await api("/networks", network))["id"]);
  for (const { networks: of, ...contact } of contacts()) {
    await api("/contacts", { ...contact, networkIds: of.map((index) => ids[index]) });
  }
  const { key } = await api("/api-keys", { name: "Demo" });
  const demo = { ...account, apiKey: String(key) };
  await keep(file, demo);
  return demo;
}

async function keep(file: string, demo: Demo): Promise<void> {
  await writeFile(file, JSON.stringify(demo, null, 2) + "\n", { mode: 0o600 });
}

const hasAccounts = (databaseUrl: string) =>
  query(databaseUrl, async (sql) => (await sql`select 1 from auth.users limit 1`).length > 0);

const removeAccount = (databaseUrl: string) =>
  query(databaseUrl, (sql) => sql`delete from auth.users where email = ${account.email}`);

async function query<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

async function send(
  url: string,
  headers: Record<string, string>,
  body: unknown,
): Promise<Record<string, unknown>> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The demo data failed: POST ${url} → ${answer.status} ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}
