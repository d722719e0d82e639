/** What the database is told of each operation, as the routes and CardDAV say it: the rows of `kith_private.operations`. */
import { type Route, takesIfMatch } from "../functions/kith/core/route.ts";
import { davOperations } from "../functions/kith/dav/operations.ts";

/** Where `npm run build` writes the rows. */
export const operationsFile = "sql/88_operations/rows.sql";

type Value = string | boolean | null | readonly string[];

/** The rows of one route: its operation, and the steps of it. */
function rowsOf(route: Route, all: readonly Route[]): Record<string, Value>[] {
  const { path, access, scopes, tagged, success, table = null } = route;
  if (!route.operation) return [];
  const isConditional = takesIfMatch(route);
  if (isConditional !== (table !== null)) {
    throw new Error(
      `${route.operation}: a route that takes If-Match names its table, and no other.`,
    );
  }
  const reading = all.find((other) => other.method === "get" && other.path === path);
  const row = {
    resource: resourceOf(path),
    verb: route.operation.split("_")[0]!,
    writes: route.method !== "get",
    needs_access_token: access === "accessToken",
    needs_calendar_secret: route.secret?.kind === "calendar",
    only_for: route.secret?.kind ?? null,
    needs_all_networks: route.needsAllNetworks ?? false,
    for_carddav: false,
    tagged: tagged && success.schema !== undefined,
    read_by: isConditional ? reading!.operation! : null,
    locked_table: table,
    locked_column: table !== null && !path.includes("{id}") ? "owner_id" : "id",
    replay_check: route.replayCheck ?? null,
  };
  return [
    { name: route.operation, ...row, step_of: null, scopes },
    ...(route.steps ?? []).map((name) => ({ name, ...row, step_of: route.operation!, scopes })),
  ];
}

/** What the clock runs for an owner, and nobody else. */
const clockRows = (likeThis: Record<string, Value>): Record<string, Value>[] =>
  [
    { name: "notice_meetings", resource: "meeting", verb: "notice", writes: true },
    { name: "list_webhook_messages", resource: "webhook", verb: "list", writes: false },
  ].map((row) => ({ ...likeThis, ...row, tagged: false, only_for: "clock" }));

/** The rows of the operations that answer CardDAV clients: each is like one that reads contacts. */
const davRows = (likeThis: Record<string, Value>): Record<string, Value>[] =>
  Object.entries(davOperations).map(([name, { verb, writes, scopes }]) => ({
    ...likeThis,
    name,
    verb,
    writes,
    tagged: false,
    for_carddav: true,
    scopes,
  }));

/** The kind of resource in the singular: `note_type` for `/note-types/{id}`. */
const resourceOf = (path: string) => path.split("/")[1]!.replaceAll("-", "_").replace(/s$/, "");

function literal(value: Value): string {
  if (value === null || typeof value === "boolean") return String(value);
  const text = typeof value === "string" ? value : `{${value.join()}}`;
  return `'${text.replaceAll("'", "''")}'`;
}

/** The script that tells the database, with one line an operation. */
export function operationsSql(routes: readonly Route[]): string {
  const routed = routes.flatMap((route) => rowsOf(route, routes));
  const likeRow = (wanted: string) => routed.find(({ name }) => name === wanted)!;
  const rows = [
    ...routed,
    ...clockRows(likeRow("receive_message")),
    ...davRows(likeRow("get_contact")),
  ];
  const columns = Object.keys(rows[0]!);
  const cells = rows.map((row) => columns.map((column) => literal(row[column]!)));
  const widths = columns.map((_, at) => Math.max(...cells.map((line) => line[at]!.length)));
  const lines = cells.map((line) =>
    line.map((cell, at) => at < line.length - 1 ? `${cell},`.padEnd(widths[at]! + 1) : cell)
      .join(" ")
  );
  return `-- What each operation does and needs. Generated from the routes and functions/kith/dav/operations.ts by \`npm run build\`. Do not edit.

insert into kith_private.operations (
  ${columns.join(", ")}
) values
${lines.map((line) => `  (${line})`).join(",\n")};
`;
}
