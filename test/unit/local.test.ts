import { describe, expect, it } from "vitest";
import { chooseStyle, describeLine, describeMail } from "../../local/terminal.ts";

describe("what npm start prints", () => {
  const words = { log: "text", colour: false } as const;
  const coloured = { log: "text", colour: true } as const;

  it("the output is words and colours in a terminal, and JSON elsewhere", () => {
    const terminal = (depth: number) => ({ isTTY: true, getColorDepth: () => depth });
    expect(chooseStyle([], terminal(8))).toEqual(coloured);
    expect(chooseStyle([], terminal(1))).toEqual(words);
    expect(chooseStyle([], { isTTY: false })).toEqual({ log: "json", colour: false });
    expect(chooseStyle(["--log=json"], terminal(8)).log).toBe("json");
  });

  it.each([
    [{}, "GET /contacts/{id} → 200  12 ms", 32],
    [
      { status: 404, code: "not_found", cause: "Error: hidden" },
      "GET /contacts/{id} → 404 not_found  12 ms",
      33,
    ],
    [{ route: null, status: 404, code: "not_found" }, "GET (no route) → 404 not_found  12 ms", 33],
    [
      { status: 503, code: "unavailable", cause: "Error: no connection\n    at somewhere" },
      "GET /contacts/{id} → 503 unavailable: Error: no connection  12 ms",
      31,
    ],
  ])("says a request with %j in one short line", (changes, said, colour) => {
    const time = new Date(2026, 10, 21, 9, 5, 7).toISOString();
    const entry = { time, method: "GET", status: 200, durationMs: 11.6, route: "/contacts/{id}" };
    const line = JSON.stringify({ ...entry, code: null, cause: null, ...changes });
    expect(describeLine(line, words)).toBe(`09:05:07  ${said}`);
    expect(describeLine(line, coloured)).toContain(`→ \x1b[${colour}m`);
  });

  it("leaves other lines as they are", () => {
    for (const line of ["error: Uncaught", "{", '{"event":"photo_removal_failed"}', "{}"]) {
      expect(describeLine(line, coloured)).toBe(line);
    }
  });

  it("the output has the link of a mail alone on a line, with colours around it and never within", () => {
    const link = "http://127.0.0.1:54321?token_hash=1&type=recovery";
    const mail = {
      to: "a@example.org",
      subject: "S",
      html: `<a href="${link.replace("&", "&amp;")}">`,
    };
    expect(describeMail(mail, words).split("\n")).toContain(`  ${link}`);
    expect(describeMail(mail, coloured)).toContain(`m${link}\x1b[0m`);
    expect(describeMail({ ...mail, html: "" }, words)).toContain("(no link)");
  });
});
