// Sends mails through the provider that the deployment names: by a request over HTTPS, or by SMTP.
import type { Mail, SendMail } from "../core/call.ts";
import { DeliveryError } from "./errors.ts";

type Provider = (url: URL) => (mail: Mail & { from: string }, id: string) => [
  url: string,
  headers: Record<string, string>,
  body: unknown,
];

const bearer = (url: URL) => ({ authorization: `Bearer ${decodeURIComponent(url.username)}` });
const asList = (headers: Record<string, string>) =>
  Object.entries(headers).map(([name, value]) => ({ Name: name, Value: value }));

/** By the scheme of the URL: what is sent where. */
const providers: Record<string, Provider> = {
  "resend:": (url) => ({ to, ...mail }, id) => [
    "https://api.resend.com/emails",
    { ...bearer(url), "idempotency-key": id },
    { ...mail, to: [to] },
  ],
  "postmark:": (url) => ({ from, to, subject, text, html, headers }) => [
    "https://api.postmarkapp.com/email",
    { "x-postmark-server-token": decodeURIComponent(url.username) },
    {
      From: from,
      To: to,
      Subject: subject,
      TextBody: text,
      HtmlBody: html,
      Headers: asList(headers),
    },
  ],
  "brevo:": (url) => ({ from, to, subject, text, html, headers }) => [
    "https://api.brevo.com/v3/smtp/email",
    { "api-key": decodeURIComponent(url.username) },
    {
      sender: senderOf(from),
      to: [{ email: to }],
      subject,
      textContent: text,
      htmlContent: html,
      headers,
    },
  ],
  "mailgun:": (url) => ({ from, to, subject, text, html, headers }) => [
    `https://${
      url.searchParams.get("region") === "eu" ? "api.eu" : "api"
    }.mailgun.net/v3/${url.hostname}/messages`,
    { authorization: `Basic ${btoa(`api:${decodeURIComponent(url.username)}`)}` },
    new URLSearchParams({
      from,
      to,
      subject,
      text,
      html,
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [`h:${name}`, value])),
    }),
  ],
  "https:": postJson,
  // What catches mails beside a function that runs on this machine.
  "http:": postJson,
};

/** A service of the operator's own takes the mail as JSON; a user and a password in the URL are sent by Basic. */
function postJson({ origin, pathname, search, username, password }: URL): ReturnType<Provider> {
  const basic = btoa(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  return (mail, id) => [
    origin + pathname + search,
    { "idempotency-key": id, ...(username && { authorization: `Basic ${basic}` }) },
    mail,
  ];
}

/** `Kith <kith@example.com>` in parts. */
function senderOf(from: string): { email: string; name?: string } {
  const start = from.indexOf("<");
  if (start < 0) return { email: from };
  const name = from.slice(0, start).trim();
  return { email: from.slice(start + 1, from.lastIndexOf(">")), ...(name && { name }) };
}

const timeoutMs = 10_000;

/**
 * Creates what sends mails.
 * @param url `resend://<key>@`, `postmark://<token>@`, `brevo://<key>@`, `mailgun://<key>@<domain>` (`?region=eu`),
 * `smtps://<user>:<password>@<host>`, or the `https` address of a service that takes them as JSON
 * @param from the sender: an address, or `Name <address>`
 * @throws Error that says what is wrong with the settings
 */
export function connectMail(url: string, from: string | undefined): SendMail {
  // A URL with a user has to have a host.
  const whole = url.replace(/@$/, "@provider");
  const parsed = URL.canParse(whole) ? new URL(whole) : undefined;
  const isSmtp = parsed?.protocol === "smtps:" && parsed.hostname !== "";
  const provider = parsed && providers[parsed.protocol];
  if (!provider && !isSmtp) {
    throw new Error(
      "KITH_MAIL_URL must begin with resend://, postmark://, brevo://, mailgun://, smtps:// or https://.",
    );
  }
  if (!from || /[\r\n]/.test(from)) {
    throw new Error("KITH_MAIL_FROM must be the address that mails come from.");
  }
  if (!provider) {
    return async (mail, id) =>
      await (await import("./smtp.ts")).connectSmtp(parsed!, from)(mail, id);
  }
  const requestOf = provider(parsed);
  return async (mail, id) => {
    const [address, headers, body] = requestOf({ ...mail, from }, id);
    const isForm = body instanceof URLSearchParams;
    const answer = await fetch(address, {
      method: "POST",
      headers: { ...headers, ...(!isForm && { "content-type": "application/json" }) },
      body: isForm ? body : JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      const isLate = error instanceof Error && error.name === "TimeoutError";
      throw new DeliveryError(isLate ? "timeout" : "unreachable", String(error));
    });
    const text = await answer.text().catch(() => "");
    if (answer.ok) return;
    // What a provider says of an address that it does not take: it never will.
    const isAddress = answer.status === 422 ||
      answer.status === 400 && /recipient|inactive|"to"|email/i.test(text);
    throw new DeliveryError(
      isAddress ? "refused_address" : "status",
      `${answer.status} ${text.slice(0, 200)}`,
    );
  };
}
