import ICAL from "ical.js";
import { randomUUID } from "node:crypto";
import { type Account, make } from "./accounts.ts";
import type { Json } from "./client.ts";

/** A contact with a value in every field, texts of which are hard to write in most formats. */
export async function makeFullContact(account: Account): Promise<{ contact: Json; network: Json }> {
  const name = `Climbing, wall; \\ ${randomUUID()}`;
  const network = await make(account, "/networks", { name });
  const contact = await make(account, "/contacts", {
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
    isFavorite: true,
    isArchived: true,
    contactFrequencyDays: 30,
    lastContactedAt: "2026-03-14T09:00:00.123Z",
    networkIds: [network.id],
  });
  return { contact, network };
}

/** One vCard, as another program reads it: properties by name in lower case. */
export interface ReadCard {
  values(name: string): unknown[];
  labels(name: string): (string | null)[];
  text(name: string): unknown;
}

/** Reads vCards by ical.js, which the function does not write them with. */
export function readCards(text: string): ReadCard[] {
  if (text === "") return [];
  const parsed = ICAL.parse(text) as unknown;
  const cards = (typeof (parsed as unknown[])[0] === "string" ? [parsed] : parsed) as [];
  return cards.map((card) => {
    const properties: ICAL.Property[] = new ICAL.Component(card).getAllProperties();
    const found = (name: string) => properties.filter((each) => each.name === name);
    const labelOf = (property: ICAL.Property) => {
      const group = property.getFirstParameter("group");
      const label = found("x-ablabel").find((each) => each.getFirstParameter("group") === group);
      if (group && label) return unescaped(String(label.getFirstValue()));
      return property.getFirstParameter("type")?.toLowerCase() ?? null;
    };
    const read = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(read);
      // ical.js reads no escaped semicolon of version 3 outside of structured values.
      return typeof value === "string" ? value.replaceAll("\\;", ";") : value;
    };
    const valueOf = (property: ICAL.Property) => {
      if (property.name === "categories") return property.getValues().map(read);
      const value = property.getFirstValue();
      return typeof value === "object" && !Array.isArray(value) ? String(value) : read(value);
    };
    return {
      values: (name) => found(name).map(valueOf),
      labels: (name) => found(name).map(labelOf),
      text: (name) => found(name).map(valueOf)[0] ?? null,
    };
  });
}

/** ical.js does not read the escapes of properties that it does not know. */
function unescaped(text: string): string {
  return text.replace(/\\(.)/g, (_, sign: string) => /[nN]/.test(sign) ? "\n" : sign);
}
