import { describe, expect, it } from "vitest";
import { type FileImport, type ImportProgress, Kith } from "../../client/src/index.ts";
import { signUp } from "../support/accounts.ts";
import { baseUrl } from "../support/client.ts";
import { noConnection } from "../support/fake-fetch.ts";
import { picture } from "../support/photos.ts";
import { checkedFetch } from "../support/checked-fetch.ts";

/** A vCard with this number in its members. */
const card = (n: number, ...more: string[]) =>
  [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `UID:card-${n}`,
    `FN:Card ${n}`,
    `N:${n};Card;;;`,
    `EMAIL:card${n}@example.com`,
    ...more,
    "END:VCARD",
    "",
  ].join("\r\n");
/** Its lines, where it has no more than those. */
const cardLines = 7;

const account = await signUp();
const kith = new Kith({
  baseUrl: baseUrl(),
  token: account.token,
  fetch: checkedFetch(account.token),
});

const contactCount = async () => (await kith.contacts.list({ pageSize: 1 })).total;

async function all(items: AsyncIterable<unknown>): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = [];
  for await (const item of items) found.push(item as Record<string, unknown>);
  return found;
}

describe("a file of vCards with more records than a request takes", () => {
  const count = 2_100;
  const wrong = 1_050;
  const file = new Blob([
    Array.from({ length: count }, (_, n) => n === wrong ? "BEGIN:VCARD\r\n" : card(n)).join(""),
  ]);
  const progress: ImportProgress[] = [];
  let found: FileImport;

  it("the file is uploaded in parts, with the lines and numbers of the whole file", async () => {
    found = await kith.imports.fromFile(file, { onProgress: (each) => progress.push(each) });
    // The second one is split in two, because the vCard that cannot be read is a record besides its 1,000.
    expect(found.parts).toBe(4);
    expect(found.counts).toEqual({ create: count - 1, match: 0, conflict: 0, error: 1 });
    expect(await contactCount()).toBe(0);
    expect(progress.at(-1)).toEqual({
      step: "preview",
      part: 3,
      parts: 3,
      rows: count - 1,
      total: count - 1,
    });
    // The service keeps three previews, so that the first one is uploaded again for its rows.
    const rows = await all(found.rows());
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1));
    expect(rows[1_001]).toMatchObject({
      number: 1_002,
      line: 1_001 * cardLines + 1,
      value: { firstName: "Card", lastName: "1001" },
    });
    expect(await all(found.rows({ action: "error" }))).toMatchObject([
      { number: wrong + 1, line: wrong * cardLines + 1 },
    ]);
    expect(rows.at(-1)).toMatchObject({ line: (count - 2) * cardLines + 2 });
  });

  it("the file is applied with progress, following the choices for single rows", async () => {
    progress.length = 0;
    const done = await found.apply({ rows: [{ number: 1_200, action: "skip" }] });
    expect(done).toMatchObject({ created: count - 2, merged: 0, skipped: 2, failed: 0 });
    expect(done.activityIds).toHaveLength(4);
    expect(progress.map(({ step, part }) => `${step} ${part}`))
      .toEqual([1, 2, 3, 4].map((part) => `apply ${part}`));
    expect(progress.at(-1)).toMatchObject({ rows: count, total: count });
    expect((await kith.contacts.list({ search: "card1199@example.com" })).total).toBe(0);
    expect(await contactCount()).toBe(count - 2);
    expect(await found.apply()).toEqual(done);
  });

  it("matches its own contacts when it is imported again", async () => {
    const again = await kith.imports.fromFile(file);
    expect(again.counts).toEqual({ create: 1, match: count - 2, conflict: 0, error: 1 });
  });

  it("the file is undone as a whole", async () => {
    await found.undo();
    expect(await contactCount()).toBe(0);
    await found.undo();
  });
});

it("a table with more rows than a request takes is split at the ends of rows, and each part has the header", async () => {
  const rows = Array.from(
    { length: 1_300 },
    (_, n) => `Zoë ${n},"Line one\nBEGIN, ""two"" ${n}",+1 555 ${1_000_000 + n}`,
  );
  const file = `sep=,\n\nVorname,Notes,Phone 1 - Value\n${rows.join("\n")}\n`;
  const mapping = { "Vorname": "firstName", "Notes": "description", "Phone 1 - Value": "phone" };
  const found = await kith.imports.fromFile(file, { mapping });
  expect(found.parts).toBe(2);
  expect(found.format).toBe("csv");
  expect(found.counts).toEqual({ create: 1_300, match: 0, conflict: 0, error: 0 });
  const read = await all(found.rows());
  expect(read[1_299]).toMatchObject({
    number: 1_300,
    line: 4 + 2 * 1_299,
    value: { firstName: "Zoë 1299", description: 'Line one\nBEGIN, "two" 1299' },
  });
  await found.apply();
  expect(await contactCount()).toBe(1_300);
  await found.undo();
});

it("a table without a header, with more rows than a request takes, has each person once, and asks once about its days", async () => {
  const rows = Array.from(
    { length: 1_300 },
    (_, n) => `Zoë ${n},Ott,z${n}@example.com,${1 + n % 12}/${1 + n % 11}/1990`,
  );
  const file = rows.join("\r\n");
  const found = await kith.imports.fromFile(file);
  expect([found.parts, found.dropped]).toEqual([2, []]);
  expect(found.counts).toEqual({ create: 1_300, match: 0, conflict: 0, error: 0 });
  const read = await all(found.rows());
  expect(read[1_299]).toMatchObject({
    number: 1_300,
    line: 1_300,
    value: { firstName: "Zoë 1299", lastName: "Ott", emails: [{ value: "z1299@example.com" }] },
  });
  expect(found.questions.map(({ kind, column }) => [kind, column]))
    .toEqual([["header", null], ["dayOrder", "Column 4"]]);
  const again = await kith.imports.fromFile(`${file}\r\nBo,Ott,b@example.com,31/12/1990`);
  expect(again.questions.map(({ kind }) => kind)).toEqual(["header"]);
  expect((await all(again.rows()))[1]).toMatchObject({ value: { birthday: "1990-02-02" } });
  expect((await all(again.rows()))[2]).toMatchObject({ value: { birthday: "1990-03-03" } });
  expect((await all(again.rows()))[12]).toMatchObject({ value: { birthday: "1990-02-01" } });
});

it("a part that does not fit into its time is made smaller, also of a small file", async () => {
  const sizes: number[] = [];
  const send = checkedFetch(account.token);
  const slow = new Kith({
    baseUrl: baseUrl(),
    token: account.token,
    maxRetries: 0,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      if (request.method !== "POST") return await send(request);
      const cards = (await request.clone().text()).split("END:VCARD").length - 1;
      sizes.push(cards);
      return cards > 300 ? new Response("{}", { status: 503 }) : await send(request);
    },
  });
  const found = await slow.imports.fromFile(
    Array.from({ length: 700 }, (_, n) => card(n)).join(""),
  );
  expect(sizes).toEqual([700, 350, 175, 175, 350, 175, 175]);
  expect(found.counts.create).toBe(700);
  const rows = await all(found.rows());
  expect(rows.at(-1)).toMatchObject({ number: 700, line: 699 * cardLines + 1 });
});

it("a document with more items than a request takes has its profile in one part, and keeps references to items in other parts", async () => {
  const id = (kind: number, n: number) =>
    `0190a5c2-000${kind}-7000-8000-${String(n).padStart(12, "0")}`;
  const count = 1_100;
  const document = {
    kith: 1,
    networks: [{ id: id(1, 0), name: "Climbing" }, { id: id(1, 1), name: "Unused" }],
    noteTypes: [{ id: id(2, 0), name: "Letter", countsAsContact: false }],
    contacts: Array.from({ length: count }, (_, n) => ({
      id: id(3, n),
      firstName: `C${n}`,
      networkIds: n % 2 ? [id(1, 0)] : [],
    })),
    notes: Array.from({ length: 100 }, (_, n) => ({
      id: id(4, n),
      content: `Note ${n}`,
      contactIds: [id(3, n)],
      noteTypeId: id(2, 0),
    })),
    // In an order in which each comes before its next one in some places, and after it in others.
    reminders: Array.from({ length: count }, (_, n) => {
      const place = (n * 7) % count;
      return { id: id(5, place), title: `R${place}`, completed: true, nextId: id(5, place + 1) };
    }),
    profile: { name: "Ada", timezone: "Pacific/Auckland", country: null },
  };
  const text = JSON.stringify(document, null, 1);
  const found = await kith.imports.fromFile(text);
  expect([found.parts, found.dropped]).toEqual([3, []]);
  expect(found.counts).toEqual({ create: 2_304, match: 0, conflict: 0, error: 0 });
  const rows = await all(found.rows());
  const lines = text.split("\n");
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1));
  for (const { line, value } of rows as { line: number; value: Record<string, string> }[]) {
    const { name, firstName, content, title } = value;
    expect(lines.slice(line - 1, line + 3).join("\n"))
      .toContain(`"${name ?? firstName ?? content ?? title}"`);
  }
  expect(await found.apply())
    .toMatchObject({ created: 2_303, merged: 1, skipped: 0, failed: 0 });
  expect((await kith.networks.list()).total).toBe(2);
  const [climbing] = (await kith.networks.list()).data;
  expect((await kith.contacts.list({ networkId: climbing!.id })).total).toBe(550);
  const { data: [note] } = await kith.notes.list({ search: "99" });
  const [contact] = (await kith.contacts.list({ search: "C99" })).data;
  const [type] = (await kith.noteTypes.list()).data.filter(({ name }) => name === "Letter");
  expect(note).toMatchObject({ contactIds: [contact!.id], noteTypeId: type!.id });
  expect(await kith.me.get()).toMatchObject({ name: "Ada", timezone: "Pacific/Auckland" });
  const made = await all(kith.reminders.list({ pageSize: 200 }));
  const titles = new Map(made.map(({ id, title }) => [id, title]));
  const next = made.map(({ title, nextId }) => [title, titles.get(nextId as string)]);
  expect(next.filter(([title, after]) => after !== `R${Number(String(title).slice(1)) + 1}`))
    .toEqual([[`R${count - 1}`, undefined]]);
  await found.undo();
  expect([await contactCount(), (await kith.networks.list()).total]).toEqual([0, 0]);
  expect((await kith.reminders.list()).total).toBe(0);
  expect(await kith.me.get()).toMatchObject({ name: null, timezone: "UTC" });
});

it("what is left out of a file in parts is said with its lines in the whole file", async () => {
  const rows = Array.from({ length: 1_100 }, (_, n) => {
    const email = n === 2 || n === 1_050 ? "nobody" : `c${n}@example.com`;
    return `C${n},${email}`;
  });
  const found = await kith.imports.fromFile(["Name,E-mail", ...rows].join("\n"));
  expect(found.parts).toBe(2);
  expect(found.dropped).toMatchObject([{ count: 2, lines: [4, 1_052] }]);
});

describe("a vCard that is larger than a request may be", () => {
  it("the vCard is imported without its photo, and the other vCards completely", async () => {
    const png = Buffer.from(picture("picture.png")).toString("base64");
    const photo = (base64: string) =>
      `PHOTO;ENCODING=b;TYPE=PNG:${base64.replace(/.{70}/g, "$&\r\n ")}`;
    const large = Buffer.alloc(900_000, 7).toString("base64");
    const found = await kith.imports.fromFile(
      card(1, photo(png)) + card(2, photo(large), "NICKNAME:Two") + card(3),
    );
    expect(found.counts).toEqual({ create: 3, match: 0, conflict: 0, error: 0 });
    expect(found.photos).toBe(1);
    expect(found.dropped).toContainEqual({ property: "photo: larger than 1 MB", count: 1 });
    expect((await all(found.rows()))[1]).toMatchObject({ number: 2, value: { nickname: "Two" } });
    await found.apply();
    const [first] = (await kith.contacts.list({ search: "card1@" })).data;
    expect(first!.hasPhoto).toBe(true);
    await found.undo();
  });

  it("the vCard is an error when it is too large without its photo", async () => {
    const found = await kith.imports.fromFile(card(1) + card(2, `NOTE:${"x".repeat(1_048_576)}`));
    expect(found.counts).toEqual({ create: 1, match: 0, conflict: 0, error: 1 });
    expect(await all(found.rows({ action: "error" }))).toMatchObject([
      { number: 2, line: cardLines + 1, problem: "This record is larger than 1 MB." },
    ]);
  });
});

describe("an import that breaks off", () => {
  it("continues where it was, and applies nothing twice", async () => {
    let isBroken = false;
    const send = checkedFetch(account.token);
    const lossy = new Kith({
      baseUrl: baseUrl(),
      token: account.token,
      maxRetries: 0,
      fetch: async (input, init) => {
        const request = new Request(input, init);
        const answer = await send(request);
        // The second part is applied, but nobody is told.
        if (isBroken && request.url.endsWith("/apply") && !(isBroken = !answer.ok)) {
          throw noConnection();
        }
        return answer;
      },
    });
    const file = Array.from({ length: 1_100 }, (_, n) => card(n)).join("");
    let applied = 0;
    const found = await lossy.imports.fromFile(file, {
      onProgress: ({ step }) => {
        if (step === "apply" && ++applied === 1) isBroken = true;
      },
    });
    await expect(found.apply()).rejects.toThrow("There was no answer");
    const done = await found.apply();
    expect(done).toMatchObject({ created: 1_100, merged: 0, skipped: 0 });
    expect(done.activityIds).toHaveLength(2);
    expect(await contactCount()).toBe(1_100);
    await found.undo();
    expect(await contactCount()).toBe(0);
  });

  it("ends with the reason of its signal", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const file = Array.from({ length: 2_100 }, (_, n) => card(n)).join("");
    const upload = kith.imports.fromFile(file, {
      signal: controller.signal,
      onProgress: () => controller.abort(reason),
    });
    await expect(upload).rejects.toBe(reason);
  });
});

it("a file that the service refuses is refused as a small one is", async () => {
  await expect(kith.imports.fromFile('{"kith":2}')).rejects.toMatchObject({ status: 400 });
  await expect(kith.imports.fromFile("")).rejects.toMatchObject({ status: 400 });
  await expect(kith.imports.fromFile(`{"a":"${"x".repeat(1_048_576)}"}`))
    .rejects.toMatchObject({ status: 413 });
});
