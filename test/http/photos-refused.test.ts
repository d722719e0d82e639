import { randomBytes, randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { png, segment } from "../support/image-headers.ts";
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
let ada: Account;
let contact: Json;
// A new account for each test, because one may have 20 uploads that are not attached.
beforeEach(async () => {
  ada = await signUp();
});

/** A picture of exactly this many bytes: what follows a PNG's end is nobody's concern. */
function pngOf(size: number): Uint8Array {
  const bytes = new Uint8Array(randomBytes(size));
  bytes.set(picture("picture.png"));
  return bytes;
}

/** The bytes in chunks, of which nobody knows beforehand how many will come. */
function chunked(bytes: Uint8Array): ReadableStream {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(sent, sent += 65_536));
    },
  });
}

const text = (content: string) => new TextEncoder().encode(content);

/** What a browser would take for a page if it looked beyond the first bytes. */
const html = (...start: number[]) =>
  Uint8Array.from([...start, ...text("<!doctype html><script>alert(1)</script>")]);

/** A photo with this many bytes of metadata before its frame, as depth maps and color profiles are. */
function withMetadata(bytes: number): Uint8Array {
  const [whole, most] = [picture("camera.jpg"), 65_533];
  const segments: number[] = [];
  for (let left = bytes; left > 0; left -= most) {
    segments.push(...segment(0xe2, Math.min(left, most)));
  }
  return Uint8Array.from([...whole.subarray(0, 2), ...segments, ...whole.subarray(2)]);
}

describe("what is no photo", () => {
  const cases: [string, () => Uint8Array | ReadableStream, string][] = [
    ["HTML labelled image/png", () => text("<!doctype html><script>alert(1)</script>"), "png"],
    ["SVG labelled image/png", () => text('<svg xmlns="http://www.w3.org/2000/svg"/>'), "png"],
    ["HTML labelled image/jpeg", () => text("<html><body>x</body></html>"), "jpg"],
    ["a GIF labelled image/webp", () => text("GIF89a\x01\x00\x01\x00\x00\x00\x00;"), "webp"],
    ["a WAV labelled image/webp", () => text("RIFF\x24\x00\x00\x00WAVEfmt data"), "webp"],
    ["an empty file", () => new Uint8Array(), "png"],
    ["a single byte", () => new Uint8Array([0x89]), "png"],
    ["the beginning of a PNG", () => picture("picture.png").subarray(0, 8), "png"],
    ["HTML with a JPEG's first bytes", () => html(0xff, 0xd8, 0xff), "jpg"],
    ["HTML with a PNG's first bytes", () => html(...picture("picture.png").subarray(0, 8)), "png"],
    ["HTML with a WebP's first bytes", () => html(...text("RIFF\0\0\0\0WEBP")), "webp"],
    ["a picture without width", () => png(0, 1), "png"],
    ["a picture of more than 50 megapixels", () => png(16_384, 3_052), "png"],
    ["a JPEG whose frame has not come in 1 MiB", () => withMetadata(1_050_000), "jpg"],
    ["5 MiB and a byte, sent in chunks", () => chunked(pngOf(limit + 1)), "png"],
  ];

  it.each(cases)("is refused and removed: %s", async (_, bytes, extension) => {
    contact = await make(ada, "/contacts", { firstName: "A" });
    const before = await objectsOf(sql, ada.id);
    const { path, answer } = await upload(ada, contact.id, bytes(), extension);
    expectProblem(answer, 400, "invalid_photo");
    expect((await ada.get(`/contacts/${contact.id}`)).body).toEqual(contact);
    expect(await stored(path)).toEqual([]);
    expect(await objectsOf(sql, ada.id)).toEqual(before);
  });

  it("is not even taken by Storage when it says what it is", async () => {
    const { id } = await make(ada, "/contacts", { firstName: "A" });
    const prepared = await prepareUpload(ada, id);
    const html = { ...prepared, headers: { "content-type": "text/html" } };
    expect(await put(html, text("<p>"))).toBe(400);
    expect(await put(prepared, pngOf(limit + 1))).toBe(400);
    expect(await stored(prepared.path)).toEqual([]);
  });

  it("leaves the photo that was there", async () => {
    const shown = await makeWithPhoto(ada);
    const { answer } = await upload(ada, shown.id, text("<p>"));
    expectProblem(answer, 400, "invalid_photo");
    const { body } = await ada.get(`/contacts/${shown.id}`);
    expect((await read(body.photoUrl)).bytes).toEqual(picture("picture.png"));
  });

  it("does not use up the path: the right file may follow", async () => {
    const { id } = await make(ada, "/contacts", { firstName: "A" });
    const prepared = await prepareUpload(ada, id);
    await put(prepared, text("<p>"));
    const photoUrl = prepared.path;
    expectProblem(await ada.patch(`/contacts/${id}`, { photoUrl }), 400, "invalid_photo");
    expect(await put(prepared, picture("picture.png"))).toBe(200);
    expectStatus(await ada.patch(`/contacts/${id}`, { photoUrl }), 200);
  });
});

describe("what is the largest photo", () => {
  it.each([
    ["announced", (bytes: Uint8Array) => bytes],
    ["sent in chunks", chunked],
  ])("is taken: 5 MiB, %s", async (_, sent) => {
    const { id } = await make(ada, "/contacts", { firstName: "A" });
    const bytes = pngOf(limit);
    const { answer } = await upload(ada, id, sent(bytes));
    const found = await read(expectStatus(answer, 200).photoUrl);
    expect(Buffer.compare(found.bytes, bytes)).toBe(0);
  });
});

describe("a photo with much metadata", () => {
  it.each([70_000, 1_000_000])("is taken: %s bytes before its frame", async (bytes) => {
    const { id } = await make(ada, "/contacts", { firstName: "A" });
    const file = withMetadata(bytes);
    const found = await read(
      expectStatus((await upload(ada, id, file, "jpg")).answer, 200).photoUrl,
    );
    expect(Buffer.compare(found.bytes, file)).toBe(0);
  });
});

describe("a path that is none of a waiting upload of this contact", () => {
  const cases: [string, (contactId: string) => Promise<string>][] = [
    ["issued for another contact", async () => {
      const other = await make(ada, "/contacts", { firstName: "Other" });
      return await uploadedPath(ada, other.id);
    }],
    ["issued for another owner", async () => {
      const stranger = await signUp();
      return await uploadedPath(stranger, (await make(stranger, "/contacts", { company: "S" })).id);
    }],
    ["never uploaded to", async (id) => (await prepareUpload(ada, id)).path],
    ["already attached", async (id) => (await upload(ada, id)).path],
    ["attached, by its place in the bucket", async (id) => {
      expectStatus((await upload(ada, id)).answer, 200);
      return (await objectsOf(sql, ada.id)).find((name) => name.includes(id)) ?? "";
    }],
    ["a signed URL", async (id) => expectStatus((await upload(ada, id)).answer, 200).photoUrl],
    ["an upload URL", async (id) => (await prepareUpload(ada, id)).uploadUrl],
    ["unknown", () => Promise.resolve(`uploads/${randomUUID()}.png`)],
    ["upwards", async (id) => `uploads/../${await uploadedPath(ada, id)}`],
    ["in capitals", async (id) => (await uploadedPath(ada, id)).toUpperCase()],
    ["empty", () => Promise.resolve("")],
    ["overlong", () => Promise.resolve("uploads/".repeat(10_000))],
  ];

  it.each(cases)("is refused in one and the same way: %s", async (_, path) => {
    const { id } = await make(ada, "/contacts", { firstName: "A" });
    const photoUrl = await path(id);
    const before = (await ada.get(`/contacts/${id}`)).body;
    const answer = await ada.patch(`/contacts/${id}`, { photoUrl, firstName: "Changed" });
    expectProblem(answer, 400, "invalid_photo_path");
    const unknown = { photoUrl: `uploads/${randomUUID()}.png`, firstName: "Changed" };
    const reference = await ada.patch(`/contacts/${id}`, unknown);
    expect(sameBytes(answer)).toEqual(sameBytes(reference));
    expect((await ada.get(`/contacts/${id}`)).body).toMatchObject({
      firstName: "A",
      hasPhoto: before.hasPhoto,
    });
  });

  it("stays where it is when somebody else tries it", async () => {
    const { id } = await make(ada, "/contacts", { firstName: "A" });
    const photoUrl = await uploadedPath(ada, id);
    const stranger = await signUp();
    const theirs = await make(stranger, "/contacts", { firstName: "S" });
    expectProblem(
      await stranger.patch(`/contacts/${theirs.id}`, { photoUrl }),
      400,
      "invalid_photo_path",
    );
    expectStatus(await ada.patch(`/contacts/${id}`, { photoUrl }), 200);
  });

  it("is refused for a contact that is being made, null is not", async () => {
    const { id } = await make(ada, "/contacts", { firstName: "A" });
    const photoUrl = await uploadedPath(ada, id);
    const answer = await ada.post("/contacts", { firstName: "B", photoUrl });
    expectProblem(answer, 400, "invalid_photo_path");
    const made = await make(ada, "/contacts", { firstName: "B", photoUrl: null });
    expect(made).toMatchObject({ photoUrl: null, hasPhoto: false });
  });

  it("matters less than that the contact is not there", async () => {
    const { id } = await make(ada, "/contacts", { firstName: "A" });
    const photoUrl = await uploadedPath(ada, id);
    const answer = await ada.patch(`/contacts/${randomUUID()}`, { photoUrl });
    expectProblem(answer, 404, "not_found");
  });

  it.each([[5], [["x"]], [{}], [true]])("is refused as no text: %j", async (photoUrl) => {
    const { id } = await make(ada, "/contacts", { firstName: "A" });
    const answer = await ada.patch(`/contacts/${id}`, { photoUrl });
    expect(expectProblem(answer, 400, "validation_failed").errors).toMatchObject([
      { pointer: "/photoUrl", code: "invalid_type" },
    ]);
  });
});

async function uploadedPath(owner: Account, contactId: string): Promise<string> {
  const prepared = await prepareUpload(owner, contactId);
  expect(await put(prepared, picture("picture.png"))).toBe(200);
  return prepared.path;
}
