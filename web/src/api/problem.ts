import { KithError, UploadError } from "@kith/client";

/** What went wrong, in words that can be shown. */
export interface Problem {
  /** One of the API's codes, or `unreachable` where nobody answered. */
  code: string;
  title: string;
  detail: string;
  /** To be quoted when asking for help. */
  requestId?: string | undefined;
  /** Messages by the member of the body that they are about. */
  fields: Record<string, string>;
}

/** The session is over: the form to sign in comes up and says so, and nothing else has to. */
export class SessionEnded extends Error {}

/** Nobody answered. */
export class Unreachable extends Error {}

export const unreachable: Problem = {
  code: "unreachable",
  title: "Nobody answers",
  detail: "The server cannot be reached. Check your connection and try again.",
  fields: {},
};

const titles: Record<string, string> = {
  not_found: "Not found",
  rate_limited: "Too many requests",
  unavailable: "Away for a moment",
};

/** Any failure of a request as something to show. */
export function toProblem(error: unknown): Problem {
  if (error instanceof KithError) {
    const fields: Record<string, string> = {};
    for (const { pointer, message } of error.errors) fields[pointer.slice(1)] ??= message;
    return {
      code: error.code ?? "unknown",
      title: titles[error.code ?? ""] ?? "That did not work",
      detail: error.problem?.detail ?? error.message,
      requestId: error.requestId,
      fields,
    };
  }
  if (error instanceof UploadError) {
    const detail =
      `The photo was not accepted (${error.status}). Try again, or choose another one.`;
    return { code: "upload_refused", title: "That did not work", detail, fields: {} };
  }
  // Only a failing network is left: what else fails is a mistake of the page's own, to be seen.
  if (!(error instanceof Unreachable || error instanceof SessionEnded)) reportError(error);
  return unreachable;
}
