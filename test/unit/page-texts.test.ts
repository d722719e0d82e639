/** The texts of the page: that each goes through a translation, and that German has all of them. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { textLabels } from "../../functions/kith/contacts/fields.ts";
import { relationshipKinds } from "../../functions/kith/relationships/kinds.ts";
import { relationWord } from "../../functions/kith/relationships/words.ts";
import { project } from "../../local/core/settings.ts";
import { texts as german } from "../../web/src/texts/de.ts";

const folder = join(project, "web/src");
const files = (await readdir(folder, { recursive: true }))
  .filter((name) => /\.tsx?$/.test(name) && !name.startsWith("texts"));

/** Attributes that people see or hear. */
const seen = new Set([
  ...["label", "title", "hint", "placeholder", "legend", "alt", "text", "action", "keep", "submit"],
  ...["aria-label", "aria-description", "aria-roledescription", "data-left", "data-right"],
]);

const isText = (text: string) => /\p{L}{2}/u.test(text) && text.trim() !== "Kith";

const used: string[] = [];
const untranslated: string[] = [];
for (const name of files) {
  const source = ts.createSourceFile(
    name,
    await readFile(join(folder, name), "utf8"),
    ts.ScriptTarget.Latest,
    true,
  );
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^(t|rich)$/.test(node.expression.getText())) {
      const [first] = node.arguments;
      const keys = first && ts.isConditionalExpression(first)
        ? [first.whenTrue, first.whenFalse]
        : [first];
      used.push(...keys.flatMap((key) => key && ts.isStringLiteralLike(key) ? key.text : []));
    }
    if (ts.isJsxText(node) && isText(node.text)) untranslated.push(`${name}: ${node.text.trim()}`);
    if (ts.isJsxAttribute(node) && seen.has(node.name.getText())) {
      const { initializer } = node;
      if (initializer && ts.isStringLiteral(initializer) && isText(initializer.text)) {
        untranslated.push(`${name}: ${initializer.text}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

const placesIn = (text: string) => [...new Set(text.match(/\{\d\}/g) ?? [])].sort();

describe("the texts of the page", () => {
  it("are all translated where they are used", () => {
    expect(untranslated).toEqual([]);
  });

  it("are all there in German", () => {
    expect(used.length).toBeGreaterThan(900);
    const labels = Object.values(textLabels());
    const kinds = relationshipKinds.map((kind) => relationWord(kind, null));
    expect([...used, ...labels, ...kinds].filter((key) => !Object.hasOwn(german, key))).toEqual([]);
  });

  it("have the same values in German", () => {
    const other = Object.entries(german)
      .filter(([key, text]) => placesIn(key).join() !== placesIn(text).join());
    expect(other).toEqual([]);
  });
});
