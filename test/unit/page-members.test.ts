import { describe, expect, it } from "vitest";
import type { Json } from "../support/client.ts";
import { document } from "../support/contract.ts";
import { membersReadByPage } from "../support/page-members.ts";
import { notShown, schemasNotShown } from "../support/reviewed/page.ts";

/** What the API answers, against what the source of the settings page reads of it. */
const { schemas } = document.components;
const read = membersReadByPage();

const nameOf = (schema: Json): string | undefined => schema?.$ref?.split("/").pop();

/** The schemas of resources: those of answers to requests that succeed, and for lists those of their items. */
const resources = [
  ...new Set(
    Object.values<Json>(document.paths)
      .flatMap((methods) => Object.values<Json>(methods))
      .flatMap(({ responses }) => [responses["200"], responses["201"]])
      .map((answer) => nameOf(answer?.content?.["application/json"]?.schema))
      .filter((name) => name !== undefined)
      .map((name) => nameOf(schemas[name].properties?.data?.items) ?? name)
      // Where a client chooses the members of items; the page takes them all.
      .map((name) => name.replace(/^Partial/, "")),
  ),
].sort();

const membersOf = (name: string) => Object.keys(schemas[name].properties);
const shown = resources.filter((name) => !(name in schemasNotShown));

describe("the settings page", () => {
  it("knows every resource of the API, or the reason is in test/support/reviewed/page.ts", () => {
    expect(shown.filter((name) => !read.has(name))).toEqual([]);
    const known = [...Object.keys(notShown), ...Object.keys(schemasNotShown)];
    expect(known.filter((name) => !resources.includes(name))).toEqual([]);
  });

  it.each(shown)("shows each member of %s, or the reason is there", (name) => {
    const missing = membersOf(name).filter((member) => !read.get(name)?.has(member));
    expect(missing.sort()).toEqual(Object.keys(notShown[name] ?? {}).sort());
  });
});
