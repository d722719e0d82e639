import type { BenchRequest } from "../load.ts";
import type { Bench } from "../stack.ts";
import { type Ask, type Contender, rowOf, titleOf } from "./contender.ts";

/**
 * The REST interface of `@supabase/lite` with an access token, as supabase-js in an app asks it: row-level security decides
 * which rows are seen. It runs in the process of the stack's gateway, and does not know Kith's API keys.
 */
export function rest({ stack }: Bench): Contender {
  const send =
    (method: BenchRequest["method"], of: (ask: Ask) => string, body?: (ask: Ask) => object) =>
    (ask: Ask): BenchRequest => ({
      method,
      path: `/rest/v1/${of(ask)}`,
      token: ask.token,
      headers: {
        apikey: stack.publishableKey,
        "accept-profile": "kith",
        "content-profile": "kith",
        prefer: body ? "return=representation" : "count=exact",
      },
      body: body?.(ask),
    });
  const page = "select=*&limit=50&order=display_name.asc,id.asc";
  const one = ({ contactId }: Ask) => `contacts?select=*&id=eq.${contactId}`;
  return {
    name: "lite's REST",
    promise: { read: 1, write: 1 },
    credential: "access token",
    origin: stack.url,
    requests: {
      "list 50": send("GET", () => `contacts?${page}`),
      "search": send("GET", ({ person }) => {
        return `contacts?${page}&search_text=like.*${encodeURIComponent(person.word)}*`;
      }),
      "needsContact": send("GET", () => `contacts_in_touch?${page}&needs_contact=is.true`),
      "get": send("GET", one),
      "create": send("POST", () => "contacts?select=*", rowOf),
      "patch": send("PATCH", one, titleOf),
      "notes of a month": send("GET", ({ from, after }) => {
        const month = `and=(occurred_at.gte.${from},occurred_at.lt.${after})`;
        return `notes?select=*&limit=50&order=occurred_at.desc,id.desc&${month}`;
      }),
    },
    read: (rows) => ({ rows }),
  };
}
