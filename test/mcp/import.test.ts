import { afterAll, describe, expect, it } from "vitest";
import { makeKey, signUp, withKey } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { connect, textOf } from "../support/mcp/client.ts";

const ada = await signUp();
const client = await connect((await makeKey(ada)).key);
afterAll(() => client.close());

async function call(input: Json, name = "import_contacts", by = client): Promise<Json> {
  const answer = await by.callTool({ name, arguments: input });
  return { isError: answer.isError === true, ...JSON.parse(textOf(answer)) };
}

const card = (...lines: string[]) =>
  ["BEGIN:VCARD", "VERSION:4.0", ...lines, "END:VCARD", ""].join("\r\n");

describe("import_contacts", () => {
  it("previews first, then applies the preview, and undo takes it back", async () => {
    const zoe = await ada.make("/contacts", {
      firstName: "Zoë",
      emails: [{ value: "zoe@example.com" }],
    });
    const text = card("FN:Zoë", "N:;Zoë;;;", "EMAIL:zoe@example.com", "TEL:+49 30 1") +
      card("FN:Max Weber", "N:Weber;Max;;;", "CATEGORIES:Work", "SOUND:x") + "BEGIN:VCARD\r\n";
    const shown = await call({ text });
    expect(shown).toMatchObject({
      isError: false,
      counts: { create: 1, match: 1, conflict: 0, error: 1 },
      dropped: [{ property: "SOUND", count: 1 }],
      activityId: null,
    });
    expect(shown.rows).toEqual([
      { line: 15, action: "error", problem: "This vCard has no END:VCARD." },
      {
        line: 1,
        action: "match",
        name: "Zoë",
        email: "zoe@example.com",
        phone: "+49 30 1",
        contact: { id: zoe.id, displayName: "Zoë" },
      },
      { line: 8, action: "create", name: "Max Weber", networks: ["Work"] },
    ]);
    expect((await ada.get("/contacts")).body.total).toBe(1);
    const done = await call({ apply: shown.importId, onMatch: "skip" });
    expect(done.applied).toEqual({ created: 1, merged: 0, skipped: 2, failed: 0 });
    expect((await ada.get("/contacts")).body.total).toBe(2);
    await call({ activityId: done.activityId }, "undo");
    expect((await ada.get("/contacts")).body.data).toMatchObject([{ id: zoe.id, phones: [] }]);
  });

  it("shows what a document fills in the profile", async () => {
    const profile = { name: "Ada", timezone: "Pacific/Auckland", country: "NZ" };
    const shown = await call({ text: JSON.stringify({ kith: 1, profile }) });
    expect(shown.rows).toEqual([{ line: 1, resource: "profile", action: "create", ...profile }]);
    expect(await call({ apply: shown.importId })).toMatchObject({ applied: { merged: 1 } });
    expect((await ada.get("/me")).body).toMatchObject(profile);
  });

  it("applies at once where it is told to, and finds the format", async () => {
    const table = await call({ text: "First Name,Company\nBo,Acme\n", apply: true });
    expect(table.applied).toMatchObject({ created: 1, failed: 0 });
    const json = await call({ text: '{"kith":1,"networks":[{"name":"Chess"}]}', apply: true });
    expect(json.applied).toMatchObject({ created: 1, failed: 0 });
    const pasted = await call({ text: "a;Name\n1;Cy", format: "csv" });
    expect(pasted.counts).toMatchObject({ create: 1 });
  });

  it("says what is wrong with the text or the choice", async () => {
    expect(await call({ text: "?" })).toMatchObject({ isError: true, code: "validation_failed" });
    expect(await call({ text: "x".repeat(100_001) })).toMatchObject({
      code: "validation_failed",
      errors: [{ pointer: "/text" }],
    });
    for (const input of [{}, { text: "x", apply: crypto.randomUUID() }]) {
      expect(await call(input)).toMatchObject({ isError: true, code: "validation_failed" });
    }
    expect(await call({ apply: crypto.randomUUID() })).toMatchObject({ code: "not_found" });
  });

  it("is refused to a key that is limited to networks", async () => {
    const network = await ada.make("/networks", { name: "Narrow" });
    await withKey(ada, { networkIds: [network.id] }, async (_, key) => {
      const limited = await connect(key);
      const { code } = await call({ text: card("FN:A") }, "import_contacts", limited);
      expect(code).toBe("insufficient_scope");
      await limited.close();
    });
  });
});
