import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { databaseUrlOf, withConnection } from "../../../local/core/connection.ts";
import { removeData } from "../../../local/data.ts";
import { openDatabase } from "../../support/database.ts";
import { npmScripts, npmStart, runProgram, type Started } from "../../support/programs.ts";

/** `npm start` as a program, and the other commands of npm as far as a terminal shows them. */
const running = new Set<Started>();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kith start "));
});
afterEach(() => Promise.all([...running].map(end)));
afterAll(async () => {
  await removeData(folder);
  await rm(folder, { recursive: true, force: true });
});

function start(environment: Record<string, string> = {}, ...args: string[]): Started {
  const started = npmStart(folder, environment, ...args);
  running.add(started);
  return started;
}

async function end(stack: Started) {
  running.delete(stack);
  stack.child.kill("SIGINT");
  return await stack.ended;
}

const curlLine = /curl -H "Authorization: Bearer (kith_[0-9a-f]{40})" "(http[^"]+)"/;

/** What the printed line says, as curl would do it. */
async function paste([, token, url]: RegExpExecArray) {
  const answer = await fetch(url!, { headers: { authorization: `Bearer ${token}` } });
  return [answer.status, (await answer.json()).total];
}

/** Starts, works in the database, ends; what was printed. */
async function withStack(work: (client: Client) => Promise<unknown>): Promise<string> {
  const stack = start();
  const [, database] = await stack.printed(/Database +(postgres\S+)[^]*\n\n/);
  await withConnection(database!, async (client) => void await work(client));
  return (await end(stack)).output;
}

describe("npm start", () => {
  it("prints the address of the settings page, and the links of mails that it does not send", async () => {
    const stack = start();
    const [, page] = await stack.printed(/Settings page +(http\S+)/);
    const [, email] = await stack.printed(/Demo account +(\S+)/);
    const answer = await fetch(page!);
    expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    const html = await answer.text();
    expect(html).toContain(`<meta name="kith-project" content="${page}">`);
    const [, script] = /src="\.(\/assets\/[^"]+\.js)"/.exec(html)!;
    expect((await fetch(page + script!)).headers.get("content-type")).toMatch(/^text\/javascript/);
    expect((await fetch(`${page}/assets/../../package.json`)).status).toBe(404);

    const [, apikey] = await stack.printed(/Publishable key +(\S+)/);
    const post = (path: string, body: unknown) =>
      fetch(`${page}/auth/v1/${path}`, {
        method: "POST",
        headers: { apikey: apikey!, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const accountOf = async (token: unknown) => {
      const authorization = `Bearer ${token}`;
      const me = await fetch(`${page}/functions/v1/kith/api/v1/me`, { headers: { authorization } });
      return (await me.json()).email;
    };
    await post("recover", { email });
    const [, link] = await stack.printed(/Mail to [^]*?(http\S+token_hash\S+)/);
    expect(new URL(link!).origin).toBe(page);
    const { token_hash, type } = Object.fromEntries(new URL(link!).searchParams);
    const exchanged = await post("verify", { token_hash, type });
    expect(await accountOf((await exchanged.json()).access_token)).toBe(email);

    // What the link of a default template leads to, for apps that take their session from there.
    await post("recover", { email });
    const next = new RegExp(`Mail to [^]*?token_hash=(?!${token_hash})(\\w+)`);
    const [, token] = await stack.printed(next);
    const redirect = `${page}/auth/v1/verify?token=${token}&type=recovery`;
    const opened = await fetch(redirect, { redirect: "manual" });
    const session = new URLSearchParams(opened.headers.get("location")!.split("#")[1]);
    expect(await accountOf(session.get("access_token"))).toBe(email);
  });

  it("ends on Ctrl-C and keeps its data until npm run reset, then makes a new demo account", async () => {
    const first = start();
    const line = await first.printed(curlLine);
    expect(await paste(line)).toEqual([200, 6]);
    expect(await end(first)).toMatchObject({ code: 0 });
    await expect(fetch(line[2]!)).rejects.toThrow();
    const second = start();
    const again = await second.printed(curlLine);
    expect(again[1]).toBe(line[1]);
    expect(await paste(again)).toEqual([200, 6]);
    await end(second);
    const reset = ["--import", "tsx", "local/reset.ts"];
    expect(await runProgram(process.execPath, reset, { KITH_FOLDER: folder }))
      .toMatchObject({ code: 0 });
    const other = await start().printed(curlLine);
    expect(other[1]).not.toBe(line[1]);
    expect(await paste(other)).toEqual([200, 6]);
  });

  it("leaves no session in the demo account, and prints no key or login that was deleted", async () => {
    const counts: number[] = [];
    const count = async (client: Client) => {
      const { rows } = await client.query("select count(*)::int as count from auth.sessions");
      counts.push(rows[0].count);
    };
    await withStack(count);
    await withStack(async (client) => {
      await count(client);
      await client.query("delete from kith_private.api_keys");
    });
    expect(counts[1]).toBe(counts[0]);
    const withoutKey = await withStack((client) => client.query("delete from auth.users"));
    expect(withoutKey).toMatch(/Demo account +demo@kith\.local/);
    expect(withoutKey).not.toMatch(/kith_|curl/);
    expect(await withStack(() => Promise.resolve())).not.toMatch(/demo@kith|kith_|curl/);
    await removeData(folder);
    await mkdir(folder, { recursive: true });
  });

  it("stops everything and says why when one part dies", async () => {
    const stack = start();
    const [, token, url] = await stack.printed(curlLine);
    const children = await childrenOf(stack.child.pid!);
    const deno = children.find(({ command }) => command.includes("deno"));
    process.kill(deno!.pid, "SIGKILL");
    const { code, errors } = await stack.ended;
    expect([code, errors.trim().split("\n").length]).toEqual([1, 1]);
    await expect(fetch(url!, { headers: { authorization: `Bearer ${token}` } })).rejects.toThrow();
    await vi.waitFor(() => {
      for (const { pid } of children) expect(() => process.kill(pid, 0)).toThrow();
    }, 10_000);
  });

  it("logs requests in words with --log=text, without colours where there is no terminal, and else as JSON", async () => {
    const line = /^\d\d:\d\d:\d\d {2}GET \/contacts → 401 \w+ {2}\d+ ms$/m;
    const json = /^\{(?=.*"route":"\/contacts")(?=.*"status":401).*\}$/m;
    for (
      const [args, expected, other] of [[["--log=text"], line, json], [[], json, line]] as const
    ) {
      const stack = start({}, ...args);
      const [, api] = await stack.printed(/API +(http\S+)[^]*\n\n/);
      await (await fetch(`${api}/contacts`)).text();
      await stack.printed(expected);
      const { output } = await end(stack);
      expect(output).not.toMatch(other);
      expect(output).not.toContain("\x1b");
    }
  });

  it("says in one line what is wrong with its port, its options or its folder, and fails", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const port = String((other.address() as AddressInfo).port);
    const file = join(folder, "file");
    await writeFile(file, "");
    const wrong: [Record<string, string>, string[], RegExp][] = [
      [{ KITH_PORT: port }, [], new RegExp(port)],
      [{}, ["--log=xml"], /^kith: .*xml/],
      [{}, ["--jason"], /^kith: .*jason/],
      [{ KITH_FOLDER: file }, [], /^kith: .*cannot be written: .*KITH_FOLDER/],
      [{ KITH_FOLDER: join(file, "data") }, [], /^kith: .*cannot be written: .*KITH_FOLDER/],
    ];
    for (const [environment, args, said] of wrong) {
      const { code, errors } = await start(environment, ...args).ended;
      expect(code).toBe(1);
      expect(errors.trim().split("\n")).toEqual([expect.stringMatching(said)]);
    }
    other.close();
    await rm(file);
  });
});

/** The processes below one, by what `ps` says. */
async function childrenOf(parent: number): Promise<{ pid: number; command: string }[]> {
  const ps = spawn("ps", ["-A", "-o", "pid=,ppid=,args="]);
  let table = "";
  ps.stdout.on("data", (chunk) => table += chunk);
  await once(ps, "close");
  const rows = table.trim().split("\n").map((row) => {
    const [, pid, ppid, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row) ?? [];
    return { pid: Number(pid), ppid: Number(ppid), command: command ?? "" };
  });
  const below = (pid: number): typeof rows =>
    rows.filter((row) => row.ppid === pid).flatMap((row) => [row, ...below(row.pid)]);
  return below(parent);
}

it("a backend of Postgres that is terminated ends no more than the requests that it worked for", async () => {
  const stack = start();
  const [, url] = await stack.printed(/Supabase +(http\S+)/);
  const [, secretKey] = await stack.printed(/Secret key +(\S+)/);
  const [, email, password] = await stack.printed(/Demo account +(\S+) \/ (\S+)/);
  const [, databaseUrl] = await stack.printed(/Database +(postgres\S+)/);
  const ask = async (path: string): Promise<number> => {
    const answer = await fetch(url + path, {
      headers: { apikey: secretKey!, "accept-profile": "kith", "content-type": "application/json" },
      signal: AbortSignal.timeout(10_000),
      ...(path.startsWith("/auth/") &&
        { method: "POST", body: JSON.stringify({ email, password }) }),
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  const admin = openDatabase(databaseUrlOf("supabase_admin", Number(new URL(databaseUrl!).port)));
  try {
    const roles = {
      authenticator: "/rest/v1/contacts?select=id",
      supabase_auth_admin: "/auth/v1/token?grant_type=password",
      supabase_storage_admin: "/storage/v1/bucket",
      supabase_admin: "/rest/v1/contacts?select=id",
    };
    for (const [role, path] of Object.entries(roles)) {
      const expectAnswered = () =>
        vi.waitFor(async () => expect(await ask(path)).toBe(200), { timeout: 10_000 });
      await expectAnswered();
      const answers = Array.from({ length: 90 }, () => ask(path));
      for (let shot = 0; shot < 30; shot++) {
        await admin`
          select pg_terminate_backend(pid) from pg_stat_activity
           where usename = ${role} and pid <> pg_backend_pid()`;
      }
      for (const status of await Promise.all(answers)) expect([200, 500, 503]).toContain(status);
      await expectAnswered();
      expect((await fetch(url!)).status).toBe(200);
      expect(stack.child.exitCode).toBeNull();
    }
  } finally {
    await admin.end();
  }
});

describe("the other commands", async () => {
  /** Those that vitest answers itself have its own help. */
  const names = Object.entries(await npmScripts())
    .filter(([, script]) => !/\bvitest\b/.test(script)).map(([name]) => name);

  it.each(names)("%s prints its usage with --help, and does nothing", async (name) => {
    const data = await mkdtemp(join(tmpdir(), "kith commands "));
    await writeFile(join(data, "demo.json"), "{}");
    const npm = ["run", "--silent", name, "--", "--help"];
    const outcome = await runProgram("npm", npm, { KITH_FOLDER: data });
    expect(outcome).toMatchObject({ code: 0, errors: "" });
    expect(outcome.output).toContain(name === "start" ? "npm start" : `npm run ${name}`);
    expect(await readdir(data)).toEqual(["demo.json"]);
    await rm(data, { recursive: true });
  });

  it("say in one line that the temporary folder cannot be written", async () => {
    const environment = { TSX_DISABLE_CACHE: "1", TMPDIR: join(folder, "missing") };
    const npm = ["run", "--silent", "types"];
    const { code, errors } = await runProgram("npm", npm, environment);
    expect(code).toBe(1);
    expect(errors.trim().split("\n")).toEqual([expect.stringContaining(environment.TMPDIR)]);
  });
});
