import { beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, signUp } from "../support/accounts.ts";
import type { Answer } from "../support/client.ts";
import { expectProblem } from "../support/problems.ts";
import { inTurn } from "../support/queued.ts";
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

/** What may be asked of a contact while another request deletes it, and the answer when the contact is still there. */
const requests: [what: string, request: Request, status: number][] = [
  ["an upload", (id) => account.post(`/contacts/${id}/photo-upload`, { extension: "png" }), 200],
  ["a membership", (id) => account.put(`/networks/${network}/contacts/${id}`), 204],
  ["a change", (id) => account.patch(`/contacts/${id}`, { networkIds: [network] }), 200],
];

describe("a contact that is deleted by another request", () => {
  it.each(requests)("is not found for %s that comes after", async (_, request) => {
    const id = await makeContact();
    const remove = () => account.delete(`/contacts/${id}`);
    const [removed, answer] = await inTurn(sql, id, remove, () => request(id));
    expect(removed.status).toBe(204);
    expectProblem(answer, 404, "not_found");
    expect(await contactCount()).toBe(0);
  });

  it.each(requests)("is there for %s that comes before", async (_, request, status) => {
    const id = await makeContact();
    const remove = () => account.delete(`/contacts/${id}`);
    const [answer, removed] = await inTurn(sql, id, () => request(id), remove);
    expectStatus(answer, status);
    expect(removed.status).toBe(204);
    expectProblem(await account.get(`/contacts/${id}`), 404, "not_found");
    expect(await contactCount()).toBe(0);
  });
});

describe.each([
  ["note", { content: "about" }],
  ["reminder", { title: "about" }],
])("a %s about a contact that is deleted by another request", (what, body) => {
  const create = (contactId: string) => account.post(`/${what}s`, { ...body, contactId });

  it("is refused when it comes after", async () => {
    const id = await makeContact();
    const remove = () => account.delete(`/contacts/${id}`);
    const [removed, answer] = await inTurn(sql, id, remove, () => create(id));
    expect(removed.status).toBe(204);
    const problem = expectProblem(answer, 400, "invalid_reference");
    expect(problem.errors).toMatchObject([{ pointer: "/contactId", code: "invalid_reference" }]);
  });

  it("is made when it comes before, and stays without the contact", async () => {
    const id = await makeContact();
    const remove = () => account.delete(`/contacts/${id}`);
    const [answer, removed] = await inTurn(sql, id, () => create(id), remove);
    expect(expectStatus(answer, 201).contactId).toBe(id);
    expect(removed.status).toBe(204);
    const left = await account.get(`/${what}s/${answer.body.id}`);
    expect(expectStatus(left, 200).contactId).toBeNull();
  });
});
