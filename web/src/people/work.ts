import type { FoundContact } from "../api/contacts.ts";

/** Job and company of a contact, beside its name; not those that are its name. */
export const workOf = ({ displayName, company, jobTitle }: Omit<FoundContact, "id">): string =>
  [jobTitle, company].filter((part) => part && part !== displayName).join(", ");
