// Errors as CardDAV clients understand them.
import { Problem, type ProblemCode, problems } from "../core/problems.ts";
import { describeCause, type Trace } from "../core/trace.ts";
import type { Outgoing } from "../http/respond.ts";
import { escapeXml } from "./names.ts";

/** A refusal that names the condition which is not met (RFC 4918, 16). */
export class DavRefusal extends Error {
  readonly status: number;
  /** The element of the condition; empty where there is none. */
  readonly condition: string;
  /** What the log calls it. */
  readonly code: ProblemCode;

  constructor(status: number, condition: string, detail: string, code: ProblemCode) {
    super(detail);
    this.status = status;
    this.condition = condition;
    this.code = code;
  }
}

/** A body that is not understood. */
export const badXml = (detail: string) => new DavRefusal(400, "", detail, "validation_failed");

/** A condition of a standard that is not met. @param name with the prefix `d` of WebDAV or `c` of CardDAV */
export const unmet = (name: string, detail: string, status = 403) =>
  new DavRefusal(status, `<${name}/>`, detail, "validation_failed");

/** Another card has the UID. @param href of that one */
export const uidConflict = (href: string) =>
  new DavRefusal(
    409,
    `<c:no-uid-conflict><d:href>${escapeXml(href)}</d:href></c:no-uid-conflict>`,
    "Another card has this UID.",
    "conflict",
  );

/** The address book cannot be written. @param privilege that is missing, with its prefix */
export const readOnly = (href: string, privilege: string) =>
  new DavRefusal(
    403,
    `<d:need-privileges><d:resource><d:href>${escapeXml(href)}</d:href>` +
      `<d:privilege><d:${privilege}/></d:privilege></d:resource></d:need-privileges>`,
    "This address book is read-only.",
    "insufficient_scope",
  );

/** What is sent for an error, which the trace gets to know. @param userAgent of the client */
export function refuseDav(error: unknown, trace: Trace, userAgent: string | null): Outgoing {
  if (error instanceof DavRefusal) {
    trace.code = error.code;
    return toOutgoing(error.status, error.condition, error.message, {});
  }
  const problem = error instanceof Problem ? error : problems.internal(error);
  const { code, status, message, headers } = problem;
  trace.code = code;
  trace.cause = describeCause(problem.cause);
  switch (code) {
    case "unauthorized":
      return toOutgoing(401, "", "The password is an API key of Kith.", {
        "www-authenticate": 'Basic realm="Kith", charset="UTF-8"',
      });
    case "insufficient_scope":
      return toOutgoing(status, "<d:need-privileges/>", message, {});
    case "quota_exceeded":
      return toOutgoing(507, "<d:quota-not-exceeded/>", message, headers);
    case "rate_limited": {
      // DAVx5 waits after 503 and not after 429, vdirsyncer after 429 and not after 503.
      const isKnown = userAgent?.startsWith("vdirsyncer/");
      return toOutgoing(isKnown ? status : 503, "", message, headers);
    }
    default:
      return toOutgoing(status, "", message, headers);
  }
}

function toOutgoing(
  status: number,
  condition: string,
  detail: string,
  headers: Record<string, string>,
): Outgoing {
  return {
    status,
    headers: { ...headers, "content-type": "application/xml; charset=utf-8" },
    body: '<?xml version="1.0" encoding="utf-8"?>\n' +
      '<d:error xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav">' +
      `${condition}<message xmlns="urn:kith">${escapeXml(detail)}</message></d:error>\n`,
  };
}
