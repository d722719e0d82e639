// Whether SQL and the documents say the numbers of functions/kith/core/limits.ts.
import { mostToRemove } from "../../functions/kith/contacts/photos/store.ts";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  aboutLimit,
  bodyLimit,
  bulkLimit,
  connectionLimit,
  inUnits,
  itemsLimit,
  keyLimit,
  logDays,
  pageLimit,
  pageSizes,
  photoLimit,
  photoSize,
  pixelLimit,
  quotas,
  rateLimit,
  written,
} from "../../functions/kith/core/limits.ts";
import { names } from "../../supabase/deploy/names.ts";
import { project } from "../../local/core/settings.ts";
import { superuser } from "../support/sql.ts";

const sql = superuser();

describe("the database limits as functions/kith/core/limits.ts says:", () => {
  /** What a function says around a number. */
  const said: [name: string, text: string][] = [
    ["count_request", `rate := ${rateLimit};`],
    ["limit_api_keys", `k.client_id is null) >= ${keyLimit} then`],
    ["limit_api_keys", `>= ${connectionLimit}\n`],
    ["limit_api_keys", `An account has at most ${connectionLimit} connections.`],
    ["check_upload_quotas", `case when p.is_open then ${photoLimit} end`],
    ["find_page", `(query ->> 'pageSize')::bigint, ${pageSizes.usual})`],
    ["add_items", `octet_length(joined) > ${pageLimit} then`],
    ["add_items", `more than ${written(pageLimit)} bytes`],
    ["photos_to_remove", `most constant integer := ${mostToRemove};`],
    ["all_found", `most constant integer := ${bulkLimit};`],
    ["are_contact_methods", `jsonb_array_length(items) > ${itemsLimit} `],
    ["are_addresses", `jsonb_array_length(items) > ${itemsLimit} `],
    ["changed_list", `jsonb_array_length(changed) > ${itemsLimit} then`],
    ["changed_list", `at most ${itemsLimit} of them`],
  ];

  it.each(said)("%s: %s", async (name, text) => {
    const [found] = await sql<{ source: string }[]>`
      select prosrc as source from pg_proc where oid = to_regproc(${`kith_private.${name}`})`;
    expect(found?.source).toContain(text);
  });

  it("the quotas", async () => {
    const rows = await sql`
      select name, maximum::float8 as maximum from kith_private.quotas where name = any (${
      Object.keys(quotas)
    })`;
    expect(Object.fromEntries(rows.map(({ name, maximum }) => [name, maximum]))).toEqual(quotas);
  });

  it("the bytes of a photo", async () => {
    const [bucket] = await sql`
      select file_size_limit::float8 as bytes from storage.buckets where id = ${names.bucket}`;
    expect(bucket).toEqual({ bytes: photoLimit });
  });

  it("the contacts of a note", async () => {
    const constraints = await sql`
      select pg_get_constraintdef(oid) as text from pg_constraint
      where conrelid in ('kith.notes'::regclass, 'kith.reminders'::regclass) and conname like '%contact_ids%'`;
    expect(constraints).toHaveLength(2);
    for (const { text } of constraints) expect(text).toContain(`<= ${aboutLimit}`);
  });
});

/** What people read that is written by hand: documents, and comments of the client, which editors show. */
const texts = new Map(
  await Promise.all(
    [
      "README.md",
      "SECURITY.md",
      "CONTRIBUTING.md",
      "client/README.md",
      "client/src/kith.ts",
      "client/src/photo.ts",
      ...(await readdir(join(project, "docs"))).filter((name) => name.endsWith(".md"))
        .map((name) => `docs/${name}`),
    ].map(async (name) =>
      [name, (await readFile(join(project, name), "utf8")).replace(/\s+(?:\* )?/g, " ")] as const
    ),
  ),
);

describe("documents say", () => {
  /** A number in a sentence, and what it has to be; a sentence without a number in brackets is only to be there. */
  const sentences: [what: string, pattern: RegExp, number: string | number][] = [
    ["the rate limit", /(\d+) requests (?:in any 60 seconds|a minute)/g, rateLimit],
    ["the page size", /`pageSize` \(1 to (\d+)\)/g, pageSizes.most],
    ["the usual page size", /"pageSize": (\d+), "total": 132/g, pageSizes.usual],
    ["the bytes of a photo", /WebP (?:file )?of at most (\d+ MiB)/g, inUnits(photoLimit)],
    ["the size of a photo", /at most (\d+ MiB and \d+ megapixels)/g, photoSize],
    [
      "the bytes of a photo in full",
      /WebP picture of at most ([\d,]+) bytes/g,
      written(photoLimit),
    ],
    ["the pixels of a photo", /more than ([\d,]+) pixels/g, written(pixelLimit)],
    ["the bytes of a body", /`Content-Length`, is larger than ([\d,]+) bytes/g, written(bodyLimit)],
    ["the bytes of a page", /has at most (\d+ MiB) of items/g, inUnits(pageLimit)],
    ["the contacts of a note", /about contacts \(`contactIds`, at most (\d+)\)/g, aboutLimit],
    ["how long changes are kept", /undone for (\d+) days/g, logDays],
  ];

  it.each(sentences)("%s", (_, pattern, number) => {
    const found = [...texts].flatMap(([name, text]) =>
      [...text.matchAll(pattern)].map(([, said]) => `${name}: ${said}`)
    );
    expect(found).not.toEqual([]);
    const other = found.filter((each) => !each.endsWith(`: ${number}`));
    expect(other).toEqual([]);
  });
});
