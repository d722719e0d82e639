import { readFileSync } from "node:fs";
import { inject } from "vitest";
import { expectStatus } from "./accounts.ts";
import { type Answer, anyone, type Client, type Json } from "./client.ts";
import type { Sql } from "./database.ts";
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
  preview?: string,
): Promise<Upload> {
  const body = { extension, preview };
  return expectStatus(await client.post(`/contacts/${contactId}/photo-upload`, body), 200);
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

/** Waits until sweeps have removed these files, as after requests of anybody. */
export async function swept(sql: Sql, ...paths: string[]): Promise<void> {
  await until(`${paths} are removed`, async () => {
    await sweepAll(sql);
    return (await stored(...paths)).length === 0;
  }, 10_000);
}

/** Has the whole bucket swept; what is removed goes after the answer. */
export async function sweepAll(sql: Sql): Promise<void> {
  do {
    await sql`update kith_private.photo_sweep set swept_at = null`;
    // Asked for again, because a sweep leaves alone what a transaction of another test has locked.
    await until("the sweep has begun", async () => {
      await anyone().get("/health");
      const [row] = await sql`select swept_at from kith_private.photo_sweep`;
      return row!["swept_at"] !== null;
    });
  } while ((await sql`select from kith_private.photo_sweep where last_name <> ''`).length > 0);
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
