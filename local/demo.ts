// Makes the demo account of `npm start`, and remembers its login and key.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { withConnection } from "./core/connection.ts";
import { publishableKey } from "./core/keys.ts";
import { contacts, networks, notes, noteTypes, reminders } from "./demo-data.ts";

/** The demo account as far as it works: its owner may change the password and delete the key. */
export interface Demo {
  readonly login?: typeof account;
  readonly apiKey?: string;
}

/** The content of demo.json; the key is missing only while the account is being made. */
interface Kept {
  readonly email: string;
  readonly password: string;
  readonly apiKey?: string;
}

const account = { email: "demo@kith.local", password: "demo-password" };

/**
 * Gives a database without any account a demo one, through Auth and the API. The database has only
 * the hash of its API key, so the key is kept in the data folder, to be shown again.
 */
export async function makeDemoData(
  url: string,
  folder: string,
  databaseUrl: string,
): Promise<Demo | undefined> {
  const file = join(folder, "demo.json");
  const kept = JSON.parse(await readFile(file, "utf8").catch(() => "null")) as Kept | null;
  if (kept?.apiKey) return await whatWorks(url, kept.apiKey);
  // An interrupted start: the unfinished account is deleted and created again.
  if (kept) await removeAccount(databaseUrl);
  if (await hasAccounts(databaseUrl)) return undefined;
  await keep(file, account);

  const session = await send(`${url}/auth/v1/signup`, { apikey: publishableKey }, account);
  const headers = { authorization: `Bearer ${String(session["access_token"])}` };
  const api = (path: string, body: unknown) =>
    send(`${url}/functions/v1/kith/api/v1${path}`, headers, body);
  await fill(api);
  const { key } = await api("/api-keys", { name: "Demo" });
  await keep(file, { ...account, apiKey: String(key) });
  return { login: account, apiKey: String(key) };
}

/** Tries the login and the key of an earlier start; what is refused is left out. */
async function whatWorks(url: string, apiKey: string): Promise<Demo> {
  const [hasLogin, hasKey] = await Promise.all([canSignIn(url), isAccepted(url, apiKey)]);
  return { ...(hasLogin && { login: account }), ...(hasKey && { apiKey }) };
}

async function canSignIn(url: string): Promise<boolean> {
  const headers = { apikey: publishableKey, "content-type": "application/json" };
  const body = JSON.stringify(account);
  const token = `${url}/auth/v1/token?grant_type=password`;
  const answer = await fetch(token, { method: "POST", headers, body });
  if (!answer.ok) return await answer.body?.cancel(), false;
  const session = await answer.json() as { access_token: string };
  // Otherwise every start would leave a session.
  const authorization = `Bearer ${session.access_token}`;
  const signOut = { method: "POST", headers: { ...headers, authorization } };
  await (await fetch(`${url}/auth/v1/logout?scope=local`, signOut)).body?.cancel();
  return true;
}

async function isAccepted(url: string, apiKey: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${apiKey}` };
  const answer = await fetch(`${url}/functions/v1/kith/api/v1/contacts?pageSize=1`, { headers });
  await answer.body?.cancel();
  return answer.ok;
}

type Api = (path: string, body: unknown) => Promise<Record<string, unknown>>;

async function fill(api: Api): Promise<void> {
  const make = async (path: string, bodies: unknown[]) => {
    const ids: unknown[] = [];
    for (const body of bodies) ids.push((await api(path, body))["id"]);
    return ids;
  };
  const networkIds = await make("/networks", networks);
  const contactIds = await make(
    "/contacts",
    contacts().map(({ networks: of, ...contact }) => ({
      ...contact,
      networkIds: of.map((index) => networkIds[index]),
    })),
  );
  const typeIds = await make("/note-types", noteTypes);
  await make(
    "/notes",
    notes().map(({ contact, type, ...note }) => ({
      ...note,
      contactId: contactIds[contact],
      noteTypeId: typeIds[type],
    })),
  );
  await make(
    "/reminders",
    reminders().map(({ contact, ...reminder }) => ({
      ...reminder,
      contactId: contactIds[contact],
    })),
  );
}

async function keep(file: string, demo: Kept): Promise<void> {
  await writeFile(file, JSON.stringify(demo, null, 2) + "\n", { mode: 0o600 });
}

const hasAccounts = (databaseUrl: string) =>
  withConnection(databaseUrl, async (client) => {
    const { rows } = await client.query("select 1 from auth.users limit 1");
    return rows.length > 0;
  });

const removeAccount = (databaseUrl: string) =>
  withConnection(
    databaseUrl,
    (client) => client.query("delete from auth.users where email = $1", [account.email]),
  );

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
