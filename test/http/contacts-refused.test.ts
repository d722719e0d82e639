import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { type Account, signUp } from "../support/accounts.ts";
import { expectViolations } from "../support/problems.ts";

let ada: Account;
beforeAll(async () => {
  ada = await signUp();
});

describe("creating a contact", () => {
  it.each<[string, unknown, string]>([
    ["no name at all", {}, "body  required"],
    [
      "names that are all blank",
      { firstName: " ", company: null, jobTitle: "x" },
      "body  required",
    ],
    ["a number for a name", { firstName: 7 }, "body /firstName invalid_type"],
    ["a name of 256", { firstName: "a".repeat(256) }, "body /firstName too_long"],
    ["an unknown member", { firstName: "A", frist: "B" }, "body /frist unknown_member"],
    [
      "an unknown member in an e-mail",
      { firstName: "A", emails: [{ value: "a@b", x: 1 }] },
      "body /emails/0/x unknown_member",
    ],
    [
      "an e-mail without @",
      { firstName: "A", emails: [{ value: "ab" }] },
      "body /emails/0/value invalid_format",
    ],
    [
      "an e-mail of two",
      { firstName: "A", emails: [{ value: "a@b,c@d" }] },
      "body /emails/0/value invalid_format",
    ],
    [
      "the same e-mail twice",
      { firstName: "A", emails: [{ value: "a@b" }, { value: "A@B" }] },
      "body /emails/1/value duplicate",
    ],
    [
      "the same phone twice",
      { firstName: "A", phones: [{ value: "1" }, { value: "1" }] },
      "body /phones/1/value duplicate",
    ],
    ["21 phones", {
      firstName: "A",
      phones: Array.from({ length: 21 }, (_, i) => ({ value: `${i}` })),
    }, "body /phones too_long"],
    [
      "a blank phone",
      { firstName: "A", phones: [{ value: " " }] },
      "body /phones/0/value too_short",
    ],
    [
      "a label of 51",
      { firstName: "A", phones: [{ value: "1", label: "x".repeat(51) }] },
      "body /phones/0/label too_long",
    ],
    [
      "a script for a URL",
      { firstName: "A", urls: [{ value: "javascript:alert(1)" }] },
      "body /urls/0/value invalid_format",
    ],
    [
      "an address of nothing",
      { firstName: "A", addresses: [{ label: "home" }] },
      "body /addresses/0 required",
    ],
    [
      "a birthday that is no date",
      { firstName: "A", birthday: "2025-02-29" },
      "body /birthday invalid_format",
    ],
    [
      "a birthday without day",
      { firstName: "A", birthday: "1990-01" },
      "body /birthday invalid_format",
    ],
    [
      "a frequency of 0",
      { firstName: "A", contactFrequencyDays: 0 },
      "body /contactFrequencyDays too_small",
    ],
    [
      "a frequency of 3651",
      { firstName: "A", contactFrequencyDays: 3651 },
      "body /contactFrequencyDays too_big",
    ],
    [
      "a frequency of half a day",
      { firstName: "A", contactFrequencyDays: 0.5 },
      "body /contactFrequencyDays invalid_type",
    ],
    ["a word for a flag", { firstName: "A", isFavorite: "true" }, "body /isFavorite invalid_type"],
    ["null for a flag", { firstName: "A", isFavorite: null }, "body /isFavorite invalid_type"],
    ["null for a list", { firstName: "A", emails: null }, "body /emails invalid_type"],
    [
      "an instant without offset",
      { firstName: "A", lastContactedAt: "2026-01-01T00:00:00" },
      "body /lastContactedAt invalid_format",
    ],
    [
      "a network that is no UUID",
      { firstName: "A", networkIds: ["x"] },
      "body /networkIds/0 invalid_format",
    ],
    ["101 networks", {
      firstName: "A",
      networkIds: Array.from({ length: 101 }, () => randomUUID()),
    }, "body /networkIds too_long"],
    ["an array", [], "body  invalid_type"],
    ["null", null, "body  invalid_type"],
  ])("refuses %s", async (_, body, place) => {
    expectViolations(await ada.post("/contacts", body), place);
  });

  it.each([
    [1e300, "too_big", "Must be at most 3650."],
    [-1e300, "too_small", "Must be at least 1."],
    [2 ** 53, "too_big", "Must be at most 3650."],
  ])(
    "refuses the number %s once, by its own limit",
    async (contactFrequencyDays, code, message) => {
      const answer = await ada.post("/contacts", { firstName: "A", contactFrequencyDays });
      expectViolations(answer, `body /contactFrequencyDays ${code}`);
      expect(answer.body.errors[0].message).toBe(message);
    },
  );
});
