/** A vCard with this number in its members. */
export const card = (n: number, ...more: string[]) =>
  [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `UID:card-${n}`,
    `FN:Card ${n}`,
    `N:${n};Card;;;`,
    `EMAIL:card${n}@example.com`,
    ...more,
    "END:VCARD",
    "",
  ].join("\r\n");
/** Its lines, where it has no more than those. */
export const cardLines = 7;
