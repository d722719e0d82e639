import { problemCatalogue, type ProblemCode, type ViolationCode } from "../core/problem.ts";
import { errorPages, problemExample } from "./error-pages.ts";

const violationMeanings: Record<ViolationCode, string> = {
  required: "It is missing, and has to be there.",
  unknown_member:
    "There is no member of that name. Read-only ones are not meant: they are accepted and ignored.",
  invalid_type: "It has another JSON type than it should.",
  invalid_format: "It is not written as it should be, or holds a NUL or half of a surrogate pair.",
  too_short: "Too few characters or items.",
  too_long: "Too many characters or items. Characters are code points.",
  too_small: "The number or date is below the least.",
  too_big: "The number or date is above the greatest.",
  duplicate: "It stands there twice, or a query parameter was given twice.",
  invalid_reference: "The id leads nowhere that this account may see.",
};

/** The page of a code as Markdown. */
function page(code: ProblemCode): string {
  const { status, title } = problemCatalogue[code];
  const { meaning, remedy } = errorPages[code];
  const example = JSON.stringify(problemExample(code), null, 2);
  return `## ${code}\n\n**${status} ${title}.** ${meaning}\n\n${remedy}\n\n\`\`\`json\n${example}\n\`\`\`\n`;
}

/** The catalogue as Markdown: what `type` of every refusal points to. */
export function errorGuide(): string {
  const codes = Object.keys(problemCatalogue) as ProblemCode[];
  const violations = Object.entries(violationMeanings)
    .map(([code, meaning]) => `- \`${code}\`: ${meaning}`);
  return [
    "# Errors\n",
    "Every refusal is `application/problem+json` (RFC 9457) with `type`, `title`, `status`, `detail`, `code` and",
    "`requestId`, and `errors` where members or parameters are at fault. Programs decide by `code`, which is one of those",
    "below and never changes its meaning; the words may change. `requestId` is the `X-Request-Id` of the answer.\n",
    ...codes.map(page),
    "## What `errors` say\n",
    "Each has `in` (`body`, `query` or `header`), `pointer` (RFC 6901, or `/` and the parameter's name), `message`, and a `code`:\n",
    ...violations,
    "",
  ].join("\n");
}
