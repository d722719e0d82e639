/** Which answers of the API are kept for reading without a connection. */
import { claimsOf } from "../base/account.ts";

/** Answers that are longer are not kept: in bytes, or in characters where they do not say their length. */
const longest = 1_000_000;

/**
 * Exports and the log of a copy are files; what a search found would displace what was looked at; the trash and the log
 * of changes have what is to be erased. What is read for the directory, the only list by when contacts were made, is kept in that.
 */
const notKept = /\/(export|changes|imports|trash|activity)\b|[?&]search=|[?&]sort=createdAt\b/;

/** For how long an answer may be shown, in milliseconds. */
const longestTime = 30 * 86_400_000;

/** Whether an answer is too old to be shown; one that does not say when it was received is. */
export const isTooOld = (received: string | null, now: number) =>
  !(now - Date.parse(received ?? "") <= longestTime);

/** Whether an answer is kept for reading it without a connection. */
export function worthKeeping(url: string, answer: Response): boolean {
  const { status, headers } = answer;
  return status === 200 && !notKept.test(url) &&
    /^application\/json\b/.test(headers.get("content-type") ?? "") &&
    Number(headers.get("content-length") ?? 0) <= longest;
}

/** What is kept of a JSON text: all but the signed URLs of photos, which would outlive their time; undefined where it is too long. */
export const textToKeep = (json: string) =>
  json.length > longest
    ? undefined
    : json.replace(/"photoUrl":\s*"(?:[^"\\]|\\.)*"/g, '"photoUrl":null');

/** Whose access token it is that a request carries. */
export function accountOf(authorization: string | null): string | undefined {
  const sub = claimsOf(authorization ?? "")?.["sub"];
  return typeof sub === "string" ? sub : undefined;
}
