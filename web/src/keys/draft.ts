import { kith } from "../api/kith.ts";
import { ifMatch, tagged } from "../api/written.ts";
import { type Problem, Refused, toProblem } from "../api/problem.ts";
import type { ApiKey, ApiKeyUpdate, Scope } from "@kith/client";
import { formatDay, localDay } from "../ui/dates.ts";
import { allScopes, type PresetName, presetOf, presets, sameSet } from "./access.ts";

export type AccessChoice = PresetName | "choose";

/** When a key ends: as before, never, in so many days, or on a date. */
export type Expiry = "keep" | "never" | "30" | "90" | "date";

/** What the form for a key holds. */
export interface Draft {
  name: string;
  access: AccessChoice;
  /** What is ticked under “Choose”. */
  scopes: Scope[];
  limited: boolean;
  networkIds: string[];
  expiry: Expiry;
  /** `YYYY-MM-DD`, or empty. */
  date: string;
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
};

/** What a key and a connection have in common. */
export type Limited = Pick<ApiKey, "name" | "scopes" | "networkIds" | "expiresAt">;

export const draftOf = ({ name, scopes, networkIds, expiresAt }: Limited): Draft => ({
  name,
  access: presetOf(scopes) ?? "choose",
  scopes: (scopes as Scope[] | null) ?? allScopes,
  limited: networkIds !== null,
  networkIds: networkIds ?? [],
  expiry: expiresAt ? "keep" : "never",
  date: "",
});

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
    ...(access === "choose" && scopes.length === 0 && { scopes: "Tick at least one box." }),
    ...(limited && networkIds.length === 0 && { networkIds: "Tick at least one network." }),
  };
  if (Object.keys(fields).length > 0) throw new Refused("", undefined, fields);
}

/** The members of a new key. A date means the start of that day in the profile's time zone. */
export const bodyOf = ({ expiry, date, ...draft }: Draft, timeZone: string) => ({
  name: draft.name,
  scopes: draft.access === "choose" ? draft.scopes : presets[draft.access].scopes,
  networkIds: draft.limited ? draft.networkIds : null,
  expiresAt: expiry === "date"
    ? date
    : expiry === "30" || expiry === "90"
    ? dayAfter(Number(expiry), timeZone)
    : null,
});

/** The members that differ from the key's. */
export function changesOf(draft: Draft, key: Limited, timeZone: string): ApiKeyUpdate {
  const { name, scopes, networkIds, expiresAt } = bodyOf(draft, timeZone);
  const keepsExpiry = draft.expiry === "keep" || (expiresAt === null && key.expiresAt === null);
  return {
    ...(name.trim() !== key.name && { name }),
    ...(!sameSet(scopes, key.scopes) && { scopes }),
    ...(!sameSet(networkIds, key.networkIds) && { networkIds }),
    ...(!keepsExpiry && { expiresAt }),
  };
}

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

/** Attempts of a change; each use of the key, about once a minute, gives it another entity tag. */
const attempts = 3;

/** The key is not as it was when the user began to edit it. */
export class ChangedElsewhere extends Error {
  constructor(readonly now: ApiKey) {
    super("The key was changed elsewhere.");
  }
}

/**
 * Changes a key unless somebody changed it since it was shown. The entity tag is read just before, because that of the
 * list would be out of date as soon as the key is used.
 * @throws ChangedElsewhere, and what requests throw
 */
export async function saveKey(shown: ApiKey, changes: ApiKeyUpdate): Promise<ApiKey> {
  for (let attempt = 1;; attempt++) {
    const key = await tagged(kith.apiKeys.get(shown.id));
    if (!sameSettings(key, shown)) throw new ChangedElsewhere(key);
    try {
      return await kith.apiKeys.update(key.id, changes, ifMatch(key));
    } catch (error) {
      if (attempt === attempts || toProblem(error).code !== "precondition_failed") throw error;
    }
  }
}

const sameSettings = (one: ApiKey, other: ApiKey) =>
  one.name === other.name && one.expiresAt === other.expiresAt &&
  sameSet(one.scopes, other.scopes) && sameSet(one.networkIds, other.networkIds);
