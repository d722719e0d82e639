// Run by Deno: sends a mail by SMTP to a server on this machine, which has the certificate of another name, and prints what came of it.
import { Buffer } from "node:buffer";
import { connectSmtp } from "../../functions/kith/notices/smtp.ts";

const { Deno } = globalThis as unknown as { Deno: { args: string[] } };
const { port, authority, servername, to }: Record<string, string> = JSON.parse(Deno.args[0]!);
const tls = { servername, ...(authority && { ca: Buffer.from(authority) }) };
const send = connectSmtp(
  new URL(`smtps://ada%40x:p%2Bw@127.0.0.1:${port}`),
  "Kith <kith@example.com>",
  { tls },
);
const mail = {
  to: to!,
  subject: "Zoë’s birthday",
  text: "Today\n.\n- Zoë’s birthday",
  html: "<p>Zoë</p>",
  headers: { "List-Unsubscribe": "<https://kith.example/u>" },
};
const result = await send(mail, "0190a5c2-f3a8-7a7f-96b9-c47d82929b1f").then(
  () => "sent",
  (error) => error.code,
);
console.log(JSON.stringify(result));
