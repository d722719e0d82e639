import { randomUUID } from "node:crypto";
import { textNames } from "../../functions/kith/contacts/fields.ts";
import { type Account } from "./accounts.ts";
import type { Json } from "./client.ts";

/** A contact with a value in every field, texts of which are hard to write in most formats. */
export async function makeFullContact(account: Account): Promise<{ contact: Json; network: Json }> {
  const name = `Climbing, wall; \\ ${randomUUID()}`;
  const network = await account.make("/networks", { name });
  const contact = await account.make("/contacts", {
    ...Object.fromEntries(textNames().map((name) => [name, `Some; ${name}, here`])),
    firstName: "Zoë, 🧗 the first",
    lastName: 'Müller; "née" \\n',
    nickname: "=Zo",
    company: "ACME; Sons, Ltd.",
    jobTitle: "Route setter",
    emails: [
      { value: "zoe@example.com", label: "home" },
      { value: "z@work.example", label: "Work" },
      { value: "third@example.com", label: null },
    ],
    phones: [
      { value: "+49 30 901820", label: "mobile" },
      { value: "=1+1", label: 'car; phone, "old"' },
    ],
    urls: [{ value: "https://zoe.example.com/a,b;c?d=e", label: "blog" }],
    addresses: [{
      label: "home",
      street: "Torstraße 1, left; rear\nSecond line",
      city: "Berlin",
      region: null,
      postalCode: "10119",
      country: "Germany",
    }, { label: "@cabin", city: "Oslo" }],
    birthday: "--02-29",
    description: `First line\n\tsecond, with; signs \\ and ${"𝄞 ü ".repeat(60)}end`,
    vcardLines:
      'X-AIM;TYPE=home:zoe\\, \\;\ng17aw2r9.X-SPOUSE;X-P="a;b":Max\ng17aw2r9.X-ABLABEL:Café',
    isFavorite: true,
    isArchived: true,
    contactFrequencyDays: 30,
    lastContactedAt: "2026-03-14T09:00:00.123Z",
    networkIds: [network.id],
  });
  return { contact, network };
}
