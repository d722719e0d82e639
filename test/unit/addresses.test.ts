import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { project } from "../../local/core/settings.ts";
import { checkUrl, isPublic } from "../../functions/kith/outside/addresses.ts";

it.each([
  "http://example.com/",
  "ftp://example.com/",
  "file:///etc/passwd",
  "https://example.com:8443/",
  "https://user@example.com/",
  "https://user:pass@example.com/",
  "https://127.0.0.1/",
  "https://2130706433/",
  "https://0x7f.1/",
  "https://017700000001/",
  "https://127.1/",
  "https://8.8.8.8/",
  "https://[::1]/",
  "https://[::ffff:127.0.0.1]/",
  "https://[2001:4860:4860::8888]/",
  "https://localhost/",
  "https://localhost./",
  "https://LOCALHOST/",
  "https://a.localhost/",
  "https://intranet/",
  "https://metadata.google.internal/",
  "https://printer.local/",
  "https://router.home.arpa/",
  "https://abc.supabase.co/",
  "https://ABC.supabase.co./",
  "https://１２７.0.0.1/",
  "https:///",
  "webcal://127.0.0.1/",
  "",
  "x",
])("%s is not reached", (url) => {
  expect(() => checkUrl(url, ["abc.supabase.co"])).toThrow(
    expect.objectContaining({ code: "refused_address" }),
  );
});

it.each([
  ["https://example.com", "https://example.com/"],
  ["webcal://example.com/a.ics?b=c#d", "https://example.com/a.ics?b=c"],
  ["https://example.com:443./a", null],
  ["https://example.com./a", "https://example.com/a"],
  ["https://bücher.example/ä", "https://xn--bcher-kva.example/%C3%A4"],
])("%s is reached at %s", (url, expected) => {
  if (expected === null) expect(() => checkUrl(url)).toThrow();
  else expect(checkUrl(url).href).toBe(expected);
});

it.each(
  ("0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 127.0.0.1 127.255.255.255 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.2.1 " +
    "192.88.99.1 192.168.0.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 " +
    ":: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:0:127.0.0.1 64:ff9b::7f00:1 64:ff9b:1::1 100::1 2001::1 2001:db8::1 2002:7f00:1::1 " +
    "3fff::1 fc00::1 fd12:3456::1 fe80::1 fe80::1%eth0 fec0::1 ff02::1 5f00::1 x 1.2.3 1.2.3.4.5")
    .split(" "),
)("%s is no address of the internet", (address) => {
  expect(isPublic(address)).toBe(false);
});

it.each([
  "8.8.8.8",
  "1.1.1.1",
  "172.32.0.1",
  "100.128.0.1",
  "2001:4860:4860::8888",
  "2606:4700::1111",
])(
  "%s is one",
  (address) => expect(isPublic(address)).toBe(true),
);

it("only what speaks to addresses of the deployment calls fetch, which nobody can tell where to connect", async () => {
  const folder = join(project, "functions", "kith");
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".ts"));
  const calling: string[] = [];
  for (const name of names) {
    if (/(?:await|return) fetch\(/.test(await readFile(join(folder, name), "utf8"))) {
      calling.push(name);
    }
  }
  expect(calling.map((name) => name.replaceAll("\\", "/")).toSorted()).toEqual([
    "auth/access-token.ts",
    "contacts/photos/storage.ts",
    "notices/mail.ts",
    // The relay of a stack without a network.
    "outside/reach.ts",
  ]);
});
