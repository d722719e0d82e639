import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Account, expectStatus, make, makeKey, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { callTool, connect } from "../support/mcp/client.ts";

/** Whom `save_contact` takes for somebody who is a contact already. */
let ada: Account;
let client: Client;
beforeAll(async () => {
  ada = await signUp();
  client = await connect((await makeKey(ada)).key);
  const zoe = { firstName: "Zoë", lastName: "Müller" };
  await make(ada, "/contacts", { ...zoe, phones: [{ value: "+351 912 345 678" }] });
  await make(ada, "/contacts", { company: "Bakery", phones: [{ value: "0049 (0)30 1234-567" }] });
});
afterAll(() => client.close());

const save = (input: Json) => callTool(client, "save_contact", input);
const withPhone = (value: string) => ({ firstName: "Somebody", phones: [{ value }] });

it.each([
  [{ firstName: "Zoe", lastName: "Mueller" }, "Zoë Müller"],
  [{ firstName: "zoe", lastName: "MULLER" }, "Zoë Müller"],
  [withPhone("00351 91 234 5678"), "Zoë Müller"],
  [withPhone("+351912345678"), "Zoë Müller"],
  [withPhone("+49 30 1234567"), "Bakery"],
])("%j is known", async (input, name) => {
  const { read } = await save(input);
  expect(read.errors[0]).toMatchObject({ pointer: "/isNew", code: "duplicate" });
  expect(read.errors[0].message).toContain(`This may be "${name}" (`);
});

it("a number within the country of the profile is known by that in international form", async () => {
  const within = withPhone("030 1234567");
  expect((await save(within)).isError).toBe(false);
  expectStatus(await ada.patch("/me", { country: "DE" }), 200);
  expect((await save(within)).read.errors[0].message).toContain("Bakery");
});

it.each([
  { firstName: "Zora", lastName: "Müller" },
  { firstName: "Zoë", lastName: "Miller" },
  { firstName: "Zoë" },
  { firstName: "Other", phones: [{ value: "+351 912 345 679" }] },
  { firstName: "Another", phones: [{ value: "678" }] },
])("%j is somebody else", async (input) => {
  expect((await save(input)).isError).toBe(false);
});
