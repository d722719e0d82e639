/**
 * Lite: its package does not export an adapter that keeps objects as files.
 * The platform's Storage: files or S3. Objects have to stay when the stack stops.
 * Can be removed when the package exports its own.
 */
import type { App } from "@supabase/lite";
import { createHash, type Hash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { copyFile, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";

type Adapter = NonNullable<App["_storageAdapter"]>;
type Metadata = Awaited<ReturnType<Adapter["headObject"]>>;

/** Metadata that is stored with an object. */
interface ObjectMetadata {
  mimetype: string;
  cacheControl: string;
  eTag: string;
}

/**
 * Stores objects as files in one folder. File names are a hash of bucket and key, because clients choose
 * keys, which may be `..` or the prefix of another key. Lite writes every object without a version, so
 * versions are not stored.
 */
export function createFileStorage(folder: string): Adapter {
  const fileOf = (bucket: string, key: string) =>
    join(folder, createHash("sha256").update(`${bucket}/${key}`).digest("hex"));
  return {
    driver: null,
    uploadObject: (bucket, key, _version, body, mimetype, cacheControl) =>
      write(fileOf(bucket, key), body as Body, { mimetype, cacheControl }),
    headObject: (bucket, key) => describe(fileOf(bucket, key)),
    async getObject(bucket, key) {
      const file = fileOf(bucket, key);
      const metadata = await describe(file);
      const body = Readable.toWeb(createReadStream(file)) as ReadableStream;
      return { metadata, httpStatusCode: 200, body };
    },
    deleteObject: (bucket, key) => remove(fileOf(bucket, key)),
    async deleteObjects(bucket, keys) {
      await Promise.all(keys.map((key) => remove(fileOf(bucket, key))));
    },
    async copyObject(bucket, key, _version, toBucket, toKey) {
      const [from, to] = [fileOf(bucket, key), fileOf(toBucket, toKey)];
      await copyFile(`${from}.json`, `${to}.json`);
      await copyFile(from, to);
      const { eTag, lastModified } = await describe(to);
      return { httpStatusCode: 200, eTag, ...(lastModified && { lastModified }) };
    },
    privateAssetUrl: (bucket, key) => Promise.resolve(`file://${fileOf(bucket, key)}`),
  };
}

type Body = ReadableStream | Uint8Array;

/** Writes to a temporary file and renames it, so that a failed upload does not change an existing object. */
async function write(
  file: string,
  body: Body,
  metadata: Omit<ObjectMetadata, "eTag">,
): Promise<Metadata> {
  await mkdir(join(file, ".."), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  const hash = createHash("md5");
  try {
    const source = body instanceof Uint8Array ? Readable.from([body]) : Readable.fromWeb(body);
    await pipeline(source, hashed(hash), createWriteStream(draft));
    const eTag = `"${hash.digest("hex")}"`;
    await writeFile(`${file}.json`, JSON.stringify({ ...metadata, eTag } satisfies ObjectMetadata));
    const { size, mtime } = await stat(draft);
    await rename(draft, file);
    return {
      ...metadata,
      eTag,
      size,
      contentLength: size,
      lastModified: mtime,
      httpStatusCode: 200,
    };
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

const hashed = (hash: Hash) =>
  async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };

async function describe(file: string): Promise<Metadata> {
  const [{ size, mtime }, metadata] = await Promise.all([
    stat(file),
    readFile(`${file}.json`, "utf8"),
  ]);
  return {
    ...JSON.parse(metadata) as ObjectMetadata,
    size,
    contentLength: size,
    lastModified: mtime,
  };
}

async function remove(file: string): Promise<void> {
  await Promise.all([rm(file, { force: true }), rm(`${file}.json`, { force: true })]);
}
