import { createClient } from "@supabase/supabase-js";
import { randomBytes, randomUUID } from "node:crypto";
import { decodeJwt, SignJWT } from "jose";
import { describe, expect, inject, it } from "vitest";
import WebSocket from "ws";
import { jwtSecret } from "../../local/core/keys.ts";
import { expectStatus, makeKey, signUp } from "../support/accounts.ts";
import { as, type Json } from "../support/client.ts";
import { withoutMetadata } from "../../functions/kith/contacts/photos/metadata.ts";
import { withFunctionCopy } from "../support/function-copy.ts";
import {
  makeWithPhoto,
  objectsOf,
  photoPath,
  picture,
  pictures,
  prepareUpload,
  put,
  read,
  stored,
  type Upload,
  upload,
} from "../support/photos.ts";
import { expectProblem, expectViolations, sameBytes } from "../support/problems.ts";
import { superuser } from "../support/sql.ts";
import { storageClient } from "../support/supabase-clients.ts";

const sql = superuser();
const limit = 5_242_880;
const png = picture("picture.png");
const text = (content: string) => new TextEncoder().encode(content);
const ada = await signUp();
const id = (await ada.make("/contacts", { firstName: "A" })).id;
const path = `/contacts/${id}`;

const shown = async (): Promise<Json> => (await ada.get(path)).body;
/** The photos in the bucket, wherever those lie that were removed: their moves come after the answers. */
const photosOfAda = async () => (await objectsOf(sql, ada.id)).map((name) => name.split(".")[0]);
const attach = ({ path: photoUrl }: Upload) => ada.patch(path, { photoUrl });

/** An upload whose bytes have arrived. */
async function uploaded(bytes = png, owner = ada, contactId = id): Promise<Upload> {
  const prepared = await prepareUpload(owner, contactId);
  expect(await put(prepared, bytes)).toBe(200);
  return prepared;
}

describe("preparing an upload", () => {
  it("answers with everything that an upload needs, and never the same path", async () => {
    const answer = await ada.post(`${path}/photo-upload`, { extension: "png" });
    expect(expectStatus(answer, 200)).toEqual({
      uploadUrl: expect.stringContaining(`${inject("stack").url}/storage/v1/object/upload/sign/`),
      path: expect.stringMatching(/^uploads\/[0-9a-f-]{36}\.png$/),
      token: new URL(answer.body.uploadUrl).searchParams.get("token"),
      expiresAt: new Date(decodeJwt(answer.body.token).exp! * 1000).toISOString(),
      method: "PUT",
      headers: { "content-type": "image/png" },
    });
    expect(Date.parse(answer.body.expiresAt)).toBeGreaterThan(Date.now());
    const other = await prepareUpload(ada, id, " .JPG ");
    expect(other.path).toMatch(/\.jpg$/);
    expect(other.path.slice(0, 30)).not.toBe(answer.body.path.slice(0, 30));
    expect(other.headers["content-type"]).toBe("image/jpeg");
  });

  it("refuses other kinds of files", async () => {
    for (const extension of ["gif", "..png", "png/../x.png"]) {
      const answer = await ada.post(`${path}/photo-upload`, { extension });
      expectViolations(answer, "body /extension invalid_format");
    }
    expectViolations(await ada.post(`${path}/photo-upload`, {}), "body /extension required");
  });

  it("gives the same path for one Idempotency-Key until bytes were sent there", async () => {
    const options = { headers: { "idempotency-key": "upload" } };
    const ask = () => ada.post(`${path}/photo-upload`, { extension: "png" }, options);
    const [first, again] = [await ask(), await ask()];
    expect(again.body.path).toBe(first.body.path);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(await put(again.body, png)).toBe(200);
    const after = await ask();
    expect(after.body.path).not.toBe(first.body.path);
    expect(after.headers.has("idempotency-replayed")).toBe(false);
    expectStatus(await attach(first.body), 200);
    expect((await ask()).body.path).toBe(after.body.path);
  });
});

describe("a photo", () => {
  it("may be of any allowed kind, also another than was announced", async () => {
    const announced = pictures.map(({ file, type }) => [file, file.split(".")[1]!, type] as const);
    for (const [file, extension, type] of [...announced, ["camera.jpg", "png", "image/png"]]) {
      const { answer } = await upload(ada, id, picture(file!), extension);
      const { photoUrl } = expectStatus(answer, 200);
      expect(await read(photoUrl))
        .toEqual({ status: 200, type, bytes: withoutMetadata(picture(file!)) });
    }
    expect(await photoPath(sql, id)).toMatch(new RegExp(`^${ada.id}/${id}/[0-9a-f-]{36}\\.png$`));
  });

  it("the photo is shown without the place where it was taken, and upright", async () => {
    const { answer } = await upload(ada, id, picture("gps.jpg"), "jpg");
    const { bytes } = await read(expectStatus(answer, 200).photoUrl);
    const gps = Buffer.from([0x88, 0x25]);
    expect(Buffer.from(picture("gps.jpg")).includes(gps)).toBe(true);
    expect(Buffer.from(bytes).includes(gps)).toBe(false);
    expect(Buffer.from(bytes).subarray(0, 32).toString("hex"))
      .toMatch(/^ffd8ffe1002245786966.*01120003000000010006$/);
  });

  it("the photo is attached together with other changes, or none of them is made", async () => {
    const before = await shown();
    const { path: photoUrl } = await uploaded();
    const refused = { photoUrl, firstName: "Not", networkIds: [randomUUID()] };
    expectProblem(await ada.patch(path, refused), 400, "invalid_reference");
    expect((await shown()).updatedAt).toBe(before.updatedAt);
    expect(await ada.change(path, { photoUrl, firstName: "After" }))
      .toMatchObject({ firstName: "After", hasPhoto: true });
  });

  /** A picture of exactly this many bytes, whose last chunk of pixels is random. */
  function pngOf(size: number): Uint8Array {
    const bytes = new Uint8Array(randomBytes(size));
    bytes.set(png.subarray(0, -12));
    const view = new DataView(bytes.buffer);
    view.setUint32(png.length - 12, size - png.length - 12);
    view.setUint32(png.length - 8, 0x49444154);
    bytes.set(png.subarray(-12), size - 12);
    return bytes;
  }

  /** The bytes in chunks, sent without an announced length. */
  function chunked(bytes: Uint8Array): ReadableStream {
    let sent = 0;
    return new ReadableStream({
      pull(controller) {
        if (sent >= bytes.length) return controller.close();
        controller.enqueue(bytes.subarray(sent, sent += 65_536));
      },
    });
  }

  it("may have 5 MiB, whether or not its length is announced", async () => {
    const bytes = pngOf(limit);
    for (const sent of [bytes, chunked(bytes)]) {
      const { photoUrl } = expectStatus((await upload(ada, id, sent)).answer, 200);
      expect(Buffer.compare((await read(photoUrl)).bytes, bytes)).toBe(0);
    }
  });

  it.each<[string, () => Uint8Array | ReadableStream]>([
    ["HTML labelled image/png", () => text("<!doctype html><script>alert(1)</script>")],
    ["an empty file", () => new Uint8Array()],
    ["the beginning of a PNG", () => png.subarray(0, 8)],
    ["5 MiB and a byte, sent in chunks", () => chunked(pngOf(limit + 1))],
  ])("is refused, removed, and changes nothing where it is %s", async (_, bytes) => {
    const before = [(await shown()).updatedAt, await photosOfAda()];
    const { path: sent, answer } = await upload(ada, id, bytes());
    expectProblem(answer, 400, "invalid_photo");
    expect(await stored(sent)).toEqual([]);
    expect([(await shown()).updatedAt, await photosOfAda()]).toEqual(before);
  });

  it("the photo is refused by Storage for its content type or announced length, and may then be sent again", async () => {
    const prepared = await prepareUpload(ada, id);
    const html = { ...prepared, headers: { "content-type": "text/html" } };
    expect(await put(html, text("<p>"))).toBe(400);
    expect(await put(prepared, pngOf(limit + 1))).toBe(400);
    expect(await stored(prepared.path)).toEqual([]);
    await put(prepared, text("<p>"));
    expectProblem(await attach(prepared), 400, "invalid_photo");
    expect(await put(prepared, picture("lossy.webp"))).toBe(200);
    expect((await read(expectStatus(await attach(prepared), 200).photoUrl)).bytes)
      .toEqual(picture("lossy.webp"));
  });
});

describe("a photoUrl that is not the path of a waiting upload of this contact", () => {
  it("the photoUrl is refused like an unknown path, changes nothing, and leaves uploads to their owners", async () => {
    const stranger = await signUp();
    const theirs = (await stranger.make("/contacts", { firstName: "S" })).id;
    const other = (await ada.make("/contacts", { firstName: "O" })).id;
    const waiting = await uploaded(png, stranger, theirs);
    await upload(ada, id);
    const before = await shown();
    const wrong: [string, string][] = [
      ["another contact's", (await uploaded(png, ada, other)).path],
      ["another owner's", waiting.path],
      ["without bytes", (await prepareUpload(ada, id)).path],
      ["an upload URL", (await prepareUpload(ada, id)).uploadUrl],
      ["upwards from a path", `uploads/../${(await uploaded()).path}`],
      ["in capitals", (await uploaded()).path.toUpperCase()],
      ["empty", ""],
      ["long", "uploads/".repeat(10_000)],
      ["where the photo is", await photoPath(sql, id) ?? ""],
      ["the signed URL of the photo", before.photoUrl],
    ];
    const send = (photoUrl: string) => ada.patch(path, { photoUrl, firstName: "Changed" });
    const unknown = await send(`uploads/${randomUUID()}.png`);
    expectProblem(unknown, 400, "invalid_photo_path");
    for (const [what, photoUrl] of wrong) {
      expect([what, sameBytes(await send(photoUrl))]).toEqual([what, sameBytes(unknown)]);
    }
    expect((await shown()).updatedAt).toBe(before.updatedAt);
    const attached = await stranger.change(`/contacts/${theirs}`, { photoUrl: waiting.path });
    expect(attached.hasPhoto).toBe(true);
    expectProblem(
      await stranger.patch(`/contacts/${theirs}`, { photoUrl: waiting.path }),
      400,
      "invalid_photo_path",
    );
  });

  it("the photoUrl is refused for a new contact and where it is no text, and not looked at for a missing one", async () => {
    const { path: photoUrl } = await uploaded();
    const created = await ada.post("/contacts", { firstName: "B", photoUrl });
    expectProblem(created, 400, "invalid_photo_path");
    expect(await ada.make("/contacts", { firstName: "B", photoUrl: null }))
      .toMatchObject({ photoUrl: null, hasPhoto: false });
    expectProblem(await ada.patch(`/contacts/${randomUUID()}`, { photoUrl }), 404, "not_found");
    for (const wrong of [5, ["x"], {}, true]) {
      expectViolations(await ada.patch(path, { photoUrl: wrong }), "body /photoUrl invalid_type");
    }
  });
});

it("a contact with a photo is never answered with 304, because the URL of the photo expires", async () => {
  const contact = await makeWithPhoto(ada);
  const get = (tag: string) =>
    ada.get(`/contacts/${contact.id}`, { headers: { "if-none-match": tag } });
  const tag = (await get('"0"')).headers.get("etag")!;
  for (const known of [tag, `W/${tag}`, "*"]) {
    expect(expectStatus(await get(known), 200).photoUrl).toMatch(/^http/);
  }
  const bare = await ada.patch(`/contacts/${contact.id}`, { photoUrl: null });
  expect((await get(bare.headers.get("etag")!)).status).toBe(304);
});

it("supabase-js uploads with uploadToSignedUrl", async () => {
  const { url, publishableKey } = inject("stack");
  const realtime = { transport: WebSocket as unknown as typeof globalThis.WebSocket };
  const client = createClient(url, publishableKey, { realtime });
  const prepared = await prepareUpload(ada, id, "webp");
  const body = new Blob([picture("lossy.webp") as BlobPart], { type: "image/webp" });
  const { error } = await client.storage.from("kith-photos")
    .uploadToSignedUrl(prepared.path, prepared.token, body, { contentType: "image/webp" });
  expect(error).toBeNull();
  const { photoUrl } = expectStatus(await attach(prepared), 200);
  expect((await read(photoUrl)).bytes).toEqual(picture("lossy.webp"));
});

it("links begin with KITH_PUBLIC_URL, and are signed with the service role's key if there is no other", async () => {
  const origin = "https://kith.example.com";
  const environment = { KITH_PUBLIC_URL: `${origin}/`, SUPABASE_SECRET_KEYS: "" };
  await withFunctionCopy(environment, async (base) => {
    const client = as(ada.token, base);
    const { id } = await makeWithPhoto(ada);
    const { photoUrl } = (await client.get(`/contacts/${id}`)).body;
    const { uploadUrl } = await prepareUpload(client, id);
    for (const link of [photoUrl, uploadUrl]) {
      expect(link.startsWith(`${origin}/storage/v1/object/`)).toBe(true);
    }
    const found = await read(photoUrl.replace(origin, inject("stack").url));
    expect(found.bytes).toEqual(png);
  });
});

const bucket = "kith-photos";
const contact = await makeWithPhoto(ada);
/** Where its photo lies in the bucket. */
const place = await photoPath(sql, contact.id) ?? "";

const withToken = (url: string, token: string) => {
  const other = new URL(url);
  other.searchParams.set("token", token);
  return other.href;
};

it("the signed URL of a photo is valid for an hour, for one photo, and writes none", async () => {
  const url: string = contact.photoUrl;
  const token = new URL(url).searchParams.get("token")!;
  const claims = decodeJwt(token);
  expect(claims.exp! - claims.iat!).toBe(3600);
  const sign = (exp: number) =>
    new SignJWT({ ...claims, exp }).setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .sign(new TextEncoder().encode(jwtSecret));
  const now = Math.floor(Date.now() / 1000);
  expect((await read(withToken(url, await sign(now + 60)))).bytes).toEqual(png);
  const second = await makeWithPhoto(ada);
  const upload = await prepareUpload(ada, contact.id);
  const refused = [
    withToken(url, await sign(now - 1)),
    withToken(second.photoUrl, token),
    withToken(url, upload.token),
    ...[bucket, ...place.split("/"), ...token.split(".")].map((part) => {
      const at = url.indexOf(part) + 3;
      return url.slice(0, at) + (url[at] === "a" ? "b" : "a") + url.slice(at + 1);
    }),
  ];
  for (const other of refused) {
    expect([other, (await read(other)).status >= 400]).toEqual([other, true]);
  }
  const changed = { ...upload, uploadUrl: withToken(upload.uploadUrl, token) };
  expect(await put(changed, png)).toBeGreaterThanOrEqual(400);
});

it.each([
  `object/${bucket}`,
  `object/public/${bucket}`,
  `object/authenticated/${bucket}`,
  `object/sign/${bucket}`,
  `object/info/${bucket}`,
  `render/image/public/${bucket}`,
])(
  "the path of a photo is refused below /%s without a token or with the public key",
  async (folder) => {
    const { url, publishableKey } = inject("stack");
    expect((await read(`${url}/storage/v1/${folder}/${place}`)).status).toBeGreaterThanOrEqual(400);
    const { status } = await storageClient(publishableKey).get(`/${folder}/${place}`);
    expect(status).toBeGreaterThanOrEqual(400);
  },
);

/** Tries everything that writes, and everything that reads where it is not the owner who tries. */
async function expectUntouched(token: string, isOwner = false) {
  const storage = storageClient(token);
  const folder = place.slice(0, place.lastIndexOf("/"));
  const elsewhere = `${folder}/elsewhere.png`;
  const between = { bucketId: bucket, sourceKey: place, destinationKey: elsewhere };
  const type = { "content-type": "image/jpeg" };
  const send = (method: string, to: string, headers = {}) =>
    storage.send(method, `/object/${bucket}/${to}`, undefined, {
      raw: picture("camera.jpg"),
      headers: { ...type, ...headers },
    });
  const reads = [
    await storage.get(`/object/${bucket}/${place}`),
    await storage.get(`/object/authenticated/${bucket}/${place}`),
    await storage.get(`/object/info/${bucket}/${place}`),
    await storage.post(`/object/sign/${bucket}/${place}`, { expiresIn: 60 }),
  ];
  const writes = [
    await storage.post("/object/move", between),
    await storage.post("/object/copy", between),
    await storage.post(`/object/upload/sign/${bucket}/${elsewhere}`, {}),
    await send("POST", place),
    await send("PUT", place),
    await send("POST", elsewhere),
    await send("POST", place, { "x-upsert": "true" }),
    await storage.delete(`/bucket/${bucket}`),
    await storage.post(`/bucket/${bucket}/empty`),
    await storage.put(`/bucket/${bucket}`, { public: true }),
  ];
  const refused = isOwner ? writes : [...reads, ...writes];
  expect(refused.map(({ status }) => status >= 400)).toEqual(refused.map(() => true));
  const remove = await storage.send("DELETE", `/object/${bucket}`, { prefixes: [place] });
  expect(remove.status < 300 ? remove.body : []).toEqual([]);
  if (!isOwner) {
    const many = await storage.post(`/object/sign/${bucket}`, { expiresIn: 60, paths: [place] });
    expect(many.status < 300 ? many.body.map(({ signedURL }: Json) => signedURL) : [null])
      .toEqual([null]);
    for (const prefix of ["", folder.split("/")[0], folder]) {
      const found = await storage.post(`/object/list/${bucket}`, { prefix });
      expect(found.status < 300 ? found.body : []).toEqual([]);
    }
  }
  expect(await stored(place, elsewhere)).toEqual([place]);
  expect((await read(contact.photoUrl)).bytes).toEqual(png);
  const [row] = await sql`select public from storage.buckets where id = ${bucket}`;
  expect(row).toEqual({ public: false });
}

it("owners can read their photos in Storage with an access token, but write none; a key can do neither", async () => {
  const storage = storageClient(ada.token);
  expect((await storage.get(`/object/authenticated/${bucket}/${place}`)).status).toBe(200);
  const [owner, folder, name] = place.split("/");
  const found = await storage.post(`/object/list/${bucket}`, { prefix: `${owner}/${folder}` });
  // The platform's names are below the prefix, those of the embedded Storage whole.
  expect(found.body.map((each: Json) => each.name.split("/").at(-1))).toEqual([name]);
  await expectUntouched(ada.token, true);
  const { key } = await makeKey(ada);
  const answer = await storageClient(key).get(`/object/authenticated/${bucket}/${place}`);
  expect(answer.status).toBeGreaterThanOrEqual(400);
});

it("somebody else, or nobody, can neither read, list, sign, move, copy, overwrite nor delete them", async () => {
  await expectUntouched((await signUp()).token);
  await expectUntouched(inject("stack").publishableKey);
});

it("nobody can read or list an upload that is not attached", async () => {
  const { id } = await ada.make("/contacts", { firstName: "A" });
  const waiting = await prepareUpload(ada, id);
  expect(await put(waiting, png)).toBe(200);
  for (const token of [ada.token, (await signUp()).token]) {
    const storage = storageClient(token);
    const answer = await storage.get(`/object/authenticated/${bucket}/${waiting.path}`);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    const found = await storage.post(`/object/list/${bucket}`, { prefix: "uploads" });
    expect(found.body).toEqual([]);
  }
});
