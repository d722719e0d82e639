import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { adaptStorage } from "../../local/lite/storage.ts";
import { createFileStorage } from "../../local/lite/storage-files.ts";
import { until } from "../support/wait.ts";

const bucket = "kith-photos";

describe("the files of the embedded Storage", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "kith-files-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("are moved again when a move was interrupted after it deleted the source", async () => {
    const files = createFileStorage(folder);
    const bytes = new TextEncoder().encode("bytes");
    await files.uploadObject(bucket, "a", undefined, bytes, "image/png", "no-cache");
    const copy = () => files.copyObject(bucket, "a", undefined, bucket, "b", undefined);
    await copy();
    await files.deleteObject(bucket, "a", undefined);
    await copy();
    const { body, metadata } = await files.getObject(bucket, "b", undefined);
    expect(await new Response(body as ReadableStream).text()).toBe("bytes");
    expect(metadata.mimetype).toBe("image/png");
    expect((await readdir(folder)).length).toBe(2);
  });

  it("are not moved when they do not exist", async () => {
    const files = createFileStorage(folder);
    await expect(files.copyObject(bucket, "none", undefined, bucket, "c", undefined)).rejects
      .toThrow("ENOENT");
  });
});

describe("the embedded Storage", () => {
  it("removes objects only after an earlier move has ended", async () => {
    const steps: string[] = [];
    const lite = async ({ method }: Request) => {
      steps.push(`${method} begins`);
      await new Promise((resolve) => setTimeout(resolve, 200));
      steps.push(`${method} ends`);
      return Response.json({});
    };
    const send = (method: string, route: string, body: unknown) =>
      adaptStorage(
        new Request(`http://localhost/storage/v1${route}`, { method, body: JSON.stringify(body) }),
        lite,
      );
    const move = { bucketId: bucket, sourceKey: "a", destinationKey: "b" };
    const moved = send("POST", "/object/move", move);
    await until("the move has begun", () => steps.length > 0);
    await Promise.all([moved, send("DELETE", `/object/${bucket}`, { prefixes: ["a"] })]);
    expect(steps).toEqual(["POST begins", "POST ends", "DELETE begins", "DELETE ends"]);
  });
});
