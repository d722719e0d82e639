import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, signUp } from "../support/accounts.ts";
import { sendStreamed } from "../support/client.ts";
import { expectProblem, expectViolations } from "../support/problems.ts";

const limit = 1_048_576;
const json = { "content-type": "application/json" };
let ada: Account;
beforeAll(async () => {
  ada = await signUp();
});

describe("an invalid body", () => {
  it("is answered with every violation, not the first", async () => {
    const answer = await ada.post("/contacts", {
      firstName: "a".repeat(256),
      birthday: "yesterday",
      isFavorite: 1,
      emails: [{ value: "a@b" }, { value: "nothing" }, { value: "A@B" }, {}],
      "we/ird~": 1,
      contactFrequencyDays: 0,
    });
    expectViolations(
      answer,
      "body /firstName too_long",
      "body /birthday invalid_format",
      "body /isFavorite invalid_type",
      "body /emails/1/value invalid_format",
      "body /emails/2/value duplicate",
      "body /emails/3/value required",
      "body /we~1ird~0 unknown_member",
      "body /contactFrequencyDays too_small",
    );
  });

  it.each([
    ["cut short", '{"firstName":"A"'],
    ["empty", ""],
    ["followed by a comment", '{"firstName":"A"} // x'],
    ["two values", "{}{}"],
    ["NaN", '{"contactFrequencyDays":NaN}'],
  ])("is invalid JSON when it is %s", async (_, raw) => {
    const answer = await ada.post("/contacts", undefined, { raw, headers: json });
    expectProblem(answer, 400, "invalid_json");
  });

  it.each([
    `{"firstName": broken-by-a-secret}`,
    `{"firstName": "broken-by-a-secret" x}`,
    "broken-by-a-secret",
  ])("is not repeated by the error that says it is no JSON: %s", async (raw) => {
    const { status, text } = await ada.post("/contacts", undefined, { raw, headers: json });
    expect(status).toBe(400);
    expect(text).toContain("not valid JSON");
    expect(text).not.toMatch(/broken|secret/);
  });

  it("is invalid JSON when it is not UTF-8", async () => {
    const raw = Buffer.from([...Buffer.from('{"firstName":"'), 0xff, 0xfe, ...Buffer.from('"}')]);
    expectProblem(
      await ada.post("/contacts", undefined, { raw, headers: json }),
      400,
      "invalid_json",
    );
  });

  it.each([
    ["NUL", '{"firstName":"a\\u0000b"}', "/firstName"],
    ["a lone high surrogate", '{"firstName":"a\\ud800b"}', "/firstName"],
    ["a lone low surrogate", '{"description":"\\udc00","firstName":"A"}', "/description"],
    [
      "NUL deep inside",
      '{"firstName":"A","phones":[{"value":"1","label":"\\u0000"}]}',
      "/phones/0/label",
    ],
  ])("may not hold %s", async (_, raw, pointer) => {
    const answer = await ada.post("/contacts", undefined, { raw, headers: json });
    const body = expectProblem(answer, 400, "validation_failed");
    expect(body.errors).toMatchObject([{ in: "body", pointer }]);
  });

  it("may not hold NUL in a note, which is kept verbatim", async () => {
    const answer = await ada.post("/notes", { content: "a\u0000b" });
    expect(expectProblem(answer, 400, "validation_failed").errors).toMatchObject([{
      pointer: "/content",
    }]);
  });

  it.each(["__proto__", "constructor", "toString", "hasOwnProperty", "prototype"])(
    "names %s as an unknown member",
    async (name) => {
      const raw = `{"firstName":"A","${name}":{"isFavorite":true}}`;
      const answer = await ada.post("/contacts", undefined, { raw, headers: json });
      expectViolations(answer, `body /${name} unknown_member`);
    },
  );

  it("may hold numbers of any size: no 5xx", async () => {
    for (const number of ["1e400", "-1e400", "99999999999999999999", "1.0000000000000000001"]) {
      const raw = `{"firstName":"A","contactFrequencyDays":${number}}`;
      const { status } = await ada.post("/contacts", undefined, { raw, headers: json });
      expect([number, status < 500]).toEqual([number, true]);
    }
  });
});

describe("a body over a megabyte", () => {
  const body = (bytes: number) => {
    const frame = '{"content":""}';
    return `{"content":"${"a".repeat(bytes - frame.length)}"}`;
  };

  it("is 413 when it is announced", async () => {
    const answer = await ada.post("/notes", undefined, { raw: body(limit + 1), headers: json });
    expectProblem(answer, 413, "payload_too_large");
  });

  it("is 413 when it is streamed", async () => {
    const chunk = Buffer.alloc(65_536, "a");
    const chunks = [Buffer.from('{"content":"'), ...Array(16).fill(chunk), Buffer.from('"}')];
    expectProblem(
      await sendStreamed(ada.token, "POST", "/notes", chunks),
      413,
      "payload_too_large",
    );
  });

  it("is validated when it is exactly as long as allowed", async () => {
    const announced = await ada.post("/notes", undefined, { raw: body(limit), headers: json });
    expectViolations(announced, "body /content too_long");
    const streamed = await sendStreamed(ada.token, "POST", "/notes", [Buffer.from(body(limit))]);
    expectViolations(streamed, "body /content too_long");
  });

  it("is read whole when it is streamed", async () => {
    const chunks = ['{"content":"', "a".repeat(50_000), "é😀", '"}'].map((text) =>
      Buffer.from(text)
    );
    const answer = await sendStreamed(ada.token, "POST", "/notes", chunks);
    expect(expectStatus(answer, 201).content).toBe("a".repeat(50_000) + "é😀");
  });
});

describe("a body that is not JSON", () => {
  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/xml",
    "application/jsonp",
  ])(
    "is 415 as %s",
    async (type) => {
      const answer = await ada.post("/contacts", undefined, {
        raw: '{"firstName":"A"}',
        headers: { "content-type": type },
      });
      expectProblem(answer, 415, "unsupported_media_type");
    },
  );

  it("is 415 when it is compressed, and the answer names Content-Encoding", async () => {
    const answer = await ada.post("/contacts", undefined, {
      raw: gzipSync('{"firstName":"A"}'),
      headers: { ...json, "content-encoding": "gzip" },
    });
    expect(expectProblem(answer, 415, "unsupported_media_type").detail).toBe(
      "Send the body without Content-Encoding: not compressed.",
    );
  });

  it.each([
    "application/json; charset=utf-8",
    "APPLICATION/JSON",
    "application/json;charset=UTF-8",
  ])(
    "is JSON as %s",
    async (type) => {
      const answer = await ada.post("/contacts", undefined, {
        raw: '{"firstName":"A"}',
        headers: { "content-type": type },
      });
      expectStatus(answer, 201);
    },
  );
});

describe("a body of more than 32 levels", () => {
  it("is invalid JSON, whatever stands there", async () => {
    const nested = (levels: number) => `{"x":${"[".repeat(levels)}${"]".repeat(levels)}}`;
    const codeOf = async (levels: number) =>
      (await ada.post("/notes", undefined, { raw: nested(levels), headers: json })).body.code;
    expect(await codeOf(31)).toBe("validation_failed");
    expect(await codeOf(32)).toBe("invalid_json");
    expect(await codeOf(100_000)).toBe("invalid_json");
  });
});

describe("a member given twice", () => {
  it("counts as it was given last", async () => {
    const raw = '{"firstName":"First","firstName":"Last"}';
    const answer = await ada.post("/contacts", undefined, { raw, headers: json });
    expect(expectStatus(answer, 201).firstName).toBe("Last");
    const refused = '{"firstName":"First","firstName":5}';
    const again = await ada.post("/contacts", undefined, { raw: refused, headers: json });
    expectViolations(again, "body /firstName invalid_type");
  });
});

describe("a body of a megabyte that is wrong in thousands of places", () => {
  const many = (item: string, count: number) => Array(count).fill(item).join(",");
  const members = (count: number) => Array.from({ length: count }, (_, n) => `"k${n}":1`).join(",");
  const send = (raw: string) => ada.post("/contacts", undefined, { raw, headers: json });

  it("is answered with 100 violations, and says that there are more", async () => {
    const { status, body } = await send(`{"firstName":"A",${members(900)}}`);
    expect([status, body.code, body.errors.length]).toEqual([400, "validation_failed", 100]);
    expect(body.detail).toBe(
      "The request is not valid. The first 100 violations are listed; there are more.",
    );
    const unstorable = await send(
      `{"firstName":"A","networkIds":[${many('"\\u0000"', 90_000)}]}`,
    );
    expect(unstorable.body.errors).toHaveLength(100);
  });

  it("in a long list is told its length, and not its items", async () => {
    const { body } = await send(`{"firstName":"A","emails":[${many('{"value":1}', 80_000)}]}`);
    expect(body.code).toBe("invalid_json");
    const shorter = await send(`{"firstName":"A","emails":[${many('{"value":1}', 21)}]}`);
    expect(shorter.body.errors).toEqual([
      { in: "body", pointer: "/emails", code: "too_long", message: "Must have at most 20 items." },
    ]);
  });

  it.each([
    ["members", () => `{${members(1_001)}}`],
    ["members, inside", () => `{"firstName":"A","emails":[{"value":"a@b.c",${members(1_001)}}]}`],
    ["objects", () => `{"firstName":"A","x":[${many("{}", 50_001)}]}`],
    ["lists", () => `{"firstName":"A","x":[${many("[]", 50_001)}]}`],
  ])("is refused as a whole for too many %s", async (_, raw) => {
    const { status, body } = await send(raw());
    expect([status, body.code]).toEqual([400, "invalid_json"]);
    expect(body.detail).toMatch(/more than (1000 members|50000 objects and arrays)/);
  });
});
