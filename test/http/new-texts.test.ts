// Rules about texts that came later than the first rows: a phone number has a digit, names, titles and labels are one line.
// They hold for what is new, by both doors, and leave alone what an account has had before.
import { beforeEach, describe, expect, it } from "vitest";
import { type Account, expectStatus, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { expectViolations } from "../support/problems.ts";
import { committed, identifier } from "../support/database.ts";
import { superuser } from "../support/sql.ts";

const sql = superuser();
let ada: Account;
beforeEach(async () => {
  ada = await signUp();
});

const phones = (...values: string[]) => values.map((value) => ({ value, label: null }));

/** Writes what a contact may have had before the rules. */
async function makeOld(id: string, firstName: string, phones: Json[]): Promise<void> {
  await committed(sql, async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update kith.contacts set first_name = ${firstName}, phones = ${JSON.stringify(phones)}
      where id = ${id}`;
  });
}

describe("the API", () => {
  it.each(["n/a", "-", "ask her", "#####"])("refuses the phone number %j", async (value) => {
    const answer = await ada.post("/contacts", { firstName: "A", phones: [{ value }] });
    expectViolations(answer, "body /phones/0/value invalid_format");
  });

  it.each(["+49 30 901820 ext. 7", "1-800-FLOWERS", "٠٣٠٥٥٥٠١٩٩"])(
    "takes the phone number %j",
    async (value) => {
      const made = await ada.make("/contacts", { firstName: "A", phones: [{ value }] });
      expect(made["phones"]).toEqual(phones(value));
    },
  );

  it("refuses line breaks in what is one line, and takes them elsewhere", async () => {
    const answer = await ada.post("/contacts", {
      firstName: "A\nB",
      company: "A\r\nB",
      emails: [{ value: "a@example.com", label: "a\u2028b" }],
      addresses: [{ street: "1\n2", city: "A\nB" }],
      description: "A\nB",
    });
    expectViolations(
      answer,
      "body /firstName invalid_format",
      "body /company invalid_format",
      "body /emails/0/label invalid_format",
      "body /addresses/0/city invalid_format",
    );
    expectViolations(await ada.post("/networks", { name: "A\nB" }), "body /name invalid_format");
    expectViolations(await ada.post("/note-types", { name: "A\nB" }), "body /name invalid_format");
    expectViolations(await ada.post("/reminders", { title: "A\nB" }), "body /title invalid_format");
    expect((await ada.make("/contacts", { firstName: " A\n" }))["firstName"]).toBe("A");
  });
});

describe("the database", () => {
  const refusal = async (column: string, value: unknown, id: string) => {
    const written = typeof value === "string" ? value : JSON.stringify(value);
    const run = sql`update kith.contacts set ${identifier(column)} = ${written} where id = ${id}`;
    return await run.then(() => null, (error: Json) => error["constraint"]);
  };

  it("refuses the same of clients that write past the API", async () => {
    const { id } = await ada.make("/contacts", { firstName: "A" });
    expect(await refusal("phones", phones("n/a"), id)).toBe("contacts_phones_check");
    expect(await refusal("first_name", "A\nB", id)).toBe("contacts_first_name_check");
    expect(await refusal("addresses", [{ city: "a\nb" }], id)).toBe("contacts_addresses_check");
    expect(await refusal("urls", [{ value: "https://a.example", label: "a\nb" }], id))
      .toBe("contacts_urls_check");
    expect(await refusal("addresses", [{ street: "a\nb" }], id)).toBeNull();
    expect(await refusal("phones", phones("+4 5 \\n"), id)).toBeNull();
    const network = await ada.make("/networks", { name: "A" });
    const renamed = sql`update kith.networks set name = ${"A\nB"} where id = ${network.id}`;
    await expect(renamed).rejects.toMatchObject({ constraint: "networks_name_check" });
  });

  it("lets a contact keep what it had before, whatever else is changed, merged or undone", async () => {
    const old = await ada.make("/contacts", { firstName: "A", phones: phones("1") });
    await makeOld(old.id, "A\nB", phones("ask her", "1"));
    await ada.change(`/contacts/${old.id}`, { jobTitle: "Climber" });
    const added = await ada.change(`/contacts/${old.id}`, { addPhones: phones("+49 30 901820") });
    expect(added["phones"]).toEqual(phones("ask her", "1", "+49 30 901820"));
    const removed = await ada.change(`/contacts/${old.id}`, { removePhones: ["1"] });
    expect([removed["firstName"], removed["phones"]])
      .toEqual(["A\nB", phones("ask her", "+49 30 901820")]);

    const other = await ada.make("/contacts", { lastName: "C", phones: phones("0049 30 901820") });
    const merged = expectStatus(
      await ada.post(`/contacts/${other.id}/merge`, { duplicateId: old.id }),
      200,
    );
    // One of two spellings of a number is kept.
    expect(merged["contact"]["phones"]).toEqual(phones("0049 30 901820", "ask her"));
    expectStatus(await ada.post(`/activity/${merged["activityId"]}/undo`, {}), 200);
    expect((await ada.read(`/contacts/${old.id}`))["phones"])
      .toEqual(phones("ask her", "+49 30 901820"));
  });
});
