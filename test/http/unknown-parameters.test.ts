import { beforeAll, describe, expect, it } from "vitest";
import { type Account, signUp } from "../support/accounts.ts";
import { expectProblem, expectViolations } from "../support/problems.ts";

let ada: Account;
beforeAll(async () => {
  ada = await signUp();
});

/** The message for the only violation of a query. */
async function messageFor(path: string): Promise<string> {
  const answer = await ada.get(path);
  const { errors } = expectProblem(answer, 400, "validation_failed");
  expect(errors).toMatchObject([{ in: "query", code: "unknown_parameter" }]);
  return errors[0].message;
}

describe("a query parameter that an operation does not have", () => {
  it.each([
    ["/contacts?needsContacts=true", "needsContact"],
    ["/contacts?needs_contact=true", "needsContact"],
    ["/contacts?NEEDSCONTACT=true", "needsContact"],
    ["/contacts?favorite=true", "isFavorite"],
    ["/contacts?isFavourite=true", "isFavorite"],
    ["/contacts?serach=zoe", "search"],
    ["/contacts?network=1", "networkId"],
    ["/notes?form=2026-01-01", "from"],
    ["/notes?contact=1", "contactId"],
    ["/reminders?complete=false", "completed"],
    ["/networks?page_size=3", "pageSize"],
    ["/contacts?lastContactBefore=2026-01-01", "lastContactedBefore"],
  ])("%s is answered with the nearest one, %s", async (path, nearest) => {
    const name = path.slice(path.indexOf("?") + 1, path.indexOf("="));
    expect(await messageFor(path)).toBe(`There is no parameter ${name}. Did you mean ${nearest}?`);
  });

  it.each([
    "/contacts?hasPhoto=true",
    "/contacts?lastContactOn=2026-01-01",
    "/contacts?nextContact=true",
    "/contacts?createdBefore=2026-01-01",
    "/reminders?dueFor=2026-01-01",
  ])("%s is not answered with one that means something else", async (path) => {
    expect(await messageFor(path)).toMatch(/^There is no parameter \w+\. There are page, /);
  });

  it("is answered with all of them, where none is near", async () => {
    expect(await messageFor("/notes?zzz=1")).toBe(
      "There is no parameter zzz. There are page, pageSize, sort, contactId, noteTypeId, from, to, search, fields.",
    );
    expect(await messageFor("/networks?q=zzz")).toMatch(/^There is no parameter q\. There are /);
  });

  it("is answered with that the operation has none", async () => {
    const expected = "There is no parameter id. This operation has none.";
    expect(await messageFor("/me?id=1")).toBe(expected);
  });

  it("is named, however it is written", async () => {
    for (
      const [query, pointer] of [
        ["%ff=1", "/%ff"],
        ["a%2Fb~=1", "/a~1b~0"],
        ["%00=1", "/\0"],
        ["=1", "/"],
        ["__proto__=1", "/__proto__"],
        ["constructor", "/constructor"],
        [`${"x".repeat(5000)}=1`, `/${"x".repeat(100)}…`],
      ]
    ) {
      expectViolations(
        await ada.get(`/contacts?${query}`),
        `query ${pointer} unknown_parameter`,
      );
    }
  });

  it("is reported once, and together with every other violation", async () => {
    const answer = await ada.send("post", "/contacts?x=1&x=2&y=3", { firstName: 1 });
    expectViolations(
      answer,
      "query /x unknown_parameter",
      "query /y unknown_parameter",
      "body /firstName invalid_type",
    );
    expectViolations(
      await ada.get("/contacts?page=0&pages=2"),
      "query /page too_small",
      "query /pages unknown_parameter",
    );
  });

  it("changes nothing", async () => {
    const made = await ada.send("post", "/networks?dryRun=true", { name: "Climbing" });
    expect(made.status).toBe(400);
    expect((await ada.get("/networks")).body.total).toBe(0);
  });
});

describe("a query parameter is accepted", () => {
  it("that chooses the platform's region", async () => {
    expect((await ada.get("/contacts?forceFunctionRegion=eu-west-3")).status).toBe(200);
    expect((await ada.get("/me?forceFunctionRegion=eu-west-3")).status).toBe(200);
  });

  it("where pairs are empty", async () => {
    expect((await ada.get("/me?")).status).toBe(200);
    expect((await ada.get("/contacts?&page=1&")).status).toBe(200);
  });
});
