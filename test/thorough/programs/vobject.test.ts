import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { signUp } from "../../support/accounts.ts";
import { makeFullContact } from "../../support/full-contact.ts";
import { installPython } from "../../support/python.ts";

/** vobject, which is somebody else's reader, finds each line of an export. */
const python = await installPython("vobject==0.9.9");

/** Prints the group, the name and the value of each line of the cards in a file, as JSON. */
const script = `
import json, sys, vobject
lines = []
for card in vobject.readComponents(open(sys.argv[1], encoding="utf-8", newline="").read()):
    for line in card.getChildren():
        value = line.value
        lines.append([line.group, line.name, value if isinstance(value, str) else None])
print(json.dumps(lines))
`;

it.skipIf(python === null)("vobject finds each line of an export as vCard 3.0", async () => {
  const { folder, bin } = python!;
  const account = await signUp();
  const { contact } = await makeFullContact(account);
  await account.change(`/contacts/${contact.id}`, {
    dates: [{ kind: "anniversary", label: null, date: "2010-06-20" }],
  });
  await account.make("/relationships", {
    contactId: contact.id,
    relatedName: "Max",
    kind: "sibling",
  });
  const { text } = await account.get("/contacts/export?format=vcard3&isArchived=any");
  await writeFile(join(folder, "export.vcf"), text);
  await writeFile(join(folder, "read.py"), script);
  const { stdout } = await promisify(execFile)(join(bin, "python"), [
    join(folder, "read.py"),
    join(folder, "export.vcf"),
  ]);
  const read: [group: string | null, name: string, value: string | null][] = JSON.parse(stdout);
  const lines = text.replaceAll("\r\n ", "").trim().split("\r\n").slice(1, -1)
    .map((line) => /^(?:([\w-]+)\.)?([\w-]+)/.exec(line)!.slice(1));
  expect(read.map(([group, name]) => `${group ?? ""} ${name}`).sort())
    .toEqual(lines.map(([group, name]) => `${group ?? ""} ${name!.toUpperCase()}`).sort());
  const valueOf = (name: string) => read.find(([, each]) => each === name)?.[2];
  expect([valueOf("FN"), valueOf("NOTE"), valueOf("TITLE"), valueOf("X-ABDATE")])
    .toEqual([contact.displayName, contact.description, contact.jobTitle, "2010-06-20"]);
  expect(read.filter(([, name]) => name === "X-ABRELATEDNAMES").map(([, , value]) => value))
    .toEqual(["Max"]);
});
