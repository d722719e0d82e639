import fc from "fast-check";
import { expect, it } from "vitest";
import { type Account, expectStatus, signUp } from "../support/accounts.ts";
import { differences, snapshot, timeless } from "../support/activity/snapshot.ts";
import type { Json } from "../support/client.ts";
import { superuser } from "../support/sql.ts";
import { count } from "../support/tier.ts";

const sql = superuser();
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
const items = (...values: string[]) =>
  fc.subarray(values).map((chosen) => chosen.map((value) => ({ value, label: null })));

const person = fc.record({
  nickname: fc.constantFrom("Zo", "Ann", "Ö"),
  firstName: maybe(fc.constantFrom("Zoë", "Anna")),
  company: maybe(fc.constantFrom("Acme", "Kith")),
  emails: items("a@example.com", "B@example.com", "b@example.org"),
  phones: items("1", "+49 30 1"),
  urls: items("https://a.example"),
  addresses: fc.subarray([{ city: "Berlin" }, { city: "Bonn" }]),
  birthday: maybe(fc.constantFrom("--02-29", "1990-01-01")),
  description: maybe(fc.constant("Met at the wall.")),
  isFavorite: fc.boolean(),
  isArchived: fc.boolean(),
  contactFrequencyDays: maybe(fc.constantFrom(7, 30)),
  lastContactedAt: maybe(fc.constantFrom("2026-01-01", "2026-02-01")),
  networks: fc.subarray([0, 1]),
  notes: fc.integer({ min: 0, max: 3 }),
  reminders: fc.integer({ min: 0, max: 2 }),
});

const choice = maybe(fc.constantFrom("target", "duplicate"));
const fields = fc.record({
  company: choice,
  emails: choice,
  birthday: choice,
  description: choice,
});

type Person = typeof person extends fc.Arbitrary<infer T> ? T : never;

/** Makes a contact with what is about it. */
async function makePerson(account: Account, networks: Json[], given: Person): Promise<string> {
  const { networks: chosen, notes, reminders, ...body } = given;
  const { id } = await account.make("/contacts", {
    ...body,
    networkIds: chosen.map((n) => networks[n].id),
  });
  for (let n = 0; n < notes; n++) {
    await account.make("/notes", {
      content: `${n}`,
      contactId: id,
      occurredAt: `2026-01-0${n + 1}T12:00:00Z`,
    });
  }
  for (let n = 0; n < reminders; n++) {
    await account.make("/reminders", { title: `${n}`, contactId: id });
  }
  return id;
}

it(
  "merging any two contacts and undoing it restores every row, and redoing it merges them again",
  async () => {
    const account = await signUp();
    const networks = [
      await account.make("/networks", { name: "A" }),
      await account.make("/networks", { name: "B" }),
    ];
    await fc.assert(
      fc.asyncProperty(person, person, fields, async (one, other, fields) => {
        const [target, duplicate] = [
          await makePerson(account, networks, one),
          await makePerson(account, networks, other),
        ];
        const before = await snapshot(sql, account.id);
        const merged = expectStatus(
          await account.post(`/contacts/${target}/merge`, { duplicateId: duplicate, fields }),
          200,
        );
        expect(merged.moved.notes).toBe(other.notes);
        const after = await snapshot(sql, account.id);
        const undone = expectStatus(
          await account.post(`/activity/${merged.activityId}/undo`, {}),
          200,
        );
        expect(undone.conflicts).toEqual([]);
        expect(differences(timeless(before), timeless(await snapshot(sql, account.id)))).toEqual(
          [],
        );
        expectStatus(await account.post(`/activity/${undone.activityId}/undo`, {}), 200);
        expect(differences(timeless(after), timeless(await snapshot(sql, account.id)))).toEqual([]);
      }),
      { numRuns: count({ quick: 5, thorough: 15 }) },
    );
  },
  120_000,
);
