import { type Credential, kindOf } from "../../../functions/kith/core/database.ts";
import type { Sql } from "../database.ts";
import { type CapturedPlan, credentials, type PlanNode, type PlanSession } from "./database.ts";
import type { PlannedRequest } from "./requests.ts";

/** Columns by which rows are reached: all of them have to be bound to a value. */
interface Way {
  columns: string[];
  /** How each is compared, as regular expressions that all have to match; by equality where nothing is said. */
  operators?: string[];
  /** Why rows that are reached so are no more than one owner's; absent where the columns are the owner or hang on him. */
  because?: string;
}

/** A table that holds rows of many owners. */
interface SharedTable {
  name: string;
  /** How many rows there were when statistics were last taken. */
  rows: number;
  ways: Way[];
}

const by = (column: string, because: string, ...operators: string[]): Way => ({
  columns: [column],
  because,
  ...(operators.length > 0 && { operators }),
});

/** Which ways besides the owner lead to a table, and why that is right. Each has to be in use. */
const furtherWays: Record<string, Way[]> = {
  "kith_private.api_keys": [
    by("hash", "it is the credential, and tells the owner"),
    by("previous_hash", "it is the credential before a rotation"),
    by("id", "the key that was just found by its hash, or its row as it goes"),
  ],
  "kith_private.calendars": [by("hash", "it is the credential, and tells the owner")],
  "kith_private.photo_uploads": [
    by("created_at", "a few that nobody attached in a day go, whosever they are", "<"),
  ],
  "kith_private.photo_removals": [
    by("path", "a random path, one row"),
    by("due_at", "bytes to remove are due whosever they were", "<="),
    by("move_to", "a random path, one row"),
  ],
  "kith_private.kept_photos": [
    by("kept_at", "a few that were kept long enough go, whosever they are", "<"),
  ],
  "kith_private.idempotent_requests": [
    by("created_at", "a few that have expired go, whosever they are", "<"),
  ],
  "kith_private.imports": [by("created_at", "a few that have expired go, whosever they are", "<")],
  "auth.sessions": [by("id", "the session that the access token names, and only if it is his")],
  "storage.objects": [
    by(
      "name",
      "one path, which is random, or those that begin with the owner's id",
      "=|~>=~",
      "=|~<~",
    ),
  ],
};

/** Tables that no statement may read: Auth's log of events has no index on the account and grows with the project. */
const unread = ["auth.audit_log_entries"];

/** Tables that a statement may read from end to end, and why. */
const readWhole: Record<string, string> = {
  "kith_private.operations": "a few dozen rows, the same for everybody",
  "kith_private.quotas": "a few rows, the same for everybody",
  "storage.buckets": "a handful of rows, which are no user's",
};

/**
 * Every table of ours and of Auth and Storage, but for those in which nothing is anybody's. What makes a row somebody's
 * is read from the catalogue: a column of this name, or a reference to the account or to what is somebody's.
 * @throws Error where a table of ours is nobody's and it is not said why
 */
async function findSharedTables(sql: Sql): Promise<Map<string, SharedTable>> {
  const rows = await sql<{ name: string; rows: number; owner: boolean; references: string[][] }[]>`
    select n.nspname || '.' || c.relname as name, c.reltuples as rows,
      exists (
        select from pg_attribute a
         where a.attrelid = c.oid and a.attname = 'owner_id' and not a.attisdropped and n.nspname in ('kith', 'kith_private')) as owner,
      (select coalesce(json_agg(
         (select json_agg(a.attname order by a.attnum) from pg_attribute a where a.attrelid = c.oid and a.attnum = any (k.conkey))), '[]')
         from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> 'storage.buckets'::regclass) as references
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname in ('kith', 'kith_private', 'auth', 'storage') and c.relkind in ('r', 'p')`;
  const shared = rows.filter(({ name }) => !(name in readWhole)).map((table): SharedTable => {
    const ways: Way[] = [
      ...(table.owner ? [{ columns: ["owner_id"] }] : []),
      ...(table.name === "auth.users" ? [{ columns: ["id"] }] : []),
      ...(table.name === "auth.flow_state" ? [{ columns: ["user_id"] }] : []),
      ...table.references.map((columns) => ({ columns })),
      ...(furtherWays[table.name] ?? []),
    ];
    if (ways.length === 0 && !unread.includes(table.name)) {
      throw new Error(`Whose rows are in ${table.name}? Say it in test/support/plans/study.ts.`);
    }
    return { name: table.name, rows: table.rows, ways };
  });
  return new Map(shared.map((table) => [table.name, table]));
}

/** Functions that read more about the row that they are given, and why that is right. */
const aboutTheRow: Record<string, string> = {
  "kith_private.change_set_body": "a change set of the page, with its changes",
  "kith_private.net_fields": "the fields of one of the changes that are shown, at most 200",
  "kith_private.were_in_networks":
    "of a note or reminder in the log that changed its contacts: a few of their memberships",
  "kith_private.feed_series": "a reminder of the feed, with what comes after it by its rule",
  "kith_private.shown_value":
    "the value of one field; reading an instant from text depends on settings",
};

/**
 * Functions that are the same for every row of a statement, but not for every statement: who is asking, what day it is.
 * Those of the policies are among them.
 */
async function findChanging(sql: Sql): Promise<Set<string>> {
  const rows = await sql<{ name: string }[]>`
    select n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('kith', 'kith_private', 'kith_api', 'auth', 'storage') and p.provolatile <> 'i'`;
  // What is left of `auth.uid()` where Postgres has put it in line.
  const changing = rows.map(({ name }) => name).filter((name) => !(name in aboutTheRow));
  return new Set(["current_setting", ...changing]);
}

interface RunOptions {
  credential?: Credential;
  /** Statements that come first. */
  before?: string;
  mayBeRefused?: boolean;
}

/** Looks at the plans of requests, each plan once, and says in words whatever one of them does that none may. */
export class Study {
  /** Ways besides the owner that have led to a row. */
  readonly waysUsed = new Set<Way>();
  /** Operations that have succeeded. */
  readonly operations = new Set<string>();
  readonly #judged = new Set<CapturedPlan>();

  private constructor(
    readonly tables: Map<string, SharedTable>,
    /** Functions that may answer differently from one statement to the next, as a plan's text names them. */
    readonly changing: Set<string>,
  ) {}

  static async begin(sql: Sql): Promise<Study> {
    return new Study(await findSharedTables(sql), await findChanging(sql));
  }

  /**
   * Runs a request with the credential, or with the token of its account.
   * @throws Error when it is not answered as it should be: its plans are then not those that were meant
   */
  async violations(
    session: PlanSession,
    request: PlannedRequest,
    { credential = ownCredentialOf(request), before, mayBeRefused = false }: RunOptions = {},
  ): Promise<string[]> {
    const { told, plans } = await session.run(credential, request.steps, before);
    const isSuccess = (status: number) => status >= 200 && status < 300;
    for (const { operation, status } of told) isSuccess(status) && this.operations.add(operation);
    const { status, body } = told.at(-1)!;
    const isOwn = kindOf(credential) === "access_token";
    const wanted = !isOwn && request.needsToken
      ? 403
      : request.needsSecret && credential.kind !== "calendar"
      ? 401
      : request.status;
    const isRefused = mayBeRefused && status < 500;
    if (!isRefused && (wanted === "succeeds" ? !isSuccess(status) : status !== wanted)) {
      throw new Error(`${request.name} was answered with ${status} ${body}`);
    }
    return this.judge(plans, request.name);
  }

  /** What is wrong with the plans of a request or statement. */
  judge(plans: CapturedPlan[], request: string): string[] {
    return plans.filter((plan) => !this.#judged.has(plan)).flatMap((plan) => {
      this.#judged.add(plan);
      const statement = plan.statement.trim().replace(/\s+/g, " ");
      return nodesOf(plan.root).flatMap(({ Plans, ...node }) => {
        const rules = [
          this.#tableRule(node),
          this.#ownerRule(node),
          this.#callRule(node, Plans ?? [], plan.root),
        ];
        const place = [`request: ${request}`, `statement: ${statement}`, JSON.stringify(node)];
        return rules.filter((rule) => rule !== null).map((rule) => [rule, ...place].join("\n  "));
      });
    });
  }

  /** No scan of a table that several owners share, except through an index. */
  #tableRule(node: PlanNode): string | null {
    if (!this.tables.has(tableOf(node)) || led.test(node["Node Type"])) return null;
    return "reads a table of everybody";
  }

  /** The condition that is looked up in an index binds the owner, so that it leads to one owner's rows only. */
  #ownerRule(node: PlanNode): string | null {
    const index = node["Index Name"];
    if (index === undefined) return null;
    const name = tableOf(node);
    if (!name) throw new Error(`Of which table is ${index}?`);
    const table = this.tables.get(name);
    if (!table) return null;
    const condition = String(node["Index Cond"] ?? "");
    const way = table.ways.find(({ columns, operators = ["="] }) =>
      columns.every((column) =>
        operators.every((operator) => compares(condition, column, operator))
      )
    );
    if (!way) return "reaches rows of others";
    this.waysUsed.add(way);
    return null;
  }

  /**
   * What is the same for all rows is asked once, before the first: it stands in an InitPlan, and its result in the node.
   * What a node puts out counts as well, but for the one row that is written and one that is not read from anything.
   */
  #callRule(node: PlanNode, below: PlanNode[], root: PlanNode): string | null {
    const feeders = below.filter((each) => each["Parent Relationship"] !== "InitPlan");
    const isFed = tableOf(node) !== "" || feeders.length > 0;
    const writes = root["Node Type"] === "ModifyTable";
    const places = writes || !isFed ? conditions : [...conditions, "Output"];
    const text = places.map((place) => [node[place] ?? ""].flat().join("\n")).join("\n");
    const calls = [...text.matchAll(/\b((?:\w+\.)?\w+)\(/g)].map(([, name]) => name!);
    return calls.some((name) => this.changing.has(name)) ? "calls a function a row" : null;
  }
}

/** Nodes that do not decide themselves which rows they see: an index has, or, for a TID, another part of the plan. */
const led = /^(Index( Only)? Scan|Bitmap.*|Tid Scan|ModifyTable)$/;

/** Where a node computes for every row that it meets. */
const conditions = [
  ...["Filter", "Join Filter", "Index Cond", "Recheck Cond", "TID Cond", "Hash Cond", "Merge Cond"],
  ...["One-Time Filter", "Order By", "Sort Key", "Group Key"],
];

/** All nodes of a plan. The scan of an index says of which table that is where the one above it does. */
function nodesOf(node: PlanNode): PlanNode[] {
  const { "Schema": schema, "Relation Name": table, Plans = [] } = node;
  const below = node["Node Type"].startsWith("Bitmap")
    ? Plans.map((each) => ({ "Schema": schema, "Relation Name": table, ...each }))
    : Plans;
  return [node, ...below.flatMap(nodesOf)];
}

/** Whether a condition compares the column so; the columns of an index always stand on the left. */
function compares(condition: string, column: string, operator: string): boolean {
  return new RegExp(`\\((?:\\w+\\.)?${column}(?:\\)?::\\w+)? (?:${operator}) `).test(condition);
}

function tableOf(node: PlanNode): string {
  return node["Relation Name"] === undefined ? "" : `${node["Schema"]}.${node["Relation Name"]}`;
}

function ownCredentialOf({ account, needsSecret }: PlannedRequest): Credential {
  return needsSecret ? credentials.calendar(account) : credentials.token(account);
}
