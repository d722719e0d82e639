/**
 * The migrations of released versions, with the SHA-256 of their texts. Databases have them: they never change again.
 * `npm run release` refuses a version whose migrations are not all here.
 */
export const releasedMigrations: Record<string, string> = {
  "20261120000000_kith.sql": "0a2c59aad09d83c16ec5be59bc47eabae9ba1ce21df166e3618d44f3570d9327",
  "20261122232050_kith_quicker_contacts.sql":
    "a9cade44e24d7b3fc64269f390645d34bdf11de1f4672e9116bf723d66403428",
  "20261124055903_kith_platform_and_attacks.sql":
    "1f08b152ae8de4bc9b746042e998625ae5bcfa57ce7e23dcceba0720f187c9d7",
  "20261124065252_kith_reminder_links.sql":
    "60cde51dca2e1780183e54f9905c6eb762661191f9ced2af9c01cdbdf3b5ed85",
  "20261124162036_kith_quicker_writes_and_searches.sql":
    "6a024afd70f8eb5be4d4b94005b347cccad9915c01453c0eea201678119ff9f4",
};
