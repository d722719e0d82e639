const numbers = Array.from({ length: 90_000 }, (_, index) => index);
const many = (count: number, text: (n: number) => string, separator = "") =>
  numbers.slice(0, count).map(text).join(separator);
const card = (lines: string) => `BEGIN:VCARD\nVERSION:3.0\nFN:A\n${lines}\nEND:VCARD\n`;
const person = (lines: string) => `dn: cn=A\nobjectclass: person\ncn: A\n${lines}\n`;
const jcard = (properties: string) => `["vcard",[["fn",{},"text","A"],${properties}]]`;
const jscontact = (members: string) =>
  `{"@type":"Card","version":"1.0","uid":"a","name":{"full":"A"},${members}}`;
const monica = (properties: string, data: string) =>
  `{"app_version":"4.1.2","account":{"data":[{"type":"contact","values":[{"uuid":"a","properties":{"first_name":"A"${properties}},` +
  `"data":[${data}]}]}]}}`;

/**
 * Files of about this many bytes that are hard to read, by what they are made of: also something long with something that
 * occurs many times, so that reading the one again for each of the others multiplies.
 */
export function bombs(size: number): Record<string, [type: string, text: string]> {
  const fill = (text: string) => text.repeat(Math.floor(size / Buffer.byteLength(text)));
  const half = (text: string) => fill(text).slice(0, size / 2.1);
  const types: Record<string, Record<string, string>> = {
    "text/vcard": {
      "a line of 1 MB": card(`NOTE:${fill("a")}`),
      "a line without an end of its name": card(fill("a")),
      "folds": card(`NOTE:a${fill("\n ")}`),
      "soft line breaks": card(`NOTE;ENCODING=QUOTED-PRINTABLE:${fill("=\n")}`),
      "broken quoted-printable": card(`NOTE;QUOTED-PRINTABLE:${fill("=é")}`),
      "parameters": card(`TEL${fill(";A=b")}:1`),
      "empty parameters": card(`TEL${fill(";")}:1`),
      "open quotation marks": card(fill('TEL;A="\n')),
      "types": card(`TEL;TYPE=${numbers.join(",")}:1`),
      "components": card(`N:${fill(";")}`),
      "escapes": card(`N:${fill("\\;")}`),
      "categories": card(`CATEGORIES:${numbers.join(",")}`),
      "numbers": card(many(90_000, (n) => `TEL:${n}`, "\n")),
      "wrong addresses": card(fill("EMAIL:a\n")),
      "properties with names of their own": card(many(90_000, (n) => `X-${n}:1`, "\n")),
      "base64 of nothing": card(`PHOTO;ENCODING=b:${fill("A")}`),
      "base64 of a picture without an end": card(
        `PHOTO;ENCODING=b:${
          Buffer.from([255, 216, ...Array(700_000).fill(255)]).toString("base64")
        }`,
      ),
      "a name of white space": card(`N:${fill(" ,")}`),
      "a birthday of white space": card(`BDAY:${fill(" ")}`),
      "tiny vCards": fill("BEGIN:VCARD\nEND:VCARD\n"),
      "beginnings": fill("BEGIN:VCARD\n"),
      "agents within agents": fill("BEGIN:VCARD\nAGENT:\n"),
      "ends": fill("END:VCARD\n"),
      "empty lines": fill("\n"),
      "members": card(`UID:g\nKIND:group\n${fill("MEMBER:g\n")}`),
      "a label and numbers": card(`a.X-ABLabel:${half("\\,")}\n${half("a.TEL:1\n")}`),
      "a label and addresses": card(`a.X-ABLabel:${half("a")}\n${half("a.ADR:;;a\n")}`),
      "labels of a number": card(`${half("a.X-ABLabel:a\n")}\na.TEL:1\nNOTE:${half("a")}`),
      "types and numbers": card(`TEL;TYPE=${half("a,")}:1\n${half("TEL;TYPE=a:1\n")}`),
      "a group and its members": card("UID:u") +
        `BEGIN:VCARD\nKIND:group\nFN:${half("a")}\n${half("MEMBER:u\n")}\nEND:VCARD\n`,
    },
    "text/csv": {
      "cells": fill(","),
      "rows": `Name\n${fill("a\n")}`,
      "empty rows": fill("\n"),
      "quotation marks": fill('"'),
      "quotation marks that are never closed": `Name\n${fill('"""\n')}"`,
      "columns": `First Name,${fill("Notes,")}`,
      "values in a cell": `E-mail\n${fill("a ::: ")}`,
      "separators in a cell": `Name,Labels\na,${fill(":::")}`,
      "white space in a cell": `Name,Birthday\na,${fill(" ")}x`,
      "streets": `Name${",Street".repeat(900)}\na${",x".repeat(900)}`,
      "a column and dropped values": `Name,${half("x")}E-mail,E-mail\nx,y,${half("a1:::")}\n`,
      "a column and values": `Name,E-mail${half(" ")}\nx,${half("a1:::")}\n`,
      "a label and numbers of a row": `Name,Phone 1 - Label,Phone 1 - Value\nx,${half("a")},${
        half("a1:::")
      }\n`,
      "a label and addresses of a row": `Name,Address 1 - Label,Address 1 - City\nx,${half("a")},${
        half("a1:::")
      }\n`,
      "streets and addresses of a row": `Name,Street,Address 1 - Street,Address 1 - City\nx,${
        half("a:::")
      },b,${half("c:::")}\n`,
      "a street of many lines and streets": `Name${",Street".repeat(900)}\nx,${
        fill("a:::").slice(0, -10_000)
      }${",b".repeat(899)}\n`,
      "rows with one address": `Email\n${"a@b.example\n".repeat(1_000)}`,
      "rows with many addresses": `Email\n${
        many(1_000, (n) => many(20, (m) => `${(n + m) % 1_000}@b.example`, ";"), "\n")
      }`,
    },
    "application/json": {
      "nested JSON": fill("["),
      "a text in JSON": `{"kith":1,"contacts":[{"firstName":"${fill("\\\\")}"}]}`,
      "white space in JSON": `{"kith":1,${fill("\n")}"contacts":[{}]}`,
      "members in JSON": `{"kith":1,"contacts":[{${many(90_000, (n) => `"${n}":1`, ",")}}]}`,
      "a member and its occurrences": `{"kith":1,"contacts":[${
        many(20_000, () => '{"firstName":"x"}', ",")
      },{"${half("a")}":1}]}`,
      "vCards in JSON": `[${fill('["vcard",[]],')}0]`,
      "activities of Monica": monica("", `{"type":"activity","values":[${fill('"a",')}0]}`),
      "notes of Monica": monica(
        "",
        `{"type":"note","values":[${fill('{"properties":{"body":"a"}},')}0]}`,
      ),
      "tags of Monica": monica(`,"tags":[${fill('"a",')}0]`, ""),
    },
    "text/ldif": {
      "a line of LDIF": person(`description: ${fill("a")}`),
      "folds of LDIF": person(`description: a${fill("\n ")}`),
      "comments that are continued": `#${fill("\n #")}`,
      "base64 in LDIF": person(`description:: ${fill("AAAA")}`),
      "base64 of text in LDIF": person(fill("description:: YQ==\n")),
      "base64 of a picture in LDIF": person(`jpegPhoto:: /9j/${fill("////")}`),
      "NUL characters in LDIF": person(`description: ${fill("\0")}`),
      "tiny entries": fill("cn: a\n\n"),
      "lines of LDIF without a colon": fill("a\n"),
      "options of an attribute": person(`cn${fill(";a")}: b`),
      "attributes": person(fill("mail: a@b.example\n")),
      "attributes with names of their own": person(many(90_000, (n) => `a${n}: 1`, "\n")),
      "streets of LDIF": person(many(90_000, (n) => `street: ${n}`, "\n")),
      "streets of an entry": person(many(900, (n) => `street: ${"a".repeat(1_000)}${n}`, "\n")),
      "members of LDIF": `dn: g\nobjectclass: groupOfNames\ncn: G\n${fill("member: g\n")}`,
      "parts of a name": `dn: ${fill(",")}\ncn: a\n`,
    },
    "application/vcard+json": {
      "nested jCard": jcard(`["n",{},"text",${"[".repeat(400_000)}${"]".repeat(400_000)}]`),
      "properties of jCard": jcard(`${fill('["x",{},"text",""],')}0`),
      "components of jCard": jcard(`["n",{},"text",[${fill('"",')}0]]`),
      "parameters of jCard": jcard(
        `["tel",{${many(90_000, (n) => `"${n}":"1"`, ",")}},"text","1"]`,
      ),
      "texts of jCard": jcard(`["note",{},"text","${fill("\\\\,")}"]`),
    },
    "application/jscontact+json": {
      "phones of JSContact": jscontact(
        `"phones":{${many(30_000, (n) => `"${n}":{"number":"${n}","label":"${n}"}`, ",")}}`,
      ),
      "components of JSContact": jscontact(
        `"addresses":{"a":{"components":[${fill('{"kind":"name","value":"a"},')}0]}}`,
      ),
      "nested JSContact": jscontact(
        `"notes":${'{"a":'.repeat(150_000)}1${"}".repeat(150_000)}`,
      ),
      "keywords": jscontact(`"keywords":{${many(60_000, (n) => `"${n}":true`, ",")}}`),
    },
  };
  return Object.fromEntries(
    Object.entries(types).flatMap(([type, files]) =>
      Object.entries(files).map(([name, text]) => [name, [type, text]])
    ),
  );
}
