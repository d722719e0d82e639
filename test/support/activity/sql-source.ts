import { type Credential, type LogDatabase, mustHandle } from "./log-database.ts";
import type { Source } from "./replica.ts";

/** Asks the database itself. */
export function sqlSource({ asked }: LogDatabase, who: Credential): Source {
  return {
    changes: (query) => mustHandle(asked, who, "list_changes", { query }),
    list: (resource, page) =>
      mustHandle(asked, who, `list_${resource}s`, {
        query: { page, pageSize: 200, isArchived: "any" },
      }),
    me: () => mustHandle(asked, who, "get_me"),
  };
}
