// Uses a deployed service as a client does, to see whether it works.
import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { ProjectKeys } from "./keys.ts";
import { tryPhones } from "./phones.ts";

/** A picture of one pixel. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

const api = "/functions/v1/kith/api/v1";

/** Sends a request, with a file or JSON. @returns the body where it is JSON. @throws one line with what was answered */
type Send = (
  what: string,
  expected: number,
  request: [method: string, path: string],
  headers?: Record<string, string>,
  body?: unknown,
  // deno-lint-ignore no-explicit-any
) => Promise<any>;

/** How the service is tried out. */
export interface SmokeTestOptions {
  /** Milliseconds within which the function has to answer for the first time. */
  readyTimeoutMs: number;
  /** Whether the deployment has what mails are sent by. */
  sendsMail: boolean;
  /** Whom a mail is sent to, with a code that confirms nothing. */
  mailTo: string | undefined;
}

/**
 * Uses the deployed service as a client does: creates a temporary account, a contact, its photo and an API key, and
 * deletes the account.
 * @returns in words whether phones and mails will work, on which nothing else depends
 * @throws an error in one line that says which request failed, and its answer
 */
export async function runSmokeTest(
  projectUrl: string,
  keys: ProjectKeys,
  { readyTimeoutMs, sendsMail, mailTo }: SmokeTestOptions,
): Promise<{ phones: string; mail: string }> {
  const send: Send = async (what, expected, [method, path], headers = {}, body) => {
    const isFile = body instanceof Buffer;
    const answer = await fetch(new URL(path, projectUrl), {
      method,
      headers: { ...(body && !isFile ? { "content-type": "application/json" } : {}), ...headers },
      body: isFile ? new Uint8Array(body) : JSON.stringify(body) ?? null,
      signal: AbortSignal.timeout(30_000),
    });
    const text = await answer.text();
    if (answer.status !== expected) {
      const id = answer.headers.get("x-request-id");
      const request = id ? ` (request ${id})` : "";
      throw new Error(
        `Smoke test: ${what} was answered ${answer.status} instead of ${expected}${request}: ${
          text.slice(0, 300)
        }`,
      );
    }
    const isJson = /\bjson\b/.test(answer.headers.get("content-type") ?? "");
    return isJson && text ? JSON.parse(text) : undefined;
  };
  await waitForFunction(`${projectUrl}${api}/health`, readyTimeoutMs);
  const byToken = { authorization: `Bearer ${await signUp(send, keys)}` };
  const deleteAccount = () => send("deleting the account", 204, ["DELETE", `${api}/me`], byToken);
  let phones: string;
  let mail: string;
  try {
    const key = await useOnce(send, byToken);
    phones = await tryPhones(projectUrl, key);
    mail = !sendsMail
      ? "nobody gets mails (KITH_MAIL_URL)"
      : !mailTo
      ? "mails are set up, and --mail-to tries one"
      : await tryMail(send, byToken, mailTo).catch((error: Error) =>
        `mails: not here. ${error.message}`
      );
  } catch (error) {
    await deleteAccount().catch(() => {});
    throw error;
  }
  await deleteAccount();
  await send("the deleted account's token", 401, ["GET", `${api}/me`], byToken);
  return { phones, mail };
}

/** Sends a mail as a channel does. @returns in words how that went */
async function tryMail(
  send: Send,
  byToken: Record<string, string>,
  mailTo: string,
): Promise<string> {
  const channels = `${api}/channels`;
  const body = { kind: "email", name: "Smoke test", target: mailTo };
  const { id } = await send("asking for a mail", 201, ["POST", channels], byToken, body);
  for (let tries = 0; tries < 30; tries++) {
    const path = `${channels}/${id}/deliveries`;
    const { data: [last] } = await send("looking for the mail", 200, ["GET", path], byToken);
    if (last?.state === "sent") return `a mail was sent to ${mailTo}`;
    if (last?.error) return `mails: not here, because of ${last.error}`;
    await sleep(1000);
  }
  return "mails: not here, because nothing was sent within 30 seconds";
}

/** Creates a contact, uploads and reads its photo, and reads the contact with an API key, which it returns. */
async function useOnce(send: Send, byToken: Record<string, string>): Promise<string> {
  const post = (what: string, status: number, path: string, body: unknown) =>
    send(what, status, ["POST", `${api}${path}`], byToken, body);
  const { id } = await post("making a contact", 201, "/contacts", { firstName: "Smoke" });
  const extension = { extension: "png" };
  const upload = await post("asking for an upload", 200, `/contacts/${id}/photo-upload`, extension);
  await send("uploading a photo", 200, ["PUT", upload.uploadUrl], upload.headers, pixel);
  const change = ["PATCH", `${api}/contacts/${id}`] as [string, string];
  const photoUrl = upload.path;
  const contact = await send("attaching the photo", 200, change, byToken, { photoUrl });
  await send("reading the photo", 200, ["GET", contact.photoUrl]);
  const { key } = await post("making an API key", 201, "/api-keys", { name: "Smoke test" });
  const byKey = { authorization: `Bearer ${key}` };
  const list = await send("listing contacts with the key", 200, ["GET", `${api}/contacts`], byKey);
  if (list.total !== 1) throw new Error(`Smoke test: one contact is listed as ${list.total}.`);
  return key;
}

/** Waits until the function answers, because an uploaded function is not available at once. */
async function waitForFunction(health: string, readyTimeoutMs: number): Promise<void> {
  const end = Date.now() + readyTimeoutMs;
  let last = "";
  while (Date.now() < end) {
    const answer = await fetch(health).catch((error: Error) => error);
    if (!(answer instanceof Error) && answer.ok) return;
    last = answer instanceof Error ? answer.message : `${answer.status} ${await answer.text()}`;
    await sleep(1000);
  }
  throw new Error(`The function does not answer at ${health}: ${last}`);
}

/** Uses Auth's admin API where the secret key is known, so that no mail is sent to an address that does not exist. */
async function signUp(send: Send, { publishable, secret }: ProjectKeys): Promise<string> {
  const email = `kith-smoke-test-${randomUUID()}@example.com`;
  const account = { email, password: randomBytes(24).toString("base64url") };
  const post = (what: string, path: string, headers: Record<string, string>, body: unknown) =>
    send(what, 200, ["POST", `/auth/v1/${path}`], headers, body);
  const byAnybody = { apikey: publishable };
  if (!secret) {
    const { access_token: token } = await post("signing up", "signup", byAnybody, account);
    if (typeof token === "string") return token;
    throw new Error(
      "The smoke test cannot sign up: the project requires confirmed addresses, and its secret key cannot be read.",
    );
  }
  const bearer = secret.startsWith("sb_") ? {} : { authorization: `Bearer ${secret}` };
  const confirmed = { ...account, email_confirm: true };
  await post("making an account", "admin/users", { apikey: secret, ...bearer }, confirmed);
  return (await post("signing in", "token?grant_type=password", byAnybody, account)).access_token;
}
