import { createKithClient, type KithClient } from "../../client/src/index.ts";
import { type Answer, baseUrl, keepSecrets } from "./client.ts";
import { checkAnswer } from "./contract.ts";

/** The published client with this token; its answers are held to the document like all others. */
export function typedClient(token: string): KithClient {
  return createKithClient({ baseUrl: baseUrl(), token, maxWait: 0, fetch: checkedFetch(token) });
}

/** `fetch` for requests with this token, which holds every answer to the document. */
export function checkedFetch(token: string): typeof globalThis.fetch {
  const base = baseUrl();
  return async (input, init) => {
    const request = new Request(input, init);
    const response = await fetch(request);
    const text = await response.clone().text();
    const isJson = /\bjson\b/.test(response.headers.get("content-type") ?? "");
    const answer: Answer = {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text !== "" ? JSON.parse(text) : undefined,
    };
    checkAnswer(request.method, request.url.slice(base.length), answer);
    keepSecrets(token, answer);
    return response;
  };
}

/** What a call of the typed client comes to. */
type Call<T> = Promise<{ data?: T; error?: unknown; response: Response }>;

/** The answer to a call that has to have this status, for tests of more than its body. */
export async function answered<T>(
  call: Call<T>,
  status: number,
): Promise<Omit<Answer, "body"> & { body: T }> {
  const { data, error, response } = await call;
  if (response.status !== status || error !== undefined) {
    throw new Error(`expected ${status}, got ${response.status}: ${JSON.stringify(error)}`);
  }
  return { ...asAnswer(response, data), body: data as T };
}

/** The answer to a call that has to be refused, for `expectProblem` and its like. */
export async function refused(call: Call<unknown>): Promise<Answer> {
  const { data, error, response } = await call;
  if (response.ok) throw new Error(`expected a refusal, got ${response.status}`);
  return asAnswer(response, error ?? data);
}

/** As the raw client answers; the text is not what came over the wire, only what says the same. */
function asAnswer({ status, headers }: Response, body: unknown): Answer {
  return { status, headers, body, text: body === undefined ? "" : JSON.stringify(body) };
}
