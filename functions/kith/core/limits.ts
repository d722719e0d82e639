// The limits that clients meet, and how sentences say them. What SQL and documents repeat is compared in test/sql/limits.test.ts.

const mebibyte = 1_048_576;

/** Requests of an API key or a connection in any 60 seconds. */
export const rateLimit = 120;

/** API keys of an account. */
export const keyLimit = 20;

/** Connections of an account. */
export const connectionLimit = 50;

/** Bytes of a body. */
export const bodyLimit = mebibyte;

/** Items on a page of a list: where nothing is said, and at most. */
export const pageSizes = { usual: 50, most: 200 };

/** Bytes of the items of a page. */
export const pageLimit = 5 * mebibyte;

/** Characters that lists are searched for. */
export const searchLimit = 200;

/** Ids of a filter. */
export const idsLimit = 50;

/** Fields of one's own; the quota `fields` in the database says so too. */
export const fieldsLimit = 50;

/** Items that are changed in one request. */
export const bulkLimit = 200;

/** Contacts that a note or a reminder is about. */
export const aboutLimit = 50;

/** E-mail addresses of a contact; phone numbers, URLs and addresses as well. */
export const itemsLimit = 20;

/** Characters of texts. Those of a contact are in contacts/fields.ts. */
export const lengths = { label: 50, addressPart: 255, networkName: 100, note: 100_000 };

/** Bytes of a photo. The bucket has the same limit, but Storage does not enforce it on every upload. */
export const photoLimit = 5 * mebibyte;

/** Pixels of a photo: showing one takes four bytes of memory for each, however small the file is. */
export const pixelLimit = 50_000_000;

/** Pixels of a side of a photo. */
export const sideLimit = 16_384;

/**
 * Bytes in which the dimensions have to be. Depth maps and color profiles, which may come before them in a JPEG file,
 * take some hundred kilobytes.
 */
export const headerLimit = mebibyte;

/** Days for which changes are kept, and with them what was deleted. */
export const logDays = 30;

/** What an account may hold. Administrators of a project can change it. */
export const quotas = {
  contacts: 100_000,
  notes: 1_000_000,
  photo_bytes: 5_120 * mebibyte,
  uploads: 20,
  log_days: logDays,
};

/** A number as people write it: `5,242,880`. */
export const written = (number: number): string => number.toLocaleString("en-US");

/** A number of bytes in the largest unit: `5 MiB`. */
export function inUnits(bytes: number): string {
  const isLarge = bytes >= 1024 * mebibyte;
  return `${bytes / mebibyte / (isLarge ? 1024 : 1)} ${isLarge ? "GiB" : "MiB"}`;
}

/** How large a photo may be: `5 MiB and 50 megapixels`. */
export const photoSize = `${inUnits(photoLimit)} and ${pixelLimit / 1_000_000} megapixels`;

/** Records that one file may have, with those that cannot be read; larger files are sent in parts. */
export const recordLimit = 1_000;
