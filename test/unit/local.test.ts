import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createFileStorage } from "../../local/lite/storage-files.ts";
import { adaptStorage } from "../../local/lite/storage.ts";
import { chooseStyle, describeLine, describeMail } from "../../local/terminal.ts";
import { until } from "../support/wait.ts";

const bucket = "kith-photos";

describe("the embedded Storage", () => {
  it("moves a file again when a move was interrupted after it deleted the source, and none that is not there", async () => {
    const folder = await mkdtemp(join(tmpdir(), "kith-files-"));
    const files = createFileStorage(folder);
    const copy = (from: string) =>
      files.copyObject(bucket, from, undefined, bucket, "b", undefined);
    await expect(copy("a")).rejects.toThrow("ENOENT");
    const bytes = new TextEncoder().encode("bytes");
    await files.uploadObject(bucket, "a", undefined, bytes, "image/png", "no-cache");
    await copy("a");
    await files.deleteObject(bucket, "a", undefined);
    await copy("a");
    const { body, metadata } = await files.getObject(bucket, "b", undefined);
    expect(await new Response(body as ReadableStream).text()).toBe("bytes");
    expect(metadata.mimetype).toBe("image/png");
    expect((await readdir(folder)).length).toBe(2);
    await rm(folder, { recursive: true });
  });

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

describe("what npm start prints", () => {
  const words = { log: "text", colour: false } as const;
  const coloured = { log: "text", colour: true } as const;

  it("is words and colours in a terminal, and JSON elsewhere", () => {
    const terminal = (depth: number) => ({ isTTY: true, getColorDepth: () => depth });
    expect(chooseStyle([], terminal(8))).toEqual(coloured);
    expect(chooseStyle([], terminal(1))).toEqual(words);
    expect(chooseStyle([], { isTTY: false })).toEqual({ log: "json", colour: false });
    expect(chooseStyle(["--log=json"], terminal(8)).log).toBe("json");
  });

  it.each([
    [{}, "GET /contacts/{id} → 200  12 ms", 32],
    [
      { status: 404, code: "not_found", cause: "Error: hidden" },
      "GET /contacts/{id} → 404 not_found  12 ms",
      33,
    ],
    [{ route: null, status: 404, code: "not_found" }, "GET (no route) → 404 not_found  12 ms", 33],
    [
      { status: 503, code: "unavailable", cause: "Error: no connection\n    at somewhere" },
      "GET /contacts/{id} → 503 unavailable: Error: no connection  12 ms",
      31,
    ],
  ])("says a request with %j in one short line", (changes, said, colour) => {
    const time = new Date(2026, 10, 21, 9, 5, 7).toISOString();
    const entry = { time, method: "GET", status: 200, durationMs: 11.6, route: "/contacts/{id}" };
    const line = JSON.stringify({ ...entry, code: null, cause: null, ...changes });
    expect(describeLine(line, words)).toBe(`09:05:07  ${said}`);
    expect(describeLine(line, coloured)).toContain(`→ \x1b[${colour}m`);
  });

  it("leaves other lines as they are", () => {
    for (const line of ["error: Uncaught", "{", '{"event":"photo_removal_failed"}', "{}"]) {
      expect(describeLine(line, coloured)).toBe(line);
    }
  });

  it("has the link of a mail alone on a line, with colours around it and never within", () => {
    const link = "http://127.0.0.1:54321?token_hash=1&type=recovery";
    const mail = {
      to: "a@example.org",
      subject: "S",
      html: `<a href="${link.replace("&", "&amp;")}">`,
    };
    expect(describeMail(mail, words).split("\n")).toContain(`  ${link}`);
    expect(describeMail(mail, coloured)).toContain(`m${link}\x1b[0m`);
    expect(describeMail({ ...mail, html: "" }, words)).toContain("(no link)");
  });
});
