import { beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, signUp } from "../support/accounts.ts";
import { anyone, type Json } from "../support/client.ts";
import { functionLog } from "../support/function-copy.ts";
import { expectProblem } from "../support/problems.ts";
import { superuser } from "../support/sql.ts";

let ada: Account;
let path: string;
let zoe: string;

/** Posts a message as a mail provider does: without a credential but the secret in the path. */
const post = (type: string, body: string | Uint8Array, to = path) =>
  anyone().send("POST", to, undefined, { raw: body, headers: { "content-type": type } });

const raw = (head: Record<string, string>, text: string) =>
  `${Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${text}`;

/** The newest note, and of what type it is. */
async function newest(account = ada): Promise<Json> {
  const { data } = expectStatus(
    await account.get("/notes?sort=-createdAt&pageSize=1"),
    200,
  );
  return data[0];
}

const inboxOf = async (account: Account): Promise<string> => {
  const { url } = expectStatus(await account.post("/me/inbox"), 200);
  return url.slice(url.indexOf("/inbound/"));
};

beforeAll(async () => {
  ada = await signUp();
  path = await inboxOf(ada);
  const make = async (body: Json) => expectStatus(await ada.post("/contacts", body), 201).id;
  zoe = await make({ firstName: "Zoë", emails: [{ value: "Zoe@Example.com" }] });
});

describe("a message", () => {
  it("becomes a note about who has its addresses, on its day, of the type Email", async () => {
    const max = expectStatus(
      await ada.post("/contacts", { firstName: "Max", emails: [{ value: "max@example.com" }] }),
      201,
    ).id;
    const answer = await post(
      "message/rfc822",
      raw(
        {
          From: `Ada <${ada.email}>`,
          To: '"Zoë, M." <zoe@example.COM>, =?utf-8?Q?J=C3=B6rg?= <joerg@example.org>',
          Cc: "Team: max@example.com, ZOE@example.com;",
          Subject: "=?utf-8?B?S2xldHRlcm4g8J+nlw==?=",
          Date: "Sat, 14 Mar 2026 09:26:53 +0100",
          "Content-Type": "multipart/alternative; boundary=b",
        },
        "--b\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nGr=FC=DFe\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>Other</p>\r\n--b--\r\n",
      ),
    );
    expect([answer.status, answer.text]).toEqual([200, "Kept as a note.\n"]);
    const note = await newest();
    expect(note).toMatchObject({
      content: "Klettern 🧗\n\nJörg <joerg@example.org>\n\nGrüße",
      contactIds: [zoe, max],
      occurredAt: "2026-03-14T08:26:53.000Z",
    });
    const type = expectStatus(await ada.get(`/note-types/${note["noteTypeId"]}`), 200);
    expect(type).toMatchObject({ name: "Email", countsAsContact: true });
    // Who shares an address is meant too, and the log says by what it was written.
    const shown = expectStatus(
      await ada.get(`/activity/${answer.headers.get("x-activity-id")}`),
      200,
    );
    expect(shown).toMatchObject({
      operation: "receiveMessage",
      actor: { kind: "inbox", name: "Mail" },
    });
  });

  it("is about all who share an address, and not about the owner's own contact", async () => {
    const shared = { emails: [{ value: "family@example.com" }] };
    const ids = await Promise.all(
      ["Mum", "Dad"].map(async (firstName) =>
        expectStatus(await ada.post("/contacts", { firstName, ...shared }), 201).id
      ),
    );
    const own = expectStatus(
      await ada.post("/contacts", { firstName: "Ada", emails: [{ value: "ada@home.example" }] }),
      201,
    ).id;
    expectStatus(await ada.patch("/me", { contactId: own }), 200);
    await post("message/rfc822", raw({ From: "ada@home.example", To: "family@example.com" }, "Hi"));
    const note = await newest();
    expect(note["content"]).toBe("Hi");
    expect(note["contactIds"].toSorted()).toEqual(ids.toSorted());
  });

  it("is read as Postmark posts it, as JSON", async () => {
    const answer = await post(
      "application/json; charset=utf-8",
      JSON.stringify({
        FromName: "Ada",
        FromFull: { Email: ada.email, Name: "Ada", MailboxHash: "" },
        ToFull: [{ Email: "zoe@example.com", Name: "Zoë", MailboxHash: "" }],
        CcFull: [],
        Subject: "Postmark",
        MessageID: "73e6d360-66eb-11e1-8e72-a8904824019b",
        Date: "Fri, 1 Aug 2014 16:45:32 -04:00",
        TextBody: "",
        HtmlBody: "<html><body><p>Hello&nbsp;<b>you</b> &amp; all</p></body></html>",
        Headers: [{ Name: "X", Value: "y" }],
        Attachments: [{ Name: "a.png", Content: "AAAA", ContentType: "image/png" }],
      }),
    );
    expect(answer.status).toBe(200);
    expect(await newest()).toMatchObject({
      content: "Postmark\n\nHello\u00a0you & all",
      contactIds: [zoe],
    });
  });

  it.each(["application/x-www-form-urlencoded", "multipart/form-data"])(
    "is read as Mailgun posts it, as %s",
    async (type) => {
      const fields = {
        recipient: "kith@example.net",
        sender: ada.email,
        From: `Ada <${ada.email}>`,
        To: "Zoë <zoe@example.com>",
        subject: type,
        "body-plain": "Line one\r\nLine two",
        "Message-Id": `<${type}@example.com>`,
        Date: "Sat, 14 Mar 2026 09:26:53 +0100",
      };
      const form = type.startsWith("multi") ? new FormData() : new URLSearchParams();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      if (form instanceof FormData) form.append("attachment-1", new Blob(["x"]), "a.txt");
      const whole = new Response(form);
      const bytes = new Uint8Array(await whole.arrayBuffer());
      expect((await post(whole.headers.get("content-type")!, bytes)).status).toBe(200);
      expect(await newest()).toMatchObject({
        content: `${type}\n\nLine one\nLine two`,
        contactIds: [zoe],
      });
    },
  );

  it("is one note, however often it is posted, and however it is changed on its way", async () => {
    const heads = { To: "zoe@example.com", Subject: "Once", "Message-ID": "<once@example.com>" };
    for (const text of ["Text", "Text", "Text with a foot"]) {
      expect((await post("message/rfc822", raw(heads, text))).status).toBe(200);
    }
    const { total } = expectStatus(await ada.get("/notes?search=Once"), 200);
    expect(total).toBe(1);
  });

  it("keeps the first 2,000 characters of a text, and reads no further than it has to", async () => {
    const text = `${"🧗".repeat(3000)}\r\n`;
    await post("message/rfc822", raw({ Subject: "Long" }, text + "x".repeat(900_000)));
    expect(await newest()).toMatchObject({
      content: `Long\n\n${"🧗".repeat(2000)}`,
      contactIds: [],
    });
  });

  it("without a day, or of one that no note has, is of now", async () => {
    const days = ["nonsense", "Sat, 14 Mar 2226 09:26:53 +0100", "Sat, 14 Mar 1959 09:26:53 GMT"];
    for (const day of days) {
      await post("message/rfc822", raw({ Subject: "Now", Date: day }, "x"));
      const { occurredAt, createdAt } = await newest();
      expect(occurredAt).toBe(createdAt);
    }
  });

  it.each([
    ["message/rfc822", ""],
    ["message/rfc822", "\r\n\r\n"],
    ["message/rfc822", raw({ To: "zoe@example.com" }, "")],
    ["application/json", "{}"],
    ["application/json", '{"ToFull": "x"}'],
    ["application/json", "["],
    ["multipart/form-data; boundary=x", "nothing"],
    ["multipart/form-data", "nothing"],
    ["application/x-www-form-urlencoded", "subject=%00"],
    ["text/plain", "Hello"],
  ])("that is none is refused: %s %j", async (type, body) => {
    const answer = await post(type, body);
    expect([400, 415, 422]).toContain(answer.status);
    expect(answer.headers.get("content-type")).toContain("application/problem+json");
  });

  it("with characters that the database does not keep is kept without them", async () => {
    await post(
      "application/json",
      JSON.stringify({ Subject: "A\0B \ud800", TextBody: "C\0\u2028D" }),
    );
    expect((await newest())["content"]).toBe("AB \ufffd\n\nC\u2028D");
  });
});

describe("the inbox", () => {
  it("is good for nothing else, and tells nobody of anybody", async () => {
    const other = await signUp();
    await inboxOf(other);
    await post("message/rfc822", raw({ To: "zoe@example.com", Subject: "Mine" }, "x"));
    expect(expectStatus(await other.get("/notes"), 200).total).toBe(0);
    const feed = path.replace("/inbound/", "/calendar/") + ".ics";
    expect((await anyone().get(feed)).status).toBe(404);
    const { url } = expectStatus(await other.post("/me/calendar"), 200);
    const secret = /calendar\/(\w+)\.ics/.exec(url)![1]!;
    expectProblem(
      await post("message/rfc822", raw({}, "x"), `/inbound/${secret}`),
      404,
      "not_found",
    );
    expectProblem(
      await post("message/rfc822", raw({}, "x"), `/inbound/${"0".repeat(64)}`),
      404,
      "not_found",
    );
  });

  it("has no state but whether it is on, and ends with a new address or when it is switched off", async () => {
    const account = await signUp();
    const state = async () => expectStatus(await account.get("/me/inbox"), 200);
    expect(await state()).toEqual({ isEnabled: false, createdAt: null, receivedAt: null });
    const first = await inboxOf(account);
    const message = raw({ Subject: "Hi" }, "x");
    expect((await post("message/rfc822", message, first)).status).toBe(200);
    expect(await state()).toEqual({
      isEnabled: true,
      createdAt: expect.any(String),
      receivedAt: expect.any(String),
    });
    const second = await inboxOf(account);
    expect((await post("message/rfc822", message, first)).status).toBe(404);
    expect((await post("message/rfc822", message, second)).status).toBe(200);
    expectStatus(await account.delete("/me/inbox"), 204);
    expectStatus(await account.delete("/me/inbox"), 204);
    expect((await post("message/rfc822", message, second)).status).toBe(404);
  });

  it("takes 200 messages a day, and says when the next one is taken", async () => {
    const account = await signUp();
    const own = await inboxOf(account);
    const sql = superuser();
    await sql`update kith_private.inboxes set counted_on = (now() at time zone 'UTC')::date, received = 199 where owner_id = ${account.id}`;
    const message = raw({ Subject: "Hi" }, "x");
    expect((await post("message/rfc822", message, own)).status).toBe(200);
    // As if it were tomorrow, so that no midnight is in between.
    await sql`update kith_private.inboxes set counted_on = counted_on + 1, received = 200 where owner_id = ${account.id}`;
    const refused = await post("message/rfc822", message, own);
    expectProblem(refused, 429, "rate_limited");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    await sql`update kith_private.inboxes set counted_on = counted_on - 2 where owner_id = ${account.id}`;
    expect((await post("message/rfc822", message, own)).status).toBe(200);
  });

  it("all that it wrote is undone by one call, and its address is in no log", async () => {
    const account = await signUp();
    const own = await inboxOf(account);
    for (const Subject of ["One", "Two"]) {
      expect((await post("message/rfc822", raw({ Subject }, "x"), own)).status).toBe(200);
    }
    const { data } = expectStatus(await account.get("/activity"), 200);
    const { id } = data.find((each: Json) => each.actor.kind === "inbox").actor;
    expectStatus(await account.post("/activity/undo", { actorId: id, since: "2020-01-01" }), 200);
    expect(expectStatus(await account.get("/notes"), 200).total).toBe(0);
    expect(await functionLog()).not.toContain(own.split("/").at(-1));
  });
});
