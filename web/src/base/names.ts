/** How contacts are called, and by what they are sorted. */

/** A contact as far as its name is made of it. */
export type Named =
  & { displayName: string }
  & { [part in "firstName" | "lastName"]?: string | null };

/** What a contact is sorted by. */
export type Sorted =
  & { displayName: string }
  & {
    [part in "firstName" | "lastName" | "phoneticFirstName" | "phoneticLastName"]: string | null;
  };

/** The name with the last one first, where that is asked for: “Müller Zoë”, as the API sorts. 王秉元 is so already. */
export const nameBy = (order: string, { displayName, firstName, lastName }: Named): string =>
  order === "lastName" && lastName && !displayName.includes(`${lastName}${firstName}`)
    ? [lastName, firstName].filter(Boolean).join(" ")
    : displayName;

/** The name by which the API sorts a contact: without prefix and middle name, and by last names as they are said. */
export const sortNameOf = (order: string | null, contact: Sorted): string =>
  (order === "lastName"
    ? [contact.phoneticLastName ?? contact.lastName, contact.phoneticFirstName ?? contact.firstName]
    : [contact.firstName, contact.lastName]).filter(Boolean).join(" ") || contact.displayName;
