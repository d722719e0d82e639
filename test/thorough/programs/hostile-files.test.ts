import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, signUp } from "../../support/accounts.ts";
import type { Answer, Json } from "../../support/client.ts";
import { bombs } from "../../support/hostile-files.ts";
import { hostileTexts } from "../../support/odd-texts.ts";

let ada: Account;
beforeAll(async () => {
  ada = await signUp();
});

const send = (raw: string | Uint8Array, type: string, headers = {}): Promise<Answer> =>
  ada.post("/imports", undefined, { raw, headers: { "content-type": type, ...headers } });

async function rowsOf({ id }: Json): Promise<Json[]> {
  const rows: Json[] = [];
  for (let page = 1;; page++) {
    const path = `/imports/${id}/rows?pageSize=200&page=${page}`;
    const { data, total } = expectStatus(await ada.get(path), 200);
    rows.push(...data);
    if (rows.length >= total) return rows;
  }
}

const paths = [
  "/contacts/export?isArchived=any&format=vcard",
  "/contacts/export?isArchived=any&format=vcard3",
  "/contacts/export?isArchived=any&format=csv",
  "/export",
];

/** Applies an import, exports all, does something with that, and undoes it. */
async function applied(made: Json, use: (document: Json) => void = () => {}): Promise<void> {
  const body = { onMatch: "create" };
  const done = expectStatus(await ada.post(`/imports/${made.id}/apply`, body), 200);
  expect(done.failed).toBe(0);
  let document: Json;
  for (const path of paths) document = expectStatus(await ada.get(path), 200);
  use(document);
  if (done.appliedActivityId === null) return;
  expectStatus(await ada.post(`/activity/${done.appliedActivityId}/undo`, {}), 200);
}

/** A refusal that says what is wrong, or an import whose rows do, which is applied. */
async function expectHandled(answer: Answer, use?: (document: Json) => void): Promise<void> {
  if (answer.status !== 201) {
    expect([400, 413, 415]).toContain(answer.status);
    expect(answer.body).toMatchObject({ code: expect.any(String), detail: expect.any(String) });
    return;
  }
  const rows = await rowsOf(answer.body);
  for (const { action, problem } of rows) {
    if (action === "error") expect(problem).toMatch(/\w/);
  }
  await applied(answer.body, use);
}

describe("a file that is hard to read", () => {
  // Its frame fits into a request besides.
  it.each(Object.entries(bombs(1_048_000)))("of %s is refused or imported", async (_, file) => {
    const [type, text] = file;
    await expectHandled(await send(text, type));
  });

  it("is refused where it is compressed", async () => {
    const zipped = gzipSync(Buffer.alloc(50_000_000));
    for (const type of ["text/vcard", "text/csv", "application/json"]) {
      expectStatus(await send(zipped, type, { "content-encoding": "gzip" }), 415);
      await expectHandled(await send(zipped, type));
    }
  });

  it("may have groups that contain themselves and each other", async () => {
    const group = (uid: string, ...members: string[]) =>
      `BEGIN:VCARD\r\nVERSION:4.0\r\nKIND:group\r\nUID:${uid}\r\nFN:Group ${uid}\r\n${
        members.map((each) => `MEMBER:urn:uuid:${each}\r\n`).join("")
      }END:VCARD\r\n`;
    const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()];
    await expectHandled(await send(group(a, a) + group(b, c) + group(c, b, a), "text/vcard"));
    const nested = "BEGIN:VCARD\r\nVERSION:2.1\r\nN:A\r\nAGENT:\r\n".repeat(500);
    await expectHandled(await send(nested + "END:VCARD\r\n".repeat(500), "text/vcard"));
  });
});

describe("a file in another charset than it says", () => {
  const text = {
    "text/vcard": "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Zoë 🧗\r\nNOTE:€\r\nEND:VCARD\r\n",
    "text/csv": "First Name,Notes\r\nZoë 🧗,€\r\n",
    "application/json": '{"kith":1,"contacts":[{"firstName":"Zoë 🧗"}]}',
  };
  const encoded = (given: string): Record<string, Uint8Array> => ({
    "UTF-8": Buffer.from(given),
    "UTF-8 with a mark": Buffer.from(`\ufeff${given}`),
    "UTF-16": Buffer.from(given, "utf16le"),
    "UTF-16 with a mark": Buffer.from(`\ufeff${given}`, "utf16le"),
    "UTF-16 with the other mark": Buffer.concat([
      Buffer.from([0xfe, 0xff]),
      Buffer.from(given, "utf16le"),
    ]),
    "half of UTF-16": Buffer.from(`\ufeff${given}`, "utf16le").subarray(0, -1),
    "Latin 1": Buffer.from(given, "latin1"),
    "broken UTF-8": Buffer.concat([Buffer.from(given), Buffer.from([0xc3])]),
    "bytes of all kinds": Uint8Array.from({ length: 4_096 }, (_, n) => n * 7),
  });
  const charsets = ["utf-8", "utf-16le", "utf-16be", "us-ascii", "iso-8859-1", "gb18030", "utf-7"];
  const said = [
    "",
    ...[...charsets, "iso-2022-jp", "shift_jis", "x-none", '"', "a".repeat(500)]
      .map((charset) => `;charset=${charset}`),
  ];

  it.each(Object.keys(text) as (keyof typeof text)[])("as %s is refused or read", async (type) => {
    for (const bytes of Object.values(encoded(text[type]))) {
      for (const charset of said) await expectHandled(await send(bytes, type + charset));
    }
  });
});

describe("HTML, scripts and formulas", () => {
  const markup = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "javascript:alert(1)",
    "=cmd|' /C calc'!A0",
    "@SUM(1+1)*cmd",
  ];
  const texts = [...markup, ...hostileTexts].map((each) => each.trim()).filter(Boolean);

  it("are stored and exported as they are, from a document", async () => {
    const contacts = texts.map((text) => ({
      firstName: text,
      lastName: text,
      nickname: text,
      company: text,
      jobTitle: text,
      description: text,
      phones: [{ value: "1", label: [...text].slice(0, 50).join("") }],
      addresses: [{ street: text, city: text, region: text, postalCode: text, country: text }],
    }));
    const named = texts.map((text, n) => ({ name: `${n} ${text}`, description: text }));
    const document = {
      kith: 1,
      profile: { name: markup[0] },
      networks: named,
      noteTypes: named.map(({ name }) => ({ name })),
      contacts,
      notes: texts.map((content) => ({ content })),
      reminders: texts.map((title) => ({ title, description: title })),
    };
    const answer = await ada.post("/imports", document);
    expectStatus(answer, 201);
    const wrong = (await rowsOf(answer.body)).filter(({ problem }) => problem !== null);
    expect(wrong).toEqual([]);
    await expectHandled(answer, (exported) => {
      expect(exported.profile.name).toBe(markup[0]);
      const sorted = (list: string[]) => list.toSorted();
      expect(sorted(exported.contacts.map(({ description }: Json) => description)))
        .toEqual(sorted(texts));
      expect(sorted(exported.reminders.map(({ title }: Json) => title))).toEqual(sorted(texts));
      const [contact] = exported.contacts;
      expect(contact.addresses[0].street).toBe(contact.jobTitle);
    });
  });

  it("are read from vCards and CSV, also in the place of addresses and dates", async () => {
    const properties =
      "FN N NICKNAME ORG TITLE EMAIL TEL URL ADR BDAY NOTE CATEGORIES UID PHOTO REV X-KITH-FAVORITE KIND"
        .split(" ");
    const columns =
      "First Name,Last Name,E-mail 1 - Value,E-mail 1 - Label,Phone 1 - Value,Website 1 - Value," +
      "Address 1 - Street,Birthday,Notes,Labels,Photo,Kith Id,Kith Last Contacted At,Kith Contact Frequency Days";
    for (const text of texts) {
      const line = text.replace(/\r?\n/g, "\\n");
      const lines = properties.map((name) => `${name}:${line}\r\n${name};X="${line}":${line}\r\n`);
      const card = `BEGIN:VCARD\r\nVERSION:4.0\r\n${lines.join("")}END:VCARD\r\n`;
      await expectHandled(await send(card, "text/vcard"));
      const cell = `"${text.replaceAll('"', '""')}"`;
      const row = columns.split(",").map(() => cell).join(",");
      await expectHandled(await send(`${columns}\r\n${row}\r\n`, "text/csv"));
      await expectHandled(await send(`${cell}\r\n${cell}\r\n`, "text/csv"));
    }
  });
});

describe("a document with values of other types than it should have", () => {
  const odd = [
    0,
    -1,
    1e308,
    true,
    null,
    "",
    "x",
    [],
    [[]],
    {},
    [null],
    randomUUID(),
    "\0",
    "\ud800",
  ];
  const members =
    "id name timezone country firstName displayName emails phones urls addresses birthday photoUrl networkIds " +
    "contactFrequencyDays lastContactedAt content contactId contactIds noteTypeId occurredAt title dueAt recurrence " +
    "recurrenceFrom completed completedAt nextId createdAt updatedAt color icon countsAsContact isFavorite";
  const lists = ["networks", "noteTypes", "contacts", "notes", "reminders"];

  it("is refused or imported without the wrong members", async () => {
    const base = { name: "N", firstName: "F", content: "C", title: "T" };
    for (const value of odd) {
      const items = members.split(" ").map((name) => ({ ...base, [name]: value }));
      const document: Json = { kith: 1, profile: { [members.split(" ")[1]!]: value } };
      for (const list of lists) {
        // Other members are unknown there, and left out.
        document[list] = items.map((item, n) => ({
          ...item,
          ...list.startsWith("n") && n ? { name: item.name === "N" ? `N${n}` : item.name } : {},
        }));
      }
      await expectHandled(await ada.post("/imports", document));
    }
  });

  it.each(["profile", ...lists, "kith", "exportedAt"])("is so where %s is odd", async (member) => {
    for (const value of [...odd, [5], [{}], [{ id: 5 }], { name: [] }]) {
      const document = { kith: 1, contacts: [{ firstName: "Zoë" }], [member]: value };
      await expectHandled(await ada.post("/imports", document));
    }
  });

  it("may have an id twice, and reminders that follow each other in any order", async () => {
    const ids = Array.from({ length: 5 }, () => randomUUID());
    const reminders = ids.flatMap((id) =>
      [...ids, randomUUID(), "x", null].map((nextId) => ({
        id,
        title: "R",
        dueAt: "2026-02-01T00:00:00Z",
        recurrence: "FREQ=DAILY",
        completed: true,
        nextId,
      }))
    );
    const made = expectStatus(await ada.post("/imports", { kith: 1, reminders }), 201);
    const rows = reminders.map((_, index) => ({ number: index + 1, action: "create" }));
    const body = { onMatch: "create", rows };
    const done = expectStatus(await ada.post(`/imports/${made.id}/apply`, body), 200);
    expect(done).toMatchObject({ created: reminders.length, failed: 0 });
    const { reminders: exported } = expectStatus(await ada.get("/export"), 200);
    expect(exported).toHaveLength(reminders.length);
    expectStatus(await ada.post(`/activity/${done.appliedActivityId}/undo`, {}), 200);
    expect(expectStatus(await ada.get("/reminders"), 200).total).toBe(0);
  });
});
