import { describe, expect, it } from "vitest";
import { expectStatus, signUp, withKey } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { callTool, connect } from "../support/mcp/client.ts";
import { changeSetOf } from "../support/route-examples.ts";
import { postgrestClient } from "../support/supabase-clients.ts";

// test/http/every-field.test.ts sends each text everywhere; here is what the parts of a name do together.

const doctor = {
  namePrefix: "Dr.",
  firstName: "Max",
  middleName: "Peter",
  lastName: "Mustermann",
  nameSuffix: "PhD",
};
const shown = "Dr. Max Peter Mustermann, PhD";

describe("the name of a contact is shown", () => {
  it.each<[Json, string]>([
    [doctor, shown],
    [{ ...doctor, firstName: null }, "Dr. Peter Mustermann, PhD"],
    [{ ...doctor, lastName: null, nameSuffix: null }, "Dr. Max Peter"],
    [{ namePrefix: "Dr.", nickname: "Maxi", middleName: "Peter" }, "Maxi"],
    [{ namePrefix: "Dr.", company: "Acme" }, "Acme"],
    [{ firstName: "秉元", lastName: "王" }, "王秉元"],
    [{ firstName: "철수", lastName: "김", namePrefix: "Dr." }, "Dr. 김철수"],
    [{ firstName: "花子", lastName: "山田", phoneticLastName: "やまだ" }, "山田花子"],
    [{ firstName: "Anna", lastName: "山田" }, "Anna 山田"],
    [{ firstName: "秉元" }, "秉元"],
    [{ firstName: "Зоя", middleName: "Ивановна", lastName: "Мюллер" }, "Зоя Ивановна Мюллер"],
  ])("%j as %s", async (body, name) => {
    const ada = await signUp();
    const made = await ada.make("/contacts", body);
    expect(made.displayName).toBe(name);
    expect((await ada.listed("/contacts"))[0]).toMatchObject({ id: made.id, displayName: name });
  });
});

it("the name is shown wherever a contact is named, and log, trash and sentences have first and last name", async () => {
  const ada = await signUp();
  const max = await ada.make("/contacts", {
    ...doctor,
    birthday: new Date().toISOString().slice(0, 10),
  });
  const { days: [today] } = await ada.read("/upcoming");
  expect(today.items[0].displayName).toBe(shown);
  expect((await ada.read("/contacts?search=Mustermenn")).suggestions).toEqual([
    { id: max.id, displayName: shown },
  ]);
  const { sentence } = await ada.make("/relationships", {
    contactId: max.id,
    relatedName: "Ben",
    kind: "child",
  });
  expect(sentence).toBe("Ben is Max Mustermann's child");
  changeSetOf(await ada.delete(`/contacts/${max.id}`), 204);
  expect((await ada.listed("/trash"))[0]).toMatchObject({ name: "Max Mustermann" });
});

describe("a list", () => {
  it("is sorted by first and last name without prefix and middle name, or by how names are said", async () => {
    const ada = await signUp();
    for (
      const body of [
        { namePrefix: "Zar", firstName: "Anna", middleName: "Zoë", lastName: "Beck" },
        { firstName: "Anna", lastName: "Cole" },
        { firstName: "Bert", lastName: "Adam" },
        { firstName: "健", lastName: "渡辺", phoneticFirstName: "Ken", phoneticLastName: "Baba" },
      ]
    ) await ada.make("/contacts", body);
    const sorted = async (sort: string) =>
      (await ada.listed(`/contacts?sort=${sort}`)).map(({ lastName }: Json) => lastName);
    expect(await sorted("displayName")).toEqual(["Beck", "Cole", "Adam", "渡辺"]);
    expect(await sorted("lastName")).toEqual(["Adam", "渡辺", "Beck", "Cole"]);
    const [{ id }] = await ada.listed("/contacts?search=Baba") as [Json];
    await ada.change(`/contacts/${id}`, { phoneticLastName: "Zeta", phoneticFirstName: null });
    expect(await sorted("-lastName")).toEqual(["渡辺", "Cole", "Beck", "Adam"]);
  });

  it.each(["Peter", "Dr. Max Mustermann", "Max Peter Mustermann", shown, "Muster, Max Peter"])(
    "has who is searched for as %s",
    async (words) => {
      const ada = await signUp();
      await ada.make("/contacts", doctor);
      const query = encodeURIComponent(words);
      const { data } = expectStatus(await ada.get(`/contacts?search=${query}`), 200);
      expect(data.map(({ displayName }: Json) => displayName)).toEqual([shown]);
    },
  );
});

it("a part of a name has one line and a limit, through PostgREST too", async () => {
  const ada = await signUp();
  const { id } = await ada.make("/contacts", doctor);
  const rest = postgrestClient(ada.token);
  for (const name of ["middle_name", "name_prefix", "phonetic_last_name", "department"]) {
    for (const value of ["a\nb", "x".repeat(256)]) {
      const answer = await rest.patch(`/contacts?id=eq.${id}`, { [name]: value });
      expect([name, answer.status, answer.body.code]).toEqual([name, 400, "23514"]);
    }
  }
});

describe("two contacts may be the same person", () => {
  const pairs = async (one: Json, other: Json) => {
    const ada = await signUp();
    for (const body of [one, other]) await ada.make("/contacts", body);
    const { data } = await ada.read("/contacts/duplicates");
    return data.map(({ score, evidence }: Json) => [score, evidence[0].kind]);
  };
  const max = { firstName: "Max", lastName: "Mustermann" };

  it.each<[Json, Json]>([
    [{ ...max, middleName: "Peter" }, max],
    [{ ...max, middleName: "Peter" }, { firstName: "Max Peter", lastName: "Mustermann" }],
    [doctor, { nickname: "Mustermann, Max Peter" }],
  ])("%j and %j", async (one, other) => {
    expect(await pairs(one, other)).toEqual([[0.8, "name"]]);
    expect(await pairs(other, one)).toEqual([[0.8, "name"]]);
  });

  it("and one alone is no pair with itself", async () => {
    expect(await pairs({ firstName: "Anna", middleName: "Anna", lastName: "Beck" }, max)).toEqual(
      [],
    );
  });
});

it("a file's contact with a middle name is matched with one whose first name has it", async () => {
  const ada = await signUp();
  const emails = [{ value: "max@example.com", label: null }];
  const known = await ada.make("/contacts", { firstName: "Max Peter", lastName: "M", emails });
  const { id } = await ada.make("/imports", {
    kith: 1,
    contacts: [{ firstName: "Max", middleName: "Peter", lastName: "M", emails }],
  });
  const [row] = await ada.listed(`/imports/${id}/rows`) as [Json];
  expect(row).toMatchObject({ action: "match", matchedBy: "email", contact: { id: known.id } });
});

it("assistants mean a contact by its name as it is shown, by its middle name, and by how it is said", async () => {
  const ada = await signUp();
  const max = await ada.make("/contacts", doctor);
  const ken = await ada.make("/contacts", {
    firstName: "健",
    lastName: "渡辺",
    phoneticLastName: "Watanabe",
  });
  await withKey(ada, {}, async (_, key) => {
    const assistant = await connect(key);
    const whoIs = async (contact: string) =>
      (await callTool(assistant, "get_contact", { contact })).read.contact?.id;
    try {
      for (const name of [shown, "Max Mustermann", "Peter", "Dr. Mustermann"]) {
        expect([name, await whoIs(name)]).toEqual([name, max.id]);
      }
      for (const name of ["渡辺健", "Watanabe"]) {
        expect([name, await whoIs(name)]).toEqual([name, ken.id]);
      }
      // Whoever is called so comes before whoever has it as a middle name.
      const peter = await ada.make("/contacts", { firstName: "Peter" });
      expect(await whoIs("Peter")).toBe(peter.id);
    } finally {
      await assistant.close();
    }
  });
});
