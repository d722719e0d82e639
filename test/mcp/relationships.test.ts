import { afterAll, expect, it } from "vitest";
import { makeKey, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { callTool, connect } from "../support/mcp/client.ts";

const ada = await signUp();
const client = await connect((await makeKey(ada)).key);
afterAll(() => client.close());

const call = async (name: string, input: Json) => {
  const { isError, read } = await callTool(client, name, input);
  return { isError, ...read };
};

it("assistants relate people by their names, read it of both, change it, and take it back", async () => {
  for (const firstName of ["Zoë", "Max"]) await ada.make("/contacts", { firstName });
  const sister = { who: "Zoë", of: "Max", kind: "sibling", label: "sister" };
  const { relationship, activityId } = await call("relate_people", sister);
  expect(relationship).toMatchObject({ sentence: "Zoë is Max's sister" });
  const of = async (contact: string) =>
    (await call("get_contact", { contact })).contact.relationships?.map((each: Json) =>
      each.sentence
    );
  expect([await of("Max"), await of("Zoë")])
    .toEqual([["Zoë is Max's sister"], ["Max is Zoë's sibling"]]);
  const again = await call("relate_people", sister);
  expect(again.errors).toMatchObject([{ pointer: "/kind", code: "duplicate" }]);
  const relationshipId = relationship.id;
  await call("relate_people", { relationshipId, label: "twin", endedOn: "2020-01-01" });
  expect(await of("Max")).toEqual(["Zoë was Max's twin"]);
  const gone = await call("relate_people", { relationshipId, delete: true });
  expect(await of("Max")).toBeUndefined();
  await call("undo", { activityId: gone.activityId });
  expect(await of("Max")).toEqual(["Zoë was Max's twin"]);
  expect((await call("undo", { activityId })).isError).toBe(true);
  const nobody = await call("relate_people", { ...sister, who: "Nobody" });
  expect(nobody.errors).toMatchObject([{ pointer: "/who", code: "invalid_reference" }]);
  expect((await call("relate_people", { who: "Zoë", kind: "friend" })).errors[0].pointer)
    .toBe("/who");
  expect((await call("relate_people", { ...sister, delete: true })).errors[0].pointer)
    .toBe("/delete");
});
