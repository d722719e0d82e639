import { beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, signUp } from "../support/accounts.ts";
import type { Answer } from "../support/client.ts";
import { expectProblem } from "../support/problems.ts";
import { runInOrder } from "../support/queued.ts";
import { superuser } from "../support/sql.ts";

const sql = superuser();
let account: Account;
let network: string;

beforeAll(async () => {
  account = await signUp();
  network = (await make(account, "/networks", { name: "Here" })).id;
});

const makeContact = async (): Promise<string> =>
  (await make(account, "/contacts", { firstName: "Deleted" })).id;
const contactCount = async () => (await account.get(`/networks/${network}`)).body.contactCount;

type Request = (id: string) => Promise<Answer>;

/** Requests about a contact that another request deletes, with the status when they are carried out first. */
const requests: [what: string, request: Request, status: number][] = [
  [
    "asking for a photo upload",
    (id) => account.post(`/contacts/${id}/photo-upload`, { extension: "png" }),
    200,
  ],
  ["adding it to a network", (id) => account.put(`/networks/${network}/contacts/${id}`), 204],
  ["changing it", (id) => account.patch(`/contacts/${id}`, { networkIds: [network] }), 200],
];

describe("a contact that another request deletes at the same time", () => {
  it.each(requests)("is answered with 404 for %s after the deletion", async (_, request) => {
    const id = await makeContact();
    const remove = () => account.delete(`/contacts/${id}`);
    const [removed, answer] = await runInOrder(sql, id, remove, () => request(id));
    expect(removed.status).toBe(204);
    expectProblem(answer, 404, "not_found");
    expect(await contactCount()).toBe(0);
  });

  it.each(requests)("allows %s before the deletion", async (_, request, status) => {
    const id = await makeContact();
    const remove = () => account.delete(`/contacts/${id}`);
    const [answer, removed] = await runInOrder(sql, id, () => request(id), remove);
    expectStatus(answer, status);
    expect(removed.status).toBe(204);
    expectProblem(await account.get(`/contacts/${id}`), 404, "not_found");
    expect(await contactCount()).toBe(0);
  });
});

describe.each([
  ["note", { content: "about" }],
  ["reminder", { title: "about" }],
])("creating a %s about a contact that another request deletes at the same time", (what, body) => {
  const create = (contactId: string) => account.post(`/${what}s`, { ...body, contactId });

  it("is refused with invalid_reference after the deletion", async () => {
    const id = await makeContact();
    const remove = () => account.delete(`/contacts/${id}`);
    const [removed, answer] = await runInOrder(sql, id, remove, () => create(id));
    expect(removed.status).toBe(204);
    const problem = expectProblem(answer, 400, "invalid_reference");
    expect(problem.errors).toMatchObject([{ pointer: "/contactId", code: "invalid_reference" }]);
  });

  it("succeeds before the deletion, which then removes only the reference", async () => {
    const id = await makeContact();
    const remove = () => account.delete(`/contacts/${id}`);
    const [answer, removed] = await runInOrder(sql, id, () => create(id), remove);
    expect(expectStatus(answer, 201).contactId).toBe(id);
    expect(removed.status).toBe(204);
    const remaining = await account.get(`/${what}s/${answer.body.id}`);
    expect(expectStatus(remaining, 200).contactId).toBeNull();
  });
});

describe.each([
  ["note", { content: "about" }],
  ["reminder", { title: "about" }],
])("changing a %s to a contact that another request deletes at the same time", (what, body) => {
  it("is refused with invalid_reference after the deletion, like creating one", async () => {
    const id = await makeContact();
    const made = expectStatus(await account.post(`/${what}s`, body), 201);
    const remove = () => account.delete(`/contacts/${id}`);
    const change = () => account.patch(`/${what}s/${made.id}`, { contactId: id });
    const [removed, answer] = await runInOrder(sql, id, remove, change);
    expect(removed.status).toBe(204);
    const problem = expectProblem(answer, 400, "invalid_reference");
    expect(problem.errors).toEqual([{
      in: "body",
      pointer: "/contactId",
      code: "invalid_reference",
      message: "There is no such resource.",
    }]);
  });
});
