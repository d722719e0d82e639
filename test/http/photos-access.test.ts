import { decodeJwt, SignJWT } from "jose";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { jwtSecret } from "../../local/core/keys.ts";
import { type Account, make, makeKey, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import {
  makeWithPhoto,
  photoPath,
  picture,
  prepareUpload,
  put,
  read,
  stored,
} from "../support/photos.ts";
import { superuser } from "../support/sql.ts";
import { storageClient } from "../support/supabase-clients.ts";

const sql = superuser();
const photo = picture("picture.png");
let ada: Account;
let contact: Json;
let path: string;
beforeAll(async () => {
  ada = await signUp();
  contact = await makeWithPhoto(ada);
  path = await photoPath(sql, contact.id) ?? "";
});

describe("the signed URL of a photo", () => {
  const withToken = (url: string, token: string) => {
    const other = new URL(url);
    other.searchParams.set("token", token);
    return other.href;
  };

  it("is valid for an hour, and is refused afterwards", async () => {
    const url = contact.photoUrl;
    const claims = decodeJwt(new URL(url).searchParams.get("token") ?? "");
    expect(claims.exp! - claims.iat!).toBe(3600);
    expect(claims.exp! * 1000).toBeGreaterThan(Date.now() + 1800_000);
    const sign = (exp: number) =>
      new SignJWT({ ...claims, exp }).setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .sign(new TextEncoder().encode(jwtSecret));
    const now = Math.floor(Date.now() / 1000);
    expect((await read(withToken(url, await sign(now + 60)))).bytes).toEqual(photo);
    expect((await read(withToken(url, await sign(now - 1)))).status).toBe(400);
  });

  it("is refused when one character of its path or its token is changed", async () => {
    const url: string = contact.photoUrl;
    const [header, payload, signature] = new URL(url).searchParams.get("token")!.split(".");
    const parts = ["kith-photos", ...path.split("/"), header, payload, signature];
    for (const part of parts) {
      const at = url.indexOf(part!) + 3;
      const other = url.slice(0, at) + (url[at] === "a" ? "b" : "a") + url.slice(at + 1);
      const { status } = await read(other);
      expect([other, status < 300]).toEqual([other, false]);
    }
    expect((await read(url)).status).toBe(200);
  });

  it("reads one photo and writes none", async () => {
    const second = await makeWithPhoto(ada);
    const token = new URL(contact.photoUrl).searchParams.get("token") ?? "";
    expect((await read(withToken(second.photoUrl, token))).status).toBe(400);
    const upload = await prepareUpload(ada, contact.id);
    expect(await put({ ...upload, uploadUrl: withToken(upload.uploadUrl, token) }, photo))
      .toBe(400);
    expect((await read(withToken(contact.photoUrl, upload.token))).status).toBe(400);
  });
});

describe("the path of a photo", () => {
  it.each([
    "object/kith-photos",
    "object/public/kith-photos",
    "object/authenticated/kith-photos",
    "object/sign/kith-photos",
    "object/info/kith-photos",
    "render/image/public/kith-photos",
  ])("is refused below /%s without a token or with the public key", async (folder) => {
    const { url, publishableKey } = inject("stack");
    const { status } = await read(`${url}/storage/v1/${folder}/${path}`);
    expect(status).toBeGreaterThanOrEqual(400);
    const storage = await storageClient(publishableKey).get(`/${folder}/${path}`);
    expect(storage.status).toBeGreaterThanOrEqual(400);
  });
});

describe("through Storage", () => {
  const bucket = "kith-photos";
  const raw = { raw: picture("camera.jpg"), headers: { "content-type": "image/jpeg" } };

  it("owners read their photos with an access token, and write nothing", async () => {
    const storage = storageClient(ada.token);
    expect((await storage.get(`/object/authenticated/${bucket}/${path}`)).status).toBe(200);
    const listed = await storage.post(`/object/list/${bucket}`, {
      prefix: path.split("/").slice(0, 2).join("/"),
      limit: 10,
      offset: 0,
    });
    // The platform's names are below the prefix, those of the embedded Storage whole.
    expect(listed.body.map(({ name }: Json) => name.split("/").at(-1))).toEqual([
      path.split("/")[2],
    ]);
    await expectUntouched(ada, "owner");
  });

  it("somebody else can neither read, list, sign, move, copy, overwrite nor delete them", async () => {
    await expectUntouched(await signUp(), "stranger");
  });

  it("nobody can do so without a token", async () => {
    await expectUntouched({ token: inject("stack").publishableKey }, "stranger");
  });

  it("an API key is refused", async () => {
    const { key } = await makeKey(ada);
    const answer = await storageClient(key).get(`/object/authenticated/${bucket}/${path}`);
    expect(answer.status).toBeGreaterThanOrEqual(400);
  });

  it("nobody can read or list an upload that is not attached", async () => {
    const { id } = await make(ada, "/contacts", { firstName: "A" });
    const waiting = await prepareUpload(ada, id);
    expect(await put(waiting, photo)).toBe(200);
    for (const token of [ada.token, (await signUp()).token]) {
      const storage = storageClient(token);
      const answer = await storage.get(`/object/authenticated/${bucket}/${waiting.path}`);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      const listed = await storage.post(`/object/list/${bucket}`, { prefix: "uploads" });
      expect(listed.body).toEqual([]);
    }
  });

  /** Tries everything that writes, and everything that reads where it is not the owner who tries. */
  async function expectUntouched({ token }: { token: string }, who: "owner" | "stranger") {
    const storage = storageClient(token);
    const folder = path.slice(0, path.lastIndexOf("/"));
    const elsewhere = `${folder}/elsewhere.png`;
    const paths = [path];
    const sign = { expiresIn: 60 };
    const between = { bucketId: bucket, sourceKey: path, destinationKey: elsewhere };
    const reads = [
      await storage.get(`/object/${bucket}/${path}`),
      await storage.get(`/object/authenticated/${bucket}/${path}`),
      await storage.get(`/object/info/${bucket}/${path}`),
      await storage.post(`/object/sign/${bucket}/${path}`, sign),
    ];
    const writes = [
      await storage.post("/object/move", between),
      await storage.post("/object/copy", between),
      await storage.post(`/object/upload/sign/${bucket}/${elsewhere}`, {}),
      await storage.send("POST", `/object/${bucket}/${path}`, undefined, raw),
      await storage.send("PUT", `/object/${bucket}/${path}`, undefined, raw),
      await storage.send("POST", `/object/${bucket}/${elsewhere}`, undefined, raw),
      await storage.send("POST", `/object/${bucket}/${path}`, undefined, {
        ...raw,
        headers: { ...raw.headers, "x-upsert": "true" },
      }),
      await storage.delete(`/bucket/${bucket}`),
      await storage.post(`/bucket/${bucket}/empty`),
      await storage.put(`/bucket/${bucket}`, { public: true }),
    ];
    const refused = who === "owner" ? writes : [...reads, ...writes];
    expect(refused.map(({ status }) => status >= 400)).toEqual(refused.map(() => true));
    const remove = await storage.send("DELETE", `/object/${bucket}`, { prefixes: paths });
    expect(remove.status < 300 ? remove.body : []).toEqual([]);
    if (who === "stranger") {
      const many = await storage.post(`/object/sign/${bucket}`, { ...sign, paths });
      expect(many.status < 300 ? many.body.map(({ signedURL }: Json) => signedURL) : [null])
        .toEqual([null]);
      for (const prefix of ["", folder.split("/")[0], folder]) {
        const listed = await storage.post(`/object/list/${bucket}`, { prefix });
        expect(listed.status < 300 ? listed.body : []).toEqual([]);
      }
    }
    expect(await stored(path, elsewhere)).toEqual([path]);
    expect((await read(contact.photoUrl)).bytes).toEqual(photo);
    const [row] = await sql`select public from storage.buckets where id = ${bucket}`;
    expect(row).toEqual({ public: false });
  }
});
