import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createKithClient,
  items,
  KithError,
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

  it("that is refused throws the code and place of each violation", async () => {
    const body = { emails: [{ value: "nothing", label: null }] };
    const error = await orThrow(kith.POST("/contacts", { body })).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(KithError);
    expect(error).toMatchObject({
      status: 400,
      code: "validation_failed",
      requestId: expect.stringMatching(/\S/),
      errors: expect.arrayContaining([expect.objectContaining({ pointer: "/emails/0/value" })]),
    });
    expect(error.message).toContain("/emails/0/value");
  });

  it("that another server answers throws a KithError without a code", async () => {
    const elsewhere = createKithClient({ baseUrl: `${baseUrl()}/../../../nowhere`, token: "t" });
    const error = await orThrow(elsewhere.GET("/me")).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(KithError);
    expect(error).toMatchObject({ status: 404, code: undefined, errors: [] });
  });
});

describe("a list", async () => {
  const owner = typedClient((await signUp()).token);
  for (let index = 0; index < 5; index++) {
    await orThrow(owner.POST("/notes", { body: { content: `note ${index}` } }));
  }

  it("is read page by page to its end", async () => {
    const sizes: number[] = [];
    for await (const page of pages(owner, "/notes", { pageSize: 2 })) sizes.push(page.data.length);
    expect(sizes).toEqual([2, 2, 1]);
  });

  it("is read item by item, in its order, each once", async () => {
    const found: string[] = [];
    for await (const note of items(owner, "/notes", { pageSize: 2, sort: "createdAt" })) {
      found.push(note.content);
    }
    expect(found).toEqual([0, 1, 2, 3, 4].map((index) => `note ${index}`));
  });

  it("that is empty has one page without items", async () => {
    const counts: number[] = [];
    for await (const page of pages(owner, "/reminders")) counts.push(page.data.length);
    for await (const _ of items(owner, "/reminders")) counts.push(-1);
    expect(counts).toEqual([0]);
  });

  it("that is refused throws", async () => {
    const nobody = createKithClient({ baseUrl: baseUrl(), token: "kith_wrong" });
    await expect(items(nobody, "/notes").next()).rejects.toMatchObject({ code: "unauthorized" });
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
    expect((await uploadPhoto(kith, id, bytes, { extension: "png" })).hasPhoto).toBe(true);
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

describe("too many requests", () => {
  it("are answered with 429 at once when maxWait is 0", async () => {
    const { key } = await makeKey(await signUp());
    const impatient = createKithClient({ baseUrl: baseUrl(), token: key, maxWait: 0 });
    const statuses = await Promise.all(
      Array.from({ length: 121 }, async () => (await impatient.GET("/me")).response.status),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });

  // What a service on its own cannot be made to say: a short wait, a long one, a wait in other words.
  let asked = 0;
  let bodies: string[] = [];
  let answers: (string | null)[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => text += chunk).on("end", () => {
      asked++;
      bodies.push(text);
      const wait = answers.shift();
      if (wait === undefined) {
        return response.setHeader("content-type", "application/json").end("{}");
      }
      if (wait !== null) response.setHeader("retry-after", wait);
      response.writeHead(429, { "content-type": "application/problem+json" }).end("{}");
    });
  });
  const client = (maxWait?: number) => {
    const { port } = server.address() as AddressInfo;
    const limit = maxWait === undefined ? {} : { maxWait };
    return createKithClient({ baseUrl: `http://127.0.0.1:${port}`, token: "t", ...limit });
  };
  const expecting = (...waits: (string | null)[]) => {
    asked = 0;
    bodies = [];
    answers = waits;
  };
  beforeAll(() => new Promise<void>((done) => server.listen(0, "127.0.0.1", done)));
  afterAll(() => void server.close());

  it("are repeated with the same body", async () => {
    expecting("1", "1");
    const { response } = await client().POST("/notes", { body: { content: "once" } });
    expect([response.status, asked]).toEqual([200, 3]);
    expect(bodies).toEqual(Array(3).fill('{"content":"once"}'));
  });

  it.each([["3600"], ["soon"], [null]])(
    "are not repeated with a Retry-After of %s",
    async (told) => {
      expecting(told);
      expect((await client().GET("/me")).response.status).toBe(429);
      expect(asked).toBe(1);
    },
  );

  it("wait no longer than maxWait in all", async () => {
    expecting("1", "1", "1");
    expect((await client(2).GET("/me")).response.status).toBe(429);
    expect(asked).toBe(3);
  });

  it("stop waiting when they are aborted", async () => {
    expecting("30");
    const abort = new AbortController();
    const call = client().GET("/me", { signal: abort.signal });
    const reason = new Error("enough");
    while (asked === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    abort.abort(reason);
    await expect(call).rejects.toBe(reason);
    expect(asked).toBe(1);
  });
});
