import type { Problem } from "../api/problem.ts";
import type { ApiKey, ApiKeyUpdate, Scope } from "../api/types.ts";
import type { AccessChoice } from "./access-field.tsx";
import { allScopes, presetOf, presets, sameSet } from "./access.ts";
import { expiresAtOf, type Expiry } from "./expiry.ts";

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

/** What the draft lacks before it can be sent, by member. */
export function lacks({ access, scopes, limited, networkIds }: Draft): Problem["fields"] {
  return {
    ...(access === "choose" && scopes.length === 0 && { scopes: "Tick at least one box." }),
    ...(limited && networkIds.length === 0 && { networkIds: "Tick at least one network." }),
  };
}

/** The members of a new key. */
export const bodyOf = (draft: Draft, timeZone: string) => ({
  name: draft.name,
  scopes: draft.access === "choose" ? draft.scopes : presets[draft.access].scopes,
  networkIds: draft.limited ? draft.networkIds : null,
  expiresAt: expiresAtOf(draft.expiry, draft.date, timeZone),
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
