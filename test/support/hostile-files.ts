const card = (lines: string) => `BEGIN:VCARD\nVERSION:3.0\nFN:A\n${lines}\nEND:VCARD\n`;
const numbers = Array.from({ length: 90_000 }, (_, index) => index);

/** Repeats a text to about as many bytes as a request may have. */
type Fill = (text: string) => string;

/**
 * Files of about this many bytes that are hard to read, by what they are made of. A time that grows with the square of the size
 * would take hours, and end a test by its time limit.
 */
export const bombs = (size: number): Record<string, [type: string, text: string]> => {
  const fill: Fill = (text) => text.repeat(Math.floor(size / Buffer.byteLength(text)));
  return {
    ...vcards(fill),
    ...tables(fill),
    ...documents(fill),
    ...entries(fill),
    ...cardsInJson(fill),
  };
};

const vcards = (fill: Fill): Record<string, [type: string, text: string]> => ({
  "a line of 1 MB": ["text/vcard", card(`NOTE:${fill("a")}`)],
  "a line without an end of its name": ["text/vcard", card(fill("a"))],
  "folds": ["text/vcard", card(`NOTE:a${fill("\n ")}`)],
  "soft line breaks": ["text/vcard", card(`NOTE;ENCODING=QUOTED-PRINTABLE:${fill("=\n")}`)],
  "broken quoted-printable": ["text/vcard", card(`NOTE;QUOTED-PRINTABLE:${fill("=é")}`)],
  "parameters": ["text/vcard", card(`TEL${fill(";A=b")}:1`)],
  "empty parameters": ["text/vcard", card(`TEL${fill(";")}:1`)],
  "open quotation marks": ["text/vcard", card(fill('TEL;A="\n'))],
  "types": ["text/vcard", card(`TEL;TYPE=${numbers.join(",")}:1`)],
  "components": ["text/vcard", card(`N:${fill(";")}`)],
  "escapes": ["text/vcard", card(`N:${fill("\\;")}`)],
  "categories": ["text/vcard", card(`CATEGORIES:${numbers.join(",")}`)],
  "numbers": ["text/vcard", card(numbers.map((each) => `TEL:${each}`).join("\n"))],
  "wrong addresses": ["text/vcard", card(fill("EMAIL:a\n"))],
  "properties with names of their own": [
    "text/vcard",
    card(numbers.map((each) => `X-${each}:1`).join("\n")),
  ],
  "base64 of nothing": ["text/vcard", card(`PHOTO;ENCODING=b:${fill("A")}`)],
  "base64 of a picture without an end": [
    "text/vcard",
    card(
      `PHOTO;ENCODING=b:${Buffer.from([255, 216, ...Array(700_000).fill(255)]).toString("base64")}`,
    ),
  ],
  "a name of white space": ["text/vcard", card(`N:${fill(" ,")}`)],
  "a birthday of white space": ["text/vcard", card(`BDAY:${fill(" ")}`)],
  "tiny vCards": ["text/vcard", fill("BEGIN:VCARD\nEND:VCARD\n")],
  "beginnings": ["text/vcard", fill("BEGIN:VCARD\n")],
  "agents within agents": ["text/vcard", fill("BEGIN:VCARD\nAGENT:\n")],
  "ends": ["text/vcard", fill("END:VCARD\n")],
  "empty lines": ["text/vcard", fill("\n")],
  "members": ["text/vcard", card(`UID:g\nKIND:group\n${fill("MEMBER:g\n")}`)],
});

const tables = (fill: Fill): Record<string, [type: string, text: string]> => ({
  "cells": ["text/csv", fill(",")],
  "rows": ["text/csv", `Name\n${fill("a\n")}`],
  "empty rows": ["text/csv", fill("\n")],
  "quotation marks": ["text/csv", fill('"')],
  "quotation marks that are never closed": ["text/csv", `Name\n${fill('"""\n')}"`],
  "columns": ["text/csv", `First Name,${fill("Notes,")}`],
  "values in a cell": ["text/csv", `E-mail\n${fill("a ::: ")}`],
  "separators in a cell": ["text/csv", `Name,Labels\na,${fill(":::")}`],
  "white space in a cell": ["text/csv", `Name,Birthday\na,${fill(" ")}x`],
  "streets": ["text/csv", `Name${",Street".repeat(900)}\na${",x".repeat(900)}`],
});

const documents = (fill: Fill): Record<string, [type: string, text: string]> => ({
  "nested JSON": ["application/json", fill("[")],
  "a text in JSON": ["application/json", `{"kith":1,"contacts":[{"firstName":"${fill("\\\\")}"}]}`],
  "white space in JSON": ["application/json", `{"kith":1,${fill("\n")}"contacts":[{}]}`],
  "members in JSON": [
    "application/json",
    `{"kith":1,"contacts":[{${numbers.map((each) => `"${each}":1`).join(",")}}]}`,
  ],
});

const person = (lines: string) => `dn: cn=A\nobjectclass: person\ncn: A\n${lines}\n`;

const entries = (fill: Fill): Record<string, [type: string, text: string]> => ({
  "a line of LDIF": ["text/ldif", person(`description: ${fill("a")}`)],
  "folds of LDIF": ["text/ldif", person(`description: a${fill("\n ")}`)],
  "comments that are continued": ["text/ldif", `#${fill("\n #")}`],
  "base64 in LDIF": ["text/ldif", person(`description:: ${fill("AAAA")}`)],
  "base64 of text in LDIF": ["text/ldif", person(fill("description:: YQ==\n"))],
  "base64 of a picture in LDIF": ["text/ldif", person(`jpegPhoto:: /9j/${fill("////")}`)],
  "NUL characters in LDIF": ["text/ldif", person(`description: ${fill("\0")}`)],
  "NUL characters in base64": ["text/ldif", person(`description:: ${fill("AAAA")}`)],
  "tiny entries": ["text/ldif", fill("cn: a\n\n")],
  "lines of LDIF without a colon": ["text/ldif", fill("a\n")],
  "options of an attribute": ["text/ldif", person(`cn${fill(";a")}: b`)],
  "attributes": ["text/ldif", person(fill("mail: a@b.example\n"))],
  "attributes with names of their own": [
    "text/ldif",
    person(numbers.map((each) => `a${each}: 1`).join("\n")),
  ],
  "streets of LDIF": [
    "text/ldif",
    person(numbers.map((each) => `street: ${each}`).join("\n")),
  ],
  "streets of an entry": [
    "text/ldif",
    person(numbers.slice(0, 900).map((each) => `street: ${"a".repeat(1_000)}${each}`).join("\n")),
  ],
  "members of LDIF": [
    "text/ldif",
    `dn: g\nobjectclass: groupOfNames\ncn: G\n${fill("member: g\n")}`,
  ],
  "parts of a name": ["text/ldif", `dn: ${fill(",")}\ncn: a\n`],
});

const jcard = (properties: string) => `["vcard",[["fn",{},"text","A"],${properties}]]`;
const jscontact = (members: string) =>
  `{"@type":"Card","version":"1.0","uid":"a","name":{"full":"A"},${members}}`;
const monica = (properties: string, data: string) =>
  `{"app_version":"4.1.2","account":{"data":[{"type":"contact","values":[{"uuid":"a","properties":{"first_name":"A"${properties}},` +
  `"data":[${data}]}]}]}}`;

const cardsInJson = (fill: Fill): Record<string, [type: string, text: string]> => ({
  "nested jCard": [
    "application/vcard+json",
    jcard(`["n",{},"text",${"[".repeat(400_000)}${"]".repeat(400_000)}]`),
  ],
  "properties of jCard": ["application/vcard+json", jcard(`${fill('["x",{},"text",""],')}0`)],
  "components of jCard": ["application/vcard+json", jcard(`["n",{},"text",[${fill('"",')}0]]`)],
  "parameters of jCard": [
    "application/vcard+json",
    jcard(`["tel",{${numbers.map((each) => `"${each}":"1"`).join(",")}},"text","1"]`),
  ],
  "texts of jCard": ["application/vcard+json", jcard(`["note",{},"text","${fill("\\\\,")}"]`)],
  "vCards in JSON": ["application/json", `[${fill('["vcard",[]],')}0]`],
  "phones of JSContact": [
    "application/jscontact+json",
    jscontact(
      `"phones":{${
        numbers.slice(0, 30_000).map((each) => `"${each}":{"number":"${each}","label":"${each}"}`)
          .join(",")
      }}`,
    ),
  ],
  "components of JSContact": [
    "application/jscontact+json",
    jscontact(`"addresses":{"a":{"components":[${fill('{"kind":"name","value":"a"},')}0]}}`),
  ],
  "nested JSContact": [
    "application/jscontact+json",
    jscontact(`"notes":${'{"a":'.repeat(150_000)}1${"}".repeat(150_000)}`),
  ],
  "keywords": [
    "application/jscontact+json",
    jscontact(`"keywords":{${numbers.slice(0, 60_000).map((each) => `"${each}":true`).join(",")}}`),
  ],
  "activities of Monica": [
    "application/json",
    monica("", `{"type":"activity","values":[${fill('"a",')}0]}`),
  ],
  "notes of Monica": [
    "application/json",
    monica("", `{"type":"note","values":[${fill('{"properties":{"body":"a"}},')}0]}`),
  ],
  "tags of Monica": ["application/json", monica(`,"tags":[${fill('"a",')}0]`, "")],
  "rows with one address": ["text/csv", `Email\n${"a@b.example\n".repeat(1_000)}`],
  "rows with many addresses": [
    "text/csv",
    `Email\n${
      Array.from({ length: 1_000 }, (_, n) =>
        Array.from({ length: 20 }, (_, m) =>
          `${(n + m) % 1_000}@b.example`).join(";") + "\n").join("")
    }`,
  ],
});
