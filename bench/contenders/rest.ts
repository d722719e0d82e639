import type { BenchRequest } from "../load.ts";
import type { Bench } from "../stack.ts";
import { type Ask, type Contender, rowOf } from "./contender.ts";

/**
 * The REST interface of `@supabase/lite` with an access token, as supabase-js in an app asks it: row-level security decides
 * which rows are seen. It runs in the process of the stack's gateway, and does not know Kith's API keys.
 */
export function rest({ stack }: Bench): Contender {
  const firstPage = "select=*&order=display_name.asc,id.asc&limit=50";
  const send = (
    ask: Ask,
    method: "GET" | "POST" | "PATCH",
    query: string,
    body?: unknown,
  ): BenchRequest => ({
    method,
    path: `/rest/v1/${query}`,
    token: ask.token,
    headers: {
      apikey: stack.publishableKey,
      "accept-profile": "kith",
      "content-profile": "kith",
      prefer: body ? "return=representation" : "count=exact",
    },
    body,
  });
  return {
    name: "lite's REST",
    promise: { read: 1, write: 1 },
    credential: "access token",
    origin: stack.url,
    requests: {
      "list 50": (ask) => send(ask, "GET", `contacts?${firstPage}`),
      "search": (ask) =>
        send(
          ask,
          "GET",
          `contacts?${firstPage}&search_text=like.*${encodeURIComponent(ask.person.word)}*`,
        ),
      "needsContact": (ask) =>
        send(ask, "GET", `contacts_in_touch?${firstPage}&needs_contact=is.true`),
      "get": (ask) => send(ask, "GET", `contacts?select=*&id=eq.${ask.contactId}`),
      "create": (ask) => send(ask, "POST", "contacts?select=*", rowOf(ask)),
      "patch": (ask) =>
        send(ask, "PATCH", `contacts?select=*&id=eq.${ask.contactId}`, { job_title: ask.jobTitle }),
      "notes of a month": (ask) =>
        send(
          ask,
          "GET",
          `notes?select=*&order=occurred_at.desc,id.desc&limit=50&and=(occurred_at.gte.${ask.from},occurred_at.lt.${ask.after})`,
        ),
    },
    read: (rows: { id: string }[]) => ({ rows }),
  };
}
