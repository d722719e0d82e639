import { type Problem, Refused } from "../api/problem.ts";
import type { ApiKey, Scope } from "@kith/client";
import { formatDay, localDay } from "../ui/dates.ts";
import { allScopes, type PresetName, presetOf, presets } from "./access.ts";

type AccessChoice = PresetName | "choose";

/** When a key ends: as before, never, in so many days, or on a date. */
type Expiry = "keep" | "never" | "30" | "90" | "date";

/** What the form for a key holds. */
export interface Draft {
  name: string;
  access: AccessChoice;
  /** What is ticked under “Choose”. */
  scopes: Scope[];
  limited: boolean;
  /** Sorted, so that the same ones are equal. */
  networkIds: string[];
  expiry: Expiry;
  /** `YYYY-MM-DD`, or empty. */
  date: string;
  /** When it ends until this is saved. */
  until: string | null;
}

/** A new key reads only: where that is not enough, the API's answer names the scope, and the key can be edited. */
export const newDraft: Draft = {
  name: "",
  access: "read",
  scopes: presets.read.scopes,
  limited: false,
  networkIds: [],
  expiry: "never",
  date: "",
  until: null,
};

/** What a key and a connection have in common. */
export type Limited = Pick<ApiKey, "name" | "scopes" | "networkIds" | "expiresAt">;

export const draftOf = (shown: Limited | undefined): Draft =>
  shown
    ? {
      name: shown.name,
      access: presetOf(shown.scopes) ?? "choose",
      scopes: (shown.scopes as Scope[] | null) ?? allScopes,
      limited: shown.networkIds !== null,
      networkIds: [...shown.networkIds ?? []].sort(),
      expiry: shown.expiresAt ? "keep" : "never",
      date: "",
      until: shown.expiresAt,
    }
    : newDraft;

/** With another choice of access. “Choose” begins with what the preset before it allows. */
export function withAccess(draft: Draft, access: AccessChoice, scopes: Scope[]): Draft {
  const begun = draft.access !== "choose" && access === "choose"
    ? presets[draft.access].scopes ?? allScopes
    : scopes;
  return { ...draft, access, scopes: begun };
}

/** @throws Refused where something is missing without which it cannot be sent */
export function requireAll({ access, scopes, limited, networkIds }: Draft): void {
  const fields: Problem["fields"] = {
    ...(access === "choose" && scopes.length === 0 &&
      { scopes: "Choose at least one kind of data." }),
    ...(limited && networkIds.length === 0 && { networkIds: "Tick at least one network." }),
  };
  if (Object.keys(fields).length > 0) throw new Refused("", undefined, fields);
}

const sorted = <T>(items: T[] | null) => items && [...items].sort();

/** The members that are sent. A date means the start of that day in the profile's time zone. */
export const bodyOf = ({ expiry, date, ...draft }: Draft, timeZone: string) => ({
  name: draft.name.trim(),
  scopes: sorted(draft.access === "choose" ? draft.scopes : presets[draft.access].scopes),
  networkIds: draft.limited ? draft.networkIds : null,
  ...(expiry !== "keep" && {
    expiresAt: expiry === "date"
      ? date
      : expiry === "never"
      ? null
      : dayAfter(Number(expiry), timeZone),
  }),
});

/** A number of days after today in a time zone, as `YYYY-MM-DD`. */
export function dayAfter(days: number, timeZone: string): string {
  const date = new Date(localDay(new Date(), timeZone));
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The choices for a form, with the days that they mean. */
export function expiryOptions(timeZone: string): [Expiry, string][] {
  const inDays = (days: 30 | 90): [Expiry, string] => [
    `${days}`,
    `In ${days} days, on ${formatDay(dayAfter(days, timeZone))}`,
  ];
  return [["never", "Never"], inDays(30), inDays(90), ["date", "On a date…"]];
}
