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
  return { ...vcards(fill), ...tables(fill), ...documents(fill) };
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
