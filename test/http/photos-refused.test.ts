import { randomBytes, randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import {
  makeWithPhoto,
  objectsOf,
  picture,
  prepareUpload,
  put,
  read,
  stored,
  upload,
} from "../support/photos.ts";
import { expectProblem, sameBytes } from "../support/problems.ts";
import { superuser } from "../support/sql.ts";

const sql = superuser();
const limit = 5_242_880;
const text = (content: string) => new TextEncoder().encode(content);

/** A picture of exactly this many bytes: what follows a PNG's end is not looked at. */
function pngOf(size: number): Uint8Array {
  const bytes = new Uint8Array(randomBytes(size));
  bytes.set(picture("picture.png"));
  return bytes;
}

/** A PNG whose header has this width and height. */
function pngWith(width: number, height: number): Uint8Array {
  const bytes = picture("picture.png");
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes;
}

/** A photo with this many bytes of metadata before its frame, as depth maps and color profiles are. */
function withMetadata(bytes: number): Uint8Array {
  const [whole, most] = [picture("camera.jpg"), 65_533];
  const segments: Uint8Array[] = [];
  for (let left = bytes; left > 0; left -= most) {
    const length = Math.min(left, most);
    const segment = new Uint8Array(length + 4);
    segment.set([0xff, 0xe2, (length + 2) >> 8, (length + 2) & 0xff]);
    segments.push(segment);
  }
  return Uint8Array.from(Buffer.concat([whole.subarray(0, 2), ...segments, whole.subarray(2)]));
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

describe("an upload that is not a photo", () => {
  let ada: Account;
  let contact: Json;
  beforeAll(async () => {
    ada = await signUp();
    contact = await make(ada, "/contacts", { firstName: "A" });
  });

  it.each<[string, Uint8Array | ReadableStream, string]>([
    ["HTML labelled image/png", text("<!doctype html><script>alert(1)</script>"), "png"],
    ["a GIF labelled image/webp", text("GIF89a\x01\x00\x01\x00\x00\x00\x00;"), "webp"],
    ["an empty file", new Uint8Array(), "png"],
    ["the beginning of a PNG", picture("picture.png").subarray(0, 8), "png"],
    ["a picture without width", pngWith(0, 1), "png"],
    ["a picture of more than 50 megapixels", pngWith(16_384, 3_052), "png"],
    ["a JPEG without a frame in its first 1 MiB", withMetadata(1_050_000), "jpg"],
    ["5 MiB and a byte, sent in chunks", chunked(pngOf(limit + 1)), "png"],
  ])("is refused and removed: %s", async (_, bytes, extension) => {
    const { path, answer } = await upload(ada, contact.id, bytes, extension);
    expectProblem(answer, 400, "invalid_photo");
    expect((await ada.get(`/contacts/${contact.id}`)).body).toEqual(contact);
    expect(await stored(path)).toEqual([]);
    expect(await objectsOf(sql, ada.id)).toEqual([]);
  });

  it("is refused by Storage where its content type or announced length says so", async () => {
    const prepared = await prepareUpload(ada, contact.id);
    const html = { ...prepared, headers: { "content-type": "text/html" } };
    expect(await put(html, text("<p>"))).toBe(400);
    expect(await put(prepared, pngOf(limit + 1))).toBe(400);
    expect(await stored(prepared.path)).toEqual([]);
  });

  it("leaves the contact's photo as it was, and a photo may be uploaded to the same path", async () => {
    const shown = await makeWithPhoto(ada);
    const prepared = await prepareUpload(ada, shown.id);
    const attach = () => ada.patch(`/contacts/${shown.id}`, { photoUrl: prepared.path });
    await put(prepared, text("<p>"));
    expectProblem(await attach(), 400, "invalid_photo");
    const { body } = await ada.get(`/contacts/${shown.id}`);
    expect((await read(body.photoUrl)).bytes).toEqual(picture("picture.png"));
    expect(await put(prepared, picture("lossy.webp"))).toBe(200);
    const { photoUrl } = expectStatus(await attach(), 200);
    expect((await read(photoUrl)).bytes).toEqual(picture("lossy.webp"));
  });
});

describe("a large photo is accepted", () => {
  it.each<[string, Uint8Array, (bytes: Uint8Array) => Uint8Array | ReadableStream]>([
    ["5 MiB, with its length announced", pngOf(limit), (bytes) => bytes],
    ["5 MiB, sent in chunks", pngOf(limit), chunked],
    ["1,000,000 bytes of metadata before its frame", withMetadata(1_000_000), (bytes) => bytes],
  ])("%s", async (what, bytes, sent) => {
    const ada = await signUp();
    const { id } = await make(ada, "/contacts", { firstName: "A" });
    const extension = what.includes("frame") ? "jpg" : "png";
    const { answer } = await upload(ada, id, sent(bytes), extension);
    const found = await read(expectStatus(answer, 200).photoUrl);
    expect(Buffer.compare(found.bytes, bytes)).toBe(0);
  });
});

describe("a photoUrl that is not the path of a waiting upload of this contact", () => {
  let ada: Account;
  let id: string;
  beforeAll(async () => {
    ada = await signUp();
    ({ id } = await make(ada, "/contacts", { firstName: "A" }));
  });

  async function uploadedPath(owner: Account, contactId: string): Promise<string> {
    const prepared = await prepareUpload(owner, contactId);
    expect(await put(prepared, picture("picture.png"))).toBe(200);
    return prepared.path;
  }

  const cases: [string, () => Promise<string>][] = [
    ["the path of an upload for another contact", async () => {
      return await uploadedPath(ada, (await make(ada, "/contacts", { firstName: "Other" })).id);
    }],
    ["the path of another owner's upload", async () => {
      const stranger = await signUp();
      return await uploadedPath(stranger, (await make(stranger, "/contacts", { company: "S" })).id);
    }],
    ["a path without bytes", async () => (await prepareUpload(ada, id)).path],
    ["an upload URL", async () => (await prepareUpload(ada, id)).uploadUrl],
    ["upwards from a path", async () => `uploads/../${await uploadedPath(ada, id)}`],
    ["a path in capitals", async () => (await uploadedPath(ada, id)).toUpperCase()],
    ["an empty text", () => Promise.resolve("")],
    ["a long text", () => Promise.resolve("uploads/".repeat(10_000))],
    ["the path of an attached upload", async () => (await upload(ada, id)).path],
    ["the path of the photo", async () => (await objectsOf(sql, ada.id))[0] ?? ""],
    ["the signed URL of the photo", async () => (await ada.get(`/contacts/${id}`)).body.photoUrl],
  ];

  it.each(cases)("is refused like an unknown path: %s", async (_, path) => {
    const photoUrl = await path();
    const before = expectStatus(await ada.get(`/contacts/${id}`), 200);
    const answer = await ada.patch(`/contacts/${id}`, { photoUrl, firstName: "Changed" });
    expectProblem(answer, 400, "invalid_photo_path");
    const unknown = { photoUrl: `uploads/${randomUUID()}.png`, firstName: "Changed" };
    expect(sameBytes(answer)).toEqual(sameBytes(await ada.patch(`/contacts/${id}`, unknown)));
    const { updatedAt, hasPhoto } = expectStatus(await ada.get(`/contacts/${id}`), 200);
    expect([updatedAt, hasPhoto]).toEqual([before.updatedAt, before.hasPhoto]);
  });

  it("can still be attached by its owner after another owner has tried it", async () => {
    const photoUrl = await uploadedPath(ada, id);
    const stranger = await signUp();
    const theirs = await make(stranger, "/contacts", { firstName: "S" });
    const tried = await stranger.patch(`/contacts/${theirs.id}`, { photoUrl });
    expectProblem(tried, 400, "invalid_photo_path");
    expectStatus(await ada.patch(`/contacts/${id}`, { photoUrl }), 200);
  });

  it("is refused for a contact that is being created, and null is not", async () => {
    const photoUrl = await uploadedPath(ada, id);
    const answer = await ada.post("/contacts", { firstName: "B", photoUrl });
    expectProblem(answer, 400, "invalid_photo_path");
    const made = await make(ada, "/contacts", { firstName: "B", photoUrl: null });
    expect(made).toMatchObject({ photoUrl: null, hasPhoto: false });
  });

  it("is not looked at where the contact does not exist", async () => {
    const photoUrl = await uploadedPath(ada, id);
    const answer = await ada.patch(`/contacts/${randomUUID()}`, { photoUrl });
    expectProblem(answer, 404, "not_found");
  });

  it.each([[5], [["x"]], [{}], [true]])(
    "is refused where it is not a text: %j",
    async (photoUrl) => {
      const answer = await ada.patch(`/contacts/${id}`, { photoUrl });
      expect(expectProblem(answer, 400, "validation_failed").errors).toMatchObject([
        { pointer: "/photoUrl", code: "invalid_type" },
      ]);
    },
  );
});
