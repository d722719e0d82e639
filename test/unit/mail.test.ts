import { afterEach, expect, it, vi } from "vitest";
import { type Upcoming, writeDigest } from "../../functions/kith/notices/digest.ts";
import { connectMail } from "../../functions/kith/notices/mail.ts";

/** What is sent to providers of mail, as their documentation has it, and what a digest says. */
afterEach(() => vi.unstubAllGlobals());

const mail = {
  to: "ada@example.com",
  subject: "S",
  text: "T",
  html: "<p>H</p>",
  headers: { "List-Unsubscribe": "<https://kith.example/u>" },
};
const from = "Kith <kith@example.com>";

/** Sends a mail through a provider that answers so; the request that it got. */
async function sentBy(url: string, answer: Response | Error = new Response("{}")) {
  const requests: Request[] = [];
  vi.stubGlobal("fetch", (input: string, init: RequestInit) => {
    requests.push(new Request(input, init));
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  });
  await connectMail(url, from)(mail, "the-id");
  const [request] = requests as [Request];
  const { headers } = request;
  const body = await request.text();
  return {
    url: request.url,
    headers,
    body: body.startsWith("{") ? JSON.parse(body) : new URLSearchParams(body),
  };
}

it("Resend gets the mail, and its id by which it sends it once", async () => {
  const { url, headers, body } = await sentBy("resend://re_k%2By@");
  expect(url).toBe("https://api.resend.com/emails");
  expect(headers.get("authorization")).toBe("Bearer re_k+y");
  expect(headers.get("idempotency-key")).toBe("the-id");
  expect(body).toEqual({ ...mail, from, to: ["ada@example.com"] });
});

it("Postmark, Brevo and Mailgun get it in their words", async () => {
  const postmark = await sentBy("postmark://token@");
  expect([postmark.url, postmark.headers.get("x-postmark-server-token")])
    .toEqual(["https://api.postmarkapp.com/email", "token"]);
  expect(postmark.body).toEqual({
    From: from,
    To: "ada@example.com",
    Subject: "S",
    TextBody: "T",
    HtmlBody: "<p>H</p>",
    Headers: [{ Name: "List-Unsubscribe", Value: "<https://kith.example/u>" }],
  });
  const brevo = await sentBy("brevo://key@");
  expect([brevo.url, brevo.headers.get("api-key")])
    .toEqual(["https://api.brevo.com/v3/smtp/email", "key"]);
  expect(brevo.body).toMatchObject({
    sender: { email: "kith@example.com", name: "Kith" },
    to: [{ email: "ada@example.com" }],
    textContent: "T",
    headers: mail.headers,
  });
  const mailgun = await sentBy("mailgun://key@mg.example.com?region=eu");
  expect(mailgun.url).toBe("https://api.eu.mailgun.net/v3/mg.example.com/messages");
  expect(mailgun.headers.get("authorization")).toBe(`Basic ${btoa("api:key")}`);
  expect(Object.fromEntries(mailgun.body)).toMatchObject({
    from,
    to: "ada@example.com",
    "h:List-Unsubscribe": "<https://kith.example/u>",
  });
});

it("a service of one's own gets it as JSON, with its password", async () => {
  const { url, headers, body } = await sentBy("https://ada:p%40ss@mail.example.com/send?x=1");
  expect(url).toBe("https://mail.example.com/send?x=1");
  expect(headers.get("authorization")).toBe(`Basic ${btoa("ada:p@ss")}`);
  expect(body).toEqual({ ...mail, from });
});

it.each<[string, Response | Error, string]>([
  [
    "an address that is refused",
    new Response("invalid `to` field", { status: 422 }),
    "refused_address",
  ],
  [
    "an inactive recipient",
    new Response('{"Message":"inactive recipient"}', { status: 400 }),
    "refused_address",
  ],
  ["a wrong key", new Response("", { status: 401 }), "status"],
  ["a failure", new Response("", { status: 500 }), "status"],
  ["nobody there", new TypeError("connection refused"), "unreachable"],
  ["silence", new DOMException("late", "TimeoutError"), "timeout"],
])("%s is told from the others", async (_, answer, code) => {
  await expect(sentBy("resend://key@", answer)).rejects.toMatchObject({ code });
});

it.each([
  ["smtp://user:pass@host", from],
  ["nonsense", from],
  ["resend://key@", undefined],
  ["resend://key@", "Kith\r\nBcc: x <a@b.c>"],
])("settings that cannot be right are refused: %s %s", (url, sender) => {
  expect(() => connectMail(url, sender)).toThrow(/^KITH_MAIL_(URL|FROM) must/);
});

const settings = { leadDays: 7, digestAt: "08:00", pageUrl: undefined, stopUrl: undefined };
const upcoming = (days: Upcoming["days"], names = {}): Upcoming => ({
  today: "2026-03-14",
  days,
  names,
});
const birthday = (displayName: string, age: number | null = null) =>
  ({ kind: "birthday", contactId: "c", displayName, age }) as const;
const reminder = (title: string) => ({
  kind: "reminder" as const,
  reminder: { title, contactIds: [] },
});
const contact = (displayName: string) =>
  ({ kind: "contact", contactId: "c", displayName }) as const;
const today = "2026-03-14";

it.each<[string, Upcoming["days"]]>([
  ["Zoë’s 21st birthday", [{ date: today, items: [birthday("Zoë", 21)] }]],
  ["Zoë’s birthday and Max’s 111th birthday", [{
    date: today,
    items: [birthday("Zoë"), birthday("Max", 111)],
  }]],
  ["3 occasions", [{ date: today, items: [birthday("A"), birthday("B"), birthday("C")] }]],
  ["Call the bank", [{ date: today, items: [reminder("Call the bank")] }]],
  ["40 reminders", [{
    date: today,
    items: Array.from({ length: 40 }, (_, n) => reminder(`R${n}`)),
  }]],
  ["Zoë’s birthday, and 3 to get in touch with", [
    { date: "2026-02-01", items: [contact("A"), contact("B")] },
    { date: today, items: [birthday("Zoë"), contact("C")] },
  ]],
  ["In 7 days: Zoë’s birthday", [{ date: "2026-03-21", items: [birthday("Zoë")] }]],
])("the subject names two at most: %s", (subject, days) => {
  expect(writeDigest("a@b.c", upcoming(days), settings)!.subject).toBe(subject);
});

it("a digest is not written of what comes on other days, and has no line break or control character in its subject", () => {
  const soon = upcoming([{ date: "2026-03-16", items: [birthday("Zoë"), reminder("x")] }]);
  expect(writeDigest("a@b.c", soon, settings)).toBeNull();
  expect(
    writeDigest("a@b.c", upcoming([{ date: "2026-03-21", items: [birthday("Z")] }]), {
      ...settings,
      leadDays: 0,
    }),
  )
    .toBeNull();
  const hostile = reminder("A\r\nBcc: b@example.com\u0000");
  expect(writeDigest("a@b.c", upcoming([{ date: today, items: [hostile] }]), settings)!.subject)
    .toBe("A Bcc: b@example.com ");
});
