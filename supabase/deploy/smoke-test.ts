import { randomBytes, randomUUID } from "node:crypto";
import type { ProjectKeys } from "./cli.ts";

/** A picture of one pixel. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

interface Answered {
  status: number;
  // deno-lint-ignore no-explicit-any
  body: any;
}

type Send = (what: string, expected: number, path: string, init?: RequestInit) => Promise<Answered>;

/**
 * Uses the deployed service as a client does: creates a temporary account, a contact, its photo and an API key, and
 * deletes the account.
 * @param readyTimeoutMs milliseconds within which the function has to answer for the first time
 * @throws an error in one line that says which request failed, and its answer
 */
export async function runSmokeTest(
  projectUrl: string,
  keys: ProjectKeys,
  readyTimeoutMs: number,
): Promise<void> {
  const send = sender(projectUrl);
  await waitForFunction(projectUrl, readyTimeoutMs);
  const token = await signUp(send, keys);
  const deleteAccount = () =>
    send("deleting the account", 204, `${api}/me`, authorized(token, "DELETE"));
  try {
    await useOnce(send, token);
  } catch (error) {
    await deleteAccount().catch(() => {});
    throw error;
  }
  await deleteAccount();
  await send("the deleted account's token", 401, `${api}/me`, authorized(token));
}

const api = "/functions/v1/kith/api/v1";

const authorized = (bearer: string, method = "GET", body?: unknown): RequestInit => ({
  method,
  headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
});

/** Creates a contact, uploads and reads its photo, and reads the contact with an API key. */
async function useOnce(send: Send, token: string): Promise<void> {
  const post = (what: string, status: number, path: string, body: unknown) =>
    send(what, status, `${api}${path}`, authorized(token, "POST", body));
  const contact = await post("making a contact", 201, "/contacts", { firstName: "Smoke" });
  const path = `/contacts/${contact.body.id}`;
  const upload = await post("asking for an upload", 200, `${path}/photo-upload`, {
    extension: "png",
  });
  const { uploadUrl, headers, path: photoUrl } = upload.body;
  await send("uploading a photo", 200, uploadUrl, { method: "PUT", headers, body: pixel });
  const change = authorized(token, "PATCH", { photoUrl });
  const attached = await send("attaching the photo", 200, `${api}${path}`, change);
  await send("reading the photo", 200, attached.body.photoUrl);
  const key = await post("making an API key", 201, "/api-keys", { name: "Smoke test" });
  const byKey = authorized(key.body.key);
  const list = await send("listing contacts with the key", 200, `${api}/contacts`, byKey);
  if (list.body.total !== 1) {
    throw new Error(`Smoke test: one contact is listed as ${list.body.total}.`);
  }
}

/** Waits until the function answers, because an uploaded function is not available at once. */
async function waitForFunction(projectUrl: string, readyTimeoutMs: number): Promise<void> {
  const end = Date.now() + readyTimeoutMs;
  let last = "";
  while (Date.now() < end) {
    const answer = await fetch(`${projectUrl}/functions/v1/kith/api/v1/health`).catch((
      error: Error,
    ) => error);
    if (!(answer instanceof Error) && answer.ok) return;
    last = answer instanceof Error ? answer.message : `${answer.status} ${await answer.text()}`;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  throw new Error(
    `The function does not answer at ${projectUrl}/functions/v1/kith/api/v1/health: ${last}`,
  );
}

/** Uses Auth's admin API where the secret key is known, so that no mail is sent to an address that does not exist. */
async function signUp(send: Send, keys: ProjectKeys): Promise<string> {
  const email = `kith-smoke-test-${randomUUID()}@example.com`;
  const account = { email, password: randomBytes(24).toString("base64url") };
  const post = (
    apikey: string,
    body: unknown,
    extra: Record<string, string> = {},
  ): RequestInit => ({
    method: "POST",
    headers: { apikey, "content-type": "application/json", ...extra },
    body: JSON.stringify(body),
  });
  const bearer: Record<string, string> = keys.secret.startsWith("sb_")
    ? {}
    : { authorization: `Bearer ${keys.secret}` };
  if (keys.secret) {
    await send(
      "making an account",
      200,
      "/auth/v1/admin/users",
      post(keys.secret, { ...account, email_confirm: true }, bearer),
    );
    const session = await send(
      "signing in",
      200,
      "/auth/v1/token?grant_type=password",
      post(keys.publishable, account),
    );
    return String(session.body.access_token);
  }
  const session = await send("signing up", 200, "/auth/v1/signup", post(keys.publishable, account));
  const token = session.body.access_token;
  if (typeof token !== "string") {
    throw new Error(
      "The smoke test cannot sign up: the project requires confirmed addresses, and its secret key cannot be read.",
    );
  }
  return token;
}

function sender(projectUrl: string): Send {
  return async (what, expected, path, init = {}) => {
    const answer = await fetch(new URL(path, projectUrl), {
      ...init,
      signal: AbortSignal.timeout(30_000),
    });
    const text = await answer.text();
    if (answer.status !== expected) {
      const id = answer.headers.get("x-request-id");
      throw new Error(
        `Smoke test: ${what} was answered ${answer.status} instead of ${expected}${
          id ? ` (request ${id})` : ""
        }: ${text.slice(0, 300)}`,
      );
    }
    const isJson = /\bjson\b/.test(answer.headers.get("content-type") ?? "");
    return { status: answer.status, body: isJson && text ? JSON.parse(text) : undefined };
  };
}
