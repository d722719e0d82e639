// The errors that methods throw, one class for each kind of refusal.
import type { Problem, Violation } from "./types.ts";

export type ProblemCode = Problem["code"];

/** What an error knows besides its status and body. */
interface Circumstances {
  message?: string;
  retryAfter?: number | undefined;
  cause?: unknown;
}

/** A request that did not succeed; the classes below say how. */
export class KithError extends Error {
  override readonly name: string = "KithError";
  /** HTTP status; undefined where there was no answer. */
  readonly status: number | undefined;
  /** The API's error code; undefined when the answer came not from the API but from a gateway or proxy. */
  readonly code: ProblemCode | undefined;
  /** Every violation of an invalid request; empty for other errors. */
  readonly errors: Violation[];
  /** The `X-Request-Id` of the answer, to be included in a report. */
  readonly requestId: string | undefined;
  /** Seconds after which the request may be sent again, where the answer said so. */
  readonly retryAfter: number | undefined;
  /** The whole problem, where the API answered. */
  readonly problem: Problem | undefined;

  constructor(status: number | undefined, body: unknown, known: Circumstances = {}) {
    const problem = isProblem(body) ? body : undefined;
    const places = problem?.errors?.map(({ pointer, message }) => `${pointer} ${message}`) ?? [];
    const sentence = known.message ?? problem?.detail ?? `The request failed with ${status}.`;
    super([sentence, ...places].join(" "), "cause" in known ? { cause: known.cause } : {});
    this.status = status;
    this.problem = problem;
    this.code = problem?.code;
    this.errors = problem?.errors ?? [];
    this.requestId = problem?.requestId;
    this.retryAfter = known.retryAfter;
  }
}

/** 400: the body, the query or a header is not valid; `errors` has every violation. */
export class KithValidationError extends KithError {
  override readonly name = "KithValidationError";
}

/** 401: the credential is missing, unknown, revoked or expired. */
export class KithAuthenticationError extends KithError {
  override readonly name = "KithAuthenticationError";
}

/** 403: the credential is valid, but not enough for this. */
export class KithPermissionError extends KithError {
  override readonly name = "KithPermissionError";
}

/** 404: there is no such resource in this account. */
export class KithNotFoundError extends KithError {
  override readonly name = "KithNotFoundError";
}

/** 409, 412 and 422: something else is in the way, such as a name that is taken or a change made meanwhile. */
export class KithConflictError extends KithError {
  override readonly name = "KithConflictError";
}

/** 410: the cursor is older than the log of changes. List everything again and go on from a new cursor. */
export class KithExpiredError extends KithError {
  override readonly name = "KithExpiredError";
}

/** 429: too many requests; `retryAfter` says when to go on. */
export class KithRateLimitError extends KithError {
  override readonly name = "KithRateLimitError";
}

/** 500 and above: the service, or a gateway in front of it, failed. */
export class KithServerError extends KithError {
  override readonly name = "KithServerError";
}

/** There was no answer that can be read: no connection, a broken one, or none in time. `cause` has the reason. */
export class KithConnectionError extends KithError {
  override readonly name = "KithConnectionError";
  /** Whether the time for one attempt (`timeoutMs`) ended it. */
  readonly timedOut: boolean;

  constructor(message: string, { timedOut = false, ...rest }: ConnectionCircumstances = {}) {
    super(undefined, undefined, { message, ...rest });
    this.timedOut = timedOut;
  }
}

interface ConnectionCircumstances {
  cause?: unknown;
  timedOut?: boolean;
}

const classes: Record<number, typeof KithError> = {
  400: KithValidationError,
  401: KithAuthenticationError,
  403: KithPermissionError,
  404: KithNotFoundError,
  409: KithConflictError,
  410: KithExpiredError,
  412: KithConflictError,
  422: KithConflictError,
  429: KithRateLimitError,
};

/** The error for an answer, of the class for its status. */
export function errorFor(response: Response, body: unknown): KithError {
  const { status, headers } = response;
  // Gateways answer 429 and from 500 on by themselves.
  const isForeign = !isProblem(body) && status < 500 && status !== 429;
  const known = {
    retryAfter: retryAfter(headers, Date.now()),
    ...(isForeign && { message: foreign(response) }),
  };
  return new (classes[status] ?? (status >= 500 ? KithServerError : KithError))(
    status,
    body,
    known,
  );
}

function isProblem(body: unknown): body is Problem {
  return typeof body === "object" && body !== null && "code" in body && "requestId" in body;
}

/** What `openapi-fetch` answers. */
export type Outcome<T> = Promise<{ data?: T; error?: unknown; response: Response }>;

/**
 * The body of a successful answer, and the answer itself for its headers.
 * @param accepted a status that is no error although it is none of success; the body is undefined then
 * @throws KithError for an error answer, KithConnectionError where there was none
 */
export async function answerOrThrow<T>(
  call: Outcome<T>,
  accepted?: number,
): Promise<{ data: T; response: Response }> {
  const { data, error, response } = await call.catch(explainSyntaxError);
  if (!response.ok && response.status !== accepted) throw errorFor(response, error);
  if (isOfAnother(response, data)) throw new KithConnectionError(foreign(response));
  return { data: data as T, response };
}

const isThisTheBaseUrl =
  "Is this the base URL of Kith's API? It ends in /functions/v1/kith/api/v1.";

/** Whether another service answered: without the header of all answers of Kith, and in another form. */
function isOfAnother({ headers }: Response, data: unknown): boolean {
  return typeof data === "object" && data !== null && !(data instanceof ReadableStream) &&
    !headers.has("x-request-id") && !("id" in data || "data" in data);
}

/** What is said of an answer that is not Kith's: most often the base URL is wrong. */
function foreign({ url, status }: Response): string {
  return `${url || "The service"} answered ${status}, but not as Kith does. ${isThisTheBaseUrl}`;
}

/** A page of HTML that is read as JSON. */
function explainSyntaxError(cause: unknown): never {
  if (!(cause instanceof Error && cause.name === "SyntaxError")) throw cause;
  throw new KithConnectionError(`The answer is not JSON. ${isThisTheBaseUrl}`, { cause });
}

/**
 * The seconds in `Retry-After`, which is a number of them or a date (RFC 9110, section 10.2.3); at least one.
 * Undefined where the header is absent or neither.
 * @param now milliseconds since 1970
 */
export function retryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get("retry-after")?.trim() ?? "";
  if (/^\d+$/.test(value)) return Math.max(1, Number(value));
  // Only with letters, because `Date.parse` reads numbers such as "1.5" as dates.
  const at = /^[A-Z][a-z]+, .*GMT$/.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(at) ? undefined : Math.max(1, Math.ceil((at - now) / 1000));
}
