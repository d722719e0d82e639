import type { BenchRequest, Contender } from "../contender.ts";
import type { ExpectedAnswers } from "../expected-answers.ts";
import type { NewPerson, Workload } from "../workload.ts";
import type { Credentials } from "./credentials.ts";

/** The columns of a new contact, as the tables have them. */
export function newRow({ firstName, lastName, company, emails, phones, description }: NewPerson) {
  return { first_name: firstName, last_name: lastName, company, emails, phones, description };
}

const firstPage = "select=*&order=display_name.asc,id.asc&limit=50";

/**
 * The REST interface of `@supabase/lite` with an access token, as supabase-js in an app asks it: row-level security decides
 * whose rows there are. It runs in the process of the stack's gateway, and does not know Kith's API keys.
 */
export function rest(
  url: string,
  publishableKey: string,
  workload: Workload,
  credentials: Credentials,
  expectedAnswers: ExpectedAnswers,
): Contender {
  return {
    name: "lite's REST",
    origin: url,
    request(operation, credential, n) {
      if (credential !== "access token") return null;
      const ask = workload.ask(n);
      const headers: Record<string, string> = {
        apikey: publishableKey,
        authorization: credentials.header(ask.owner, credential),
        "accept-profile": "kith",
        "content-profile": "kith",
      };
      const page = (table: string, query: string): BenchRequest => ({
        method: "GET",
        path: `/rest/v1/${table}?${query}`,
        headers: { ...headers, prefer: "count=exact" },
      });
      const write = (method: "POST" | "PATCH", query: string, body: unknown): BenchRequest => ({
        method,
        path: `/rest/v1/contacts?${query}`,
        headers: {
          ...headers,
          "content-type": "application/json",
          prefer: "return=representation",
        },
        body: JSON.stringify(body),
      });
      switch (operation) {
        case "list 50":
          return page("contacts", firstPage);
        case "search":
          return page(
            "contacts",
            `${firstPage}&search_text=like.*${encodeURIComponent(ask.word)}*`,
          );
        case "needsContact":
          return page("contacts_in_touch", `${firstPage}&needs_contact=is.true`);
        case "get":
          return {
            method: "GET",
            path: `/rest/v1/contacts?select=*&id=eq.${ask.contactId}`,
            headers,
          };
        case "create":
          return write("POST", "select=*", newRow(workload.newPerson(n)));
        case "patch":
          return write("PATCH", `select=*&id=eq.${ask.contactId}`, {
            job_title: workload.newJobTitle("rest", n),
          });
        case "notes of a month": {
          const month = `and=(occurred_at.gte.${ask.from},occurred_at.lt.${ask.after})`;
          return page("notes", `select=*&order=occurred_at.desc,id.desc&limit=50&${month}`);
        }
      }
    },
    verify(operation, status, body) {
      // 206 where there are more rows than the page holds.
      expectedAnswers.verifyRows(operation, status === 206 ? 200 : status, body, null);
    },
    stop: () => Promise.resolve(),
  };
}
