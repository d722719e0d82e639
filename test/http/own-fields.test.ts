import { describe, expect, it } from "vitest";
import { expectStatus, makeKey, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { callTool, withClient } from "../support/mcp/client.ts";
import { expectProblem, expectViolations } from "../support/problems.ts";
import { changeSetOf } from "../support/route-examples.ts";

const ada = await signUp();
const field = (name: string, type: string, options: string[] = []) =>
  ada.make("/fields", { name, type, options });
const made = await Promise.all([
  field("Diet", "choice", ["vegan", "omnivore"]),
  field("Kids", "number"),
  field("Likes chess", "boolean"),
  field("Langues parlées", "choices", ["fr", "de"]),
  field("Met on", "date"),
  field("Shop", "url"),
  field("食べ物", "text"),
]);

describe("a field of one's own", () => {
  it("the field has a key that is made of its name, and never changes", async () => {
    expect(made.map(({ key }) => key)).toEqual(
      ["diet", "kids", "likes_chess", "langues_parlees", "met_on", "shop", "field"],
    );
    const renamed = await ada.change(`/fields/${made[0]!.id}`, {
      name: "Eats",
      key: "x",
      type: "text",
    });
    expect(renamed).toMatchObject({ name: "Eats", key: "diet", type: "choice" });
    const again = await ada.make("/fields", { name: "diét!" });
    expect(again.key).toBe("diet_2");
    expectProblem(await ada.post("/fields", { name: "EATS" }), 409, "name_taken");
    expectViolations(await ada.post("/fields", { name: "Z", key: "diet" }), "body /key duplicate");
    expectViolations(
      await ada.post("/fields", { name: "Z", type: "choice" }),
      "body /options required",
    );
    const empty = await ada.patch(`/fields/${made[0]!.id}`, { options: [] });
    expectViolations(empty, "body /options required");
  });

  it("there are at most 50, and values outlive their field", async () => {
    const eve = await signUp();
    const { id } = await eve.make("/fields", { name: "Diet" });
    const contact = await eve.make("/contacts", { firstName: "A", custom: { diet: "vegan" } });
    expectStatus(await eve.delete(`/fields/${id}`), 204);
    const path = `/contacts/${contact.id}`;
    expect((await eve.change(path, { nickname: "a" })).custom).toEqual({ diet: "vegan" });
    expectViolations(
      await eve.patch(path, { custom: { diet: "other" } }),
      "body /custom invalid_format",
    );
    expect((await eve.change(path, { custom: { diet: null } })).custom).toEqual({});
    for (let n = 0; n < 50; n++) await eve.make("/fields", { name: `F ${n}` });
    expectProblem(await eve.post("/fields", { name: "51" }), 409, "quota_exceeded");
  });
});

describe("values of one's own fields", () => {
  const custom = {
    diet: "vegan",
    kids: 2.5,
    likes_chess: false,
    langues_parlees: ["de", "fr"],
    met_on: "2020-02-29",
    shop: "https://example.com/a",
    field: "寿司",
  };

  it("are written by key, cleared by null, and come back by undo", async () => {
    const { id } = await ada.make("/contacts", { firstName: "Ana", custom });
    const path = `/contacts/${id}`;
    const { diet: _, ...others } = custom;
    const patched = await ada.patch(path, { custom: { diet: null, kids: 3, unknown: null } });
    expect(expectStatus(patched, 200).custom).toEqual({ ...others, kids: 3 });
    await ada.undo(changeSetOf(patched, 200));
    expect((await ada.read(path)).custom).toEqual(custom);
  });

  it.each<[Json]>([
    [{ diet: "Vegan" }],
    [{ kids: "2" }],
    [{ likes_chess: "yes" }],
    [{ langues_parlees: "de" }],
    [{ langues_parlees: ["xx"] }],
    [{ met_on: "29.2.2020" }],
    [{ shop: "javascript:alert(1)" }],
    [{ field: "" }],
    [{ field: "x".repeat(1001) }],
    [{ nothing: "x" }],
  ])("are refused where they are none of their field: %j", async (wrong) => {
    const refusal = await ada.post("/contacts", { firstName: "No", custom: wrong });
    expectViolations(refusal, "body /custom invalid_format");
    expect(refusal.body.errors[0].message).toContain(Object.keys(wrong)[0]);
  });

  it("are refused where reading them would make another number of them, or none", async () => {
    const { id } = await ada.make("/contacts", { firstName: "Ana", custom: { kids: 2 } });
    for (const number of ["9007199254740993", "1e400"]) {
      const refusal = await ada.send("PATCH", `/contacts/${id}`, {}, {
        raw: `{"custom":{"kids":${number}}}`,
      });
      expectViolations(refusal, "body /custom/kids invalid_format");
    }
    expect((await ada.read(`/contacts/${id}`)).custom).toEqual({ kids: 2 });
  });

  it("are filtered, sorted and searched by", async () => {
    const eve = await signUp();
    for (
      const each of [{ name: "Diet" }, { name: "Kids", type: "number" }, {
        name: "Speaks",
        type: "choices",
        options: ["fr", "de"],
      }]
    ) {
      await eve.make("/fields", each);
    }
    const people = {
      A: { diet: "Végan", kids: 10 },
      B: { diet: "vegan", kids: 9, speaks: ["de"] },
      C: {},
      D: { speaks: ["fr", "de"] },
    };
    for (const [firstName, custom] of Object.entries(people)) {
      await eve.make("/contacts", { firstName, custom });
    }
    const names = async (query: string) =>
      (await eve.listed(`/contacts?${query}`)).map(({ firstName }: Json) => firstName).join("");
    expect(await names("custom.diet=vegan")).toBe("AB");
    expect(await names("custom=diet:vegan&custom.kids=9")).toBe("B");
    expect(await names("custom.speaks=de")).toBe("BD");
    expect(await names("custom.nothing=x")).toBe("");
    expect(await names("sort=custom.kids")).toBe("BACD");
    expect(await names("sort=-custom.kids")).toBe("ABDC");
    expect(await names("search=vegan")).toBe("AB");
    expectViolations(await eve.get("/contacts?custom=vegan"), "query /custom invalid_format");
    const many = Array.from({ length: 51 }, (_, n) => `custom.k${n}=1`).join("&");
    expectViolations(await eve.get(`/contacts?${many}`), "query /custom invalid_format");
    expectViolations(await eve.get("/contacts?custom.x=1&custom.x=2"), "query /custom.x duplicate");
    expectViolations(
      await eve.get("/contacts?custom=x:1&custom.x=2"),
      "query /custom.x duplicate",
    );
    expectViolations(await eve.get("/contacts?custom.X'=1"), "query /custom.X' unknown_parameter");
    expectViolations(await eve.get("/contacts?sort=custom.X'"), "query /sort invalid_format");
  });

  it("are filled where contacts are merged, and those of the target stay", async () => {
    const one = await ada.make("/contacts", { firstName: "A", custom: { kids: 1 } });
    const other = await ada.make("/contacts", {
      firstName: "B",
      custom: { kids: 2, diet: "vegan" },
    });
    expectStatus(await ada.post(`/contacts/${one.id}/merge`, { duplicateId: other.id }), 200);
    expect((await ada.read(`/contacts/${one.id}`)).custom).toEqual({ kids: 1, diet: "vegan" });
  });

  it("are said by an assistant as texts, by the names of the fields", async () => {
    await withClient((await makeKey(ada)).key, async (client) => {
      const ownFields = [["eats", "Vegan"], ["kids", "3"], ["Likes chess", "yes"], [
        "langues_parlees",
        "FR, de",
      ]]
        .map(([name, value]) => ({ name, value }));
      const { contact } =
        (await callTool(client, "save_contact", { firstName: "Nora", ownFields })).read;
      expect(contact.custom).toEqual({
        diet: "vegan",
        kids: 3,
        likes_chess: true,
        langues_parlees: ["fr", "de"],
      });
      const unknown = { contact: contact.id, ownFields: [{ name: "Shoe size", value: "42" }] };
      expect((await callTool(client, "save_contact", unknown)).read.errors[0].message).toContain(
        "Shoe size",
      );
    });
  });

  it("are imported into fields of the same name as values of their types, and what is none is said", async () => {
    const eve = await signUp();
    await eve.make("/fields", { name: "SHOE SIZE", key: "shoes", type: "number" });
    const file = "First Name,Shoe size,Diet\nAna,42.5,vegan\nBo,some,\n";
    const query = "newFields=true";
    const headers = { "content-type": "text/csv" };
    const preview = await eve.post(`/imports?${query}`, undefined, { raw: file, headers });
    const { id } = expectStatus(preview, 201);
    expectStatus(await eve.post(`/imports/${id}/apply`, { onMatch: "merge" }), 200);
    const people = await eve.listed("/contacts");
    expect(people.map(({ custom }: Json) => custom)).toEqual([{ shoes: 42.5, diet: "vegan" }, {}]);
    const rows = await eve.listed(`/imports/${id}/rows`);
    expect(rows.map(({ problem }: Json) => problem).filter(Boolean))
      .toEqual(["shoes: Must be a number. It is left out."]);
    expect((await eve.listed("/fields")).map(({ key, type }: Json) => [key, type]).sort())
      .toEqual([["diet", "text"], ["shoes", "number"]]);
  });

  it("belong to fields of the account that is written, also past the API", async () => {
    const eve = await signUp();
    const refusal = await eve.post("/contacts", { firstName: "E", custom: { kids: 1 } });
    expectViolations(refusal, "body /custom invalid_format");
  });
});
