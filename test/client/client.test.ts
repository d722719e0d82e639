import { describe, expect, it } from "vitest";
import {
  createKithClient,
  items,
  Kith,
  orThrow,
  pages,
  UploadError,
  uploadPhoto,
} from "../../client/src/index.ts";
import { makeKey, signUp } from "../support/accounts.ts";
import { baseUrl } from "../support/client.ts";
import { picture, read } from "../support/photos.ts";
import { typedClient } from "../support/typed-client.ts";

const ada = await signUp();
const kith = typedClient(ada.token);

describe("a call", () => {
  it("answers with typed data", async () => {
    const made = await orThrow(kith.POST("/contacts", { body: { firstName: "Zoë" } }));
    const params = { path: { id: made.id } };
    const contact = await orThrow(kith.GET("/contacts/{id}", { params }));
    expect(contact.displayName satisfies string).toBe("Zoë");
    expect(await orThrow(kith.DELETE("/contacts/{id}", { params }))).toBeUndefined();
  });

  it("asks for the token before every request", async () => {
    const tokens = ["kith_wrong", (await makeKey(ada)).key];
    const renewing = createKithClient({ baseUrl: `${baseUrl()}/`, token: () => tokens.shift()! });
    expect((await renewing.GET("/me")).response.status).toBe(401);
    expect((await renewing.GET("/me")).data?.email).toBe(ada.email);
  });
});

describe("a list", async () => {
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
    const { id } = await orThrow(kith.POST("/contacts", { body: { firstName: "P" } }));
    const contact = await uploadPhoto(kith, id, photo);
    expect(contact).toMatchObject({ id, hasPhoto: true });
    const { bytes } = await read(contact.photoUrl!);
    expect(Buffer.from(bytes)).toEqual(Buffer.from(await photo.arrayBuffer()));
  });

  it("is set from bytes with an extension", async () => {
    const { id } = await orThrow(kith.POST("/contacts", { body: { firstName: "P" } }));
    const bytes = picture("picture.png");
    await expect(uploadPhoto(kith, id, bytes)).rejects.toBeInstanceOf(TypeError);
    const { contacts } = new Kith({ baseUrl: baseUrl(), token: ada.token });
    expect((await contacts.uploadPhoto(id, bytes, { extension: "png" })).hasPhoto).toBe(true);
  });

  it("is refused with invalid_photo when the file is not an image", async () => {
    const { id } = await orThrow(kith.POST("/contacts", { body: { firstName: "P" } }));
    const upload = uploadPhoto(kith, id, new TextEncoder().encode("text"), { extension: "png" });
    await expect(upload).rejects.toMatchObject({
      name: "KithValidationError",
      code: "invalid_photo",
    });
  });

  it("throws an UploadError when Storage refuses it", async () => {
    const { id } = await orThrow(kith.POST("/contacts", { body: { firstName: "P" } }));
    const tooBig = new Uint8Array(5_242_881);
    const upload = uploadPhoto(kith, id, tooBig, { extension: "png" });
    await expect(upload).rejects.toBeInstanceOf(UploadError);
  });
});
