import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createServer, type TLSSocket } from "node:tls";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { findDeno } from "../../local/core/binaries.ts";
import { project } from "../../local/core/settings.ts";
import { listen } from "../support/listen.ts";
import { runProgram } from "../support/programs.ts";

/** SMTP in Deno itself, against a server on this machine that speaks what RFC 5321 asks of it. */
const files = join(project, "test", "outside");
const read = (name: string) => readFile(join(files, name), "utf8");
let server: Awaited<ReturnType<typeof listen>>;
let authority: string;
/** What clients said, and the mails that they sent. */
const said: string[] = [];
const mails: string[] = [];

function speak(socket: TLSSocket): void {
  let [text, isMail] = ["", false];
  const answers: [RegExp, string][] = [
    [/^EHLO/, "250-kith.example\r\n250-AUTH PLAIN LOGIN\r\n250 8BITMIME"],
    [/^AUTH PLAIN/, "235 Welcome"],
    [/^RCPT TO:<nobody@/, "550 No such mailbox"],
    [/^RCPT TO:<later@/, "451 Try again"],
    [/^DATA/, "354 Go ahead"],
    [/^QUIT/, "221 Bye"],
    [/./, "250 OK"],
  ];
  socket.on("error", () => {});
  socket.write("220 kith.example ESMTP\r\n");
  socket.on("data", (chunk) => {
    text += chunk;
    for (let end = text.indexOf(isMail ? "\r\n.\r\n" : "\r\n"); end >= 0;) {
      const part = text.slice(0, end);
      text = text.slice(end + (isMail ? 5 : 2));
      if (isMail) {
        mails.push(part.replaceAll("\r\n..", "\r\n."));
        isMail = false;
        socket.write("250 Queued\r\n");
      } else {
        said.push(part);
        isMail = part === "DATA";
        socket.write(`${answers.find(([pattern]) => pattern.test(part))![1]}\r\n`);
      }
      end = text.indexOf(isMail ? "\r\n.\r\n" : "\r\n");
    }
  });
}

beforeAll(async () => {
  authority = await read("authority.crt");
  const [cert, key] = [await read("server.crt"), await read("server.key")];
  server = await listen(createServer({ cert, key }, speak));
});
afterAll(() => server.stop());
beforeEach(() => void (said.length = mails.length = 0));

async function send(to: string, changes: Record<string, string> = {}): Promise<string> {
  const input = { port: String(server.port), authority, servername: "calendar.kith.example", to };
  const { code, output, errors } = await runProgram(findDeno(), [
    ...["run", "--quiet", "--no-prompt", "--no-remote", "--cached-only"],
    // A function may read its environment and the system's name.
    ...["--node-modules-dir=manual", "--allow-net", "--allow-env", "--allow-sys", "--allow-read"],
    `--config=${join(project, "functions", "kith", "deno.json")}`,
    join(files, "smtp-in-deno.ts"),
    JSON.stringify({ ...input, ...changes }),
  ]);
  expect(code, errors).toBe(0);
  return JSON.parse(output);
}

it("a mail goes over TLS with a name and a password, as it was written", async () => {
  expect(await send("ada@example.com")).toBe("sent");
  const login = said.find((line) => line.startsWith("AUTH PLAIN"))!.split(" ")[2]!;
  expect(Buffer.from(login, "base64").toString()).toBe("\0ada@x\0p+w");
  const { subject, text, html, to, from, messageId, headers } = await PostalMime.parse(mails[0]!);
  expect({ subject, text: text!.trim(), html: html!.trim() }).toEqual({
    subject: "Zoë’s birthday",
    text: "Today\n.\n- Zoë’s birthday",
    html: "<p>Zoë</p>",
  });
  expect([to![0]!.address, from!.name, messageId]).toEqual([
    "ada@example.com",
    "Kith",
    "<0190a5c2-f3a8-7a7f-96b9-c47d82929b1f@example.com>",
  ]);
  expect(headers.find(({ key }) => key === "list-unsubscribe")!.value)
    .toBe("<https://kith.example/u>");
});

it("an address that the server refuses is never tried again, one that waits is, and nothing goes to a server of another name", async () => {
  expect(await send("nobody@example.com")).toBe("refused_address");
  expect(await send("later@example.com")).toBe("status");
  expect(await send("ada@example.com", { servername: "other.example" })).toBe("tls");
  expect(await send("ada@example.com", { authority: "" })).toBe("tls");
  expect(await send("ada@example.com", { port: "1" })).toBe("unreachable");
  expect(mails).toEqual([]);
});
