import fc from "fast-check";
import { expect, it } from "vitest";
import { readXml } from "../../functions/kith/dav/xml.ts";
import { caseCount, seed } from "../support/cases.ts";
import { withPhone } from "../support/dav.ts";
import { count } from "../support/tier.ts";

/** Requests of address books, made up: few are as a program would send them, and many nearly. */
const requests = caseCount(count({ quick: 300, thorough: 4_000 }));
/** Phones that send at the same time. */
const phones = 2;

const oneOf = <T>(...values: T[]) => fc.constantFrom(...values);

/** Characters that mean something in XML, in vCards or in URLs, among others. */
const text = fc.oneof(
  fc.string({ maxLength: 20, unit: "grapheme" }),
  fc.stringMatching(/^[;,:\\"'<>&=\][ \t\r\n.\-_%0-9A-Za-zé😀]{0,30}$/u),
  oneOf("", "FN", "x".repeat(300), "--02-29", "2026-02-30", "urn:uuid:1", "PREF=1"),
);

const cardName = oneOf(
  "a.vcf",
  "a.vcf",
  "b.vcf",
  "b.vcf",
  "c.vcf",
  "Ä ö.vcf",
  "%00.vcf",
  "..",
  "x".repeat(256),
  "a/b.vcf",
);

const property = fc.tuple(
  oneOf("", "item1.", "item1.", "é."),
  oneOf(
    "FN",
    "N",
    "ORG",
    "TEL",
    "EMAIL",
    "ADR",
    "BDAY",
    "NOTE",
    "UID",
    "CATEGORIES",
    "PHOTO",
    "KIND",
    "X-ABLabel",
    "X-ABDATE",
    "RELATED",
    "REV",
    "URL",
    "MEMBER",
  ),
  fc.array(
    fc.tuple(
      oneOf("TYPE", "PREF", "ENCODING", "VALUE", "CHARSET", "ALTID"),
      oneOf("cell", "home,work", "b", "QUOTED-PRINTABLE", "uri", '"a;b"', "1", ""),
    ),
    { maxLength: 3 },
  ),
  text,
).map(([group, name, parameters, value]) =>
  `${group}${name}${parameters.map(([key, each]) => `;${key}=${each}`).join("")}:${value}`
);

const card = fc.tuple(
  oneOf("3.0", "4.0", "2.1", "9"),
  fc.array(property, { maxLength: 12 }),
  oneOf("\r\n", "\n"),
  fc.nat(9),
)
  .map(([version, lines, end, cut]) =>
    [
      "BEGIN:VCARD",
      `VERSION:${version}`,
      ...lines,
      ...(cut === 1 ? ["BEGIN:VCARD", "VERSION:3.0"] : []),
      ...(cut > 0 ? ["END:VCARD"] : []),
      "",
    ].join(end)
  );

const prop = oneOf(
  "getetag",
  "displayname",
  "c:address-data",
  "resourcetype",
  "sync-token",
  "current-user-principal",
  "x:odd",
  "c:addressbook-home-set",
);
/** Most of them are texts that XML can have. */
const escaped = fc.tuple(text, fc.nat(20)).map(([each, raw]) =>
  raw === 0 ? each : each.replace(/[^\p{L}\p{N} ._:%;,-]/gu, "")
);
const hrefs = fc.array(fc.oneof(cardName, escaped), { maxLength: 5 });

/** The body of a request, with this root. */
const xmlOf = (root: string) =>
  fc.tuple(
    fc.array(prop, { maxLength: 4 }),
    hrefs,
    fc.tuple(
      oneOf("FN", "EMAIL", "UID", "X-ODD"),
      escaped,
      oneOf("contains", "equals", "starts-with", "odd"),
    ),
    fc.option(oneOf("", "data:,0-00000000", "data:,999999-ffffffff", "data:,x", "1")),
    oneOf("1", "infinity", "0", "-1", "99999999999"),
  ).map(([props, named, [field, value, how], token, limit]) =>
    `<?xml version="1.0"?><${root} xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav" xmlns:x="urn:x">` +
    `<prop>${props.map((each) => `<${each}/>`).join("")}</prop>` +
    named.map((each) => `<href>/book/${each}</href>`).join("") +
    (token === null ? "" : `<sync-token>${token}</sync-token><sync-level>${limit}</sync-level>`) +
    `<c:filter><c:prop-filter name="${field}"><c:text-match match-type="${how}">${value}</c:text-match></c:prop-filter></c:filter>` +
    `<c:limit><c:nresults>${limit}</c:nresults></c:limit></${root}>`
  );

const reports = [
  ...["sync-collection", "c:addressbook-query", "c:addressbook-multiget", "expand-property"],
  "x:odd",
];

/** Methods with the bodies that they are for, and with others. */
const asked: fc.Arbitrary<[method: string, body: string]> = fc.oneof(
  fc.tuple(fc.constant("PUT"), card),
  fc.tuple(fc.constant("PUT"), card),
  fc.tuple(fc.constant("PROPFIND"), xmlOf("propfind")),
  fc.tuple(fc.constant("PROPPATCH"), xmlOf("propertyupdate")),
  fc.tuple(fc.constant("REPORT"), fc.oneof(...reports.map(xmlOf))),
  fc.tuple(oneOf("GET", "HEAD", "DELETE", "OPTIONS"), fc.constant("")),
  fc.tuple(
    oneOf("PUT", "PROPFIND", "PROPPATCH", "REPORT", "MKCOL", "MOVE", "POST", "LOCK", "DELETE"),
    fc.oneof(text, card, xmlOf("propfind"), xmlOf("x:odd")),
  ),
);

const request = fc.record({
  asked,
  place: fc.oneof(fc.constant("card"), oneOf("root", "principal", "home", "book", "book", "other")),
  name: cardName,
  depth: fc.option(oneOf("0", "1", "infinity", "x"), { freq: 3 }),
  match: fc.option(oneOf("*", '"x"', "x", '"a", "b"'), { freq: 2 }),
  isNew: fc.boolean(),
});

it(
  `${requests} requests of address books meet no 5xx, and answers of several are well-formed`,
  async () => {
    const statuses = new Map<string, number>();
    const failures: string[] = [];
    await Promise.all(Array.from({ length: phones }, async (_, n) => {
      const { phone, root, principal, home, book } = await withPhone();
      const other = `${root}00000000/contacts/`;
      const places: Record<string, string> = { root, principal, home, book, other };
      for (
        const each of fc.sample(request, { seed: seed + n, numRuns: Math.ceil(requests / phones) })
      ) {
        const { asked: [method, body], place, name, depth, match, isNew } = each;
        const path = place === "card" ? `${book}${encodeURI(name)}` : places[place]!;
        const headers = {
          ...(match !== null && { [isNew ? "if-none-match" : "if-match"]: match }),
        };
        const hasBody = !["GET", "HEAD", "OPTIONS"].includes(method);
        const answer = await phone(method, path, {
          depth: depth ?? undefined,
          headers,
          // A lone surrogate is no text that can be sent.
          body: hasBody ? body.toWellFormed() : undefined,
        });
        const said = `${method} ${answer.status}`;
        statuses.set(said, (statuses.get(said) ?? 0) + 1);
        if (answer.status >= 500 && answer.status !== 507) {
          failures.push(`${said} ${path} ${JSON.stringify(each)}: ${answer.text.slice(0, 200)}`);
        }
        if (answer.status === 207 && method !== "HEAD") readXml(answer.text);
      }
    }));
    expect(failures).toEqual([]);
    // A fuzzer that is only ever refused has tried nothing.
    const few = ["PUT 201", "PROPFIND 207", "REPORT 207"];
    const all = [...few, "PUT 204", "GET 200", "DELETE 204", "PROPPATCH 207"];
    for (const said of requests < 4_000 ? few : all) {
      expect([said, statuses.has(said)]).toEqual([said, true]);
    }
  },
  3_600_000,
);
