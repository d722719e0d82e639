// Says what would be sent, in place of sending it.
import type { Call, Management } from "./management-api.ts";

/** What is changed goes through here, so that a dry run changes nothing. */
export interface Changes {
  /** As `send` of the Management API. */
  send(call: Call): Promise<unknown>;
  /** As `query` of it. */
  query: Management["query"];
}

/** How many lines of SQL a dry run shows, unless it is asked for all. */
const shownLines = 12;

/** @param isVerbose whether all SQL is said, that of migrations too */
export function sayChanges(say: (line: string) => void, isVerbose: boolean): Changes {
  return {
    send({ method, path, needs, body }) {
      say(`would send    ${method} ${path}   (${needs})`);
      if (body instanceof FormData) say(`              ${[...body.keys()].length - 1} files`);
      // Values of secrets are nobody's to read.
      else if (path !== "/secrets") say(`              ${JSON.stringify(body ?? {})}`);
      else if (Array.isArray(body)) {
        say(`              ${body.map((each) => each.name ?? each).join(", ")}`);
      }
      return Promise.resolve(undefined);
    },
    query(what, sql) {
      const lines = sql.trim().split("\n");
      const shown = isVerbose ? lines : lines.slice(0, shownLines);
      say(`would run     ${what}: ${lines.length} lines of SQL`);
      for (const line of shown) say(`              ${line}`);
      if (shown.length < lines.length) say("              … (--verbose shows all of it)");
      return Promise.resolve([]);
    },
  };
}
