import type { CapturedPlan, PlanNode } from "./session.ts";
import type { SharedTable, Way } from "./shared-tables.ts";

/** What a plan is judged by. */
export interface Catalogue {
  tables: Map<string, SharedTable>;
  tableOfIndex: Map<string, string>;
  /** Functions that may answer differently from one statement to the next, as a plan's text names them. */
  changing: Set<string>;
}

/** What is wrong with a node of a plan. */
export interface Violation {
  rule: "reads a table of everybody" | "reaches rows of others" | "calls a function a row";
  statement: string;
  /** The node in one line. */
  node: string;
}

/** Says of a plan what no plan may do; ways that were used are put into the set. */
export function judge(
  { statement, root }: CapturedPlan,
  catalogue: Catalogue,
  used: Set<Way> = new Set(),
): Violation[] {
  return nodesOf(root).flatMap((node) =>
    [
      tableRule(node, catalogue),
      ownerRule(node, catalogue, used),
      callRule(node, catalogue, root),
    ]
      .filter((rule) => rule !== null)
      .map((rule) => ({ rule, statement: oneLine(statement), node: describe(node) }))
  );
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** Nodes that do not decide themselves which rows they see: an index has, or, for a TID, another part of the plan. */
const led = ["Index Scan", "Index Only Scan", "Bitmap Heap Scan", "Tid Scan", "ModifyTable"];

/** No scan of a table that several owners share, but through an index. */
function tableRule(node: PlanNode, { tables }: Catalogue): Violation["rule"] | null {
  if (!tables.has(tableOf(node)) || led.includes(node["Node Type"])) return null;
  return "reads a table of everybody";
}

/** Whatever index leads there leads to one owner's rows only, that is, the condition that is looked up binds the owner. */
function ownerRule(
  node: PlanNode,
  { tables, tableOfIndex }: Catalogue,
  used: Set<Way>,
): Violation["rule"] | null {
  const index = node["Index Name"];
  if (index === undefined) return null;
  const name = tableOf(node) || tableOfIndex.get(String(index));
  if (name === undefined) throw new Error(`Of which table is ${index}?`);
  const table = tables.get(name);
  if (!table) return null;
  const condition = String(node["Index Cond"] ?? "");
  const way = table.ways.find(({ columns, operators = ["="] }) =>
    columns.every((column) => operators.every((operator) => compares(condition, column, operator)))
  );
  if (!way) return "reaches rows of others";
  used.add(way);
  return null;
}

/** Whether a condition compares the column so; the columns of an index always stand on the left. */
function compares(condition: string, column: string, operator: string): boolean {
  return new RegExp(`\\((?:\\w+\\.)?${column}(?:\\)?::\\w+)? (?:${operator}) `).test(condition);
}

/** Where a node computes for every row that it meets. */
const conditions = [
  "Filter",
  "Join Filter",
  "Index Cond",
  "Recheck Cond",
  "TID Cond",
  "Hash Cond",
  "Merge Cond",
  "One-Time Filter",
  "Order By",
  "Sort Key",
  "Group Key",
];

/**
 * What is the same for all rows is asked once, before the first: it stands in an InitPlan, and its result in the node.
 * What a node puts out counts as well, but for the one row that is written and one that is not read from anything.
 */
function callRule(
  node: PlanNode,
  { changing }: Catalogue,
  root: PlanNode,
): Violation["rule"] | null {
  const writes = root["Node Type"] === "ModifyTable";
  const places = writes || !isFed(node) ? conditions : [...conditions, "Output"];
  const text = places.map((place) => [node[place] ?? ""].flat().join("\n")).join("\n");
  const calls = [...text.matchAll(/\b((?:\w+\.)?\w+)\(/g)].map(([, name]) => name!);
  return calls.some((name) => changing.has(name)) ? "calls a function a row" : null;
}

/** Whether a node has rows from somewhere, be it a table or a node below it that does not merely run once. */
function isFed(node: PlanNode): boolean {
  const feeders = node.Plans?.filter((each) => each["Parent Relationship"] !== "InitPlan") ?? [];
  return tableOf(node) !== "" || feeders.length > 0;
}

function tableOf(node: PlanNode): string {
  return node["Relation Name"] === undefined ? "" : `${node["Schema"]}.${node["Relation Name"]}`;
}

function describe(node: PlanNode): string {
  const names = [
    "Node Type",
    "Index Name",
    "Schema",
    "Relation Name",
    "Alias",
    ...conditions,
    "Output",
  ];
  return names.flatMap((name) =>
    node[name] === undefined ? [] : [`${name}: ${[node[name]].flat().join(", ")}`]
  )
    .join(" | ");
}

function oneLine(statement: string): string {
  return statement.trim().replace(/\s+/g, " ");
}
