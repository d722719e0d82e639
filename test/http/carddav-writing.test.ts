import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { makeKey } from "../support/accounts.ts";
import { cardOf, phoneWith, propertyOf, withPhone } from "../support/dav.ts";
import { picture, prepareUpload, put as putUpload } from "../support/photos.ts";
import { withoutMetadata } from "../../functions/kith/contacts/photos/metadata.ts";

/** What CardDAV clients write. */
type Phone = Awaited<ReturnType<typeof withPhone>>;
let ada: Phone;
beforeAll(async () => {
  ada = await withPhone();
});

const put = (name: string, body: string, headers = {}, of = ada) =>
  of.phone("PUT", `${of.book}${name}`, { body, headers });

const get = async (name: string, of = ada) => (await of.phone("GET", `${of.book}${name}`)).text;

/** The contact that a card has made, by a name that only that one has. */
async function contactNamed(name: string, of = ada) {
  const found = await of.person.listed(`/contacts?search=${encodeURIComponent(name)}`);
  expect(found).toHaveLength(1);
  return found[0]!;
}

/** What was done last. */
const lastDeed = async (person: Phone["person"]) =>
  (await person.listed("/activity?pageSize=1"))[0]!;

/** Lines as they are meant: without folds, groups, and the order of categories. */
const linesOf = (text: string) =>
  text.replace(/\r?\n[ \t]/g, "").split(/\r?\n/).filter(Boolean).map((line) =>
    line.replace(/^[\w-]+\.(?=[\w-]+[;:])/, "").replace(
      /^(CATEGORIES:)(.*)$/,
      (_, name, list) => name + list.split(",").sort().join(","),
    )
  );

/** What a program changes itself whenever it writes a card. */
const written = /^(?:PRODID|REV|VERSION)[:;]/;

describe("a card that is sent", () => {
  it("is written, answered as it was sent, with its tag, and makes a contact", async () => {
    const text = cardOf(
      "PRODID:-//Apple Inc.//iPhone OS 18.1//EN",
      "UID:4A1B-iphone",
      "N:Berg;Anna;;Dr.;",
      "FN:Dr. Anna Berg",
      "item1.TEL;type=CELL;type=VOICE;type=pref:+49 170 1",
      "item2.URL;type=pref:https://example.com",
      "item2.X-ABLabel:_$!<HomePage>!$_",
      "NOTE:Likes tea.",
      "X-ACME:kept",
      "CATEGORIES:Choir,Family",
    );
    const answer = await put("anna.vcf", text, { "if-none-match": "*" });
    expect([answer.status, answer.text]).toEqual([201, ""]);
    const read = await ada.phone("GET", `${ada.book}anna.vcf`);
    expect([read.text, read.headers.get("etag")]).toEqual([text, answer.headers.get("etag")]);
    const contact = await contactNamed("Anna Berg");
    expect(contact).toMatchObject({
      firstName: "Anna",
      lastName: "Berg",
      namePrefix: "Dr.",
      phones: [{ value: "+49 170 1", label: "mobile" }],
      description: "Likes tea.",
      vcardLines: "X-ACME:kept",
    });
    const networks = await ada.person.listed("/networks");
    expect(
      networks.filter(({ id }: { id: string }) => contact.networkIds.includes(id))
        .map(({ name }: { name: string }) => name).sort(),
    ).toEqual(["Choir", "Family"]);
  });

  it("is written again only by who knows it, and takes away what it says no more", async () => {
    const first = await put(
      "ben.vcf",
      cardOf("UID:ben", "N:Costa;Ben;;;", "FN:Ben Costa", "NOTE:a"),
    );
    const tag = first.headers.get("etag")!;
    const again = cardOf("UID:ben", "N:Costa;Benny;;;", "FN:Benny Costa", "TEL:1");
    const refused: [string, object][] = [
      ["ben.vcf", { "if-none-match": "*" }],
      [
        "ben.vcf",
        { "if-match": '"0"' },
      ],
      ["nobody.vcf", { "if-match": "*" }],
      ["nobody.vcf", { "if-match": tag }],
    ];
    for (const [name, headers] of refused) {
      expect((await put(name, again, headers)).status).toBe(412);
    }
    expect((await put("ben.vcf", again, { "if-match": tag })).status).toBe(204);
    expect(await contactNamed("Benny Costa")).toMatchObject({
      description: null,
      phones: [{ value: "1", label: null }],
    });
    expect(
      (await ada.phone("DELETE", `${ada.book}ben.vcf`, { headers: { "if-match": tag } })).status,
    )
      .toBe(412);
    expect((await ada.phone("DELETE", `${ada.book}ben.vcf`)).status).toBe(204);
    expect((await ada.phone("DELETE", `${ada.book}ben.vcf`)).status).toBe(404);
    expect((await ada.phone("GET", `${ada.book}ben.vcf`)).status).toBe(404);
  });

  it("may have any name, escaped in its address", async () => {
    const name = "Søren & Søn @home; 100%.vcf";
    const text = cardOf("UID:søren", "FN:Søren Søn");
    expect((await put(encodeURIComponent(name), text)).status).toBe(201);
    expect(await get(encodeURIComponent(name))).toBe(text);
    const listed = await ada.phone("PROPFIND", ada.book, { depth: "1" });
    expect(Object.keys(listed.resources)).toContain(`${ada.book}${encodeURIComponent(name)}`);
  });

  it("changes a contact that Kith had, whose card is called by its id", async () => {
    const { id } = await ada.person.make("/contacts", {
      firstName: "Cleo",
      isFavorite: true,
      contactFrequencyDays: 30,
    });
    const text = (await get(`${id}.vcf`)).replace("FN:Cleo", "FN:Cleopatra")
      .replace("N:;Cleo;", "N:;Cleopatra;");
    expect((await put(`${id}.vcf`, text)).status).toBe(204);
    expect((await ada.person.get(`/contacts/${id}`)).body).toMatchObject({
      firstName: "Cleopatra",
      isFavorite: true,
      contactFrequencyDays: 30,
    });
  });

  it("may be written, as every answer says that has it, or may not", async () => {
    await put("rights.vcf", cardOf("UID:rights", "FN:Rights"));
    const href = `${ada.book}rights.vcf`;
    const readOnly = await makeKey(ada.person, "reads", { scopes: ["contacts:read"] });
    const name = "{DAV:}current-user-privilege-set";
    const prop = "<d:prop><d:current-user-privilege-set/></d:prop>";
    const requests: [string, string, string][] = [
      ["PROPFIND", href, `<d:propfind xmlns:d="DAV:">${prop}</d:propfind>`],
      ["PROPFIND", ada.book, `<d:propfind xmlns:d="DAV:">${prop}</d:propfind>`],
      [
        "REPORT",
        ada.book,
        `<c:addressbook-multiget xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav">${prop}` +
        `<d:href>${href}</d:href></c:addressbook-multiget>`,
      ],
    ];
    for (
      const [phone, canWrite] of [[ada.phone, true], [phoneWith(readOnly.key), false]] as const
    ) {
      for (const [method, path, body] of requests) {
        const answer = await phone(method, path, { depth: "1", body });
        const rights = propertyOf(answer, href, name).children
          .flatMap(({ children }) => children.map((child) => child.name));
        expect([method, rights.includes("{DAV:}write-content")]).toEqual([method, canWrite]);
      }
    }
  });

  it("with a UID that another card has is a conflict that names it", async () => {
    const { id } = await ada.person.make("/contacts", { firstName: "Dora" });
    await put("emil.vcf", cardOf("UID:emil", "FN:Emil"));
    for (const [uid, other] of [["emil", "emil.vcf"], [id, `${id}.vcf`]]) {
      const answer = await put("other.vcf", cardOf(`UID:${uid}`, "FN:Other"));
      expect(answer.status).toBe(409);
      expect(answer.text).toContain(
        `<c:no-uid-conflict><d:href>${ada.book}${other}</d:href></c:no-uid-conflict>`,
      );
    }
  });

  it("is never refused for what is in it: what breaks a rule stays a line of the card", async () => {
    const long = "x".repeat(300);
    const cards = [
      cardOf(),
      cardOf("FN:"),
      cardOf(`N:${long};${long};;;`, `FN:${long}`),
      cardOf("FN:Fay", ...Array.from({ length: 30 }, (_, n) => `TEL:${n + 100}`)),
      cardOf("FN:Gus", "EMAIL:nobody", "BDAY:someday", "TEL:ask Zoë", "URL:javascript:1"),
      cardOf("FN:Hal", `NOTE:${"n".repeat(20_000)}`),
      cardOf("FN:Ida", "a line without a colon", "X-Y;=:", ";:"),
      cardOf("FN:Jo", ...Array.from({ length: 2_000 }, (_, n) => `X-${n}:${n}`)),
      "BEGIN:VCARD\nVERSION:2.1\nN;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:M=C3=BCller;Kai\nEND:VCARD\n",
      cardOf("UID:a\0b", "FN:Kay", "X-NUL:\0"),
      cardOf(`UID:${"u".repeat(254)}😀`, "FN:Kit"),
      cardOf("FN:Lea", `X-LONG:${"l".repeat(200_000)}`),
    ];
    for (const [n, text] of cards.entries()) {
      const answer = await put(`odd-${n}.vcf`, text);
      expect([n, answer.status]).toEqual([n, 201]);
      const read = await get(`odd-${n}.vcf`);
      if (text.length <= 32_768 && !text.includes("\0")) {
        expect(linesOf(read)).toEqual(linesOf(text));
      } else expect(read).toMatch(/\nFN:(Lea|Kay)\r/);
    }
    const gus = await contactNamed("Gus");
    await ada.person.change(`/contacts/${gus.id}`, { nickname: "G" });
    const lines = linesOf(await get("odd-4.vcf"));
    expect(lines).toEqual(expect.arrayContaining(["EMAIL:nobody", "BDAY:someday", "NICKNAME:G"]));
    expect(lines).toContain("URL:javascript:1");
  });

  it("that is none is refused, and so are several at once", async () => {
    for (const text of ["", "x", "BEGIN:VCARD", cardOf("FN:A") + cardOf("FN:B")]) {
      const answer = await put("none.vcf", text);
      expect([answer.status, answer.text.includes("valid-address-data")]).toEqual([403, true]);
    }
    const huge = await put("none.vcf", cardOf("FN:A", `NOTE:${"x".repeat(1_100_000)}`));
    expect([huge.status, huge.text.includes("max-resource-size")]).toEqual([403, true]);
    for (const name of ["x".repeat(300), "a%00b", "a%", "%ff", "%ED%A0%80"]) {
      expect([name, (await put(name, cardOf("FN:A"))).status]).toEqual([name, 404]);
    }
  });

  it("puts a contact back that was archived, and has its name and UID again after an undo", async () => {
    const text = cardOf("UID:kim", "N:Roe;Kim;;;", "FN:Kim Roe", "X-KEPT:1");
    await put("kim.vcf", text);
    const { id } = await contactNamed("Kim Roe");
    await ada.person.change(`/contacts/${id}`, { isArchived: true });
    expect((await ada.phone("GET", `${ada.book}kim.vcf`)).status).toBe(404);
    expect((await put("kim.vcf", text, { "if-none-match": "*" })).status).toBe(201);
    expect((await ada.person.get(`/contacts/${id}`)).body.isArchived).toBe(false);
    await ada.phone("DELETE", `${ada.book}kim.vcf`);
    const deleted = await lastDeed(ada.person);
    await ada.person.undo(deleted.id);
    expect(await get("kim.vcf")).toBe(text);
  });

  it("leaves networks alone where it never had any, and leaves them all where it had some", async () => {
    const { id: network } = await ada.person.make("/networks", { name: "Chess" });
    await put("lou.vcf", cardOf("UID:lou", "FN:Lou Moe", "TEL:1"));
    const { id } = await contactNamed("Lou Moe");
    await ada.person.change(`/contacts/${id}`, { networkIds: [network] });
    await put("lou.vcf", cardOf("UID:lou", "FN:Lou Moe", "TEL:2"));
    expect((await ada.person.get(`/contacts/${id}`)).body.networkIds).toEqual([network]);
    await put("lou.vcf", cardOf("UID:lou", "FN:Lou Moe", "CATEGORIES:chess"));
    expect((await ada.person.get(`/contacts/${id}`)).body.networkIds).toEqual([network]);
    await put("lou.vcf", cardOf("UID:lou", "FN:Lou Moe"));
    expect((await ada.person.get(`/contacts/${id}`)).body.networkIds).toEqual([]);
  });
});

it("networks in several lines are those of the contact, and a key for one of them does not see the others", async () => {
  await put(
    "two.vcf",
    cardOf("UID:two", "FN:Two Lines", "CATEGORIES:Rowing", "CATEGORIES:rowing,Secret"),
  );
  const { id, networkIds } = await contactNamed("Two Lines");
  const networks = await ada.person.listed("/networks");
  const rowing = networks.find(({ name }) => name === "Rowing")!.id;
  expect(networkIds).toHaveLength(2);
  const { key } = await makeKey(ada.person, "limited", { networkIds: [rowing] });
  const limited = await phoneWith(key)("GET", `${ada.book}two.vcf`);
  expect(linesOf(limited.text).filter((line) => line.startsWith("CATEGORIES"))).toEqual([
    "CATEGORIES:Rowing",
  ]);
  await ada.person.change(`/contacts/${id}`, { networkIds: [rowing] });
  await put("two.vcf", (await get("two.vcf")).replace("END:", "TEL:1\r\nEND:"));
  expect((await contactNamed("Two Lines"))["networkIds"]).toEqual([rowing]);
});

it("a group makes or fills the network of its name, and is no card itself", async () => {
  await put("mia.vcf", cardOf("UID:mia", "FN:Mia Low"));
  const { id } = await ada.person.make("/contacts", { firstName: "Nils" });
  const group = (name: string, ...uids: string[]) =>
    cardOf(
      "UID:group",
      `FN:${name}`,
      "X-ADDRESSBOOKSERVER-KIND:group",
      ...uids.map((uid) => `X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:${uid}`),
    );
  expect((await put("group.vcf", group("Sailors", "mia", id, "nobody"))).status).toBe(201);
  const members = await ada.person.listed("/contacts?search=Sailors");
  expect(members.map(({ displayName }) => displayName).sort()).toEqual(["Mia Low", "Nils"]);
  expect((await ada.phone("GET", `${ada.book}group.vcf`)).status).toBe(404);
  expect(linesOf(await get("mia.vcf"))).toContain("CATEGORIES:Sailors");
});

describe("the cards of other programs", () => {
  const programs = [
    "android",
    "davx5",
    "evolution",
    "google",
    "icloud",
    "nextcloud",
    "outlook",
    "rfc6350",
    "thunderbird",
  ];
  /** Changes of a contact that a card shows, and which lines of the card they are about. */
  const changes: [object, RegExp][] = [
    [{ description: "Changed here." }, /^NOTE/],
    [{ middleName: "Changed" }, /^(N|FN)[;:]/],
    [{ jobTitle: "Changed" }, /^(TITLE|ROLE)/],
    [{ addPhones: [{ value: "+1 555 0100", label: null }] }, /^$/],
    [{ birthday: "1999-09-09" }, /^BDAY/],
    [{ company: "Changed" }, /^(ORG|FN)[;:]/],
  ];

  it.each(programs)(
    "of %s are answered as they were sent, and keep each line that Kith has not changed",
    async (program) => {
      const file = await readFile(
        new URL(`../imports/samples/${program}.vcf`, import.meta.url),
        "utf8",
      );
      const cards = file.match(/BEGIN:VCARD[^]*?END:VCARD\r?\n/g)!
        .filter((card) => !/^(X-ADDRESSBOOKSERVER-)?KIND:group/im.test(card))
        .map((card) => card.replace(/^(?:\w+\.)?PHOTO[;:].*\r?\n(?:[ \t].*\r?\n)*/gm, ""));
      for (const [n, text] of cards.entries()) {
        const name = `${program}-${n}.vcf`;
        const answer = await put(name, text);
        expect([answer.status, answer.text]).toEqual([201, ""]);
        expect(await get(name)).toBe(text);
        const { version } = /^VERSION:(?<version>.*)$/m.exec(text)!.groups!;
        // Version 2.1 is written by nobody who reads 3.0.
        if (!/^[34]/.test(version!)) continue;
        const made = await lastDeed(ada.person);
        const contactId = made.changes[0].id;
        for (const [change, about] of changes) {
          await ada.person.change(`/contacts/${contactId}`, change);
          const read = await ada.phone("REPORT", ada.book, {
            body:
              `<c:addressbook-multiget xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav"><d:prop>` +
              `<c:address-data content-type="text/vcard" version="${version!.trim()}"/></d:prop>` +
              `<d:href>${ada.book}${name}</d:href></c:addressbook-multiget>`,
          });
          const data =
            propertyOf(read, `${ada.book}${name}`, "{urn:ietf:params:xml:ns:carddav}address-data")
              .text;
          const lines = linesOf(data);
          const expected = linesOf(text).filter((line) => !written.test(line) && !about.test(line));
          expect(expected.filter((line) => !lines.includes(line))).toEqual([]);
          // Each group has its own label.
          const groups = [...data.matchAll(/^([\w-]+)\.X-ABLabel:/gim)].map(([, group]) => group);
          expect(new Set(groups).size).toBe(groups.length);
          const changed = await lastDeed(ada.person);
          await ada.person.undo(changed.id);
        }
        expect(await get(name)).toBe(text);
      }
    },
  );
});

describe("the picture of a card", () => {
  /** A JPEG of ten pixels each way, of which the seed is one byte. */
  const jpeg = (seed: number) => {
    const start = "ffd8ffc0000b08000a000a01011100ffda0008010100003f00";
    return Buffer.from(`${start}${seed.toString(16).padStart(2, "0")}ffd9`, "hex").toString(
      "base64",
    );
  };
  const withPhoto = (photo: string, ...lines: string[]) =>
    cardOf(
      "UID:pic",
      "FN:Pic Ture",
      `PHOTO;ENCODING=b;TYPE=JPEG:${photo.slice(0, 20)}\r\n ${photo.slice(20)}`,
      ...lines,
      "X-LAST:1",
    );
  const photoOf = async () => (await contactNamed("Pic Ture"))["photoUrl"] as string | null;

  it("becomes the photo of the contact, comes back as it was sent, and goes where it is taken away", async () => {
    const first = withPhoto(jpeg(1));
    const made = await put("pic.vcf", first);
    expect(made.status).toBe(201);
    const read = await ada.phone("GET", `${ada.book}pic.vcf`);
    expect([read.text, read.headers.get("etag")]).toEqual([first, made.headers.get("etag")]);
    const shown = await fetch((await photoOf())!);
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    const path = (await photoOf())!.split("?")[0];
    // The same picture is the same photo.
    expect((await put("pic.vcf", withPhoto(jpeg(1), "TEL:1"))).status).toBe(204);
    expect((await photoOf())!.split("?")[0]).toBe(path);
    // In other lines it is not answered as it was sent, so that the client reads it again.
    const unfolded = withPhoto(jpeg(1), "TEL:1").replace(/\r\n (?=\S)/, "");
    expect((await put("pic.vcf", unfolded)).headers.get("etag")).toBeNull();
    expect(linesOf(await get("pic.vcf"))).toEqual(linesOf(unfolded));
    const { id } = await contactNamed("Pic Ture");
    await ada.person.change(`/contacts/${id}`, { nickname: "P" });
    expect(linesOf(await get("pic.vcf"))).toContain(`PHOTO;ENCODING=b;TYPE=JPEG:${jpeg(1)}`);
    expect((await put("pic.vcf", withPhoto(jpeg(2)))).status).toBe(204);
    expect((await photoOf())!.split("?")[0]).not.toBe(path);
    // A client that does not know the card cannot mean that its picture goes.
    const none = cardOf("UID:pic", "FN:Pic Ture");
    await put("pic.vcf", none);
    expect(await photoOf()).not.toBeNull();
    const tag = (await ada.phone("GET", `${ada.book}pic.vcf`)).headers.get("etag")!;
    expect((await put("pic.vcf", none, { "if-match": tag })).status).toBe(204);
    expect(await photoOf()).toBeNull();
    await ada.person.undo((await lastDeed(ada.person)).id);
    expect(linesOf(await get("pic.vcf"))).toContain(`PHOTO;ENCODING=b;TYPE=JPEG:${jpeg(2)}`);
  });

  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
  /** Attaches an upload through the API; the lines of its card. */
  const attached = async (id: string, file: string, preview?: Uint8Array) => {
    const extension = file.split(".")[1]!;
    const place = await prepareUpload(ada.person, id, extension, preview && base64(preview));
    expect(await putUpload(place, picture(file))).toBe(200);
    await ada.person.change(`/contacts/${id}`, { photoUrl: place.path });
    return linesOf(await get(`${id}.vcf`));
  };

  it("that was set in the page or through the API is in the card as its smaller copy, or itself where it is small", async () => {
    const { id } = await ada.person.make("/contacts", { firstName: "Api" });
    const small = picture("picture.png");
    expect(await attached(id, "lossy.webp")).not.toContainEqual(expect.stringMatching(/^PHOTO/));
    expect(await attached(id, "lossy.webp", small)).toContain(
      `PHOTO;ENCODING=b;TYPE=PNG:${base64(small)}`,
    );
    expect(await attached(id, "picture.png")).toContain(
      `PHOTO;ENCODING=b;TYPE=PNG:${base64(small)}`,
    );
    // Without where it was taken.
    const [line] = (await attached(id, "lossy.webp", picture("gps.jpg"))).filter((each) =>
      each.startsWith("PHOTO")
    );
    const sent = Buffer.from(line!.split(":")[1]!, "base64");
    expect(sent.equals(Buffer.from(withoutMetadata(picture("gps.jpg"))))).toBe(true);
    expect(sent.length).toBeLessThan(picture("gps.jpg").length);
    // What a phone sends back is no other photo.
    const path = (await ada.person.read(`/contacts/${id}`)).photoUrl.split("?")[0];
    const card = await get(`${id}.vcf`);
    expect((await put(`${id}.vcf`, card.replace("END:", "TEL:1\r\nEND:"))).status).toBe(204);
    const after = await ada.person.read(`/contacts/${id}`);
    expect([after.photoUrl.split("?")[0], after.phones.length]).toEqual([path, 1]);
  });

  it.each([
    ["no picture", btoa("nothing at all")],
    ["a WebP", base64(picture("lossy.webp"))],
    ["more than 16 KiB", base64(Buffer.concat([picture("picture.png"), new Uint8Array(16_250)]))],
    ["no base64", "%%%"],
  ])("a smaller copy is refused that is %s", async (_, preview) => {
    const { id } = await ada.person.make("/contacts", { firstName: "Refused" });
    const answer = await ada.person.post(`/contacts/${id}/photo-upload`, {
      extension: "png",
      preview,
    });
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([400, "/preview"]);
  });

  it("is in cards without where it was taken, too", async () => {
    const photo = base64(picture("gps.jpg"));
    const answer = await put(
      "gps.vcf",
      cardOf("UID:gps", "FN:Gps", `PHOTO;ENCODING=b;TYPE=JPEG:${photo}`),
    );
    // So that the client reads it.
    expect([answer.status, answer.headers.get("etag")]).toEqual([201, null]);
    const cleaned = base64(withoutMetadata(picture("gps.jpg")));
    const read = await get("gps.vcf");
    expect(linesOf(read)).toContain(`PHOTO;ENCODING=b;TYPE=JPEG:${cleaned}`);
    const { photoUrl } = await contactNamed("Gps");
    expect((await put("gps.vcf", read)).headers.get("etag")).not.toBeNull();
    expect((await contactNamed("Gps")).photoUrl.split("?")[0]).toBe(photoUrl.split("?")[0]);
  });

  it("that cannot be kept is left out, and the card is kept", async () => {
    for (const photo of ["R0lGODlhAQABAAAAACw=", "!!", "A".repeat(6_000_000)]) {
      const answer = await put("gif.vcf", cardOf("UID:gif", "FN:Gif", `PHOTO;ENCODING=b:${photo}`));
      expect([answer.status < 300, answer.headers.get("etag")]).toEqual([true, null]);
      expect(await get("gif.vcf")).toBe(cardOf("UID:gif", "FN:Gif"));
    }
  });
});

it("what a phone has done by mistake is undone by one call, and the phone follows", async () => {
  const ivo = await withPhone();
  const names = Array.from({ length: 30 }, (_, n) => `card-${n}.vcf`);
  const textOf = (name: string) =>
    cardOf(`UID:${name}`, `N:${name};Ivo;;;`, `FN:Ivo ${name}`, "TEL;TYPE=CELL:+49 1", "X-ODD:1");
  for (const name of names) await put(name, textOf(name), {}, ivo);
  const wrong = await makeKey(ivo.person, "another phone");
  const phone = { ...ivo, phone: phoneWith(wrong.key) };
  for (const name of names) await put(name, cardOf(`UID:${name}`), {}, phone);
  expect(await get(names[3]!, ivo)).toBe(cardOf(`UID:${names[3]}`));
  const undone = await ivo.person.post("/activity/undo", {
    actorId: wrong.id,
    since: "2020-01-01",
  });
  expect([undone.status, undone.body.conflicts]).toEqual([200, []]);
  for (const name of names) expect(await get(name, ivo)).toBe(textOf(name));
});
