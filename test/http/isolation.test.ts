import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, signUp } from "../support/accounts.ts";
import { sameBytes } from "../support/problems.ts";
import { collectionOf, makeOne } from "../support/route-examples.ts";
import { fill, successfulRequest, type TestRoute, tokenRoutes } from "../support/route-table.ts";
import { ownedRows } from "../support/owned-rows.ts";
import { superuser } from "../support/sql.ts";

const sql = superuser();
let owner: Account;
let stranger: Account;
/** One thing of every collection that any route speaks of, all the owner's. */
const hers: Record<string, string> = {};

beforeAll(async () => {
  [owner, stranger] = [await signUp(), await signUp()];
  const spokenOf = tokenRoutes.flatMap((
    { ids, bodyIds, queryIds },
  ) => [...ids, ...bodyIds, ...queryIds]);
  for (const { collection } of spokenOf) hers[collection] ??= await makeOne(owner, collection);
  const { contacts, networks } = hers;
  expectStatus(await owner.put(`/networks/${networks}/contacts/${contacts}`), 204);
  const tagged = {
    content: "x",
    contactId: contacts,
    noteTypeId: hers[collectionOf("noteTypeId")],
  };
  expectStatus(await owner.post("/notes", tagged), 201);
});

/** Runs what the stranger does and demands that not one byte of the owner's rows is another afterwards. */
async function leavingHersAlone<T>(work: () => Promise<T>): Promise<T> {
  const before = await ownedRows(sql, owner.id);
  expect(Object.keys(before).length).toBeGreaterThan(5);
  const result = await work();
  expect(await ownedRows(sql, owner.id)).toEqual(before);
  return result;
}

/** The stranger's own things in every place of the path but one, where this id is. */
async function aimed(route: TestRoute, place: number, id: string) {
  const ids: string[] = [];
  for (const { collection } of route.ids) ids.push(await makeOne(stranger, collection));
  ids[place] = id;
  const { body } = await successfulRequest(route, stranger);
  return fill(route, ids, body);
}

function cases(pick: (route: TestRoute) => { name: string; collection: string }[]) {
  return tokenRoutes.flatMap((route) =>
    pick(route).map((target, place) => ({
      method: route.method,
      path: route.path,
      name: target.name,
      target,
      place,
      route,
    }))
  );
}

describe("somebody else's id in a path", () => {
  const found = cases((route) => route.ids);
  it("is in the table of routes at all", () => expect(found.length).toBeGreaterThan(15));

  it.each(found)("$method $path, {$name}: is nobody's", async ({ route, place, target }) => {
    await leavingHersAlone(async () => {
      const answers = [];
      for (const id of [randomUUID(), hers[target.collection] ?? "", "no-uuid"]) {
        const { path, body } = await aimed(route, place, id);
        answers.push(sameBytes(await stranger.send(route.method, path, body)));
      }
      expect(answers[0]?.status).toBe(404);
      expect(answers[1]).toEqual(answers[0]);
      expect(answers[2]).toEqual(answers[0]);
    });
  });

  const withBody = found.filter(({ route }) => route.takesBody);
  it("is in routes that take a body at all", () => expect(withBody.length).toBeGreaterThan(5));

  it.each(withBody)(
    "$method $path, {$name}: is nobody's with a bad body either",
    async ({ route, place, target }) => {
      const answers = [];
      for (const id of [randomUUID(), hers[target.collection] ?? ""]) {
        const { path } = await aimed(route, place, id);
        answers.push(sameBytes(await stranger.send(route.method, path, { noSuchMember: 1 })));
      }
      expect(answers[0]?.status).toBe(400);
      expect(answers[1]).toEqual(answers[0]);
    },
  );

  it.each(found)("$method $path, {$name}: is good where it is one's own", async ({ route }) => {
    const { path, body } = await successfulRequest(route, stranger);
    expect((await stranger.send(route.method, path, body)).status).toBeLessThan(300);
  });
});

describe("somebody else's id in a body", () => {
  const found = tokenRoutes.flatMap((route) =>
    route.bodyIds.map((target) => ({ ...target, method: route.method, path: route.path, route }))
  );
  it("is in the table of routes at all", () => expect(found.length).toBeGreaterThan(5));

  it.each(found)(
    "$method $path, $name: is nobody's",
    async ({ route, name, many, least, collection }) => {
      await leavingHersAlone(async () => {
        const { path, body } = await successfulRequest(route, stranger, name);
        const own = body[name];
        const answers = [];
        for (const id of [randomUUID(), hers[collection] ?? ""]) {
          const alone = least > 1 ? [] : [[id]];
          for (const value of many ? [...alone, [...own, id]] : [id]) {
            const answer = await stranger.send(route.method, path, { ...body, [name]: value });
            answers.push(sameBytes(answer));
            // What is to be deleted is not referred to.
            const refusal = name === "delete" ? [404, "not_found"] : [400, "invalid_reference"];
            expect([answer.status, answer.body.code]).toEqual(refusal);
          }
        }
        const [nobodys, theirs] = [
          answers.slice(0, answers.length / 2),
          answers.slice(answers.length / 2),
        ];
        expect(theirs).toEqual(nobodys);
      });
    },
  );
});

describe("somebody else's id in a query", () => {
  const found = cases((route) => route.queryIds);
  it("is in the table of routes at all", () => expect(found.length).toBeGreaterThan(3));

  it.each(found)("$method $path?$name: finds nothing", async ({ route, target }) => {
    const answers = [];
    for (const id of [randomUUID(), hers[target.collection] ?? ""]) {
      const answer = await stranger.send(route.method, `${route.path}?${target.name}=${id}`);
      // The other one is an export, of vCards.
      if (route.isList) {
        expect(answer.body).toEqual({ data: [], page: 1, pageSize: 50, total: 0 });
      } else {expect([route.path, answer.status, answer.text]).toEqual([
          "/contacts/export",
          200,
          "",
        ]);}
      answers.push(sameBytes(answer));
    }
    expect(answers[1]).toEqual(answers[0]);
  });
});

describe("a list", () => {
  // That of a single resource is none for anybody else, as other ids in paths are.
  const lists = tokenRoutes.filter((route) => route.isList && route.ids.length === 0);
  it("is in the table of routes at all", () => expect(lists.length).toBeGreaterThan(7));

  it.each(lists)("$path holds nothing of anybody else", async (route) => {
    const theirs = await ownedRows(sql, owner.id);
    const nobody = await signUp();
    expect((await nobody.get(route.path)).body).toEqual({
      data: [],
      page: 1,
      pageSize: 50,
      total: 0,
    });
    expect(expectStatus(await owner.get(route.path), 200).total).toBeGreaterThan(0);
    expect(await ownedRows(sql, owner.id)).toEqual(theirs);
  });
});
