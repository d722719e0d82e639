import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { expectStatus, signUp } from "../support/accounts.ts";
import type { Answer, Json } from "../support/client.ts";
import { bombs } from "../support/hostile-files.ts";
import { hostileTexts } from "../support/odd-texts.ts";

const ada = await signUp();

const send = (raw: string | Uint8Array, type: string, headers = {}): Promise<Answer> =>
  ada.post("/imports", undefined, { raw, headers: { "content-type": type, ...headers } });

/** Imports what was previewed, and returns everything that is there then, as it is exported. */
async function imported({ id }: Json): Promise<Json> {
  const body = { onMatch: "create" };
  const done = expectStatus(await ada.post(`/imports/${id}/apply`, body), 200);
  expect(done.failed).toBe(0);
  const exported = expectStatus(await ada.get("/export"), 200);
  expectStatus(await ada.get("/contacts/export?isArchived=any&format=vcard"), 200);
  expectStatus(await ada.get("/contacts/export?isArchived=any&format=csv"), 200);
  if (done.appliedActivityId !== null) {
    expectStatus(await ada.post(`/activity/${done.appliedActivityId}/undo`, {}), 200);
  }
  return exported;
}

describe("a file that is hard to read", () => {
  // Its frame fits into a request besides.
  const files = bombs(1_048_000);

  it.each(["categories", "values in a cell", "members in JSON"])(
    "made of %s is imported without what exceeds a limit",
    async (name) => {
      const [type, text] = files[name]!;
      await imported(expectStatus(await send(text, type), 201));
    },
  );

  it.each([["tiny vCards", 413], ["cells", 400], ["nested JSON", 400]] as const)(
    "made of %s is refused with %i",
    async (name, status) => {
      const [type, text] = files[name]!;
      expectStatus(await send(text, type), status);
    },
  );

  it("is refused when it is compressed, or in an unknown charset", async () => {
    const zipped = gzipSync(Buffer.alloc(50_000_000));
    for (const type of ["text/vcard", "text/csv", "application/json"]) {
      expectStatus(await send(zipped, type, { "content-encoding": "gzip" }), 415);
      expectStatus(await send("a", `${type};charset=x-none`), 415);
    }
  });
});

it("HTML, scripts and formulas are stored and exported as they are, from a document", async () => {
  const markup = ["<script>alert(1)</script>", "=cmd|' /C calc'!A0", "@SUM(1+1)*cmd"];
  const texts = [...markup, ...hostileTexts].map((each) => each.trim()).filter(Boolean);
  const document = {
    kith: 1,
    profile: { name: markup[0] },
    contacts: texts.map((text) => ({
      firstName: text,
      jobTitle: text,
      description: text,
      addresses: [{ street: text, city: text }],
    })),
    notes: texts.map((content) => ({ content })),
    reminders: texts.map((title) => ({ title, description: title })),
  };
  const exported = await imported(expectStatus(await ada.post("/imports", document), 201));
  expect(exported.profile.name).toBe(markup[0]);
  expect(exported.contacts.map(({ description }: Json) => description).sort())
    .toEqual(texts.toSorted());
  expect(exported.reminders.map(({ title }: Json) => title).sort()).toEqual(texts.toSorted());
  const [contact] = exported.contacts;
  expect(contact.addresses[0].street).toBe(contact.jobTitle);
});

it("a document with members of other types than it should have is imported without them", async () => {
  const odd = [0, true, null, "x", [[]], {}, "\0", "\ud800"];
  const contacts = odd.flatMap((value) =>
    ["id", "emails", "phones", "birthday", "networkIds", "isFavorite", "nickname"].map((name) => ({
      firstName: "F",
      [name]: value,
    }))
  );
  const made = expectStatus(await ada.post("/imports", { kith: 1, contacts }), 201);
  const rows = expectStatus(await ada.get(`/imports/${made.id}/rows?pageSize=200`), 200).data;
  expect(rows).toHaveLength(contacts.length);
  for (const { action, problem } of rows) if (action === "error") expect(problem).toMatch(/\w/);
  expect((await imported(made)).contacts.length).toBeGreaterThan(10);
});
