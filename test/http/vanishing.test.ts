import { beforeAll, describe, expect, it } from "vitest";
import { type Account, make, signUp } from "../support/accounts.ts";

let account: Account;
let network: string;

beforeAll(async () => {
  account = await signUp();
  network = (await make(account, "/networks", { name: "Here" })).id;
});

/** What may be asked of a contact while somebody else's request deletes it. */
const requests = {
  "an upload": (id: string) => account.post(`/contacts/${id}/photo-upload`, { extension: "png" }),
  "a membership": (id: string) => account.put(`/networks/${network}/contacts/${id}`),
  "a change": (id: string) => account.patch(`/contacts/${id}`, { networkIds: [network] }),
};

describe("a contact that is deleted meanwhile", () => {
  it.each(Object.entries(requests))("is there or not found for %s", async (_, request) => {
    const statuses = await Promise.all(Array.from({ length: 30 }, async () => {
      const { id } = await make(account, "/contacts", { firstName: "Gone" });
      const [answer, deletion] = await Promise.all([
        request(id),
        account.delete(`/contacts/${id}`),
      ]);
      expect(deletion.status).toBe(204);
      return answer.status;
    }));
    for (const status of statuses) expect([200, 204, 404]).toContain(status);
  });

  it("leaves a note or reminder that was being made refused or without it", async () => {
    await Promise.all(Array.from({ length: 30 }, async () => {
      const { id } = await make(account, "/contacts", { firstName: "Gone" });
      const [note, reminder] = await Promise.all([
        account.post("/notes", { content: "about", contactId: id }),
        account.post("/reminders", { title: "about", contactId: id }),
        account.delete(`/contacts/${id}`),
      ]);
      for (const answer of [note, reminder]) {
        expect([201, 400]).toContain(answer.status);
        if (answer.status === 400) {
          expect(answer.body).toMatchObject({
            code: "invalid_reference",
            errors: [{ pointer: "/contactId" }],
          });
        }
      }
    }));
    const { body } = await account.get(`/notes?pageSize=200`);
    for (const { contactId } of body.data) expect(contactId).toBeNull();
  });
});
