import type { Credential } from "../../../functions/kith/core/database.ts";
import type { Sql } from "../database.ts";
import type { CapturedPlan, PlanNode, PlanSession } from "./database.ts";
import type { PlannedRequest } from "./requests.ts";

/** How else than by their owner rows of a table are looked up, and why that is right. Each has to be in use. */
const otherWays: Record<string, string> = {
  "kith_private.api_keys: hash =": "it is the credential, and tells the owner",
  "kith_private.api_keys: previous_hash =": "it is the credential before a rotation",
  "kith_private.api_keys: id =": "the key that was just found by its hash, or its row as it goes",
  "kith_private.api_key_requests: api_key_id =": "of a key that was found before",
  "kith_private.calendars: hash =": "it is the credential, and tells the owner",
  "kith_private.inboxes: hash =": "it is the credential, and tells the owner",
  "kith_private.meetings: created_at <": "a few that are old go, whosever they are",
  "kith_private.photo_uploads: created_at <": "a few that have expired go, whosever they are",
  "kith_private.photo_uploads: path =": "a random path, one row",
  "kith_private.idempotent_requests: created_at <": "a few that have expired go, whosever they are",
  "kith_private.outbox: created_at <": "a few that are old go, whosever they are",
  "kith_private.outbox: address =": "the codes that an address got, at most three a day",
  "kith_private.change_logs: oldest_at <": "the log that reaches back furthest, whosever it is",
  "kith_private.imports: created_at <": "a few that have expired go, whosever they are",
  "auth.sessions: id =": "the session that the access token names, and only if it is his",
  "storage.objects: name =": "one path, which is random",
  "storage.objects: bucket_id =, name >": "a sweep looks at the files of everybody, some at a time",
  "storage.objects: name ~>=~, name ~<~": "those whose path begins with the owner's id",
};

/** Conditions of indexes that lead to one owner's rows; in Auth's tables to those of one account or one of its sessions. */
const ofOwner = /^(kith(_private)?\.\w+: owner_id|auth\.users: id|auth\.\w+: (user|session)_id) =$/;

/** Tables that a statement may read from end to end, and why. */
const readWhole: Record<string, string> = {
  "kith_private.operations": "a few dozen rows, the same for everybody",
  "kith_private.quotas": "a few rows, the same for everybody",
  "kith_private.photo_sweep": "one row, which is nobody's",
  "kith_private.clock": "one row, which is nobody's",
  "kith_private.push_keys": "one row, which is nobody's",
  "kith_private.told_reminders": "one row, which is nobody's",
  "storage.buckets": "a handful of rows, which are no user's",
};

/** Functions that read more about the row that they are given, and why that is right. */
const aboutTheRow: Record<string, string> = {
  "kith_private.change_set_body": "a change set of the page, with its changes",
  "kith_private.net_fields": "the fields of one of the changes that are shown, at most 200",
  "kith_private.were_in_networks":
    "of a note or reminder in the log that changed its contacts: a few of their memberships",
  "kith_private.related_to_contact":
    "a contact of an export, with whom it is related to: at most 200",
  "kith_private.named_in_words":
    "a deleted relationship of the page, which has no name but those of its two contacts",
  "kith_private.last_refusal": "of a key or connection, compared with what it may do now",
  "kith_private.feed_series": "a reminder of the feed, with what comes after it by its rule",
  "kith_private.shown_name":
    "a contact's name; of one in Han, Kana or Hangul the profile says which part comes first",
  "kith_private.card_line": "a contact's card, with such a name",
  "kith_private.shown_value":
    "the value of one field; reading an instant from text depends on settings",
};

/** Looks at the plans of requests, each plan once, and says in words whatever one of them does that none may. */
export class Study {
  /** Operations that have succeeded. */
  readonly operations = new Set<string>();
  readonly #ways = new Set<string>();
  readonly #judged = new Set<CapturedPlan>();

  private constructor(
    /** Every table of ours and of Auth and Storage in which rows are somebody's, with how many rows it has. */
    readonly tables: Map<string, number>,
    /** Functions whose answer is the same for all rows of a statement: who is asking, what day it is. */
    readonly changing: Set<string>,
  ) {}

  static async begin(sql: Sql): Promise<Study> {
    const tables = await sql<{ name: string; rows: number }[]>`
      select n.nspname || '.' || c.relname as name, c.reltuples as rows
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('kith', 'kith_private', 'auth', 'storage') and c.relkind in ('r', 'p')`;
    const functions = await sql<{ name: string }[]>`
      select n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname in ('kith', 'kith_private', 'kith_api', 'auth', 'storage') and p.provolatile <> 'i'`;
    const changing = functions.map(({ name }) => name).filter((name) => !(name in aboutTheRow));
    return new Study(
      new Map(
        tables.filter(({ name }) => !(name in readWhole)).map(({ name, rows }) => [name, rows]),
      ),
      // What is left of `auth.uid()` where Postgres has put it in line.
      new Set(["current_setting", ...changing]),
    );
  }

  /** What was allowed and never needed. */
  get unused(): string[] {
    return Object.keys(otherWays).filter((way) => !this.#ways.has(way));
  }

  /**
   * Runs a request, also with another credential than its own, and then it may be refused.
   * @throws Error when it is not answered as it should be: its plans are then not those that were meant
   */
  async violations(
    session: PlanSession,
    request: PlannedRequest,
    { credential, before }: { credential?: Credential; before?: string } = {},
  ): Promise<string[]> {
    const { steps, name, status: wanted } = request;
    const { told, plans } = await session.run(credential ?? request.credential, steps, before);
    const isSuccess = (status: number) => status >= 200 && status < 300;
    for (const { operation, status } of told) isSuccess(status) && this.operations.add(operation);
    const { status, body } = told.at(-1)!;
    const isRight = wanted === undefined ? isSuccess(status) : status === wanted;
    if (!isRight && !(credential && status < 500)) {
      throw new Error(`${name} was answered with ${status} ${body}`);
    }
    return this.judge(plans, name);
  }

  /** What is wrong with the plans of a request or statement. */
  judge(plans: CapturedPlan[], request: string): string[] {
    return plans.filter((plan) => !this.#judged.has(plan)).flatMap((plan) => {
      this.#judged.add(plan);
      const statement = plan.statement.trim().replace(/\s+/g, " ");
      return nodesOf(plan.root).flatMap(({ Plans = [], ...node }) => {
        const place = [`request: ${request}`, `statement: ${statement}`, JSON.stringify(node)];
        return [this.#tableRule(node), this.#callRule(node, Plans, plan.root)]
          .filter((rule) => rule !== null).map((rule) => [rule, ...place].join("\n  "));
      });
    });
  }

  /** A table that several owners share is read through an index only, whose condition leads to one owner's rows. */
  #tableRule(node: PlanNode): string | null {
    const table = tableOf(node);
    const index = node["Index Name"];
    if (index !== undefined && !table) throw new Error(`Of which table is ${index}?`);
    if (!this.tables.has(table)) return null;
    if (index === undefined) {
      return led.test(node["Node Type"]) ? null : "reads a table of everybody";
    }
    // The columns of an index always stand on the left.
    const compared = [
      ...String(node["Index Cond"] ?? "").matchAll(/\((?:\w+\.)?(\w+)(?:\)?::\w+)? ([<>=~]+) /g),
    ].map(([, column, operator]) => `${column} ${operator}`);
    if (compared.some((each) => ofOwner.test(`${table}: ${each}`))) return null;
    const way = Object.keys(otherWays).find((each) => {
      const [of, conditions] = each.split(": ");
      return of === table && conditions!.split(", ").every((one) => compared.includes(one));
    });
    if (way === undefined) return "reaches rows of others";
    this.#ways.add(way);
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

function tableOf(node: PlanNode): string {
  return node["Relation Name"] === undefined ? "" : `${node["Schema"]}.${node["Relation Name"]}`;
}
