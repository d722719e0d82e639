import { describe, expect, it } from "vitest";
import {
  createKithClient,
  items,
  Kith,
  KithAuthenticationError,
  KithConflictError,
  KithNotFoundError,
  KithValidationError,
  orThrow,
  pages,
  UploadError,
  uploadPhoto,
} from "../../client/src/index.ts";
import { makeKey, signUp } from "../support/accounts.ts";
import { baseUrl } from "../support/client.ts";
import { fake, noConnection } from "../support/fake-fetch.ts";
import { picture, read } from "../support/photos.ts";
import { checkedFetch, typedClient } from "../support/typed-client.ts";

const kithOf = (token: string) =>
  new Kith({ baseUrl: baseUrl(), token, fetch: checkedFetch(token) });

const kith = kithOf((await signUp()).token);

describe("a resource", () => {
  it("is created, read, changed and deleted", async () => {
    const { id } = await kith.contacts.create({ firstName: "Zoë" });
    expect((await kith.contacts.update(id, { lastName: "Müller" })).displayName).toBe("Zoë Müller");
    expect((await kith.contacts.get(id)).lastName).toBe("Müller");
    expect(await kith.contacts.delete(id)).toBeUndefined();
    await expect(kith.contacts.get(id)).rejects.toBeInstanceOf(KithNotFoundError);
  });

  it("is changed only when nobody changed it since it was read", async () => {
    const created = await kith.contacts.create({ firstName: "A" }).withResponse();
    const { id } = created.data;
    const ifMatch = created.response.headers.get("etag")!;
    await kith.contacts.update(id, { firstName: "B" }, { ifMatch });
    const change = kith.contacts.update(id, { firstName: "C" }, { ifMatch });
    await expect(change).rejects.toBeInstanceOf(KithConflictError);
    await expect(change).rejects.toMatchObject({ code: "precondition_failed" });
  });

  it("is not sent again when it has not changed", async () => {
    const { response } = await kith.me.get().withResponse();
    const ifNoneMatch = response.headers.get("etag")!;
    expect(await kith.me.get({ ifNoneMatch })).toBeUndefined();
    await kith.me.update({ name: "Ada" });
    expect(await kith.me.get({ ifNoneMatch })).toMatchObject({ name: "Ada" });
  });

  it("is created once, although the first answer was lost", async () => {
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
    expect(sent).toBe(2);
    expect(response.headers.get("idempotency-replayed")).toBe("true");
    const { total, data: networks } = await lossy.networks.list();
    expect([total, networks[0]?.id]).toEqual([1, data.id]);
  });

  it("of the service itself has its document and texts", async () => {
    expect(await kith.service.getHealth()).toEqual({ status: "ok" });
    expect((await kith.service.getOpenapi())["openapi"]).toBe("3.1.0");
    expect(await kith.service.getErrors()).toMatch(/^# Errors\n/);
    expect(await kith.service.getLlmsTxt()).toMatch(/^# Kith\n/);
  });
});

describe("a list", async () => {
  const contents = ["note 0", "note 1", "note 2", "note 3", "note 4"];
  const owner = kithOf((await signUp()).token);
  for (const content of contents) await owner.notes.create({ content });

  it("is awaited for one page", async () => {
    const page = await owner.notes.list({ pageSize: 2, page: 2, sort: "createdAt" });
    expect(page).toMatchObject({ page: 2, pageSize: 2, total: 5 });
    expect(page.data.map(({ content }) => content)).toEqual(["note 2", "note 3"]);
    expect((await owner.notes.list({ pageSize: 2 }).page(3)).data).toHaveLength(1);
    expect((await owner.notes.list()).pageSize).toBe(50);
  });

  it("is iterated to its end, each item once", async () => {
    const found: string[] = [];
    for await (const note of owner.notes.list({ pageSize: 2, sort: "createdAt" })) {
      found.push(note.content);
    }
    expect(found).toEqual(contents);
  });

  it("is iterated page by page, beginning with the page of the query", async () => {
    const sizes: number[] = [];
    for await (const page of owner.notes.list({ pageSize: 2 }).pages()) {
      sizes.push(page.data.length);
    }
    for await (const page of owner.notes.list({ pageSize: 2, page: 3 }).pages()) {
      sizes.push(page.page);
    }
    for await (const page of owner.notes.list().pages()) sizes.push(page.pageSize);
    expect(sizes).toEqual([2, 2, 1, 3, 200]);
  });

  it("requests each page when it is needed", async () => {
    const service = fake(Response.json({ data: [{}, {}], page: 1, pageSize: 2, total: 4 }));
    const list = new Kith({ baseUrl: "https://kith.test", token: "t", fetch: service.fetch }).notes
      .list();
    expect(service.requests).toHaveLength(0);
    for await (const _ of list) break;
    expect(service.requests).toHaveLength(1);
  });

  it("throws a refusal, awaited or iterated", async () => {
    const nobody = kithOf("kith_wrong");
    await expect(nobody.notes.list()).rejects.toBeInstanceOf(KithAuthenticationError);
    await expect(nobody.notes.list()[Symbol.asyncIterator]().next())
      .rejects.toBeInstanceOf(KithAuthenticationError);
    expect(await nobody.notes.list().catch(() => "caught")).toBe("caught");
  });
});

it("a refusal names every violation", async () => {
  const invalid = kith.contacts.create({ emails: [{ value: "nothing" }] });
  await expect(invalid).rejects.toBeInstanceOf(KithValidationError);
  await expect(invalid).rejects.toMatchObject({
    code: "validation_failed",
    errors: expect.arrayContaining([expect.objectContaining({ pointer: "/emails/0/value" })]),
  });
});

const ada = await signUp();
const typed = typedClient(ada.token);

describe("a call of the client by paths", () => {
  it("answers with typed data", async () => {
    const made = await orThrow(typed.POST("/contacts", { body: { firstName: "Zoë" } }));
    const params = { path: { id: made.id } };
    const contact = await orThrow(typed.GET("/contacts/{id}", { params }));
    expect(contact.displayName satisfies string).toBe("Zoë");
    expect(await orThrow(typed.DELETE("/contacts/{id}", { params }))).toBeUndefined();
  });

  it("asks for the token before every request", async () => {
    const tokens = ["kith_wrong", (await makeKey(ada)).key];
    const renewing = createKithClient({ baseUrl: `${baseUrl()}/`, token: () => tokens.shift()! });
    expect((await renewing.GET("/me")).response.status).toBe(401);
    expect((await renewing.GET("/me")).data?.email).toBe(ada.email);
  });
});

describe("a list by its path", async () => {
  const owner = typedClient((await signUp()).token);
  for (let index = 0; index < 5; index++) {
    await orThrow(owner.POST("/notes", { body: { content: `note ${index}` } }));
  }

  it("is read page by page and item by item to its end", async () => {
    const sizes: number[] = [];
    for await (const page of pages(owner, "/notes", { pageSize: 2 })) sizes.push(page.data.length);
    expect(sizes).toEqual([2, 2, 1]);
    const found: string[] = [];
    const sorted = { pageSize: 2, sort: "createdAt" } as const;
    for await (const note of items(owner, "/notes", sorted)) found.push(note.content);
    expect(found).toEqual([0, 1, 2, 3, 4].map((index) => `note ${index}`));
  });
});

describe("a photo", () => {
  it.each([
    ["a file by its name", new File([picture("camera.jpg") as BlobPart], "camera.JPG")],
    ["a blob by its type", new Blob([picture("lossy.webp") as BlobPart], { type: "image/webp" })],
  ])("is set from %s", async (_, photo) => {
    const { id } = await orThrow(typed.POST("/contacts", { body: { firstName: "P" } }));
    const contact = await uploadPhoto(typed, id, photo);
    expect(contact).toMatchObject({ id, hasPhoto: true });
    const { bytes } = await read(contact.photoUrl!);
    expect(Buffer.from(bytes)).toEqual(Buffer.from(await photo.arrayBuffer()));
  });

  it("is set from bytes with an extension", async () => {
    const { id } = await orThrow(typed.POST("/contacts", { body: { firstName: "P" } }));
    const bytes = picture("picture.png");
    await expect(uploadPhoto(typed, id, bytes)).rejects.toBeInstanceOf(TypeError);
    const { contacts } = new Kith({ baseUrl: baseUrl(), token: ada.token });
    expect((await contacts.uploadPhoto(id, bytes, { extension: "png" })).hasPhoto).toBe(true);
  });

  it("is refused with invalid_photo when the file is not an image", async () => {
    const { id } = await orThrow(typed.POST("/contacts", { body: { firstName: "P" } }));
    const upload = uploadPhoto(typed, id, new TextEncoder().encode("text"), { extension: "png" });
    await expect(upload).rejects.toMatchObject({
      name: "KithValidationError",
      code: "invalid_photo",
    });
  });

  it("throws an UploadError when Storage refuses it", async () => {
    const { id } = await orThrow(typed.POST("/contacts", { body: { firstName: "P" } }));
    const tooBig = new Uint8Array(5_242_881);
    const upload = uploadPhoto(typed, id, tooBig, { extension: "png" });
    await expect(upload).rejects.toBeInstanceOf(UploadError);
  });
});
