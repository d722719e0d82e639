/** Errors as the page says them. */
import { ofApi, t } from "./texts.ts";
import { KithConnectionError, KithError, UploadError } from "@kith/client";

/** An error, with texts for the user. */
export interface Problem {
  /** One of the API's codes, or `unreachable` where there was no answer. */
  code: string;
  title: string;
  detail: string;
  /** To be quoted when asking for help. */
  requestId?: string | undefined;
  /** The contact into which the one was merged that does not exist any more. */
  mergedInto?: string | undefined;
  /** Messages by the member of the body that they are about. */
  fields: Record<string, string>;
}

/** The session has ended. The form to sign in is shown and says so, so callers show no error. */
export class SessionEnded extends Error {}

/** There was no answer from the server. */
export class Unreachable extends Error {
  /** Whether something was to be read, which the page may have shown before. */
  reading = false;
}

/** Auth or the page itself refused something, for the reason that is the message, or those of the fields. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly title = t("That did not work"),
    readonly fields: Problem["fields"] = {},
    readonly code = "refused",
  ) {
    super(message);
  }
}

export const unreachable: Problem = {
  code: "unreachable",
  title: t("No connection"),
  detail: t("The server cannot be reached. Check your connection and try again."),
  fields: {},
};

/** Without a connection; what was typed stays where it is. */
const offline: Problem = {
  ...unreachable,
  title: t("You are offline"),
  detail: t(
    "This needs a connection. Nothing is changed, and what you typed stays here until you can save it.",
  ),
};

/** What is not there without a connection and was not looked at before. */
const notSeen: Problem = {
  ...offline,
  detail: t("You have not opened this on this device lately, so it needs a connection."),
};

const titles: Record<string, string> = {
  not_found: t("Not found"),
  rate_limited: t("Too much at once"),
  unavailable: t("Temporarily unavailable"),
};

/** What to do after an answer that says nothing, as those of a proxy do. */
const inWords = ({ status = 0, message }: KithError) =>
  status === 429
    ? t("That was too much at once. Wait a minute, and try again.")
    : status >= 500
    ? t(
      "The server has a problem at the moment. Wait a minute, and try again; what you typed stays here.",
    )
    : message;

/** Converts any error of a request to one that can be shown. */
export function toProblem(error: unknown): Problem {
  // Before its base class.
  if (error instanceof UploadError) {
    const detail = t("The photo was not accepted. Try again, or choose another one.");
    return { code: "upload_refused", title: t("The upload failed"), detail, fields: {} };
  }
  if (error instanceof KithConnectionError) return withoutAnswer(error.cause);
  if (error instanceof KithError) {
    const fields: Record<string, string> = {};
    for (const { pointer, message } of error.errors) fields[pointer.slice(1)] ??= ofApi(message);
    return {
      code: error.code ?? "unknown",
      title: titles[error.code ?? ""] ?? t("That did not work"),
      detail: error.problem ? ofApi(error.problem.detail) : inWords(error),
      requestId: error.requestId,
      mergedInto: error.problem?.mergedInto,
      fields,
    };
  }
  if (error instanceof Refused) {
    const { code, message, title, fields } = error;
    return { code, title, detail: message, fields };
  }
  // Anything else is a defect of the page, which is reported to the console.
  if (!(error instanceof Unreachable || error instanceof SessionEnded)) reportError(error);
  return withoutAnswer(error);
}

/** For a deletion: what is gone already was deleted elsewhere. */
export function unlessGone(error: unknown): void {
  if (toProblem(error).code !== "not_found") throw error;
}

function withoutAnswer(error: unknown): Problem {
  if (navigator.onLine) return unreachable;
  return error instanceof Unreachable && error.reading ? notSeen : offline;
}
