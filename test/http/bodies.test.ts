import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gzipSync } from "node:zlib";
import { expectStatus, makeKey, signUp } from "../support/accounts.ts";
import { as, type Json, sendStreamed } from "../support/client.ts";
import { startCountedCopy } from "../support/function-copy.ts";
import { expectProblem, expectViolations } from "../support/problems.ts";
import { countsOf } from "../support/key-scopes.ts";
import { superuser } from "../support/sql.ts";

const limit = 1_048_576;
const json = { "content-type": "application/json" };
const ada = await signUp();
const send = (
  raw: string | Uint8Array,
  headers: Record<string, string> = json,
  path = "/contacts",
) => ada.post(path, undefined, { raw, headers });

describe("an invalid body", () => {
  it("the invalid body is answered with every violation, not the first", async () => {
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

  it.each(["1e400", "-1e400", "9223372036854775808", "1.7976931348623157e308", "-0", "1e-400"])(
    "the invalid body is refused with the number %s as a text or as days",
    async (number) => {
      const raw = `{"firstName":${number},"contactFrequencyDays":${number}}`;
      const { errors } = expectProblem(await send(raw), 400, "validation_failed");
      expect(errors.map(({ pointer }: Json) => pointer))
        .toEqual(["/firstName", "/contactFrequencyDays"]);
    },
  );

  it.each([
    `{"firstName": broken-by-a-secret}`,
    `{"firstName": "broken-by-a-secret" x}`,
    "broken-by-a-secret",
  ])("is not quoted in the error where it is not JSON: %s", async (raw) => {
    const { status, text } = await send(raw);
    expect(status).toBe(400);
    expect(text).toContain("not valid JSON");
    expect(text).not.toMatch(/broken|secret/);
  });

  it.each([
    ["a lone high surrogate", '{"firstName":"a\\ud800b"}', "/firstName"],
    ["a lone low surrogate", '{"description":"\\udc00","firstName":"A"}', "/description"],
    [
      "NUL deep inside",
      '{"firstName":"A","phones":[{"value":"1","label":"\\u0000"}]}',
      "/phones/0/label",
    ],
  ])("may not hold %s", async (_, raw, pointer) => {
    const answer = await send(raw);
    const body = expectProblem(answer, 400, "validation_failed");
    expect(body.errors).toMatchObject([{ in: "body", pointer }]);
  });
});

describe("a body, announced or streamed,", () => {
  const inChunks = (text: string) => text.match(/[^]{1,50000}/gu)!.map((part) => Buffer.from(part));
  /** The answers to a note of so many bytes, sent in both ways. */
  async function answersTo(bytes: number) {
    const raw = '{"content":""}'.replace('""', `"${"a".repeat(bytes - 14)}"`);
    const streamed = await sendStreamed(ada.token, "POST", "/notes", inChunks(raw));
    return [await send(raw, json, "/notes"), streamed];
  }

  it("the body is 413 over a megabyte, and validated when it is exactly as long as allowed", async () => {
    for (const answer of await answersTo(limit + 1)) {
      expectProblem(answer, 413, "payload_too_large");
    }
    for (const answer of await answersTo(limit)) {
      expectViolations(answer, "body /content too_long");
    }
  });

  it("the body is read whole", async () => {
    const content = "a".repeat(50_000) + "é😀";
    const chunks = inChunks(JSON.stringify({ content }));
    const answer = await sendStreamed(ada.token, "POST", "/notes", chunks);
    expect(expectStatus(answer, 201).content).toBe(content);
  });
});

describe("a body that is not JSON", () => {
  const raw = '{"firstName":"A"}';
  it.each<[number, string]>([
    [415, "text/plain"],
    [415, "application/x-www-form-urlencoded"],
    [415, "multipart/form-data; boundary=x"],
    [415, "application/jsonp"],
    [201, "application/json; charset=utf-8"],
    [201, "APPLICATION/JSON"],
  ])("is %i as %s", async (status, type) => {
    const answer = await send(raw, { "content-type": type });
    if (status === 415) expectProblem(answer, 415, "unsupported_media_type");
    else expectStatus(answer, 201);
  });

  it("the body is 415 when it is compressed, and the answer names Content-Encoding", async () => {
    const answer = await send(gzipSync(raw), { ...json, "content-encoding": "gzip" });
    expect(expectProblem(answer, 415, "unsupported_media_type").detail)
      .toBe("Send the body without Content-Encoding: not compressed.");
  });
});

it("a body of more than 32 levels is invalid JSON, whatever stands there", async () => {
  const nested = (levels: number) => `{"x":${"[".repeat(levels)}${"]".repeat(levels)}}`;
  const codeOf = async (levels: number) => (await send(nested(levels), json, "/notes")).body.code;
  expect(await codeOf(31)).toBe("validation_failed");
  expect(await codeOf(32)).toBe("invalid_json");
  expect(await codeOf(100_000)).toBe("invalid_json");
});

it("a member given twice counts as it was given last", async () => {
  const raw = '{"firstName":"First","firstName":"Last"}';
  const answer = await send(raw);
  expect(expectStatus(answer, 201).firstName).toBe("Last");
  const refused = '{"firstName":"First","firstName":5}';
  expectViolations(await send(refused), "body /firstName invalid_type");
});

describe("a body of a megabyte that is wrong in thousands of places", () => {
  const many = (item: string, count: number) => Array(count).fill(item).join(",");
  const members = (count: number) => Array.from({ length: count }, (_, n) => `"k${n}":1`).join(",");

  it("the body is answered with 100 violations, and says that there are more", async () => {
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

  it("the body is told that a list is too long, not what is wrong with its items", async () => {
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

it("a header of thousands of characters leads to no 5xx", async () => {
  const long = "a".repeat(6_000);
  const headers: Record<string, string>[] = [
    { authorization: `Bearer kith_${long}` },
    { authorization: `Bearer ${long}.${long.slice(0, 500)}.${long.slice(0, 500)}` },
    { "idempotency-key": long },
    { "x-request-id": long },
    { "if-match": `"${long}"` },
  ];
  for (const each of headers) {
    const answer = await ada.post("/networks", { name: randomUUID() }, { headers: each });
    expect(answer.status).toBeLessThan(500);
    expect(answer.headers.get("x-request-id")).not.toBe(long);
  }
});

describe("a body over 64 KiB", () => {
  const content = "é".repeat(70_000);
  let copy: Awaited<ReturnType<typeof startCountedCopy>>;
  beforeAll(async () => {
    copy = await startCountedCopy();
    await as(ada.token, copy.base).get("/contacts");
  });
  afterAll(() => copy?.stop());

  it("the body is read after the key was checked, and counts as one request", async () => {
    const { id, key } = await makeKey(ada);
    const remaining = async (body: unknown) => {
      const { headers } = await as(key, copy.base).post("/notes", body);
      return headers.get("x-ratelimit-remaining");
    };
    expect(await remaining({ content: "x" })).toBe("119");
    expect(await remaining({ content })).toBe("118");
    expect(await remaining({ content, unknown: 1 })).toBe("117");
    expect((await countsOf(superuser(), id)).slice(0, 2)).toEqual([3, 0]);
  });

  it.each<[trips: number, status: number, who: string, raw: string]>([
    [2, 201, "the owner", JSON.stringify({ content })],
    [1, 401, "an unknown key", JSON.stringify({ content })],
    [1, 400, "the owner", "[".repeat(70_000)],
  ])("costs %i trips and is %i to %s", async (trips, status, who, raw) => {
    const token = who === "the owner" ? ada.token : `kith_${"0".repeat(40)}`;
    copy.database.reset();
    const answer = await as(token, copy.base).post("/notes", undefined, { raw, headers: json });
    expect([answer.status, copy.database.trips(), copy.database.statements()])
      .toEqual([status, trips, trips]);
  });
});
