import { expect, it } from "vitest";
import { parseFile } from "../../../functions/kith/imports/parse/records.ts";

// In a file of 1 MB something long meets something that occurs many times. Where the one is read again for each of the
// others, reading takes hundreds of times as long as an ordinary file of that size.
const bodyLimit = 1_048_576;
const long = (unit: string) => unit.repeat(bodyLimit / 2 / unit.length);
const many = (unit: string) => unit.repeat(Math.floor(bodyLimit / 2.1 / unit.length));
const card = (lines: string) => `BEGIN:VCARD\nVERSION:3.0\nFN:x\n${lines}END:VCARD\n`;

const files: [string, string, string][] = [
  [
    "a label and numbers that have it",
    "text/vcard",
    card(`item1.X-ABLabel:${long("\\,")}\n${many("item1.TEL:1\n")}`),
  ],
  [
    "a label and addresses that have it",
    "text/vcard",
    card(`item1.X-ABLabel:${long("a")}\n${many("item1.ADR:;;a\n")}`),
  ],
  [
    "labels of one group and a number",
    "text/vcard",
    card(`${many("item1.X-ABLabel:a\n")}item1.TEL:1\nNOTE:${long("a")}\n`),
  ],
  [
    "types and numbers",
    "text/vcard",
    card(`TEL;TYPE=${long("a,")}:1\n${many("TEL;TYPE=a:1\n")}`),
  ],
  [
    "the name of a group and its members",
    "text/vcard",
    `BEGIN:VCARD\nVERSION:4.0\nUID:u\nFN:x\nEND:VCARD\nBEGIN:VCARD\nVERSION:4.0\nKIND:group\nFN:${
      long("a")
    }\n${many("MEMBER:u\n")}END:VCARD\n`,
  ],
  [
    "the name of a column and values that are dropped",
    "text/csv",
    `First Name,${long("x")}E-mail,E-mail 1 - Value\nx,y,${many("a1:::")}\n`,
  ],
  [
    "the name of a column that is known and values",
    "text/csv",
    `First Name,E-mail${long(" ")}\nx,${many("a1:::")}\n`,
  ],
  [
    "a label and numbers of a row",
    "text/csv",
    `First Name,Phone 1 - Label,Phone 1 - Value\nx,${long("a")},${many("a1:::")}\n`,
  ],
  [
    "a label and addresses of a row",
    "text/csv",
    `First Name,Address 1 - Label,Address 1 - City\nx,${long("a")},${many("a1:::")}\n`,
  ],
  [
    "columns of a street and addresses of a row",
    "text/csv",
    `First Name,Street,Address 1 - Street,Address 1 - City\nx,${long("a:::")},b,${many("c:::")}\n`,
  ],
  [
    "a member that is unknown and its occurrences",
    "application/json",
    `{"kith":1,"contacts":[${many(`{"firstName":"x"},`)}{"firstName":"y",${
      JSON.stringify(long("a"))
    }:1}]}`,
  ],
];

/** How long reading a file takes, in milliseconds, whether it is read or refused. */
async function timeOf(type: string, text: string): Promise<number> {
  const bytes = new TextEncoder().encode(text);
  expect(bytes.length).toBeLessThanOrEqual(bodyLimit);
  const began = performance.now();
  await parseFile(bytes, type).catch((error) => expect(error.status).toBeLessThan(500));
  return performance.now() - began;
}

it.each(files)("%s, as long and as many as a file holds, take no time that multiplies", async (
  _,
  type,
  text,
) => {
  const contacts = card("TEL;TYPE=home:1\n".repeat(60)).repeat(1_000);
  // Again where the machine was busy meanwhile.
  await expect.poll(async () => await timeOf(type, text) / await timeOf("text/vcard", contacts))
    .toBeLessThan(10);
});
