/** Finds regular expressions in source that may take more than linear time: texts of clients are matched against them. */
import { readdir, readFile } from "node:fs/promises";
import { isDisjointWith, JS, NFA } from "refa";
import { analyse } from "scslre";
import ts from "typescript";

/** A pattern that is taken to be linear although it does not look so. */
export interface Exception {
  /** The file, from the root. */
  file: string;
  /** The literal as it stands in the source, or the argument of `new RegExp`. */
  pattern: string;
  /** How long the text is that it sees, and what keeps it so. */
  bound: string;
}

/** Most are put together where the source does not say of what. */
const exceptions: Exception[] = [
  {
    file: "functions/kith/auth/authenticate.ts",
    pattern: "`^${apiKeyPrefix}[0-9a-f]{${2 * secretBytes}}$`",
    bound: "45 characters: it has no repetition without an end.",
  },
  {
    file: "functions/kith/calendar/feed.ts",
    pattern: "`${name}=(\\\\d+)`",
    bound:
      "200 characters, the longest rule that the database stores; nothing comes after its repetition.",
  },
  {
    file: "functions/kith/core/lists.ts",
    pattern: "`^${uuid}(,${uuid})*$`",
    bound: "Linear: it has a beginning, and each id its comma and 36 characters.",
  },
  {
    file: "functions/kith/exports/account.ts",
    pattern: '`^(${tables.join("|")})\\\\.${uuidPattern.source.slice(1)}`',
    bound: "Some 60 characters: it has no repetition.",
  },
  {
    file: "functions/kith/core/fields.ts",
    pattern: '`^(${words.join("|")})$`',
    bound: "Few words: it has no repetition.",
  },
  {
    file: "functions/kith/http/router.ts",
    pattern: "`^${text}$`",
    bound: "Linear: it has a beginning, and what stands for a parameter ends at the next slash.",
  },
  {
    file: "functions/kith/imports/parse/places.ts",
    pattern: '`[^${delimiter === "\\t" ? "\\\\t" : delimiter}\\\\r\\\\n]*`',
    bound: "Linear: it is sticky, and nothing comes after its repetition.",
  },
  {
    file: "web/build.ts",
    pattern: "/\\/auth-js\\/.*\\/lib\\/(webauthn|web3\\/ethereum)\\.js$/",
    bound: "The paths of what is built.",
  },
  {
    file: "web/src/base/day-words.ts",
    pattern:
      '`(?<![\\\\p{L}\\\\p{N}])(?:${pattern.replaceAll(" ", "\\\\s+")})(?![\\\\p{L}\\\\p{N}])`',
    bound:
      "What one types into the page; each rule begins with a word, so that only one match reads a run of blanks.",
  },
];

const folders = ["functions", "client/src", "client/mcp/src", "web"];

/** The same for all files whose code sees what clients send. */
export async function slowPatterns(root: string): Promise<string[]> {
  const sources = new Map<string, string>();
  for (const folder of folders) {
    for (const name of await readdir(`${root}${folder}`, { recursive: true })) {
      if (!/\.[cm]?[jt]sx?$/.test(name) || /^dist\/|node_modules\//.test(name)) continue;
      sources.set(`${folder}/${name}`, await readFile(`${root}${folder}/${name}`, "utf8"));
    }
  }
  return findSlowPatterns(sources, exceptions);
}

/** From this many repetitions on a bound is taken for none: it does not keep the time of a text of a megabyte low. */
const boundLimit = 1_000;

/**
 * What is wrong with the patterns of some files, a line each, and which exceptions are not needed (any longer).
 * @param sources the text of each file by its name from the root
 */
export function findSlowPatterns(sources: Map<string, string>, exceptions: Exception[]): string[] {
  const unused = new Set(exceptions);
  const faults = [...sources].flatMap(([file, text]) =>
    patternsOf(file, text).flatMap(({ line, written, literal }) => {
      const fault = literal === null ? "it is put together at run time" : faultOf(literal);
      if (fault === null) return [];
      const known = exceptions.find((each) => each.file === file && each.pattern === written);
      if (known) unused.delete(known);
      return known ? [] : [`${file}:${line}: ${written} may take more than linear time: ${fault}.`];
    })
  );
  const stale = [...unused].map(({ file, pattern }) =>
    `${file}: ${pattern} is listed as an exception, but is linear.`
  );
  return [...faults, ...stale];
}

interface Pattern {
  line: number;
  written: string;
  /** Null where the source does not say it. */
  literal: { source: string; flags: string } | null;
}

/** The literals of a file, and what it calls `RegExp` with. */
function patternsOf(file: string, text: string): Pattern[] {
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kind);
  const constants = constantsOf(source);
  const found: Pattern[] = [];
  const add = (node: ts.Node, literal: Pattern["literal"]) => {
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    found.push({ line, written: node.getText(source), literal });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      add(node, { source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    } else if (
      (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
      ts.isIdentifier(node.expression) && node.expression.text === "RegExp"
    ) {
      const [pattern, given] = node.arguments ?? [];
      // A literal is found by itself.
      if (pattern !== undefined && !ts.isRegularExpressionLiteral(pattern)) {
        const said = valueOf(pattern, constants);
        const flags = given === undefined ? "" : valueOf(given, constants);
        add(pattern, said === null || flags === null ? null : { source: said, flags });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** What the constants of a file are, by their names. */
function constantsOf(source: ts.SourceFile): Map<string, ts.Expression> {
  const declared = source.statements.flatMap((statement) =>
    ts.isVariableStatement(statement) && statement.declarationList.flags & ts.NodeFlags.Const
      ? [...statement.declarationList.declarations]
      : []
  );
  return new Map(
    declared.flatMap(({ name, initializer }) =>
      ts.isIdentifier(name) && initializer ? [[name.text, initializer]] : []
    ),
  );
}

/** The text that an expression is; null where the file does not say it. */
function valueOf(node: ts.Expression, constants: Map<string, ts.Expression>): string | null {
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return node.text;
  if (ts.isIdentifier(node)) {
    const known = constants.get(node.text);
    return known ? valueOf(known, constants) : null;
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const parts = [node.left, node.right].map((each) => valueOf(each, constants));
    return parts.includes(null) ? null : parts.join("");
  }
  if (!ts.isTemplateExpression(node)) return null;
  const parts = node.templateSpans.map(({ expression, literal }) => {
    const value = valueOf(expression, constants);
    return value === null ? null : value + literal.text;
  });
  return parts.includes(null) ? null : node.head.text + parts.join("");
}

/** Why a pattern may take more than linear time; null where it does not. */
function faultOf({ source, flags }: { source: string; flags: string }): string | null {
  const unbounded = source.replaceAll(
    /(?<!\\)\{(\d{1,9}),(\d{1,9})\}/g,
    (bounds, least, most) => Number(most) >= boundLimit ? `{${least},}` : bounds,
  );
  const { parsed, reports: [report] } = analyse(
    { source: unbounded, flags },
    { assumeRejectingSuffix: false },
  );
  if (report) {
    return `a text of many ${report.character.literal.source.slice(0, 40)} is read again and again`;
  }
  const ways = ambiguityOf(parsed.pattern.alternatives, false, flags);
  if (ways) return `a text of many ${ways} is read in twice as many ways with each`;
  if (flags.includes("y")) return null;
  const again = repetitionsOf(parsed.pattern.alternatives, [], [])
    .find((each) => beginsAnywhere(each, flags));
  return again ? `a text of many ${again.element} is read again from each` : null;
}

/** From this many repetitions on, each of which doubles the ways, trying all of them takes long. */
const fewRepetitions = 10;

/**
 * A group within a repetition of which two alternatives read the same text, or the same beginning of several repetitions: the pattern then has
 * exponentially many ways to fail. The analysis above knows this of repetitions within repetitions only.
 */
function ambiguityOf(
  alternatives: readonly { elements: Node[]; raw: string }[],
  isRepeated: boolean,
  flags: string,
): string | null {
  for (const { elements } of alternatives) {
    for (const node of elements) {
      const isMany = node.type === "Quantifier" && node.max > fewRepetitions;
      const inner = node.type === "Quantifier" ? node.element : node;
      if (inner.type !== "Group" && inner.type !== "CapturingGroup") continue;
      const found = (isRepeated || isMany) && isAmbiguous(inner.alternatives, isMany, flags)
        ? inner.raw
        : ambiguityOf(inner.alternatives, isRepeated || isMany, flags);
      if (found) return found;
    }
  }
  return null;
}

function isAmbiguous(
  alternatives: readonly { raw: string }[],
  isMany: boolean,
  flags: string,
): boolean {
  const all = alternatives.map((each) => each.raw).join("|");
  const automata = alternatives.map((each) =>
    automatonOf(isMany ? `(?:${each.raw})(?:${all})*` : each.raw, flags)
  );
  return automata.some((one, index) =>
    automata.slice(index + 1).some((other) => !isDisjointWith(one, other))
  );
}

/** A repetition without an end, and what is before it and after it in the pattern. */
interface Repetition {
  element: string;
  before: Node[];
  after: Node[];
}

type Node = ReturnType<
  typeof analyse
>["parsed"]["pattern"]["alternatives"][number]["elements"][number];

function repetitionsOf(
  alternatives: readonly { elements: Node[] }[],
  before: Node[],
  after: Node[],
): Repetition[] {
  return alternatives.flatMap(({ elements }) =>
    elements.flatMap((node, index): Repetition[] => {
      const sides = {
        before: [...before, ...elements.slice(0, index)],
        after: [...elements.slice(index + 1), ...after],
      };
      if (node.type === "Group" || node.type === "CapturingGroup") {
        return repetitionsOf(node.alternatives, sides.before, sides.after);
      }
      if (node.type !== "Quantifier" || node.max !== Infinity) return [];
      return [{ element: node.element.raw, ...sides }];
    })
  );
}

/**
 * Whether a text of many of what is repeated has many places from which the pattern reads it to the end before it fails.
 * The analysis above knows this only of texts of one character.
 */
function beginsAnywhere({ element, before, after }: Repetition, flags: string): boolean {
  const isFixed = before.some(({ type, raw }) => type === "Assertion" || raw.includes("(?<"));
  const mayFail = after.some((node) => node.type !== "Quantifier" || node.min > 0);
  if (isFixed || !mayFail) return false;
  const [repeated, begun] = [`(?:${element})+`, `[^]*${raw(before)}(?:${element})*`]
    .map((source) => automatonOf(source, flags));
  return !isDisjointWith(repeated!, begun!);
}

const raw = (nodes: Node[]) => nodes.map((node) => node.raw).join("");

function automatonOf(source: string, flags: string): NFA {
  const { expression, maxCharacter } = JS.Parser.fromLiteral({ source, flags })
    .parse({ assertions: "ignore", backreferences: "disable" });
  return NFA.fromRegex(expression, { maxCharacter });
}
