import { decodeJwt, SignJWT } from "jose";
import { expect, inject, it } from "vitest";
import { jwtSecret } from "../../local/core/keys.ts";
import { makeKey, signUp } from "../support/accounts.ts";
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
const bucket = "kith-photos";
const ada = await signUp();
const contact = await makeWithPhoto(ada);
const path = await photoPath(sql, contact.id) ?? "";

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
  expect((await read(withToken(url, await sign(now + 60)))).bytes).toEqual(photo);
  const second = await makeWithPhoto(ada);
  const upload = await prepareUpload(ada, contact.id);
  const refused = [
    withToken(url, await sign(now - 1)),
    withToken(second.photoUrl, token),
    withToken(url, upload.token),
    ...[bucket, ...path.split("/"), ...token.split(".")].map((part) => {
      const at = url.indexOf(part) + 3;
      return url.slice(0, at) + (url[at] === "a" ? "b" : "a") + url.slice(at + 1);
    }),
  ];
  for (const other of refused) {
    expect([other, (await read(other)).status >= 400]).toEqual([other, true]);
  }
  const changed = { ...upload, uploadUrl: withToken(upload.uploadUrl, token) };
  expect(await put(changed, photo)).toBeGreaterThanOrEqual(400);
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
    expect((await read(`${url}/storage/v1/${folder}/${path}`)).status).toBeGreaterThanOrEqual(400);
    const { status } = await storageClient(publishableKey).get(`/${folder}/${path}`);
    expect(status).toBeGreaterThanOrEqual(400);
  },
);

/** Tries everything that writes, and everything that reads where it is not the owner who tries. */
async function expectUntouched(token: string, isOwner = false) {
  const storage = storageClient(token);
  const folder = path.slice(0, path.lastIndexOf("/"));
  const elsewhere = `${folder}/elsewhere.png`;
  const between = { bucketId: bucket, sourceKey: path, destinationKey: elsewhere };
  const type = { "content-type": "image/jpeg" };
  const send = (method: string, to: string, headers = {}) =>
    storage.send(method, `/object/${bucket}/${to}`, undefined, {
      raw: picture("camera.jpg"),
      headers: { ...type, ...headers },
    });
  const reads = [
    await storage.get(`/object/${bucket}/${path}`),
    await storage.get(`/object/authenticated/${bucket}/${path}`),
    await storage.get(`/object/info/${bucket}/${path}`),
    await storage.post(`/object/sign/${bucket}/${path}`, { expiresIn: 60 }),
  ];
  const writes = [
    await storage.post("/object/move", between),
    await storage.post("/object/copy", between),
    await storage.post(`/object/upload/sign/${bucket}/${elsewhere}`, {}),
    await send("POST", path),
    await send("PUT", path),
    await send("POST", elsewhere),
    await send("POST", path, { "x-upsert": "true" }),
    await storage.delete(`/bucket/${bucket}`),
    await storage.post(`/bucket/${bucket}/empty`),
    await storage.put(`/bucket/${bucket}`, { public: true }),
  ];
  const refused = isOwner ? writes : [...reads, ...writes];
  expect(refused.map(({ status }) => status >= 400)).toEqual(refused.map(() => true));
  const remove = await storage.send("DELETE", `/object/${bucket}`, { prefixes: [path] });
  expect(remove.status < 300 ? remove.body : []).toEqual([]);
  if (!isOwner) {
    const many = await storage.post(`/object/sign/${bucket}`, { expiresIn: 60, paths: [path] });
    expect(many.status < 300 ? many.body.map(({ signedURL }: Json) => signedURL) : [null])
      .toEqual([null]);
    for (const prefix of ["", folder.split("/")[0], folder]) {
      const found = await storage.post(`/object/list/${bucket}`, { prefix });
      expect(found.status < 300 ? found.body : []).toEqual([]);
    }
  }
  expect(await stored(path, elsewhere)).toEqual([path]);
  expect((await read(contact.photoUrl)).bytes).toEqual(photo);
  const [row] = await sql`select public from storage.buckets where id = ${bucket}`;
  expect(row).toEqual({ public: false });
}

it("owners can read their photos in Storage with an access token, but write none; a key can do neither", async () => {
  const storage = storageClient(ada.token);
  expect((await storage.get(`/object/authenticated/${bucket}/${path}`)).status).toBe(200);
  const [owner, folder, name] = path.split("/");
  const found = await storage.post(`/object/list/${bucket}`, { prefix: `${owner}/${folder}` });
  // The platform's names are below the prefix, those of the embedded Storage whole.
  expect(found.body.map((each: Json) => each.name.split("/").at(-1))).toEqual([name]);
  await expectUntouched(ada.token, true);
  const { key } = await makeKey(ada);
  const answer = await storageClient(key).get(`/object/authenticated/${bucket}/${path}`);
  expect(answer.status).toBeGreaterThanOrEqual(400);
});

it("somebody else, or nobody, can neither read, list, sign, move, copy, overwrite nor delete them", async () => {
  await expectUntouched((await signUp()).token);
  await expectUntouched(inject("stack").publishableKey);
});

it("nobody can read or list an upload that is not attached", async () => {
  const { id } = await ada.make("/contacts", { firstName: "A" });
  const waiting = await prepareUpload(ada, id);
  expect(await put(waiting, photo)).toBe(200);
  for (const token of [ada.token, (await signUp()).token]) {
    const storage = storageClient(token);
    const answer = await storage.get(`/object/authenticated/${bucket}/${waiting.path}`);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    const found = await storage.post(`/object/list/${bucket}`, { prefix: "uploads" });
    expect(found.body).toEqual([]);
  }
});
