import type { components } from "./schema.ts";

/** Problem details (RFC 9457) as the API answers them. */
export type Problem = components["schemas"]["Problem"];
export type ProblemCode = Problem["code"];
export type Violation = components["schemas"]["Violation"];

/** An error answer. */
export class KithError extends Error {
  override readonly name = "KithError";
  /** HTTP status. */
  readonly status: number;
  /** The API's error code; undefined when the answer came not from the API but from a gateway or proxy. */
  readonly code: ProblemCode | undefined;
  /** Every violation of an invalid request; empty for other errors. */
  readonly errors: Violation[];
  /** The `X-Request-Id` of the answer, to be included in a report. */
  readonly requestId: string | undefined;
  /** The whole problem, where the API answered. */
  readonly problem: Problem | undefined;

  constructor(status: number, body: unknown) {
    const problem = isProblem(body) ? body : undefined;
    const places = problem?.errors?.map(({ pointer, message }) => `${pointer} ${message}`) ?? [];
    super([problem?.detail ?? `The request failed with ${status}.`, ...places].join(" "));
    this.status = status;
    this.problem = problem;
    this.code = problem?.code;
    this.errors = problem?.errors ?? [];
    this.requestId = problem?.requestId;
  }
}

function isProblem(body: unknown): body is Problem {
  return typeof body === "object" && body !== null && "code" in body && "requestId" in body;
}

/**
 * The body of a successful answer.
 * @throws KithError for an error answer
 */
export async function orThrow<T>(
  call: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<T> {
  const { data, error, response } = await call;
  if (!response.ok) throw new KithError(response.status, error);
  return data as T;
}
