import { beforeAll, describe, expect, it } from "vitest";
import { routes as table } from "../../functions/kith/routes.ts";
import { type Account, expectStatus, make, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { hostileTexts } from "../support/odd-texts.ts";
import { ownedRows } from "../support/owned-rows.ts";
import { tokenRoutes } from "../support/route-table.ts";
import { superuser } from "../support/sql.ts";
import { count } from "../support/tier.ts";

const sql = superuser();
let ada: Account;
let witness: Account;

beforeAll(async () => {
  [ada, witness] = [await signUp(), await signUp()];
  await make(witness, "/contacts", { firstName: "Witness", emails: [{ value: "w@example.com" }] });
  await make(witness, "/notes", { content: "seen" });
});

describe("characters that mean something to SQL, LIKE, templates and terminals", () => {
  const every = count({ quick: 8, thorough: 1 });
  const fewTexts = hostileTexts.filter((_, n) => n % every === 0);

  it("are stored unchanged in every text, and found by themselves only", async () => {
    const owner = await signUp();
    await make(owner, "/contacts", { firstName: "Bystander" });
    for (const text of hostileTexts) {
      const trimmed = text.trim();
      const contact = await make(owner, "/contacts", {
        firstName: text,
        company: text,
        description: text,
        phones: [{ value: trimmed.slice(0, 50), label: text.slice(0, 40) }],
        addresses: [{ city: text }],
      });
      expect(contact).toMatchObject({ firstName: trimmed, company: trimmed, description: trimmed });
      expect(contact.addresses[0].city).toBe(trimmed);
      const found = await owner.get(`/contacts?search=${encodeURIComponent(text)}`);
      const names = expectStatus(found, 200).data.map(({ firstName }: Json) => firstName);
      expect(names, text).toContain(trimmed);
      expect(names, text).not.toContain("Bystander");
      for (const { id } of found.body.data) await owner.delete(`/contacts/${id}`);
    }
    expect((await owner.get("/contacts?search=Bystander")).body.total).toBe(1);
    for (const text of fewTexts) {
      const trimmed = text.trim();
      const network = await make(owner, "/networks", { name: text, description: text });
      expect(network).toMatchObject({ name: trimmed, description: trimmed });
      expect((await make(owner, "/notes", { content: text })).content).toBe(text);
      expect((await make(owner, "/reminders", { title: text, description: text })).title)
        .toBe(trimmed);
      expect((await make(owner, "/note-types", { name: text, icon: text.slice(0, 16) })).name)
        .toBe(trimmed);
      expect(expectStatus(await owner.patch("/me", { name: text }), 200).name).toBe(trimmed);
    }
  });

  it("change nothing in any parameter of any list", async () => {
    const lists = tokenRoutes.filter(({ method, ids, path }) =>
      method === "get" && ids.length === 0 && path !== "/me"
    );
    const before = await ownedRows(sql, witness.id);
    for (const { method, path } of lists) {
      const { request } = table.find((each) => each.method === method && each.path === path)!;
      for (const name of Object.keys(request.query?.().shape ?? {})) {
        const answers = await Promise.all(
          fewTexts.map((text) => ada.get(`${path}?${name}=${encodeURIComponent(text)}`)),
        );
        for (const [n, { status, text }] of answers.entries()) {
          expect([path, name, fewTexts[n], status]).toEqual([
            path,
            name,
            fewTexts[n],
            // A cursor that was never given out has a status of its own.
            expect.toSatisfy((found: number) =>
              found === 200 || found === 400 || (name === "since" && found === 410)
            ),
          ]);
          if (status === 200) expect(text).not.toContain(witness.id);
        }
      }
    }
    expect(await ownedRows(sql, witness.id)).toEqual(before);
  });

  it("are no id in a path", async () => {
    for (const text of [...hostileTexts, "%00", "%ff", "%ed%a0%80", ".", "..", "a".repeat(4000)]) {
      const id = text.startsWith("%") && text.length <= 9 && /^(%[0-9a-f]{2})+$/.test(text)
        ? text
        : encodeURIComponent(text);
      for (const method of ["get", "delete"]) {
        const { status } = await ada.send(method, `/contacts/${id}`);
        // `.` and `..` are taken away by the client itself, and lead to other paths.
        if (text === "." || text === "..") expect(status).toBeLessThan(500);
        else expect([text.slice(0, 50), status]).toEqual([text.slice(0, 50), 404]);
      }
    }
  });
});

describe("paging", () => {
  it.each([
    "page=1e308",
    "page=-1",
    "page=0",
    "page=1.5",
    "page=0x10",
    "page=%2B1",
    "page=%201",
    "page=NaN",
    "page=Infinity",
    "page=9223372036854775808",
    "page=2147483648",
    `page=${"9".repeat(5000)}`,
    "page=١",
    "page=",
    "page",
    "page[]=1",
    "pageSize=-0",
    "pageSize=0",
    "pageSize=201",
    "pageSize=1e2",
    "page=1&page=1",
    "sort=constructor",
    "sort=__proto__",
    "sort=--displayName",
    "sort=display_name",
  ])("%s is 400", async (query) => {
    const { status, body } = await ada.get(`/contacts?${query}`);
    expect([query, status]).toEqual([query, 400]);
    expect(body.errors[0].in).toBe("query");
  });

  it("past the end is empty", async () => {
    const lists = tokenRoutes.filter(({ queryIds, isFile }) => queryIds.length > 0 && !isFile);
    for (const { path } of lists) {
      const answer = await ada.get(`${path}?page=2147483647&pageSize=200`);
      expect(expectStatus(answer, 200).data).toEqual([]);
    }
  });

  it("with thousands of parameters names 100 violations", async () => {
    const many = Array.from({ length: 1_000 }, (_, n) => `p${n}=${n}`).join("&");
    const { detail, errors } = (await ada.get(`/contacts?${many}`)).body;
    expect(detail).toContain("The first 100 violations are listed");
    expect(errors).toHaveLength(100);
    const same = Array(500).fill("page=1").join("&");
    expect((await ada.get(`/contacts?${same}`)).status).toBe(400);
  });
});
