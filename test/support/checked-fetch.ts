/** The `fetch` of clients in tests. */
import { type Answer, baseUrl, keepSecrets } from "./client.ts";
import { checkAnswer } from "./contract.ts";

/** `fetch` for requests with this token, which holds every answer to the document. */
export function checkedFetch(token: string): typeof globalThis.fetch {
  const base = baseUrl();
  return async (input, init) => {
    const request = new Request(input, init);
    // The gateway would compress some answers, and give these weak tags.
    request.headers.set("accept-encoding", "identity");
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
