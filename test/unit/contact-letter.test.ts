import { expect, test } from "vitest";
import { findLetter } from "../../web/src/contacts/list/find-letter.ts";

const find = async (names: string[], letter: string) => {
  let asked = 0;
  const index = await findLetter(letter, names.length, (at) => {
    asked++;
    return Promise.resolve(names[at]!);
  });
  return { name: names[index], asked };
};

const names = ["007", "ágnes", "Ana", "Çelik", "dora", "Émile", "Zoë", "李"];

test("a letter leads to the first name that does not come before it", async () => {
  expect((await find(names, "A")).name).toBe("ágnes");
  expect((await find(names, "C")).name).toBe("Çelik");
  expect((await find(names, "D")).name).toBe("dora");
  expect((await find(names, "E")).name).toBe("Émile");
  expect((await find(names, "F")).name).toBe("Zoë");
  expect((await find(["Ana", "Bela"], "Z")).name).toBe("Bela");
  expect((await find(["Ana"], "A")).name).toBe("Ana");
});

test("a letter is found among 50,000 names with few questions", async () => {
  const many = Array.from({ length: 50_000 }, (_, index) => {
    const letter = String.fromCharCode(65 + Math.floor(index / 2000));
    return `${letter}${String(index).padStart(5, "0")}`;
  });
  const { name, asked } = await find(many, "M");
  expect(name).toBe("M24000");
  expect(asked).toBeLessThanOrEqual(16);
});
