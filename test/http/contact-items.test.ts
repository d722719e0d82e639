import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, signUp } from "../support/accounts.ts";
import { as, type Json } from "../support/client.ts";
import { singleItems } from "../support/field-changes.ts";
import { expectProblem, expectViolations } from "../support/problems.ts";

/** Members of `PATCH /contacts/{id}` that add single items to a list or remove them from it. */
let ada: Account;
let networks: string[];
beforeAll(async () => {
  ada = await signUp();
  networks = [];
  for (let n = 0; n < 3; n++) {
    networks.push((await make(ada, "/networks", { name: `N ${randomUUID()}` })).id);
  }
  networks.sort();
});

const create = (body: Json) => make(ada, "/contacts", { firstName: "Zoë", ...body });
const change = (id: string, body: Json) => ada.patch(`/contacts/${id}`, body);

async function changed(before: Json, body: Json): Promise<Json> {
  const { id } = await create(before);
  return expectStatus(await change(id, body), 200);
}

const item = (value: string, label: string | null = null) => ({ value, label });

/** For each list: two items that it has, one more, and the members that change it. */
const values: Record<string, [string, string, string]> = {
  emails: ["a@x.de", "b@x.de", "c@x.de"],
  phones: ["+49 1", "+49 2", "+49 3"],
  urls: ["https://a.de", "https://b.de", "https://c.de"],
};
const lists = Object.entries(values).map(([list, [first, second, third]]) => ({
  list,
  add: `add${list.charAt(0).toUpperCase()}${list.slice(1)}`,
  remove: `remove${list.charAt(0).toUpperCase()}${list.slice(1)}`,
  first,
  second,
  third,
}));

describe.each(lists)("single items of $list", ({ list, add, remove, first, second, third }) => {
  const before = { [list]: [item(first, "home"), item(second)] };

  it("are added at the end, trimmed, with the label that they have", async () => {
    const body = { [add]: [{ value: ` ${third} `, label: " work " }] };
    expect((await changed(before, body))[list])
      .toEqual([item(first, "home"), item(second), item(third, "work")]);
  });

  it("are removed by their value", async () => {
    expect((await changed(before, { [remove]: [` ${first} `] }))[list]).toEqual([item(second)]);
  });

  it("are removed before others are added, so that a label is replaced", async () => {
    const body = { [add]: [item(first, "old")], [remove]: [first] };
    expect((await changed(before, body))[list]).toEqual([item(second), item(first, "old")]);
  });

  it("change nothing where they are there already, or missing", async () => {
    const made = await create(before);
    await wait(2); // stamps have milliseconds
    const body = { [add]: [item(first, "other")], [remove]: [third] };
    const answer = await change(made.id, body);
    expect(expectStatus(answer, 200)).toEqual(made);
    expect(answer.headers.get("x-activity-id")).toBeNull();
  });

  it("can be undone", async () => {
    const made = await create(before);
    const answer = await change(made.id, { [add]: [item(third)] });
    const undo = await ada.post(`/activity/${answer.headers.get("x-activity-id")}/undo`, {});
    expectStatus(undo, 200);
    expect(expectStatus(await ada.get(`/contacts/${made.id}`), 200)[list]).toEqual(made[list]);
  });

  it("are refused beside the whole list", async () => {
    const { id } = await create(before);
    const body = { [list]: [], [add]: [item(third)], [remove]: [first] };
    expectViolations(
      await change(id, body),
      `body /${add} duplicate`,
      `body /${remove} duplicate`,
    );
    // Which says nothing: the clients of some languages send all lists.
    const empty = { [add]: [], [remove]: [] };
    expect(expectStatus(await change(id, { ...empty, [list]: [item(third)] }), 200)[list])
      .toEqual([item(third)]);
    expect(expectStatus(await change(id, empty), 200)[list]).toEqual([item(third)]);
  });

  it("are refused beyond twenty, and the member that adds is named", async () => {
    const nineteen = Array.from({ length: 19 }, (_, n) => item(first.replace("1", "") + `${n}0`));
    const { id } = await create({ [list]: nineteen });
    expectViolations(
      await change(id, { [add]: [item(second), item(third)] }),
      `body /${add} too_long`,
    );
    const body = { [add]: [item(second), item(third)], [remove]: [nineteen[0]!.value] };
    expect(expectStatus(await change(id, body), 200)[list]).toHaveLength(20);
  });

  it("are refused where they are not valid, and the place is named", async () => {
    const { id } = await create(before);
    expectViolations(
      await change(id, { [add]: [item(third), item(third), { value: 7 }], [remove]: [null] }),
      `body /${add}/1/value duplicate`,
      `body /${add}/2/value invalid_type`,
      `body /${remove}/0 invalid_type`,
    );
    expectViolations(await change(id, { [add]: null }), `body /${add} invalid_type`);
  });

  it("are unknown members of a new contact", async () => {
    const answer = await ada.post("/contacts", { firstName: "A", [add]: [] });
    expectViolations(answer, `body /${add} unknown_member`);
  });

  it("are all kept when clients add at the same time", async () => {
    const { id } = await create({});
    const added = Array.from({ length: 5 }, (_, n) => item(`${third}${n}`));
    const answers = await Promise.all(added.map((each) => change(id, { [add]: [each] })));
    for (const answer of answers) expectStatus(answer, 200);
    const now = expectStatus(await ada.get(`/contacts/${id}`), 200)[list];
    expect(now.map(({ value }: Json) => value).sort()).toEqual(added.map(({ value }) => value));
  });
});

it("e-mail addresses are the same in any case of A to Z, other values are not", async () => {
  const before = { emails: [item("Zoe@X.de")], urls: [item("https://A.de")] };
  const body = {
    addEmails: [item("zoe@x.DE")],
    addUrls: [item("https://a.de")],
    removeUrls: ["https://a.DE"],
  };
  const { emails, urls } = await changed(before, body);
  expect([emails, urls]).toEqual([before.emails, [...before.urls, item("https://a.de")]]);
  expect((await changed(before, { removeEmails: ["ZOE@x.de"] })).emails).toEqual([]);
});

it("phone numbers are the same in any spelling, and with 00 for +", async () => {
  const before = { phones: [item("+351 912 345 678"), item("0049 30 1234567", "home")] };
  const again = [item("+351912345678"), item("+49 (0)30 123-4567"), item("0049301234567")];
  expect((await changed(before, { addPhones: again })).phones).toEqual(before.phones);
  const twice = [item("+1 555 0100"), item("001 5550100")];
  expect((await changed({}, { addPhones: twice })).phones).toEqual([twice[0]]);
  const removed = { removePhones: ["00351912345678", "+49 30 12 34 56 7"] };
  expect((await changed(before, removed)).phones).toEqual([]);
  // Without the country of the profile a number within a country is another one.
  expect((await changed(before, { addPhones: [item("030 1234567")] })).phones).toHaveLength(3);
});

describe("networks", () => {
  it("are added and removed, once, and those in both members stay", async () => {
    const [one, two, three] = networks;
    const body = { addNetworkIds: [two, two, three], removeNetworkIds: [one, three] };
    expect((await changed({ networkIds: [one] }, body)).networkIds).toEqual([two, three]);
  });

  it("change nothing where the contact belongs to them already, or does not", async () => {
    const made = await create({ networkIds: [networks[0]] });
    await wait(2); // stamps have milliseconds
    const body = { addNetworkIds: [networks[0]], removeNetworkIds: [networks[1]] };
    expect(expectStatus(await change(made.id, body), 200)).toEqual(made);
  });

  it("that do not exist are named", async () => {
    const { id } = await create({});
    const body = {
      addNetworkIds: [networks[0], randomUUID()],
      removeNetworkIds: [randomUUID(), networks[0]],
    };
    const { errors } = expectProblem(await change(id, body), 400, "invalid_reference");
    expect(errors.map(({ pointer }: Json) => pointer))
      .toEqual(["/addNetworkIds/1", "/removeNetworkIds/0"]);
  });

  it("are refused beside the whole list", async () => {
    const { id } = await create({});
    expectViolations(
      await change(id, { networkIds: [], addNetworkIds: networks, removeNetworkIds: networks }),
      "body /addNetworkIds duplicate",
      "body /removeNetworkIds duplicate",
    );
    const body = { networkIds: networks, addNetworkIds: [], removeNetworkIds: [] };
    expect(expectStatus(await change(id, body), 200).networkIds).toEqual(networks);
  });

  it("are at most a hundred, and the member that adds is named", async () => {
    const eve = await signUp();
    const made = await Promise.all(
      Array.from({ length: 101 }, (_, n) => make(eve, "/networks", { name: `N ${n}` })),
    );
    const ids = made.map(({ id }) => id);
    const { id } = await make(eve, "/contacts", { firstName: "A", networkIds: ids.slice(0, 100) });
    const path = `/contacts/${id}`;
    expectViolations(
      await eve.patch(path, { addNetworkIds: [ids[100]] }),
      "body /addNetworkIds too_long",
    );
    const exchanged = await eve.patch(path, {
      addNetworkIds: [ids[100]],
      removeNetworkIds: [ids[0]],
    });
    expect(expectStatus(exchanged, 200).networkIds).toEqual(ids.slice(1).sort());
  });

  it("need the scope to read networks", async () => {
    const { id } = await create({ networkIds: [networks[0]] });
    const { key } = await make(ada, "/api-keys", {
      name: "K",
      scopes: ["contacts:read", "contacts:write"],
    });
    const limited = as(key);
    const path = `/contacts/${id}`;
    for (const body of [{ addNetworkIds: [networks[1]] }, { removeNetworkIds: [networks[0]] }]) {
      expectProblem(await limited.patch(path, body), 403, "insufficient_scope");
    }
    const same = { addNetworkIds: [networks[0]], removeNetworkIds: [networks[1]] };
    expectStatus(await limited.patch(path, same), 200);
  });
});

it("every member that changes single items has its test here", () => {
  const tried = lists.flatMap(({ add, remove }) => [add, remove]);
  expect([...tried, "addNetworkIds", "removeNetworkIds"]).toEqual(Object.keys(singleItems));
});
