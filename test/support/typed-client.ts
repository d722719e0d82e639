import { createKithClient, type KithClient } from "../../client/src/index.ts";
import { baseUrl } from "./client.ts";
import { checkAnswer } from "./contract.ts";

/** The published client with this token; its answers are held to the document like all others. */
export function typedClient(token: string): KithClient {
  const base = baseUrl();
  return createKithClient({
    baseUrl: base,
    token,
    maxWait: 0,
    async fetch(input, init) {
      const request = new Request(input, init);
      const response = await fetch(request);
      const text = await response.clone().text();
      const isJson = /\bjson\b/.test(response.headers.get("content-type") ?? "");
      checkAnswer(request.method, request.url.slice(base.length), {
        status: response.status,
        headers: response.headers,
        text,
        body: isJson && text !== "" ? JSON.parse(text) : undefined,
      });
      return response;
    },
  });
}
