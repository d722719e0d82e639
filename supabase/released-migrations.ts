/**
 * The migrations of released versions, with the SHA-256 of their texts. Databases have them: they never change again.
 * `npm run release` refuses a version whose migrations are not all here.
 */
export const releasedMigrations: Record<string, string> = {
  "20261120000000_kith.sql": "7db2859f4da4706b6f891fc1661fb2530b2c50ef0532fef381a48ec3d6dd7f97",
};
