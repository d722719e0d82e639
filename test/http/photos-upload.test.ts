import { createClient } from "@supabase/supabase-js";
import { decodeJwt } from "jose";
import { beforeAll, describe, expect, inject, it } from "vitest";
import WebSocket from "ws";
import { type Account, expectStatus, make, makeKey, signUp } from "../support/accounts.ts";
import { as } from "../support/client.ts";
import { startFunctionCopy } from "../support/function-copy.ts";
import {
  makeWithPhoto,
  photoPath,
  picture,
  pictures,
  prepareUpload,
  put,
  read,
  upload,
} from "../support/photos.ts";
import { expectViolations } from "../support/problems.ts";
import { superuser } from "../support/sql.ts";

const sql = superuser();
let ada: Account;
beforeAll(async () => {
  ada = await signUp();
});

describe("preparing an upload", () => {
  it("answers with everything that an upload needs", async () => {
    const { id } = await make(ada, "/contacts", { firstName: "A" });
    const answer = await ada.post(`/contacts/${id}/photo-upload`, { extension: "png" });
    expect(expectStatus(answer, 200)).toEqual({
      uploadUrl: expect.stringContaining(`${inject("stack").url}/storage/v1/object/upload/sign/`),
      path: expect.stringMatching(/^uploads\/[0-9a-f-]{36}\.png$/),
      token: new URL(answer.body.uploadUrl).searchParams.get("token"),
      expiresAt: new Date(decodeJwt(answer.body.token).exp! * 1000).toISOString(),
      method: "PUT",
      headers: { "content-type": "image/png" },
    });
    expect(Date.parse(answer.body.expiresAt)).toBeGreaterThan(Date.now());
    expect(answer.headers.get("location")).toBeNull();
  });

  it("never answers the same path twice", async () => {
    const { id } = await make(ada, "/contacts", { firstName: "A" });
    const paths = [await prepareUpload(ada, id), await prepareUpload(ada, id)];
    expect(paths[0]?.path).not.toBe(paths[1]?.path);
  });

  it.each([
    ["jpg", "jpg", "image/jpeg"],
    [".JPG", "jpg", "image/jpeg"],
    ["Jpeg", "jpeg", "image/jpeg"],
    [" .Png ", "png", "image/png"],
    ["WEBP", "webp", "image/webp"],
  ])("takes %j for an extension", async (extension, ending, type) => {
    const { id } = await make(ada, "/contacts", { firstName: "A" });
    const { path, headers } = await prepareUpload(ada, id, extension);
    expect([path.split(".")[1], headers["content-type"]]).toEqual([ending, type]);
  });

  it.each<[string, unknown, string]>([
    ["another kind of file", { extension: "gif" }, "body /extension invalid_format"],
    ["two dots", { extension: "..png" }, "body /extension invalid_format"],
    ["a path", { extension: "png/../x.png" }, "body /extension invalid_format"],
    ["nothing", {}, "body /extension required"],
    ["null", { extension: null }, "body /extension invalid_type"],
    ["an unknown member", { extension: "png", x: 1 }, "body /x unknown_member"],
  ])("refuses %s", async (_, body, place) => {
    const { id } = await make(ada, "/contacts", { firstName: "A" });
    expectViolations(await ada.post(`/contacts/${id}/photo-upload`, body), place);
  });
});

describe("a photo", () => {
  it.each(pictures.map(({ what, file, type }) => [what, file, type]))(
    "may be %s",
    async (_, file, type) => {
      const contact = await make(ada, "/contacts", { firstName: "A" });
      const { answer } = await upload(ada, contact.id, picture(file), file.split(".")[1]);
      const shown = expectStatus(answer, 200);
      expect(shown).toMatchObject({ id: contact.id, firstName: "A", hasPhoto: true });
      expect(shown.updatedAt > contact.updatedAt).toBe(true);
      expect(await read(shown.photoUrl)).toEqual({ status: 200, type, bytes: picture(file) });
    },
  );

  it("is attached together with other changes, or none of them is made", async () => {
    const { id } = await make(ada, "/contacts", { firstName: "Before" });
    const prepared = await prepareUpload(ada, id);
    expect(await put(prepared, picture("picture.png"))).toBe(200);
    const network = "00000000-0000-4000-8000-000000000000";
    const refused = { photoUrl: prepared.path, firstName: "Not", networkIds: [network] };
    expect((await ada.patch(`/contacts/${id}`, refused)).body.code).toBe("invalid_reference");
    const untouched = (await ada.get(`/contacts/${id}`)).body;
    expect(untouched).toMatchObject({ firstName: "Before", hasPhoto: false, photoUrl: null });
    const change = { photoUrl: prepared.path, firstName: "After" };
    const changed = expectStatus(await ada.patch(`/contacts/${id}`, change), 200);
    expect(changed).toMatchObject({ firstName: "After", hasPhoto: true });
  });

  it("is shown in lists, single contacts and answers to changes", async () => {
    const owner = await signUp();
    const contact = await makeWithPhoto(owner);
    const shown = [
      (await owner.get(`/contacts/${contact.id}`)).body,
      (await owner.get("/contacts")).body.data[0],
      (await owner.patch(`/contacts/${contact.id}`, { nickname: "N" })).body,
    ];
    for (const { photoUrl, hasPhoto } of shown) {
      expect(hasPhoto).toBe(true);
      expect((await read(photoUrl)).bytes).toEqual(picture("picture.png"));
    }
  });

  it("is stored at a path that no client was told", async () => {
    const contact = await makeWithPhoto(ada);
    const path = await photoPath(sql, contact.id);
    expect(path).toMatch(new RegExp(`^${ada.id}/${contact.id}/[0-9a-f-]{36}\\.png$`));
  });

  it("may be of another allowed kind than was announced", async () => {
    const { id } = await make(ada, "/contacts", { firstName: "A" });
    const { answer } = await upload(ada, id, picture("camera.jpg"), "png");
    const shown = expectStatus(answer, 200);
    // Storage serves what the upload was labelled, which can only be one of the three kinds.
    expect(await read(shown.photoUrl)).toMatchObject({
      type: "image/png",
      bytes: picture("camera.jpg"),
    });
  });

  it("that was read may be sent back as hasPhoto, which is ignored", async () => {
    const contact = await makeWithPhoto(ada);
    const { photoUrl: _, ...rest } = contact;
    const answer = await ada.patch(`/contacts/${contact.id}`, { ...rest, hasPhoto: false });
    expect(expectStatus(answer, 200)).toMatchObject({
      hasPhoto: true,
      updatedAt: contact.updatedAt,
    });
  });
});

describe("clients of Supabase", () => {
  it("upload with supabase-js's uploadToSignedUrl", async () => {
    const { url, publishableKey } = inject("stack");
    const realtime = { transport: WebSocket as unknown as typeof globalThis.WebSocket };
    const client = createClient(url, publishableKey, { realtime });
    const { id } = await make(ada, "/contacts", { firstName: "A" });
    const { path, token } = await prepareUpload(ada, id, "webp");
    const body = new Blob([picture("lossy.webp") as BlobPart], { type: "image/webp" });
    const { data, error } = await client.storage.from("kith-photos")
      .uploadToSignedUrl(path, token, body, { contentType: "image/webp" });
    expect([error, data?.path]).toEqual([null, path]);
    const shown = expectStatus(await ada.patch(`/contacts/${id}`, { photoUrl: path }), 200);
    expect(await read(shown.photoUrl)).toMatchObject({
      type: "image/webp",
      bytes: picture("lossy.webp"),
    });
  });

  it("are given the part of a photo that their Range names, and 416 beyond its end", async () => {
    const { photoUrl } = await makeWithPhoto(ada);
    const whole = (await read(photoUrl)).bytes;
    const part = await fetch(photoUrl, { headers: { range: "bytes=10-19" } });
    expect([part.status, part.headers.get("content-range")]).toEqual([
      206,
      `bytes 10-19/${whole.length}`,
    ]);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(whole.subarray(10, 20));
    const beyond = await fetch(photoUrl, { headers: { range: `bytes=${whole.length}-` } });
    expect(beyond.status).toBe(416);
  });
});

describe("the origin of returned URLs", () => {
  it("is KITH_PUBLIC_URL where that is set", async () => {
    const copy = await startFunctionCopy({ KITH_PUBLIC_URL: "https://kith.example.com/" });
    try {
      const client = as(ada.token, copy.base);
      const { id } = await makeWithPhoto(ada);
      const { photoUrl } = (await client.get(`/contacts/${id}`)).body;
      const { uploadUrl } = await prepareUpload(client, id);
      for (const url of [photoUrl, uploadUrl]) {
        expect(url).toMatch(/^https:\/\/kith\.example\.com\/storage\/v1\/object\//);
      }
      const { url } = inject("stack");
      expect((await read(photoUrl.replace("https://kith.example.com", url))).status).toBe(200);
    } finally {
      await copy.stop();
    }
  });
});

describe("a project without secret keys", () => {
  it("is asked with the key of the service role", async () => {
    const copy = await startFunctionCopy({ SUPABASE_SECRET_KEYS: "" });
    try {
      const client = as(ada.token, copy.base);
      const shown = await makeWithPhoto(client);
      expect((await read(shown.photoUrl)).bytes).toEqual(picture("picture.png"));
    } finally {
      await copy.stop();
    }
  });
});

describe("the rate limit of an API key", () => {
  it("counts preparing and attaching as one request each", async () => {
    const client = as((await makeKey(await signUp())).key);
    const { id } = await make(client, "/contacts", { firstName: "A" });
    const { answer } = await upload(client, id);
    expectStatus(answer, 200);
    // made, prepared, attached
    expect(answer.headers.get("x-ratelimit-remaining")).toBe(String(120 - 3));
    const next = await client.get("/contacts");
    expect(next.headers.get("x-ratelimit-remaining")).toBe(String(120 - 4));
  });
});
