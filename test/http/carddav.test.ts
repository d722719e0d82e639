import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { addressBookMultiGet, DAVClient } from "tsdav";
import { makeKey } from "../support/accounts.ts";
import { davRoot, phoneWith, propertyOf, withPhone } from "../support/dav.ts";
import { superuser } from "../support/sql.ts";

/** What CardDAV clients read of the people of an account. */
const carddav = "urn:ietf:params:xml:ns:carddav";
const addressData = `{${carddav}}address-data`;
const etag = "{DAV:}getetag";

type Phone = Awaited<ReturnType<typeof withPhone>>;
let ada: Phone;
let family: string;
let zoe: string;
let max: string;
let hidden: string;
beforeAll(async () => {
  ada = await withPhone();
  family = (await ada.person.make("/networks", { name: "Family, near" })).id;
  zoe = (await ada.person.make("/contacts", {
    firstName: "Zoë",
    lastName: "Müller & <Söhne>",
    emails: [{ value: "zoe@example.com", label: "work" }],
    phones: [{ value: "+49 30 1234", label: "mobile" }],
    description: `Likes tea.\nAnd "cake" ]]>.`,
    networkIds: [family],
  })).id;
  max = (await ada.person.make("/contacts", { firstName: "Max", nickname: "Maxi" })).id;
  hidden = (await ada.person.make("/contacts", { firstName: "Old" })).id;
  await ada.person.change(`/contacts/${hidden}`, { isArchived: true });
});

const hrefOf = (id: string, of = ada) => `${of.book}${id}.vcf`;

const multiget = (hrefs: string[], props = "<d:getetag/><c:address-data/>") =>
  `<c:addressbook-multiget xmlns:d="DAV:" xmlns:c="${carddav}"><d:prop>${props}</d:prop>` +
  `${hrefs.map((href) => `<d:href>${href}</d:href>`).join("")}</c:addressbook-multiget>`;

const query = (filter: string, more = "") =>
  `<c:addressbook-query xmlns:d="DAV:" xmlns:c="${carddav}"><d:prop><d:getetag/></d:prop>${filter}${more}` +
  "</c:addressbook-query>";

/** The tags of all cards, as a client without `sync-collection` lists them, and the tag of the book. */
async function listed(of = ada, phone = of.phone) {
  const body =
    '<d:propfind xmlns:d="DAV:"><d:prop><d:getetag/><s:getctag xmlns:s="http://calendarserver.org/ns/"/></d:prop></d:propfind>';
  const answer = await phone("PROPFIND", of.book, { depth: "1", body });
  expect(answer.status).toBe(207);
  const { resources } = answer;
  const book = propertyOf(answer, of.book, "{http://calendarserver.org/ns/}getctag").text;
  const cards = Object.keys(resources).filter((href) => href !== of.book)
    .map((href) => [href, propertyOf(answer, href, etag).text] as const);
  return { book, cards: Object.fromEntries(cards) };
}

describe("the cards of the book", () => {
  it("are those of everybody who is not archived, each with its tag", async () => {
    const { cards } = await listed();
    expect(Object.keys(cards).sort()).toEqual([zoe, max].map((id) => hrefOf(id)).sort());
    for (const tag of Object.values(cards)) expect(tag).toMatch(/^"[0-9a-f]{32}"$/);
  });

  it("are vCards 3.0 with the networks as categories, and are the same however they are read", async () => {
    const { cards } = await listed();
    const href = hrefOf(zoe);
    const card = await ada.phone("GET", href);
    expect([card.status, card.headers.get("content-type"), card.headers.get("etag")])
      .toEqual([200, "text/vcard; charset=utf-8", cards[href]]);
    expect(card.text.split("\r\n")).toEqual([
      "BEGIN:VCARD",
      "VERSION:3.0",
      "PRODID:-//Kith//Kith//EN",
      `UID:${zoe}`,
      "FN:Zoë Müller & <Söhne>",
      "N:Müller & <Söhne>;Zoë;;;",
      "EMAIL;TYPE=work:zoe@example.com",
      "TEL;TYPE=cell:+49 30 1234",
      'NOTE:Likes tea.\\nAnd "cake" ]]>.',
      "CATEGORIES:Family\\, near",
      "END:VCARD",
      "",
    ]);
    const answer = await ada.phone("REPORT", ada.book, { depth: "1", body: multiget([href]) });
    expect(propertyOf(answer, href, addressData).text).toBe(card.text);
    expect(answer.text).toContain("BEGIN:VCARD&#13;\n");
    expect(propertyOf(answer, href, etag).text).toBe(cards[href]);
    expect(card.headers.get("cache-control")).toContain("no-transform");
    const head = await ada.phone("HEAD", href);
    expect([head.status, head.text, head.headers.get("etag")]).toEqual([200, "", cards[href]]);
    const again = await ada.phone("GET", href, { headers: { "if-none-match": cards[href]! } });
    expect(again.status).toBe(304);
    const one = await ada.phone("PROPFIND", href, { depth: "0" });
    expect(propertyOf(one, href, etag).text).toBe(cards[href]);
  });

  it("may be asked for by path or URL, at any depth, single properties and version 4.0 too", async () => {
    const url = `${inject("stack").url}${hrefOf(zoe)}`;
    const unknown = [
      hrefOf(hidden),
      hrefOf(randomUUID()),
      hrefOf(zoe).replace(ada.account, "00000000"),
      `${ada.book}x.vcf`,
      "/elsewhere/x.vcf",
    ];
    const properties =
      '<d:getetag/><c:address-data version="4.0"><c:prop name="FN"/></c:address-data>';
    for (const depth of [undefined, "0", "1", "infinity"]) {
      const body = multiget([url, hrefOf(max), ...unknown], properties);
      const answer = await ada.phone("REPORT", ada.book, { depth, body });
      expect(propertyOf(answer, url, addressData).text).toContain("VERSION:4.0\r\n");
      expect(propertyOf(answer, hrefOf(max), addressData).text).toContain("NICKNAME:Maxi\r\n");
      for (const href of unknown) {
        expect(answer.resources[href]).toEqual({ status: "HTTP/1.1 404 Not Found" });
      }
    }
    const other = multiget([url], '<c:address-data content-type="application/vcard+json"/>');
    const answer = await ada.phone("REPORT", ada.book, { body: other });
    expect([answer.status, answer.text.includes("<c:supported-address-data/>")])
      .toEqual([403, true]);
  });

  it("of somebody else, archived or unknown, are not found", async () => {
    const bob = await withPhone();
    const paths = [hrefOf(hidden), hrefOf(randomUUID()), `${ada.book}a.vcf`, hrefOf(zoe, bob)];
    for (const path of paths) expect((await ada.phone("GET", path)).status).toBe(404);
    expect((await bob.phone("GET", hrefOf(zoe))).status).toBe(404);
    expect((await bob.phone("PROPFIND", ada.book, { depth: "1" })).status).toBe(404);
    const stolen = await bob.phone("REPORT", bob.book, { body: multiget([hrefOf(zoe, bob)]) });
    expect(stolen.resources).toEqual({ [hrefOf(zoe, bob)]: { status: "HTTP/1.1 404 Not Found" } });
  });
});

describe("a filter", () => {
  const text = (property: string, value: string, attributes = "") =>
    `<c:prop-filter name="${property}"><c:text-match ${attributes}>${value}</c:text-match></c:prop-filter>`;
  const filter = (inner: string, test = "anyof") => `<c:filter test="${test}">${inner}</c:filter>`;
  const find = async (filter: string) => {
    const answer = await ada.phone("REPORT", ada.book, { depth: "1", body: query(filter) });
    const ids = Object.keys(answer.resources).map((href) => href.slice(ada.book.length, -4));
    const named = { [zoe]: "Zoë", [max]: "Max" };
    return answer.status === 207 ? ids.map((id) => named[id] ?? id).sort() : answer.status;
  };
  it.each<[what: string, filter: string, found: string[] | number]>([
    ["nothing", "", ["Max", "Zoë"]],
    ["an empty filter", "<c:filter/>", ["Max", "Zoë"]],
    ["a property that there is", filter('<c:prop-filter name="FN"/>'), ["Max", "Zoë"]],
    ["one that only some have", filter('<c:prop-filter name="NICKNAME"/>'), ["Max"]],
    [
      "one that is not there",
      filter('<c:prop-filter name="TEL"><c:is-not-defined/></c:prop-filter>'),
      ["Max"],
    ],
    ["a part of a text", filter(text("FN", "MÜLL")), ["Zoë"]],
    ["in ASCII only", filter(text("FN", "MÜLL", 'collation="i;ascii-casemap"')), []],
    ["a whole text", filter(text("N", "Max", 'match-type="equals"')), []],
    ["how it begins", filter(text("EMAIL", "zoe@", 'match-type="starts-with"')), ["Zoë"]],
    ["how it ends", filter(text("EMAIL", "zoe@", 'match-type="ends-with"')), []],
    ["not", filter(text("CATEGORIES", "family", 'negate-condition="yes"')), ["Max"]],
    ["one of two", filter(text("FN", "zoë") + text("FN", "max")), ["Max", "Zoë"]],
    ["both of two", filter(text("FN", "zoë") + text("FN", "max"), "allof"), []],
    ["another property", filter('<c:prop-filter name="BDAY"/>'), 403],
    [
      "a parameter",
      filter('<c:prop-filter name="TEL"><c:param-filter name="TYPE"/></c:prop-filter>'),
      403,
    ],
    ["another match", filter(text("FN", "x", 'match-type="sounds-like"')), 403],
    ["another collation", filter(text("FN", "x", 'collation="i;klingon"')), 403],
    [
      "more than twenty texts",
      filter(
        Array.from({ length: 7 }, () => text("FN", "x").replace(/(<c:text.*text-match>)/, "$1$1$1"))
          .join(""),
      ),
      403,
    ],
  ])("by %s", async (_, asked, found) => {
    expect(await find(asked)).toEqual(found);
  });

  it("ends with 507 for the book where there are more than are wanted", async () => {
    const limit = (count: number) => `<c:limit><c:nresults>${count}</c:nresults></c:limit>`;
    const ask = async (count: number) =>
      (await ada.phone("REPORT", ada.book, { body: query("<c:filter/>", limit(count)) })).resources;
    expect(Object.keys(await ask(2))).toHaveLength(2);
    const cut = await ask(1);
    expect(Object.keys(cut)).toHaveLength(2);
    expect(cut[ada.book]).toEqual({ status: "HTTP/1.1 507 Insufficient Storage" });
  });
});

describe("the tag of a card", () => {
  it("changes with what the card shows and with nothing else; that of the book then too", async () => {
    const own = await withPhone();
    const { person } = own;
    const network = (await person.make("/networks", { name: "Club" })).id;
    const make = async (firstName: string) =>
      (await person.make("/contacts", { firstName, networkIds: [network] })).id as string;
    const [one, other] = [await make("One"), await make("Other")];
    await person.make("/contacts", { firstName: "Alone" });
    let before = await listed(own);
    /** Does something, and says whose tags have changed. */
    const changedBy = async (act: () => Promise<unknown>) => {
      await act();
      const after = await listed(own);
      const changed = [...new Set([...Object.keys(before.cards), ...Object.keys(after.cards)])]
        .filter((href) => before.cards[href] !== after.cards[href])
        .map((href) =>
          href === hrefOf(one, own) ? "one" : href === hrefOf(other, own) ? "other" : href
        );
      if (changed.length > 0) expect(after.book).not.toBe(before.book);
      before = after;
      return changed.sort();
    };
    const change = (body: object) => () => person.change(`/contacts/${one}`, body);
    expect(await changedBy(async () => {})).toEqual([]);
    expect(await changedBy(change({ jobTitle: "Baker" }))).toEqual(["one"]);
    expect(await changedBy(change({ contactFrequencyDays: 7, isFavorite: true }))).toEqual([]);
    expect(await changedBy(() => person.make("/notes", { contactId: one, content: "Tea" })))
      .toEqual([]);
    expect(await changedBy(() => person.change(`/networks/${network}`, { color: "#123456" })))
      .toEqual([]);
    expect(await changedBy(() => person.change(`/networks/${network}`, { name: "Team" })))
      .toEqual(["one", "other"]);
    expect(await changedBy(change({ networkIds: [] }))).toEqual(["one"]);
    expect(await changedBy(change({ isArchived: true }))).toEqual(["one"]);
    expect(await changedBy(change({ isArchived: false }))).toEqual(["one"]);
    expect(await changedBy(() => person.delete(`/networks/${network}`))).toEqual(["other"]);
    expect(await changedBy(() => person.delete(`/contacts/${other}`))).toEqual(["other"]);
  });
});

describe("a key that is limited to networks", () => {
  it("sees only their people, and only the networks that it may read", async () => {
    const others = (await ada.person.make("/networks", { name: "Others" })).id;
    await ada.person.change(`/contacts/${max}`, { networkIds: [others] });
    const { key } = await makeKey(ada.person, "family", { networkIds: [family] });
    const phone = phoneWith(key);
    const { cards } = await listed(ada, phone);
    expect(Object.keys(cards)).toEqual([hrefOf(zoe)]);
    expect((await phone("GET", hrefOf(max))).status).toBe(404);
    const answer = await phone("REPORT", ada.book, { body: multiget([hrefOf(zoe), hrefOf(max)]) });
    expect(propertyOf(answer, hrefOf(zoe), addressData).text).toContain("CATEGORIES:Family");
    expect(answer.resources[hrefOf(max)]).toEqual({ status: "HTTP/1.1 404 Not Found" });
    const reader = await makeKey(ada.person, "reader", { scopes: ["contacts:read"] });
    const card = await phoneWith(reader.key)("GET", hrefOf(zoe));
    expect([card.status, card.text.includes("CATEGORIES")]).toEqual([200, false]);
  });
});

it("a book of more than 2,000 people is read as of one instant, all of it and once", async () => {
  const many = await withPhone();
  const rows = await superuser()<{ id: string }[]>`
    insert into kith.contacts (owner_id, first_name)
    select ${many.person.id}, 'N' || n from generate_series(1, 2150) n returning id`;
  const ids = rows.map(({ id }) => id);
  const { cards } = await listed(many);
  expect(Object.keys(cards).sort()).toEqual(ids.map((id) => hrefOf(id, many)).sort());
  const hrefs = ids.map((id) => hrefOf(id, many));
  const gone = hrefOf(randomUUID(), many);
  const answer = await many.phone("REPORT", many.book, { body: multiget([...hrefs, gone]) });
  const { resources } = answer;
  expect(Object.keys(resources).sort()).toEqual([...hrefs, gone].sort());
  expect(resources[gone]).toEqual({ status: "HTTP/1.1 404 Not Found" });
  const found = await many.phone("REPORT", many.book, {
    body: query(
      '<c:filter><c:prop-filter name="FN"><c:text-match match-type="equals">n2100</c:text-match></c:prop-filter></c:filter>',
    ),
  });
  expect(Object.keys(found.resources)).toHaveLength(1);
});

it("tsdav reads, writes and synchronises the book from its address alone", async () => {
  const client = new DAVClient({
    serverUrl: davRoot(),
    credentials: { username: "ada", password: ada.key },
    authMethod: "Basic",
    defaultAccountType: "carddav",
  });
  await client.login();
  const books = await client.fetchAddressBooks();
  expect(books.map(({ url, displayName }) => [new URL(url).pathname, displayName]))
    .toEqual([[ada.book, "Kith"]]);
  expect(books[0]!.ctag).toBe((await listed()).book);
  const cards = await client.fetchVCards({ addressBook: books[0]! });
  expect(cards.map(({ url }) => new URL(url).pathname).sort())
    .toEqual([hrefOf(zoe), hrefOf(max)].sort());
  const { text, headers } = await ada.phone("GET", hrefOf(zoe));
  const card = cards.find(({ url }) => url.endsWith(`${zoe}.vcf`))!;
  // tsdav takes the line break at the end away.
  expect([card.data, card.etag]).toEqual([text.trimEnd(), headers.get("etag")]);

  const before = await client.fetchAddressBooks();
  const sent = "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:tsdav\r\nFN:Tess Dav\r\nEND:VCARD\r\n";
  const made = await client.createVCard({
    addressBook: books[0]!,
    filename: "tsdav.vcf",
    vCardString: sent,
  });
  expect(made.status).toBe(201);
  const vCard = {
    url: `${books[0]!.url}tsdav.vcf`,
    etag: made.headers.get("etag")!,
    data: sent.replace("Tess", "Tessa"),
  };
  const changed = await client.updateVCard({ vCard });
  expect(changed.status).toBe(204);
  expect((await client.updateVCard({ vCard })).status).toBe(412);
  const synced = await client.smartCollectionSync({
    collection: { ...before[0]!, objects: cards, objectMultiGet: addressBookMultiGet },
    method: "webdav",
    detailedResult: true,
  });
  expect(synced.objects.created.map(({ data }) => data)).toEqual([vCard.data.trimEnd()]);
  const etag = changed.headers.get("etag")!;
  expect((await client.deleteVCard({ vCard: { ...vCard, etag } })).status).toBe(204);
});
