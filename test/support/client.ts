import { request as httpRequest } from "node:http";
import { inject } from "vitest";
import { basePath } from "../../functions/kith/core/paths.ts";
import { checkAnswer } from "./contract.ts";
import { noteSecret } from "./secrets.ts";

/** Bodies are whatever the service said: the tests are there to find out what that is. */
// deno-lint-ignore no-explicit-any
export type Json = any;

export interface Answer {
  status: number;
  headers: Headers;
  /** The parsed body; undefined where there is none or it is not JSON. */
  body: Json;
  /** The body as it came over the wire. */
  text: string;
}

export interface Options {
  headers?: Record<string, string>;
  /** Sent as it is instead of JSON; give a `content-type` yourself. */
  raw?: string | Uint8Array;
}

export interface Client {
  get(path: string, options?: Options): Promise<Answer>;
  delete(path: string, options?: Options): Promise<Answer>;
  post(path: string, body?: unknown, options?: Options): Promise<Answer>;
  patch(path: string, body?: unknown, options?: Options): Promise<Answer>;
  put(path: string, body?: unknown, options?: Options): Promise<Answer>;
  send(method: string, path: string, body?: unknown, options?: Options): Promise<Answer>;
  /** What is at a path. */
  read(path: string): Promise<Json>;
  /** The items of a list. */
  listed(path: string): Promise<Json[]>;
  /** Creates something and returns it, for arranging what a test is about. */
  make(path: string, body: unknown): Promise<Json>;
  /** Changes what is at a path; as it is then. */
  change(path: string, body: unknown): Promise<Json>;
  /** Undoes a change set; what that has done. */
  undo(changeSet: string, body?: Json): Promise<Json>;
}

/** The body of an answer that has to have this status; the whole answer in the error otherwise. */
export function expectStatus(answer: Answer, status: number): Json {
  if (answer.status !== status) {
    throw new Error(`expected ${status}, got ${answer.status}: ${answer.text.slice(0, 2000)}`);
  }
  return answer.body;
}

/** Where the interface lies on the shared stack: behind its gateway, as clients see it. */
export function baseUrl(): string {
  return `${inject("stack").url}/functions/v1/kith/api/v1`;
}

/** The methods of a client that sends every request in one way. */
export function clientOf(send: Client["send"]): Client {
  const read = async (path: string) => expectStatus(await send("GET", path), 200);
  return {
    send,
    get: (path, options) => send("GET", path, undefined, options),
    delete: (path, options) => send("DELETE", path, undefined, options),
    post: (path, body, options) => send("POST", path, body, options),
    patch: (path, body, options) => send("PATCH", path, body, options),
    put: (path, body, options) => send("PUT", path, body, options),
    read,
    listed: async (path) => (await read(path)).data,
    make: async (path, body) => expectStatus(await send("POST", path, body), 201),
    change: async (path, body) => expectStatus(await send("PATCH", path, body), 200),
    undo: async (changeSet, body = {}) =>
      expectStatus(await send("POST", `/activity/${changeSet}/undo`, body), 200),
  };
}

/** A client with this token, or with no `Authorization` header where it is null. */
export function as(token: string | null, base = baseUrl()): Client {
  const send: Client["send"] = async (method, path, body, options = {}) => {
    // The gateway would compress some answers, and give these weak tags.
    const headers: Record<string, string> = { "accept-encoding": "identity" };
    if (token !== null) headers["authorization"] = `Bearer ${token}`;
    if (body !== undefined) headers["content-type"] = "application/json";
    Object.assign(headers, options.headers);
    const payload = options.raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(base + path, {
      method: method.toUpperCase(),
      // Long enough for any machine; without it a service that hangs is only a test that timed out.
      signal: AbortSignal.timeout(20_000),
      headers,
      ...(payload === undefined ? {} : { body: payload as BodyInit }),
    });
    const answer = observe(method, base, path, {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      body: undefined,
    });
    if (base.endsWith(basePath)) keepSecrets(token, answer);
    return answer;
  };
  return clientOf(send);
}

/** Where `Location` leads when it is resolved as clients do it, below the base; or what it is, if elsewhere. */
export function locationOf(answer: Answer, path: string, base = baseUrl()): string {
  const location = new URL(answer.headers.get("location") ?? "?none", base + path).href;
  return location.startsWith(base) ? location.slice(base.length) : location;
}

/** A client that sends no token. */
export function anyone(base = baseUrl()): Client {
  return as(null, base);
}

/** Sends a body in chunks without announcing its length, for what `fetch` cannot say so bluntly. */
export function sendStreamed(
  token: string,
  method: string,
  path: string,
  chunks: Iterable<Uint8Array>,
  base = baseUrl(),
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const outgoing = httpRequest(base + path, { method, headers }, (incoming) => {
      let text = "";
      incoming.setEncoding("utf8").on("data", (chunk) => text += chunk);
      incoming.on("end", () => {
        const headers = new Headers();
        for (const [name, value] of Object.entries(incoming.headers)) {
          headers.set(name, String(value));
        }
        const status = incoming.statusCode ?? 0;
        resolve(observe(method, base, path, { status, headers, text, body: undefined }));
      });
    });
    // A server that has heard enough may answer and close before everything is written.
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE" && error.code !== "ECONNRESET") reject(error);
    });
    outgoing.setTimeout(20_000, () => reject(new Error("no answer to the streamed body")));
    for (const chunk of chunks) outgoing.write(chunk);
    outgoing.end();
  });
}

/** Notes a key that was made, and refuses an answer that gives away by what it was asked. */
export function keepSecrets(token: string | null, { text, headers, body }: Answer): void {
  if (typeof body?.key === "string") noteSecret(body.key);
  if (token === null || token.length < 20) return;
  if ([text, ...headers.values()].some((each) => each.includes(token))) {
    throw new Error(`The answer holds the token of the request: ${text.slice(0, 500)}`);
  }
}

/** Every answer passes here, so that what holds for all of them is checked on all of them. */
function observe(method: string, base: string, path: string, answer: Answer): Answer {
  if (answer.text !== "" && /\bjson\b/.test(answer.headers.get("content-type") ?? "")) {
    answer.body = JSON.parse(answer.text);
  }
  // The same client also speaks to what is beside the API.
  if (base.endsWith(basePath)) checkAnswer(method, path, answer);
  return answer;
}

/** A value of JSON without `updatedAt`, which undoing does not bring back: it is a change of now. */
export const timeless = (value: Json): Json =>
  JSON.parse(JSON.stringify(value, (name, item) => name === "updatedAt" ? undefined : item));
