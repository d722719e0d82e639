import { expect } from "vitest";
import type { Answer, Json } from "./client.ts";

/** Demands a refusal in the one shape that all refusals have. */
export function expectProblem(answer: Answer, status: number, code: string): Json {
  expect(answer, answer.text).toMatchObject({ status, body: { code, status } });
  expect(answer.headers.get("content-type")).toMatch(/^application\/problem\+json\b/);
  const { errors: _, mergedInto: __, ...members } = answer.body;
  expect(members).toEqual({
    type: expect.any(String),
    title: expect.any(String),
    status,
    detail: expect.any(String),
    code,
    requestId: expect.stringMatching(/^\S+$/),
  });
  expect(answer.headers.get("x-request-id")).toBe(answer.body.requestId);
  return answer.body;
}

/** Demands a 400 that names exactly these places, each as `in pointer code`, in any order. */
export function expectViolations(answer: Answer, ...places: string[]): void {
  const { errors } = expectProblem(answer, 400, "validation_failed");
  const found = errors.map((error: Json) => {
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

/** Demands a 400 that names exactly these places, in this order: ids there lead nowhere. */
export function expectInvalidReferences(answer: Answer, ...pointers: string[]): void {
  const { errors } = expectProblem(answer, 400, "invalid_reference");
  expect(errors.map((error: Json) => `${error.in} ${error.pointer}`))
    .toEqual(pointers.map((pointer) => `body ${pointer}`));
}

/** Demands the headers that tell caches and browsers to keep nothing and to guess nothing. */
export function expectHeaders({ headers }: Answer, cacheControl: unknown): void {
  expect(Object.fromEntries(headers)).toMatchObject({
    "cache-control": cacheControl,
    "x-content-type-options": "nosniff",
    vary: expect.stringMatching(/\bAuthorization\b/i),
  });
  for (const name of ["set-cookie", "server", "x-powered-by"]) {
    expect(headers.has(name)).toBe(false);
  }
}

/** {@link sameBytes} without how many requests a key has left. */
export const sameBytesOfKey = (answer: Answer) => sameBytes(answer, /^x-ratelimit-/);

/** The answer to a refused request without what differs from request to request. */
export function sameBytes(answer: Answer, besides?: RegExp) {
  const { status, text, headers } = answer;
  const id = headers.get("x-request-id") ?? "";
  return {
    status,
    headers: [...headers].filter(([name]) =>
      !/^(date|x-request-id)$/.test(name) && !besides?.test(name)
    )
      .sort(),
    text: id === "" ? text : text.replaceAll(id, "(request id)"),
  };
}
