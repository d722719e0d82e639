// Reaches an address outside: the name is resolved once, each address is checked, and the connection goes to the one that was.
import type { OutsideAnswer, OutsideRequest, Reach } from "../core/call.ts";
import { checkUrl, isPublic, ReachError } from "./addresses.ts";

/** A connection, as `Deno.Conn`. */
export interface Connection {
  read(buffer: Uint8Array): Promise<number | null>;
  write(bytes: Uint8Array): Promise<number>;
  close(): void;
}

/** What of Deno is used: `fetch` cannot be told which address to connect to. */
export interface Network {
  resolveDns(name: string, type: "A" | "AAAA"): Promise<string[]>;
  connect(options: { hostname: string; port: number }): Promise<Connection>;
  startTls(
    connection: Connection,
    options: { hostname: string },
  ): Promise<Connection & { handshake(): Promise<unknown> }>;
}

/** The length of the head of an answer, at most. */
const headLimit = 32_768;

/** Answers before the answer (`103 Early Hints`), at most. */
const mostInterim = 5;

/** Bytes that a chunk of a long body has on average, at least: each costs more than its bytes. */
const leastOfChunk = 64;

/**
 * Makes what reaches addresses outside.
 * @param own hosts of the project itself, which are refused
 * @param network for tests
 */
export function createReach(
  own: string[],
  network: Network = (globalThis as unknown as { Deno: Network }).Deno,
): Reach {
  return async (text, request) => {
    const url = checkUrl(text, own);
    const opened: Connection[] = [];
    let isLate = false;
    const close = () => {
      for (const connection of opened) {
        try {
          connection.close();
        } catch { /* It is closed. */ }
      }
    };
    let onLate = () => {};
    const late = new Promise<never>((_, reject) => {
      onLate = () => reject(new ReachError("timeout", "It took too long."));
    });
    const timer = setTimeout(() => {
      isLate = true;
      onLate();
      close();
    }, request.timeoutMs);
    const work = exchange(url, request, network, (connection) => {
      opened.push(connection);
      if (isLate) close();
    });
    work.catch(() => {});
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
      close();
    }
  };
}

async function exchange(
  url: URL,
  request: OutsideRequest,
  network: Network,
  keep: (connection: Connection) => void,
): Promise<OutsideAnswer> {
  const connection = await connect(await resolve(url.hostname, network), network);
  keep(connection);
  let secured;
  try {
    secured = await network.startTls(connection, { hostname: url.hostname });
    keep(secured);
    // Without it a wrong certificate ends the isolate at the first read.
    await secured.handshake();
  } catch (error) {
    throw new ReachError("tls", String(error));
  }
  try {
    await writeAll(secured, head(url, request));
    return await readAnswer(secured, request.limit);
  } catch (error) {
    throw error instanceof ReachError ? error : new ReachError("unreachable", String(error));
  }
}

/** All addresses of a name, which all have to be public: of a name that leads to both, the next lookup might lead inside. */
async function resolve(name: string, network: Network): Promise<string[]> {
  const found = await Promise.all(
    (["A", "AAAA"] as const).map((type) => network.resolveDns(name, type).catch(() => [])),
  );
  const addresses = found.flat();
  if (addresses.length === 0) throw new ReachError("unreachable", "The name has no address.");
  const inside = addresses.find((address) => !isPublic(address));
  if (inside) throw new ReachError("refused_address", `The name leads to ${inside}.`);
  return addresses;
}

/** Connects to the first address that answers: a host without IPv6 cannot reach others of its addresses. */
async function connect(addresses: string[], network: Network): Promise<Connection> {
  let failure: unknown;
  for (const hostname of addresses.slice(0, 4)) {
    try {
      return await network.connect({ hostname, port: 443 });
    } catch (error) {
      failure = error;
    }
  }
  throw new ReachError("unreachable", String(failure));
}

/** The request as HTTP/1.1 writes it. What of it somebody has written has no line breaks. */
function head(url: URL, { method, headers = {}, body = "" }: OutsideRequest): Uint8Array {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const all = {
    host: url.hostname,
    "user-agent": "Kith",
    connection: "close",
    "accept-encoding": "identity",
    ...(method === "POST" && { "content-length": String(bytes.length) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) =>
    `${name}: ${value.replace(/[^\x20-\x7e]/g, "")}\r\n`
  );
  const text = `${method} ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join("")}\r\n`;
  return joined([new TextEncoder().encode(text), bytes]);
}

async function writeAll(connection: Connection, bytes: Uint8Array): Promise<void> {
  for (let sent = 0; sent < bytes.length;) sent += await connection.write(bytes.subarray(sent));
}

async function readAnswer(connection: Connection, limit: number): Promise<OutsideAnswer> {
  const reader = readerOf(connection);
  let status: number;
  let headers: Headers;
  let interim = 0;
  while (true) {
    ({ status, headers } = await readHead(reader));
    if (status >= 200) break;
    if (++interim > mostInterim) throw new Error("It answers without an end.");
  }
  if (limit === 0 || status === 204 || status === 304) {
    return { status, headers, body: new Uint8Array() };
  }
  const length = headers.get("content-length");
  const tooLarge = () => new ReachError("too_large", `The answer has more than ${limit} bytes.`);
  if (/\bchunked\b/i.test(headers.get("transfer-encoding") ?? "")) {
    const parts: Uint8Array[] = [];
    let total = 0;
    while (true) {
      const size = Number.parseInt(await reader.line(1_000), 16);
      if (!Number.isInteger(size) || size < 0) throw new Error("A chunk has no length.");
      if (size === 0) return { status, headers, body: joined(parts) };
      const isCrumbs = parts.length > limit / leastOfChunk + 1_000;
      if ((total += size) > limit || isCrumbs) throw tooLarge();
      parts.push(await reader.bytes(size));
      await reader.line(2);
    }
  }
  if (length === null) {
    const body = await reader.rest(limit);
    if (body === null) throw tooLarge();
    return { status, headers, body };
  }
  if (!/^\d{1,15}$/.test(length)) throw new Error("The length is no number.");
  if (Number(length) > limit) throw tooLarge();
  return { status, headers, body: await reader.bytes(Number(length)) };
}

async function readHead(reader: ReturnType<typeof readerOf>) {
  const [, code] = /^HTTP\/1\.[01] ([1-9]\d\d)(?: |$)/.exec(await reader.line(1_000)) ?? [];
  if (code === undefined) throw new Error("It does not speak HTTP/1.1.");
  const headers = new Headers();
  let left = headLimit;
  for (let line = await reader.line(left); line !== ""; line = await reader.line(left)) {
    left -= line.length + 2;
    const colon = line.indexOf(":");
    const [name, value] = [line.slice(0, colon), line.slice(colon + 1).trim()];
    if (/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) {
      headers.append(name, value.replace(/[^\x20-\xff]/g, ""));
    }
  }
  return { status: Number(code), headers };
}

/** Reads lines and bytes of a connection. */
function readerOf(connection: Connection) {
  let buffer: Uint8Array = new Uint8Array();
  const chunk = new Uint8Array(65_536);
  const more = async () => {
    const count = await connection.read(chunk);
    if (count !== null) buffer = joined([buffer, chunk.slice(0, count)]);
    return count !== null;
  };
  const take = (length: number) => {
    const taken = buffer.slice(0, length);
    buffer = buffer.subarray(length);
    return taken;
  };
  /** At least so many bytes, in parts, so that long ones are copied once. */
  const bytes = async (length: number) => {
    const parts = [take(Math.min(length, buffer.length))];
    let left = length - parts[0]!.length;
    while (left > 0) {
      if (!await more()) throw new Error("It ended before it was whole.");
      const part = take(Math.min(left, buffer.length));
      left -= part.length;
      parts.push(part);
    }
    return joined(parts);
  };
  return {
    bytes,
    /** A line without its end, of at most so many characters. */
    async line(limit: number) {
      let at = buffer.indexOf(10);
      while (at < 0) {
        if (buffer.length > limit + 2 || !await more()) throw new Error("A line does not end.");
        at = buffer.indexOf(10);
      }
      if (at > limit + 1) throw new Error("A line is too long.");
      return new TextDecoder("latin1").decode(take(at + 1)).replace(/\r?\n$/, "");
    },
    /** What there is until it ends; null where that is more than a limit. */
    async rest(limit: number) {
      const parts = [take(buffer.length)];
      let length = parts[0]!.length;
      while (length <= limit && await more()) {
        parts.push(take(buffer.length));
        length += parts.at(-1)!.length;
      }
      return length > limit ? null : joined(parts);
    },
  };
}

function joined(parts: Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** In the place of the network where the function has none, as on a stack of its own: a relay gets the URL, and says what to do with it. */
export const createRelay = (relay: string, own: string[]): Reach => async (text, request) => {
  const url = checkUrl(text, own);
  const answer = await fetch(relay, {
    method: request.method,
    headers: { ...request.headers, "x-kith-url": url.href },
    redirect: "manual",
    signal: AbortSignal.timeout(request.timeoutMs),
    ...(request.body !== undefined && { body: request.body }),
  }).catch((error: unknown) => {
    const isLate = error instanceof Error && error.name === "TimeoutError";
    throw new ReachError(isLate ? "timeout" : "unreachable", String(error));
  });
  const body = new Uint8Array(request.limit > 0 ? await answer.arrayBuffer() : []);
  if (request.limit === 0) await answer.body?.cancel();
  if (answer.status === 502) throw new ReachError("unreachable", "The relay reaches nothing.");
  if (body.length > request.limit) throw new ReachError("too_large", "The answer is too large.");
  return { status: answer.status, headers: answer.headers, body };
};
