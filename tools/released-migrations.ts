/**
 * The migrations of released versions, with the SHA-256 of their texts. Databases have them: they never change again.
 * `npm run release` refuses a version whose migrations are not all here.
 */
export const releasedMigrations: Record<string, string> = {
  "20261120000000_kith.sql": "0a2c59aad09d83c16ec5be59bc47eabae9ba1ce21df166e3618d44f3570d9327",
};
