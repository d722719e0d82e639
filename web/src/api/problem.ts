import { KithConnectionError, KithError, UploadError } from "@kith/client";

/** An error, with texts for the user. */
export interface Problem {
  /** One of the API's codes, or `unreachable` where there was no answer. */
  code: string;
  title: string;
  detail: string;
  /** To be quoted when asking for help. */
  requestId?: string | undefined;
  /** Messages by the member of the body that they are about. */
  fields: Record<string, string>;
}

/** The session has ended. The form to sign in is shown and says so, so callers show no error. */
export class SessionEnded extends Error {}

/** There was no answer from the server. */
export class Unreachable extends Error {}

export const unreachable: Problem = {
  code: "unreachable",
  title: "No connection",
  detail: "The server cannot be reached. Check your connection and try again.",
  fields: {},
};

const titles: Record<string, string> = {
  not_found: "Not found",
  rate_limited: "Too many requests",
  unavailable: "Temporarily unavailable",
};

/** Converts any error of a request to one that can be shown. */
export function toProblem(error: unknown): Problem {
  // Before its base class.
  if (error instanceof UploadError) {
    const detail =
      `The photo was not accepted (${error.status}). Try again, or choose another one.`;
    return { code: "upload_refused", title: "The upload failed", detail, fields: {} };
  }
  if (error instanceof KithConnectionError) return unreachable;
  if (error instanceof KithError) {
    const fields: Record<string, string> = {};
    for (const { pointer, message } of error.errors) fields[pointer.slice(1)] ??= message;
    return {
      code: error.code ?? "unknown",
      title: titles[error.code ?? ""] ?? "The request failed",
      detail: error.problem?.detail ?? error.message,
      requestId: error.requestId,
      fields,
    };
  }
  // Anything else is a defect of the page, which is reported to the console.
  if (!(error instanceof Unreachable || error instanceof SessionEnded)) reportError(error);
  return unreachable;
}
