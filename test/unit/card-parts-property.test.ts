import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergedCard } from "../../functions/kith/dav/parts.ts";
import { readSentCard, type SentCard } from "../../functions/kith/dav/sent-card.ts";
import type { Contact } from "../../functions/kith/exports/run.ts";
import { caseCount } from "../support/cases.ts";

/** Cards that phones have sent, after something of them has changed in Kith. */
interface Sent {
  name: string;
  number: number;
  label: string | null;
}

const lineOf: Record<string, (number: number) => string> = {
  TEL: (number) => `;TYPE=CELL,VOICE:+49 30 ${number}`,
  EMAIL: (number) => `:m${number}@example.com`,
  URL: (number) => `:https://example.com/${number}`,
  ADR: (number) => `:;;Street ${number};Town;;;`,
  "X-ABDATE": (number) => `:2001-02-${String(1 + number % 28).padStart(2, "0")}`,
  "X-ABRELATEDNAMES": (number) => `:Somebody ${number}`,
  "X-ELSE": (number) => `;TYPE=odd:${number}`,
};

const item = fc.record({
  name: fc.constantFrom(...Object.keys(lineOf)),
  number: fc.nat(9_999),
  label: fc.option(
    fc.constantFrom("Work", "_$!<Home>!$_", "the boat", "_$!<Anniversary>!$_", "main"),
  ),
});

/** The text of a card, with a group for each item that has a label. */
function textOf(items: Sent[], groups: string[]): string {
  const lines = items.flatMap(({ name, number, label }, at) => {
    const line = name + lineOf[name]!(number);
    return label === null ? [line] : [`${groups[at]}.${line}`, `${groups[at]}.X-ABLabel:${label}`];
  });
  return ["BEGIN:VCARD", "VERSION:3.0", "N:Roe;Jo;;;", "FN:Jo Roe", ...lines, "END:VCARD", ""]
    .join("\r\n");
}

/** Each line with the label of its group. */
function labelled(text: string): string[] {
  const lines = text.replaceAll("\r\n ", "").split("\r\n").map((line) =>
    /^(?:([\w-]+)\.)?(.*)$/.exec(line)!.slice(1) as [string | undefined, string]
  );
  const labels = new Map<string, string>();
  for (const [group, line] of lines) {
    const [, label] = /^X-ABLabel:(.*)$/i.exec(line) ?? [];
    if (label === undefined) continue;
    expect(labels.has(group!), `${group} has two labels`).toBe(false);
    labels.set(group!, label);
  }
  return lines.filter(([, line]) => !/^X-ABLabel:/i.test(line))
    .map(([group, line]) => `${line} (${group === undefined ? "" : labels.get(group) ?? ""})`);
}

describe("a card whose contact has changed in Kith", () => {
  it("keeps each line that was sent with its label, and no group has two", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(item, {
          maxLength: 18,
          selector: ({ name, number }) => `${name} ${number}`,
        }),
        fc.boolean(),
        (items, isOdd) => {
          const groups = items.map((_, at) => isOdd ? `g${at}` : `item${at + 1}`);
          const text = textOf(items, groups);
          const { body, networks, card } = readSentCard(text) as SentCard;
          const contact = {
            ...body,
            own: [],
            displayName: "Jo Roe",
            nickname: "J",
            emails: [
              ...body["emails"] as object[],
              { value: "new@example.com", label: "a new one" },
            ].slice(-20),
          } as unknown as Contact;
          const merged = mergedCard({ contact, networks: networks ?? [], uid: "u" }, "3.0", card!);
          const found = labelled(merged);
          expect(found).toContain("NICKNAME:J ()");
          const sent = labelled(text).filter((line) => !/^VERSION/.test(line));
          expect(sent.filter((line) => !found.includes(line))).toEqual([]);
        },
      ),
      { numRuns: caseCount(300) },
    );
  });
});
