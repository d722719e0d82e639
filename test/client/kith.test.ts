import { describe, expect, it } from "vitest";
import {
  Kith,
  KithAuthenticationError,
  KithConflictError,
  KithNotFoundError,
  KithValidationError,
  UploadError,
} from "../../client/src/index.ts";
import { makeKey, signUp } from "../support/accounts.ts";
import { baseUrl } from "../support/client.ts";
import { fake, noConnection } from "../support/fake-fetch.ts";
import { picture, read } from "../support/photos.ts";
import { checkedFetch } from "../support/checked-fetch.ts";

const kithOf = (token: string) =>
  new Kith({ baseUrl: baseUrl(), token, fetch: checkedFetch(token) });

const ada = await signUp();
const kith = kithOf(ada.token);

describe("a resource", () => {
  it("the resource is created, read, changed and deleted", async () => {
    const { id } = await kith.contacts.create({ firstName: "Zoë" });
    expect((await kith.contacts.update(id, { lastName: "Müller" })).displayName).toBe("Zoë Müller");
    expect((await kith.contacts.get(id)).lastName).toBe("Müller");
    expect(await kith.contacts.delete(id)).toBeUndefined();
    await expect(kith.contacts.get(id)).rejects.toBeInstanceOf(KithNotFoundError);
  });

  it("the resource is changed only when nobody changed it since, and not sent again when it has not changed", async () => {
    const { data: { id }, response } = await kith.contacts.create({ firstName: "A" })
      .withResponse();
    const ifMatch = response.headers.get("etag")!;
    await kith.contacts.update(id, { firstName: "B" }, { ifMatch });
    const change = kith.contacts.update(id, { firstName: "C" }, { ifMatch });
    await expect(change).rejects.toBeInstanceOf(KithConflictError);
    await expect(change).rejects.toMatchObject({ code: "precondition_failed" });
    const ifNoneMatch = (await kith.me.get().withResponse()).response.headers.get("etag")!;
    expect(await kith.me.get({ ifNoneMatch })).toBeUndefined();
    await kith.me.update({ name: "Ada" });
    expect(await kith.me.get({ ifNoneMatch })).toMatchObject({ name: "Ada" });
  });

  it("the resource is created once, although the first answer was lost", async () => {
    const { token } = await signUp();
    let sent = 0;
    const lossy = new Kith({
      baseUrl: baseUrl(),
      token,
      async fetch(input, init) {
        const answer = await checkedFetch(token)(input, init);
        if (++sent === 1) throw noConnection();
        return answer;
      },
    });
    const { data, response } = await lossy.networks.create({ name: "Once" }).withResponse();
    expect([sent, response.headers.get("idempotency-replayed")]).toEqual([2, "true"]);
    const { total, data: networks } = await lossy.networks.list();
    expect([total, networks[0]?.id]).toEqual([1, data.id]);
  });

  it("that is refused names every violation", async () => {
    const invalid = kith.contacts.create({ emails: [{ value: "nothing" }] });
    await expect(invalid).rejects.toBeInstanceOf(KithValidationError);
    await expect(invalid).rejects.toMatchObject({
      code: "validation_failed",
      errors: expect.arrayContaining([expect.objectContaining({ pointer: "/emails/0/value" })]),
    });
  });

  it("of the service itself has its document and texts", async () => {
    expect(await kith.service.getHealth()).toEqual({ status: "ok" });
    expect((await kith.service.getOpenapi())["openapi"]).toBe("3.1.0");
    expect(await kith.service.getErrors()).toMatch(/^# Errors\n/);
    expect(await kith.service.getLlmsTxt()).toMatch(/^# Kith\n/);
  });
});

it("the token is asked for before every request", async () => {
  const tokens = ["kith_wrong", (await makeKey(ada)).key];
  const renewing = new Kith({ baseUrl: `${baseUrl()}/`, token: () => tokens.shift()! });
  await expect(renewing.me.get()).rejects.toBeInstanceOf(KithAuthenticationError);
  expect((await renewing.me.get())?.email).toBe(ada.email);
});

describe("a list", async () => {
  const contents = ["note 0", "note 1", "note 2", "note 3", "note 4"];
  const { token } = await signUp();
  const { notes } = kithOf(token);
  for (const content of contents) await notes.create({ content });
  const sorted = { pageSize: 2, sort: "createdAt" } as const;
  const all = async <T, U>(found: AsyncIterable<T>, shown: (each: T) => U) => {
    const list: U[] = [];
    for await (const each of found) list.push(shown(each));
    return list;
  };

  it("the list is awaited for one page", async () => {
    const page = await notes.list({ ...sorted, page: 2 });
    expect(page).toMatchObject({ page: 2, pageSize: 2, total: 5 });
    expect(page.data.map(({ content }) => content)).toEqual(["note 2", "note 3"]);
    expect((await notes.list({ pageSize: 2 }).page(3)).data).toHaveLength(1);
    expect((await notes.list()).pageSize).toBe(50);
  });

  it("the list is iterated to its end, item by item and, from the page of the query on, page by page", async () => {
    expect(await all(notes.list(sorted), ({ content }) => content)).toEqual(contents);
    expect(await all(notes.list(sorted).pages(), ({ data }) => data.length)).toEqual([2, 2, 1]);
    const last = notes.list({ ...sorted, page: 3 }).pages();
    expect(await all(last, ({ page }) => page)).toEqual([3]);
    expect(await all(notes.list().pages(), ({ pageSize }) => pageSize)).toEqual([200]);
  });

  it("requests each page when it is needed", async () => {
    const { requests, fetch } = fake(
      Response.json({ data: [{}, {}], page: 1, pageSize: 2, total: 4 }),
    );
    const list = new Kith({ baseUrl: "https://kith.test", token: "t", fetch }).notes.list();
    expect(requests).toHaveLength(0);
    for await (const _ of list) break;
    expect(requests).toHaveLength(1);
  });

  it("throws a refusal, awaited or iterated", async () => {
    const nobody = kithOf("kith_wrong").notes;
    await expect(nobody.list()).rejects.toBeInstanceOf(KithAuthenticationError);
    await expect(all(nobody.list(), String)).rejects.toBeInstanceOf(KithAuthenticationError);
    expect(await nobody.list().catch(() => "caught")).toBe("caught");
  });
});

describe("a photo", async () => {
  const { id } = await kith.contacts.create({ firstName: "P" });
  const png = picture("picture.png");

  it.each([
    ["a file by its name", new File([picture("progressive.jpeg") as BlobPart], "camera.JPG")],
    ["a blob by its type", new Blob([picture("lossy.webp") as BlobPart], { type: "image/webp" })],
  ])("is set from %s", async (_, photo) => {
    const contact = await kith.contacts.uploadPhoto(id, photo);
    expect(contact).toMatchObject({ id, hasPhoto: true });
    const { bytes } = await read(contact.photoUrl!);
    expect(Buffer.from(bytes)).toEqual(Buffer.from(await photo.arrayBuffer()));
  });

  it("the photo is set from bytes with an extension", async () => {
    await expect(kith.contacts.uploadPhoto(id, png)).rejects.toBeInstanceOf(TypeError);
    const { photoUrl } = await kith.contacts.uploadPhoto(id, png, { extension: "png" });
    expect((await read(photoUrl!)).bytes).toEqual(png);
  });

  it("the photo is refused with invalid_photo when it is no image, and with an UploadError by Storage", async () => {
    const send = (bytes: Uint8Array) => kith.contacts.uploadPhoto(id, bytes, { extension: "png" });
    await expect(send(new TextEncoder().encode("text"))).rejects.toMatchObject({
      name: "KithValidationError",
      code: "invalid_photo",
    });
    await expect(send(new Uint8Array(5_242_881))).rejects.toBeInstanceOf(UploadError);
  });
});
