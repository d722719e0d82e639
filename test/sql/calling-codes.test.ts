import { createRequire } from "node:module";
import {
  type CountryCode,
  type Examples,
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
} from "libphonenumber-js/max";
import { describe, expect, it } from "vitest";
import { superuser } from "../support/sql.ts";

const sql = superuser();
const examples: Examples = createRequire(import.meta.url)("libphonenumber-js/examples.mobile.json");
/** Territories that have no code of their own in ISO 3166-1. */
const countries = getCountries().filter((country) => !["AC", "TA"].includes(country));

/** Numbers as people write them, each with a country and what it is. */
function written(): { country: string; number: string; expected: string }[] {
  return countries.flatMap((country) => {
    const example = getExampleNumber(country, examples);
    if (!example) return [];
    const expected = example.number.slice(1);
    const international = example.formatInternational();
    const forms = [
      international,
      international.replace("+", "00"),
      example.number,
      example.nationalNumber,
      ...(plain(country) ? [example.formatNational()] : []),
      // With a zero that is not dialled after a calling code.
      ...(international.startsWith("+39") ? [] : [international.replace(" ", " (0)")]),
    ];
    return forms.map((number) => ({ country, number, expected }));
  });
}

/** How mobile numbers of Argentina are written within the country says where they are. */
const plain = (country: CountryCode) => country !== "AR";

describe("phone numbers", () => {
  it("are those that libphonenumber reads, of every country", async () => {
    const numbers = written();
    expect(numbers.length).toBeGreaterThan(1000);
    const rows = await sql<{ country: string; number: string; digits: string }[]>`
      select n ->> 'country' as country, n ->> 'number' as number,
        kith_private.phone_digits(n ->> 'number', kith_private.calling_code(n ->> 'country')) as digits
      from jsonb_array_elements(${
      JSON.stringify(numbers)
    }::jsonb) with ordinality list (n, position) order by position`;
    const wrong = rows.filter(({ digits }, index) => digits !== numbers[index]!.expected);
    expect(wrong).toEqual([]);
  });

  it("have the calling codes of libphonenumber", async () => {
    const rows = await sql<{ country: CountryCode; code: string }[]>`
      select country, split_part(kith_private.calling_code(country), '/', 1) as code
      from unnest(${countries}::text[]) country`;
    expect(rows.map(({ code }) => code)).toEqual(
      rows.map(({ country }) => String(getCountryCallingCode(country))),
    );
  });

  it.each([
    ["+49 (0)30 901820", "US/1", "4930901820"],
    ["030 901820", null, "030901820"],
    ["(030) 90 18-20", "49/0", "4930901820"],
    ["+39 06 1234567", "1/1", "39061234567"],
    ["\u202a+49 30 901820\u202c", "1/1", "4930901820"],
    ["tel:+49-30-901820", "1/1", "4930901820"],
    ["p:+49 30 901820", "1/1", "4930901820"],
    ['="+49 30 901820"', "1/1", "4930901820"],
    ["*31#+49 30 901820", "1/1", "4930901820"],
    ["*31#030 901820", "49/0", "4930901820"],
    ["#31#030 901820", "49/0", "4930901820"],
    ["＋４９ ３０ ９０１８２０", "1/1", "4930901820"],
    ["+49 30 901820 ext. 7", null, "49309018207"],
    ["5,58155E+12", "49/0", null],
    ["5.58E12", null, null],
    ["#####", "49/0", null],
    ["n/a", "49/0", null],
    ["1234", "49/0", "491234"],
    ["12", null, null],
    ["call me", "49/0", null],
    ["+", null, null],
    ["٣٤٥", "49/0", null],
  ])("%s with the calling code %s is %s", async (number, code, expected) => {
    const [row] = await sql`select kith_private.phone_digits(${number}, ${code}) as digits`;
    expect(row?.["digits"]).toBe(expected);
  });
});

it.each(["ZZ", "de", "DEU", "", "D", "AC"])("%j is no country", async (country) => {
  const [row] = await sql`select kith_private.calling_code(${country}) as code`;
  expect(row?.["code"]).toBeNull();
});
