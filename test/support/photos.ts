import { readFileSync } from "node:fs";
import { expect, inject } from "vitest";
import { type Account, expectStatus } from "./accounts.ts";
import type { Answer, Client, Json } from "./client.ts";
import { committed, type Database, type Sql } from "./database.ts";
import { until } from "./wait.ts";

/** Files as encoders make them (libjpeg-turbo, libpng, libwebp), with the content type of each. */
export const pictures = [
  { file: "camera.jpg", type: "image/jpeg", what: "a baseline JPEG with EXIF, as cameras make it" },
  { file: "progressive.jpeg", type: "image/jpeg", what: "a progressive JPEG" },
  { file: "picture.png", type: "image/png", what: "a PNG" },
  { file: "lossy.webp", type: "image/webp", what: "a lossy WebP" },
  { file: "lossless.webp", type: "image/webp", what: "a lossless WebP" },
  {
    file: "extended.webp",
    type: "image/webp",
    what: "an extended WebP with transparency and EXIF",
  },
];

/** The bytes of one of {@link pictures}. */
export function picture(file: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`./photos/${file}`, import.meta.url)));
}

export interface Upload {
  uploadUrl: string;
  path: string;
  token: string;
  expiresAt: string;
  method: string;
  headers: Record<string, string>;
}

/** Asks where to upload a photo of a contact. */
export async function prepareUpload(
  client: Client,
  contactId: string,
  extension = "png",
): Promise<Upload> {
  return expectStatus(await client.post(`/contacts/${contactId}/photo-upload`, { extension }), 200);
}

/** Sends the bytes as they were asked for; the status that Storage gave. */
export async function put(upload: Upload, bytes: Uint8Array | ReadableStream): Promise<number> {
  const { uploadUrl, method, headers } = upload;
  const init = { method, headers, body: bytes as BodyInit, duplex: "half" };
  const answer = await fetch(uploadUrl, init as RequestInit);
  await answer.body?.cancel();
  return answer.status;
}

/** All three steps; the contact as the last of them answers it, or what it answers instead. */
export async function upload(
  client: Client,
  contactId: string,
  bytes: Uint8Array | ReadableStream = picture("picture.png"),
  extension = "png",
): Promise<{ path: string; answer: Answer }> {
  const prepared = await prepareUpload(client, contactId, extension);
  const status = await put(prepared, bytes);
  if (status !== 200) throw new Error(`Storage answered ${status} to the upload`);
  const answer = await client.patch(`/contacts/${contactId}`, { photoUrl: prepared.path });
  return { path: prepared.path, answer };
}

/** A new contact that has a photo. */
export async function makeWithPhoto(
  client: Client,
  body: Json = { firstName: "P" },
): Promise<Json> {
  const contact = await client.make("/contacts", body);
  return expectStatus((await upload(client, contact.id)).answer, 200);
}

/** What a reader gets at a URL. */
export async function read(
  url: string,
): Promise<{ status: number; type: string; bytes: Uint8Array }> {
  const answer = await fetch(url);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return { status: answer.status, type: answer.headers.get("content-type") ?? "", bytes };
}

/** Where the photo of a contact lies in the bucket. */
export async function photoPath(sql: Sql, contactId: string): Promise<string | null> {
  const [row] = await sql`select photo_path from kith.contacts where id = ${contactId}`;
  return row?.photo_path ?? null;
}

/** Which of these objects are in the bucket: those that Storage, asked as the service role, still gives. */
export async function stored(...paths: string[]): Promise<string[]> {
  const { url, secretKey } = inject("stack");
  const found: string[] = [];
  for (const path of paths) {
    const headers = { apikey: secretKey, authorization: `Bearer ${secretKey}` };
    const answer = await fetch(`${url}/storage/v1/object/authenticated/kith-photos/${path}`, {
      headers,
    });
    await answer.body?.cancel();
    if (answer.ok) found.push(path);
  }
  return found;
}

/** Everything in the bucket that lies below an owner's folder. */
export async function objectsOf(sql: Sql, ownerId: string): Promise<string[]> {
  const rows = await sql`
    select name from storage.objects
     where bucket_id = 'kith-photos' and name like ${`${ownerId}/%`} order by 1`;
  return rows.map(({ name }) => name);
}

/** Where a removed photo is kept, by the path that it had; null where it is not kept. */
export async function keptPath(sql: Sql, path: string): Promise<string | null> {
  const [row] = await sql`
    select path from kith_private.kept_photos where photo = kith_private.photo_of(${path})`;
  return row?.path ?? null;
}

/** Gives a contact without a photo one that is kept, as undoing does. */
export async function restore(sql: Database, owner: Account, contactId: string, path: string) {
  const claims = JSON.stringify({ sub: owner.id });
  await committed(sql, async (tx) => {
    await tx`select set_config('request.jwt.claims', ${claims}, true)`;
    await tx`
      update kith.contacts set photo_path = kith_private.take_kept_photo(${path}) where id = ${contactId}`;
  });
}

/**
 * Waits until what is queued for these paths is done, and forgotten. What other copies of the function were told to do,
 * and cannot, is due again at once.
 * @param ask a successful request; others' requests may come before it
 */
export async function drain(
  sql: Sql,
  ask: () => Promise<unknown>,
  ...paths: string[]
): Promise<void> {
  await until(`${paths} are done and forgotten`, async () => {
    await sql`update kith_private.photo_removals set due_at = now() where path = any (${paths})`;
    await ask();
    const queued = await sql`select from kith_private.photo_removals where path = any (${paths})`;
    return queued.length === 0;
  }, 10_000);
  expect(await stored(...paths)).toEqual([]);
}

/** Something that is waited for until it is given. */
export function signal(): { given: Promise<void>; give(): void } {
  let give = () => {};
  const given = new Promise<void>((resolve) => give = resolve);
  return { given, give };
}

/** A body that sends its first 10 bytes, and the others when `finish` is called. */
export function halting(bytes: Uint8Array): { body: ReadableStream; finish(): void } {
  const told = signal();
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(bytes.subarray(0, 10));
      await told.given;
      controller.enqueue(bytes.subarray(10));
      controller.close();
    },
  });
  return { body, finish: told.give };
}
