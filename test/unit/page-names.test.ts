import { expect, it } from "vitest";
import { nameBy, type Sorted, sortNameOf } from "../../web/src/base/names.ts";

const named = (displayName: string, parts: Partial<Sorted> = {}): Sorted => ({
  firstName: null,
  lastName: null,
  phoneticFirstName: null,
  phoneticLastName: null,
  ...parts,
  displayName,
});
const doctor = named("Dr. Max Peter Mustermann", { firstName: "Max", lastName: "Mustermann" });
const kenji = { firstName: "健", lastName: "渡辺", phoneticFirstName: "Ken" };

// test/http/names-in-full.test.ts has the order of the API.
it.each([
  [doctor, ["Dr. Max Peter Mustermann", "Mustermann Max"], ["Max Mustermann", "Mustermann Max"]],
  [named("渡辺健", kenji), ["渡辺健", "渡辺健"], ["健 渡辺", "渡辺 Ken"]],
  [
    named("渡辺健", { ...kenji, phoneticLastName: "Watanabe" }),
    ["渡辺健", "渡辺健"],
    ["健 渡辺", "Watanabe Ken"],
  ],
  [named("Zoë", { firstName: "Zoë" }), ["Zoë", "Zoë"], ["Zoë", "Zoë"]],
  [named("Prince", { lastName: "Prince" }), ["Prince", "Prince"], ["Prince", "Prince"]],
  [named("Acme"), ["Acme", "Acme"], ["Acme", "Acme"]],
])("%j is shown and sorted by first and by last name", (contact, shown, sorted) => {
  const orders = ["displayName", "lastName"];
  expect(orders.map((order) => nameBy(order, contact))).toEqual(shown);
  expect(orders.map((order) => sortNameOf(order, contact))).toEqual(sorted);
});
