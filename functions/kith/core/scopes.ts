// The scopes of API keys.

/** What an API key may be allowed; `notes` includes the note types, `activity:write` undoes. Writing includes reading. */
export const scopes = [
  "contacts:read",
  "contacts:write",
  "networks:read",
  "networks:write",
  "notes:read",
  "notes:write",
  "reminders:read",
  "reminders:write",
  "profile:read",
  "profile:write",
  "activity:read",
  "activity:write",
] as const;

export type Scope = (typeof scopes)[number];

/** The scopes that are named, in a sentence. */
export function inWords(names: readonly string[], quote = ""): string {
  const quoted = names.map((name) => quote + name + quote);
  const last = quoted.pop() ?? "";
  return quoted.length === 0 ? `the scope ${last}` : `the scopes ${quoted.join(", ")} and ${last}`;
}
