import { expect, it } from "vitest";
import { problemCatalogue } from "../../functions/kith/core/problem.ts";
import { remedies } from "../../functions/kith/mcp/remedies.ts";
import { tools } from "../../functions/kith/mcp/tools/all.ts";

/** Codes of requests that no tool makes, or that are answered before a tool is called. */
const notOfTools = [
  "second_factor_required",
  "method_not_allowed",
  "request_timeout",
  "invalid_json",
  "invalid_photo_path",
  "invalid_photo",
  "api_key_limit_reached",
  "cursor_expired",
  "payload_too_large",
  "unsupported_media_type",
];

it("every refusal of a tool says what to do", () => {
  expect([...Object.keys(remedies), ...notOfTools].sort())
    .toEqual(Object.keys(problemCatalogue).sort());
});

it.each(Object.entries(remedies))("that of %s names tools and arguments only", (_, remedy) => {
  expect(remedy).not.toMatch(/\b(GET|POST|PATCH|PUT|DELETE)\b|`|[A-Z][a-z]+-[A-Z]/);
  const names = new Set(tools.map(({ name }) => name));
  for (const [named] of remedy.matchAll(/\b[a-z]+_[a-z_]+\b/g)) expect(names).toContain(named);
});
