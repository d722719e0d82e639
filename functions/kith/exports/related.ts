// Who is related to a contact, as files have it.

/** Somebody who is related to a contact: another contact, or a name only. */
export interface Related {
  id: string | null;
  name: string;
  kind: string;
  label: string | null;
}

/** What RFC 6350 calls the kinds; others have no type. */
export const relatedTypes: Record<string, string> = {
  ...Object.fromEntries(
    "spouse child parent sibling friend acquaintance neighbor colleague".split(" ")
      .map((kind) => [kind, kind]),
  ),
  partner: "sweetheart",
  relative: "kin",
  housemate: "co-resident",
  assistant: "agent",
  emergencyContact: "emergency",
};
