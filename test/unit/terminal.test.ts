import { WriteStream } from "node:tty";
import { describe, expect, it } from "vitest";
import { chooseStyle, describeLine, describeMail } from "../../local/terminal.ts";

const words = { log: "text", colour: false } as const;
const coloured = { log: "text", colour: true } as const;

/** A terminal with these environment variables. */
const terminal = (environment: Record<string, string> = {}) => ({
  isTTY: true,
  getColorDepth: () =>
    WriteStream.prototype.getColorDepth.call({}, { TERM: "xterm-256color", ...environment }),
});
const pipe = { isTTY: false };

describe("the style of npm start", () => {
  it("is words and colours in a terminal, and JSON elsewhere", () => {
    expect(chooseStyle([], terminal())).toEqual({ log: "text", colour: true });
    expect(chooseStyle([], pipe)).toEqual({ log: "json", colour: false });
  });

  it("is what --log asks for", () => {
    expect(chooseStyle(["--log=json"], terminal()).log).toBe("json");
    expect(chooseStyle(["--log=text"], pipe)).toEqual({ log: "text", colour: false });
  });

  it.each([{ NO_COLOR: "1" }, { TERM: "dumb" }])("has no colours with %j", (environment) => {
    expect(chooseStyle([], terminal(environment))).toEqual({ log: "text", colour: false });
  });
});

describe("a request in words", () => {
  const entry = {
    time: new Date(2026, 10, 21, 9, 5, 7).toISOString(),
    method: "GET",
    status: 200,
    durationMs: 11.6,
    requestId: "5f0c",
    route: "/contacts/{id}",
    credential: "api_key",
    keyId: "7a1b",
    code: null,
    cause: null,
  };
  const describeWith = (changes: Partial<Record<keyof typeof entry, unknown>>) =>
    describeLine(JSON.stringify({ ...entry, ...changes }), words);

  it("is one short line", () => {
    expect(describeWith({})).toBe("09:05:07  GET /contacts/{id} → 200  12 ms");
    expect(describeWith({ status: 404, code: "not_found", cause: "Error: hidden" }))
      .toBe("09:05:07  GET /contacts/{id} → 404 not_found  12 ms");
    expect(describeWith({ route: null, status: 404, code: "not_found" }))
      .toBe("09:05:07  GET (no route) → 404 not_found  12 ms");
  });

  it("has the cause of a failure", () => {
    const cause = "Error: no connection\n    at somewhere";
    expect(describeWith({ status: 503, code: "unavailable", cause }))
      .toBe("09:05:07  GET /contacts/{id} → 503 unavailable: Error: no connection  12 ms");
  });

  it("has a colour by its status", () => {
    const colourOf = (status: number) =>
      // deno-lint-ignore no-control-regex
      /→ \x1b\[(\d+)m/.exec(describeLine(JSON.stringify({ ...entry, status }), coloured))![1];
    expect([204, 404, 503].map(colourOf)).toEqual(["32", "33", "31"]);
  });

  it("leaves other lines as they are", () => {
    for (const line of ["error: Uncaught", "{", '{"event":"photo_removal_failed"}', "{}"]) {
      expect(describeLine(line, coloured)).toBe(line);
    }
  });
});

describe("a mail that is not sent", () => {
  const mail = { to: "a@example.org", subject: "Choose a new password" };
  const link = "http://127.0.0.1:54321?token_hash=1&type=recovery";
  const withLink = { ...mail, html: `<a href="${link.replace("&", "&amp;")}">` };

  it("has its link alone on a line, between two rules", () => {
    const lines = describeMail(withLink, words).split("\n");
    expect(lines).toContain(`  ${link}`);
    expect(lines.filter((line) => /^─+$/.test(line))).toHaveLength(2);
    expect(describeMail(mail, words)).toContain("(no link)");
  });

  it("has colours around the link and never within it", () => {
    expect(describeMail(withLink, coloured)).toContain(`m${link}\x1b[0m`);
  });
});
