// A phone with a key of its own, for whoever has an access token.
import { davPath } from "../functions/kith/core/paths.ts";

/** Makes the key, and finds the address book as a phone does. @returns its address, and the headers to send */
export async function phoneOf(projectUrl: string, token: string) {
  const made = await fetch(`${projectUrl}/functions/v1/kith/api/v1/api-keys`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "a phone" }),
  });
  const headers = { authorization: `Basic ${btoa(`phone:${(await made.json()).key}`)}` };
  const root = `${projectUrl}/functions/v1${davPath}/`;
  const found = await fetch(root, {
    method: "PROPFIND",
    headers: { ...headers, depth: "0", "content-type": "application/xml" },
    body: '<propfind xmlns="DAV:"><prop><current-user-principal/></prop></propfind>',
  });
  const [, account] = /principals\/([0-9a-f]{8})\//.exec(await found.text())!;
  return { book: `${root}${account}/contacts/`, headers };
}
