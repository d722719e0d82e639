import { describe, expect, it } from "vitest";
import { makeKey } from "../support/accounts.ts";
import { cardOf, phoneWith, propertyOf, withPhone } from "../support/dav.ts";
import { superuser } from "../support/sql.ts";

/** What CardDAV clients are told of changes. */
type Phone = Awaited<ReturnType<typeof withPhone>>;

const put = (name: string, body: string, of: Phone) =>
  of.phone("PUT", `${of.book}${name}`, { body });

describe("changes since a sync token", () => {
  const sync = async (token: string, more: string, of: Phone, agent = "tests") => {
    const answer = await of.phone("REPORT", of.book, {
      depth: "0",
      headers: { "user-agent": agent },
      body: `<d:sync-collection xmlns:d="DAV:"><d:sync-token>${token}</d:sync-token>` +
        `<d:sync-level>1</d:sync-level>${more}<d:prop><d:getetag/></d:prop></d:sync-collection>`,
    });
    const last = /<d:sync-token>([^<]*)<\/d:sync-token>\s*<\/d:multistatus>/.exec(answer.text)?.[1];
    return { ...answer, resources: answer.resources, last: last ?? "" };
  };
  const tags = async (of: Phone) => {
    const answer = await of.phone("PROPFIND", of.book, {
      depth: "1",
      body: '<d:propfind xmlns:d="DAV:"><d:prop><d:getetag/></d:prop></d:propfind>',
    });
    return Object.fromEntries(
      Object.keys(answer.resources).filter((href) => href !== of.book)
        .map((href) => [href, propertyOf(answer, href, "{DAV:}getetag").text]),
    );
  };

  it("are the cards whose tags have changed, exactly, and those that are gone", async () => {
    const eve = await withPhone();
    const { person } = eve;
    const network = await person.make("/networks", { name: "Band" });
    const [one, two, three] = await Promise.all(
      ["One", "Two", "Three"].map((firstName) =>
        person.make("/contacts", {
          firstName,
          ...(firstName === "Three"
            ? { phones: [{ value: "3", label: null }] }
            : { networkIds: [network.id] }),
        })
      ),
    ) as [{ id: string }, { id: string }, { id: string }];
    const hrefOf = ({ id }: { id: string }) => `${eve.book}${id}.vcf`;
    let { last } = await sync("", "", eve);
    let before = await tags(eve);
    /** What differs after a step: the hrefs that the tags say, and those that the feed reports. */
    const after = async (step: () => Promise<unknown>) => {
      await step();
      const now = await tags(eve);
      const hrefs = [...new Set([...Object.keys(before), ...Object.keys(now)])];
      const changed = hrefs.filter((href) => before[href] !== now[href]).sort();
      const { resources, last: token } = await sync(last, "", eve);
      expect(Object.keys(resources).sort()).toEqual(changed);
      for (const href of changed) {
        if (now[href] === undefined) {
          expect(resources[href]).toEqual({ status: "HTTP/1.1 404 Not Found" });
        }
      }
      [before, last] = [now, token];
      return changed;
    };
    const undoLast = async () => {
      const [done] = await person.listed("/activity?pageSize=1");
      await person.undo(done!.id);
    };
    const merge = async () => {
      const answer = await person.post(`/contacts/${one.id}/merge`, { duplicateId: three.id });
      expect(answer.status).toBe(200);
    };
    const both = [hrefOf(one), hrefOf(two)].sort();
    expect(await after(() => person.change(`/networks/${network.id}`, { name: "Orchestra" })))
      .toEqual(both);
    expect(await after(undoLast)).toEqual(both);
    expect(
      await after(() =>
        person.change(`/contacts/${one.id}`, { isFavorite: true, contactFrequencyDays: 7 })
      ),
    ).toEqual([]);
    expect(await after(() => person.make("/notes", { contactIds: [one.id], content: "Met." })))
      .toEqual([]);
    expect(await after(() => person.change(`/contacts/${one.id}`, { nickname: "1" }))).toEqual([
      hrefOf(one),
    ]);
    expect(await after(() => person.change(`/contacts/${two.id}`, { isArchived: true }))).toEqual([
      hrefOf(two),
    ]);
    expect(await after(undoLast)).toEqual([hrefOf(two)]);
    expect(await after(() => person.change(`/contacts/${three.id}`, { networkIds: [network.id] })))
      .toEqual([hrefOf(three)]);
    expect(await after(() => merge()))
      .toEqual([hrefOf(one), hrefOf(three)].sort());
    expect(await after(undoLast)).toEqual([hrefOf(one), hrefOf(three)].sort());
    expect(await after(() => person.delete(`/contacts/${two.id}`))).toEqual([hrefOf(two)]);
    expect(await after(undoLast)).toEqual([hrefOf(two)]);
    expect(await after(() => put("new.vcf", cardOf("UID:new", "FN:New"), eve))).toEqual([
      `${eve.book}new.vcf`,
    ]);
    expect(await after(() => eve.phone("DELETE", `${eve.book}new.vcf`))).toEqual([
      `${eve.book}new.vcf`,
    ]);
    // Cards that have the name that a phone gave them.
    const theas = [`${eve.book}thea.vcf`];
    const putThea = (nickname: string) =>
      put("thea.vcf", cardOf("UID:thea", "FN:Thea", `NICKNAME:${nickname}`), eve);
    expect(await after(() => putThea("T"))).toEqual(theas);
    const undoingIt = [undoLast, undoLast, undoLast, undoLast, undoLast];
    for (const undo of undoingIt) expect(await after(undo)).toEqual(theas);
    expect(await after(() => putThea("Th"))).toEqual(theas);
    expect(await after(() => putThea("The"))).toEqual(theas);
    expect(await after(undoLast)).toEqual(theas);
    expect(
      await after(async () => {
        await eve.phone("DELETE", theas[0]!);
        await putThea("Thea");
      }),
    ).toEqual(theas);
    expect(await after(undoLast)).toEqual(theas);
    expect(await after(undoLast)).toEqual(theas);
    // A card that another phone has made and changed, undone at once.
    const { key, id: actorId } = await makeKey(person, "another phone");
    const other = { ...eve, phone: phoneWith(key) };
    const idas = [`${eve.book}ida.vcf`];
    for (const nickname of ["I", "Id"]) {
      const card = cardOf("UID:ida", "FN:Ida", `NICKNAME:${nickname}`);
      expect(await after(() => put("ida.vcf", card, other))).toEqual(idas);
    }
    const since = new Date(Date.now() - 600_000).toISOString();
    expect(await after(() => person.post("/activity/undo", { actorId, since }))).toEqual(idas);
    const wang = await person.make("/contacts", { firstName: "秉元", lastName: "王" });
    expect(await after(() => person.change("/me", { timezone: "Asia/Taipei" }))).toEqual([
      hrefOf(wang), // made a moment ago; the time zone is no part of cards
    ]);
    expect(await after(() => person.change("/me", { eastAsianNames: "firstName" }))).toEqual([
      hrefOf(wang),
    ]);
    expect(await after(() => person.delete(`/networks/${network.id}`)))
      .toEqual([hrefOf(one), hrefOf(two), hrefOf(three)].sort());
  });

  it("end where the client asks, and go on from there", async () => {
    const fay = await withPhone();
    let { last } = await sync("", "", fay);
    for (const name of ["a", "b", "c"]) {
      await put(`${name}.vcf`, cardOf(`UID:${name}`, `FN:${name}`), fay);
    }
    const found: string[] = [];
    for (let n = 0; n < 3; n++) {
      const answer = await sync(last, "<d:limit><d:nresults>1</d:nresults></d:limit>", fay);
      const isCut = answer.resources[fay.book] !== undefined;
      expect(isCut).toBe(n < 2);
      found.push(...Object.keys(answer.resources).filter((href) => href !== fay.book));
      last = answer.last;
    }
    expect(found).toEqual(["a", "b", "c"].map((name) => `${fay.book}${name}.vcf`));
    expect((await sync(last, "", fay)).resources).toEqual({});
  });

  it("are not told for a token that is not known, whatever is in it", async () => {
    const eve = await withPhone();
    const { last } = await sync("", "", eve);
    const wrong = [
      "x",
      "data:,",
      `${last}0`,
      last.replace(/,\d+/, ",999999"),
      last.replace(/\w{8}$/, "00000000"),
    ];
    for (const token of [...wrong, (await sync("", "", await withPhone())).last]) {
      const answer = await sync(token, "", eve);
      expect([token, answer.status, answer.text.includes("<d:valid-sync-token/>")]).toEqual([
        token,
        403,
        true,
      ]);
    }
    expect((await sync("x", "", eve, "Mozilla/5.0 Thunderbird/128.0")).status).toBe(400);
  });

  it("tell what was deleted for a year, and a token from before that is not known", async () => {
    const una = await withPhone();
    for (let n = 0; n < 22; n++) await put(`${n}.vcf`, cardOf(`UID:u${n}`, `FN:U ${n}`), una);
    const { last: first } = await sync("", "", una);
    await una.phone("DELETE", `${una.book}0.vcf`);
    const { last: second } = await sync(first, "", una);
    await una.phone("DELETE", `${una.book}1.vcf`);
    await superuser()`
      update kith_private.card_sequences
      set deleted_at = now() - case name when '0.vcf' then interval '13 months' else interval '11 months' end
      where owner_id = ${una.person.id} and deleted_at is not null`;
    // One deletion in twenty forgets the oldest.
    for (let n = 2; n < 22; n++) await una.phone("DELETE", `${una.book}${n}.vcf`);
    expect((await sync(first, "", una)).status).toBe(403);
    const { status, resources } = await sync(second, "", una);
    expect([status, Object.keys(resources).length]).toEqual([207, 21]);
    expect(resources[`${una.book}1.vcf`]).toEqual({ status: "HTTP/1.1 404 Not Found" });
  });

  it("are not offered to a key that is limited to networks, which reads and writes those only", async () => {
    const gil = await withPhone();
    const network = await gil.person.make("/networks", { name: "Work" });
    const other = await gil.person.make("/contacts", { firstName: "Private" });
    const { key } = await makeKey(gil.person, "one network", {
      scopes: ["contacts:read", "contacts:write", "networks:read"],
      networkIds: [network.id],
    });
    const limited = { ...gil, phone: phoneWith(key) };
    const answer = await sync("", "", limited);
    expect([answer.status, answer.text.includes("<d:supported-report/>")]).toEqual([403, true]);
    expect(
      (await put("x.vcf", cardOf("UID:x", "FN:Colleague", "CATEGORIES:Work,Secret"), limited))
        .status,
    ).toBe(201);
    expect(Object.keys(await tags(limited))).toEqual([`${gil.book}x.vcf`]);
    const networks = await gil.person.listed("/networks");
    expect(networks.map(({ name }: { name: string }) => name)).toEqual(["Work"]);
    // What the key does not see keeps a card of its own, whatever name and UID the key takes.
    const taken = cardOf(`UID:${other.id}`, "FN:Taken");
    expect((await put(`${other.id}.vcf`, taken, limited)).status).toBe(201);
    expect((await gil.person.get(`/contacts/${other.id}`)).body.firstName).toBe("Private");
    const body = '<d:propfind xmlns:d="DAV:"><d:prop><d:getetag/></d:prop></d:propfind>';
    const { text } = await gil.phone("PROPFIND", gil.book, { depth: "1", body });
    const hrefs = [...text.matchAll(/<d:href>([^<]*\.vcf)<\/d:href>/g)].map(([, href]) => href!);
    const cards = await Promise.all(hrefs.map((href) => gil.phone("GET", href)));
    const said = cards.map((card) => /^FN:(.*?)\r?$/m.exec(card.text)![1]);
    expect(said.sort()).toEqual(["Colleague", "Private", "Taken"]);
    const uids = cards.map((card) => /^UID:(.*?)\r?$/m.exec(card.text)![1]);
    expect(new Set(uids).size).toBe(3);
  });
});
