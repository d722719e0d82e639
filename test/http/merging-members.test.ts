import { beforeAll, describe, expect, it } from "vitest";
import { mergedMembers } from "../../functions/kith/contacts/duplicates.ts";
import { type Account, expectStatus, make, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { fieldChanges, type References } from "../support/field-changes.ts";

/** A merge that forgets a member loses what the duplicate has of it, so each is looked at. */
const members = mergedMembers.filter((name) => name !== "photoUrl");
const noReferences: References = {
  contacts: ["", ""],
  networks: ["", ""],
  noteTypes: ["", ""],
};
let ada: Account;
beforeAll(async () => {
  ada = await signUp();
});

/** All members, with the first or the second value that the tests of single fields have. */
const contactWith = (which: 0 | 1): Json =>
  Object.fromEntries(
    members.map((name) => [name, fieldChanges["/contacts"]![name]!.values(noReferences)[which]]),
  );

async function merged(target: Json, duplicate: Json, more: Json = {}): Promise<Json> {
  const { id } = await make(ada, "/contacts", target);
  const { id: duplicateId } = await make(ada, "/contacts", duplicate);
  const answer = await ada.post(`/contacts/${id}/merge`, { duplicateId, ...more });
  return expectStatus(answer, 200).contact;
}

describe("a merge", () => {
  it("takes every member that only the duplicate has", async () => {
    const { firstName: _, ...rest } = contactWith(1);
    expect(await merged({ firstName: "Zoe" }, contactWith(1))).toMatchObject(rest);
  });

  it.each(members)("takes %s of the duplicate where that is chosen", async (name) => {
    const kept = contactWith(0);
    const given = contactWith(1);
    const contact = await merged(kept, given, { fields: { [name]: "duplicate" } });
    expect(contact[name]).toEqual(given[name]);
  });
});
