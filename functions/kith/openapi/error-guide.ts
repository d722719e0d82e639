import { problemCatalogue, type ProblemCode, type ViolationCode } from "../core/problem.ts";
import { errorPages, problemExample } from "./error-pages.ts";

const violationMeanings: Record<ViolationCode, string> = {
  required: "A required member is missing.",
  unknown_member: "There is no member of that name. (Read-only members are accepted and ignored.)",
  unknown_parameter:
    "There is no query parameter of that name. The message has the nearest one, or those that there are.",
  invalid_type: "The JSON type is wrong.",
  invalid_format:
    "The format is wrong, or the text contains a NUL character or an unpaired surrogate.",
  too_short: "Too few characters or items.",
  too_long: "Too many characters or items. Characters are code points.",
  too_small: "The number or date is below the minimum.",
  too_big: "The number or date is above the maximum.",
  duplicate: "The value occurs twice in its list, or the query parameter was sent twice.",
  invalid_reference: "The id is unknown or belongs to another owner.",
  conflict:
    "The resource, or the member that the pointer names, is not any more what is to be undone.",
};

/** The page of a code as Markdown. */
function page(code: ProblemCode): string {
  const { status, title } = problemCatalogue[code];
  const { meaning, remedy } = errorPages[code];
  const example = JSON.stringify(problemExample(code), null, 2);
  return `## ${code}\n\n**${status} ${title}.** ${meaning}\n\n${remedy}\n\n\`\`\`json\n${example}\n\`\`\`\n`;
}

/** The catalogue as Markdown; the `type` of every problem is a link to it. */
export function errorGuide(): string {
  const codes = Object.keys(problemCatalogue) as ProblemCode[];
  const violations = Object.entries(violationMeanings)
    .map(([code, meaning]) => `- \`${code}\`: ${meaning}`);
  return [
    "# Errors\n",
    "Every error is `application/problem+json` (RFC 9457) with `type`, `title`, `status`, `detail`, `code` and",
    "`requestId`, and `errors` where members or parameters are invalid. Programs should use `code`, which is one of those",
    "below and never changes its meaning; the texts may change. `requestId` is the `X-Request-Id` of the answer.\n",
    ...codes.map(page),
    "## Items of `errors`\n",
    "Each has `in` (`body`, `query`, `header`, or `resource` where a stored resource is in the way), `pointer` (RFC 6901; `/` and the",
    "parameter's name; or `/<resource>/<id>/<member>`), `message`, and a `code`:\n",
    ...violations,
    "",
  ].join("\n");
}
