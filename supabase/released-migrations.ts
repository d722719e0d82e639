/**
 * The migrations of released versions, with the SHA-256 of their texts. Databases have them: they never change again.
 * `npm run release` refuses a version whose migrations are not all here.
 */
export const releasedMigrations: Record<string, string> = {
  "20261120000000_kith.sql": "0c903f66bc03bb80db7697eb33af6795528ec84b3b5c382a03a64c9c2a74b14d",
};
