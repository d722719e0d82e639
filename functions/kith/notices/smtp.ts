// Sends mails by SMTP over TLS from the first byte: of its ports hosted functions reach 465 alone.
import { createTransport } from "nodemailer";
import type { SendMail } from "../core/call.ts";
import { DeliveryError } from "./errors.ts";

const timeoutMs = 10_000;

/** What nodemailer says of a failure. */
interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
}

/** Why a mail was not sent: an address that the server refuses for good is never tried again. */
function codeOf({ code, command, responseCode = 0, message }: SmtpError): DeliveryError["code"] {
  if (command === "RCPT TO" && responseCode >= 550 && responseCode <= 553) return "refused_address";
  if (code === "ETIMEDOUT" || /timeout/i.test(message)) return "timeout";
  if (/certificate|self.signed|altname|UnknownIssuer|NotValidForName/i.test(`${code} ${message}`)) {
    return "tls";
  }
  return responseCode > 0 ? "status" : "unreachable";
}

/**
 * Creates what sends mails through a server.
 * @param url `smtps://<user>:<password>@<host>`, with another port than 465 where it has one
 * @param options of nodemailer, for tests
 */
export function connectSmtp(url: URL, from: string, options: object = {}): SendMail {
  const { hostname, port, username, password } = url;
  const transport = createTransport({
    host: hostname,
    port: Number(port || 465),
    secure: true,
    ...(username && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    ...options,
  });
  return async ({ to, subject, text, html, headers }, id) => {
    const domain = /@([\w.-]+)>?$/.exec(from)?.[1] ?? "localhost";
    try {
      // The same for each try, by which mail programs show it once.
      const messageId = `<${id}@${domain}>`;
      await transport.sendMail({ from, to, subject, text, html, headers, messageId });
    } catch (error) {
      throw new DeliveryError(codeOf(error as SmtpError), String(error));
    }
  };
}
