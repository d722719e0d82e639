import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Client } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { withConnection } from "../../../local/core/connection.ts";
import { removeData } from "../../../local/data.ts";
import { npmStart } from "../../support/programs.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const running = new Set<ChildProcess>();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kith start "));
});
afterEach(async () => {
  for (const child of running) {
    child.kill("SIGINT");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }
  running.clear();
});
afterAll(async () => {
  await removeData(folder);
  await rm(folder, { recursive: true, force: true });
});

function start(environment: Record<string, string> = {}) {
  const started = npmStart(folder, environment);
  running.add(started.child);
  return started;
}

/** What the printed line says, as curl would do it. */
async function paste([, token, url]: RegExpExecArray) {
  const answer = await fetch(url!, { headers: { authorization: `Bearer ${token}` } });
  return { status: answer.status, body: await answer.json() as { total: number } };
}

const curlLine = /curl -H "Authorization: Bearer (kith_[0-9a-f]{40})" "(http[^"]+)"/;

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
    const headers = { apikey: apikey!, "content-type": "application/json" };
    const body = JSON.stringify({ email });
    const accountOf = async (token: unknown) => {
      const authorization = `Bearer ${token}`;
      const me = await fetch(`${page}/functions/v1/kith/api/v1/me`, { headers: { authorization } });
      return (await me.json()).email;
    };
    await fetch(`${page}/auth/v1/recover`, { method: "POST", headers, body });
    const [, link] = await stack.printed(/Mail to [^]*?(http\S+token_hash\S+)/);
    expect(new URL(link!).origin).toBe(page);
    const { token_hash, type } = Object.fromEntries(new URL(link!).searchParams);
    const proof = JSON.stringify({ token_hash, type });
    const exchanged = await fetch(`${page}/auth/v1/verify`, {
      method: "POST",
      headers,
      body: proof,
    });
    expect(await accountOf((await exchanged.json()).access_token)).toBe(email);

    // What the link of a default template leads to, for apps that take their session from there.
    await fetch(`${page}/auth/v1/recover`, { method: "POST", headers, body });
    const next = new RegExp(`Mail to [^]*?token_hash=(?!${token_hash})(\\w+)`);
    const [, token] = await stack.printed(next);
    const redirect = `${page}/auth/v1/verify?token=${token}&type=recovery`;
    const opened = await fetch(redirect, { redirect: "manual" });
    const session = new URLSearchParams(opened.headers.get("location")!.split("#")[1]);
    expect(await accountOf(session.get("access_token"))).toBe(email);
  });

  it("prints a curl line that works, ends on Ctrl-C and keeps its data", async () => {
    const first = start();
    const line = await first.printed(curlLine);
    expect(await paste(line)).toMatchObject({ status: 200, body: { total: 6 } });
    first.child.kill("SIGINT");
    expect(await first.ended).toMatchObject({ code: 0 });
    await expect(fetch(line[2]!)).rejects.toThrow();

    const second = start();
    const again = await second.printed(curlLine);
    expect(again[1]).toBe(line[1]);
    expect(await paste(again)).toMatchObject({ status: 200, body: { total: 6 } });
  });

  it("says in one line that a port is taken, and fails", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const { code, errors } = await start({ KITH_PORT: String(port) }).ended;
    other.close();
    expect(code).toBe(1);
    expect(errors.trim().split("\n")).toEqual([expect.stringContaining(String(port))]);
  });

  it("stops everything and says why when one part dies", async () => {
    const stack = start();
    const [, token, url] = await stack.printed(curlLine);
    const children = await childrenOf(stack.child.pid!);
    const deno = children.find(({ command }) => command.includes("deno"));
    expect(deno).toBeDefined();
    process.kill(deno!.pid, "SIGKILL");
    const { code, errors } = await stack.ended;
    expect(code).toBe(1);
    expect(errors.trim().split("\n")).toHaveLength(1);
    await expect(fetch(url!, { headers: { authorization: `Bearer ${token}` } })).rejects.toThrow();
    await vi.waitFor(() => {
      for (const { pid } of children) expect(() => process.kill(pid, 0)).toThrow();
    }, 10_000);
  });
});

describe("the requests that npm start prints", () => {
  const line = /^\d\d:\d\d:\d\d {2}GET \/contacts → 401 \w+ {2}\d+ ms$/m;
  const json =
    /^\{.*"route":"\/contacts".*"status":401.*\}$|^\{.*"status":401.*"route":"\/contacts".*\}$/m;

  /** Sends a request without a credential; all that was printed. */
  async function printedWith(expected: RegExp, ...args: string[]): Promise<string> {
    const stack = npmStart(folder, {}, ...args);
    running.add(stack.child);
    const [, api] = await stack.printed(/API +(http\S+)[^]*\n\n/);
    await (await fetch(`${api}/contacts`)).text();
    await stack.printed(expected);
    stack.child.kill("SIGINT");
    return (await stack.ended).output;
  }

  it("are short lines of words with --log=text, without colours where there is no terminal", async () => {
    const output = await printedWith(line, "--log=text");
    expect(output).not.toContain("requestId");
    expect(output).not.toContain("\x1b");
  });

  it("are JSON where there is no terminal", async () => {
    expect(await printedWith(json)).not.toMatch(line);
  });

  it("are refused in another style, in one line", async () => {
    for (const args of [["--log=xml"], ["--jason"]]) {
      const { code, errors } = await npmStart(folder, {}, ...args).ended;
      expect(code).toBe(1);
      expect(errors.trim().split("\n")).toEqual([expect.stringMatching(/^kith: .*(xml|jason)/)]);
    }
  });
});

describe("npm run reset", () => {
  it("empties it, so that the next start makes a new demo account", async () => {
    const before = start();
    const [, key] = await before.printed(curlLine);
    before.child.kill("SIGTERM");
    await before.ended;
    const reset = spawn(process.execPath, ["--import", "tsx", "local/reset.ts"], {
      cwd: root,
      env: { ...process.env, KITH_FOLDER: folder },
    });
    expect((await once(reset, "exit"))[0]).toBe(0);
    const line = await start().printed(curlLine);
    expect(line[1]).not.toBe(key);
    expect(await paste(line)).toMatchObject({ status: 200, body: { total: 6 } });
  });
});

describe("npm start on older data", () => {
  it("leaves no session in the demo account", async () => {
    const counts: number[] = [];
    const count = async (client: Client) => {
      const { rows } = await client.query("select count(*)::int as count from auth.sessions");
      counts.push(rows[0].count);
    };
    await withStack(count);
    await withStack(count);
    expect(counts[1]).toBe(counts[0]);
  });

  it("does not print a demo key or login that was deleted", async () => {
    /** What the next start prints, once `change` was made in the database. */
    const printedAfter = async (change: string) => {
      await withStack(async (client) => void await client.query(change));
      return await withStack(() => Promise.resolve());
    };
    const withoutKey = await printedAfter("delete from kith_private.api_keys");
    expect(withoutKey).toMatch(/Demo account +demo@kith\.local/);
    expect(withoutKey).not.toMatch(/kith_|curl/);
    const withoutAccount = await printedAfter("delete from auth.users");
    expect(withoutAccount).not.toMatch(/demo@kith|kith_|curl/);
  });

  /** Starts, works in the database, ends; what was printed. */
  async function withStack(work: (client: Client) => Promise<void>): Promise<string> {
    const stack = start();
    const [, database] = await stack.printed(/Database +(postgres\S+)[^]*\n\n/);
    await withConnection(database!, work);
    stack.child.kill("SIGINT");
    return (await stack.ended).output;
  }
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
