import { describe, expect, it } from "vitest";
import { problemCatalogue } from "../../functions/kith/core/problems.ts";
import { statementFailure } from "../../functions/kith/db/postgres.ts";
import { remedies } from "../../functions/kith/mcp/server.ts";
import { tools } from "../../functions/kith/mcp/tools/all.ts";

/** An error as the driver reports one of Postgres. */
const postgresError = (code: string) =>
  Object.assign(new Error("refused"), { severity: "ERROR", code });

describe("a statement that failed", () => {
  it.each([
    ["the connection broke", "08006"],
    ["there were no connections left", "53300"],
    ["the disk was full", "53100"],
    ["Postgres was shutting down", "57P01"],
    ["it was cancelled", "57014"],
    ["it took too long", "25P04"],
    ["the database was read-only", "25006"],
    ["of another transaction", "40001"],
    ["of a deadlock", "40P01"],
    ["of a lock", "55P03"],
    ["an upgrade has replaced a function meanwhile", "42883"],
  ])("because %s is answered with 503", (_, code) => {
    const { status, headers } = statementFailure(postgresError(code));
    expect(status).toBe(503);
    expect(headers["retry-after"]).toMatch(/^[1-9]\d*$/);
  });

  it("without an answer is answered with 503", () => {
    expect(statementFailure(new Error("Connection terminated unexpectedly")).status).toBe(503);
  });

  it.each([postgresError("42P01"), postgresError("XX000"), new TypeError("no function")])(
    "because of a defect is answered with 500: %s",
    (error) => expect(statementFailure(error).status).toBe(500),
  );
});

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
