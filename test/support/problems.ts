import { expect } from "vitest";
import type { Answer, Json } from "./client.ts";

const requestId = expect.stringMatching(/^\S+$/);

/** Demands a refusal in the one shape that all refusals have. */
export function expectProblem(answer: Answer, status: number, code: string): Json {
  expect(answer, answer.text).toMatchObject({ status, body: { code, status } });
  expect(answer.headers.get("content-type")).toMatch(/^application\/problem\+json\b/);
  expect(answer.body).toMatchObject({
    type: expect.any(String),
    title: expect.any(String),
    detail: expect.any(String),
    requestId,
  });
  expect(answer.headers.get("x-request-id")).toBe(answer.body.requestId);
  const members = [
    "type",
    "title",
    "status",
    "detail",
    "code",
    "requestId",
    "errors",
    "mergedInto",
  ];
  expect(members).toEqual(expect.arrayContaining(Object.keys(answer.body)));
  return answer.body;
}

/** Demands a 400 that names exactly these places, each as `in pointer code`, in any order. */
export function expectViolations(answer: Answer, ...places: string[]): void {
  const body = expectProblem(answer, 400, "validation_failed");
  const found = body.errors.map((error: Json) => {
    expect(error).toEqual({
      in: expect.stringMatching(/^(body|query|path)$/),
      pointer: expect.any(String),
      code: expect.any(String),
      message: expect.any(String),
    });
    return `${error.in} ${error.pointer} ${error.code}`;
  });
  expect(found.sort()).toEqual(places.sort());
}

/** Demands 400 `invalid_reference`: an id in a body that leads nowhere, or to somebody else's. */
export function expectInvalidReference(answer: Answer): void {
  expectProblem(answer, 400, "invalid_reference");
}

/** {@link sameBytes} of a key, which is told after each request how many are left. */
export function sameBytesOfKey(answer: Answer): { status: number; headers: unknown; text: string } {
  const headers = [...answer.headers].filter(([name]) => !name.startsWith("x-ratelimit-"));
  return sameBytes({ ...answer, headers: new Headers(headers) });
}

/** The answer to a refused request without what differs from request to request. */
export function sameBytes(answer: Answer): { status: number; headers: unknown; text: string } {
  const id = answer.headers.get("x-request-id") ?? "";
  const headers = [...answer.headers].filter(([name]) => !["date", "x-request-id"].includes(name));
  return {
    status: answer.status,
    headers: headers.sort(),
    text: id === "" ? answer.text : answer.text.replaceAll(id, "(request id)"),
  };
}
