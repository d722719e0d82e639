import { readFile } from "node:fs/promises";
import { inject } from "vitest";
import { linkIn, type Mail } from "../../../supabase/local/lite/mail.ts";

/** A request to Auth, as the page would send it. */
export function askAuth(path: string, body: object): Promise<Response> {
  const { url, publishableKey } = inject("page");
  return fetch(`${url}/auth/v1/${path}`, {
    method: "POST",
    headers: { apikey: publishableKey, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** The link in the newest mail to somebody. */
export async function linkMailedTo(email: string): Promise<string> {
  const lines = (await readFile(inject("page").mails, "utf8")).trim().split("\n");
  const mails = lines.map((line) => JSON.parse(line) as Mail).filter(({ to }) => to === email);
  return linkIn(mails.at(-1)!)!;
}

/** Has a link mailed to somebody who forgot their password. */
export async function recoveryLink(email: string): Promise<string> {
  await askAuth("recover", { email });
  return await linkMailedTo(email);
}

/** Uses a link up; whether it was good. */
export async function exchange(link: string): Promise<boolean> {
  const { token_hash, type } = Object.fromEntries(new URL(link).searchParams);
  return (await askAuth("verify", { token_hash, type })).ok;
}

/** The address to which Auth redirects from the link of a mail with its default template. */
export async function redirectOfDefaultLink(link: string): Promise<string> {
  const { searchParams } = new URL(link);
  const { url } = inject("page");
  const query = new URLSearchParams({
    token: searchParams.get("token_hash")!,
    type: searchParams.get("type")!,
    redirect_to: url,
  });
  const answer = await fetch(`${url}/auth/v1/verify?${query}`, { redirect: "manual" });
  return answer.headers.get("location")!;
}
