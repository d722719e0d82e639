// The migrations that databases have.

/**
 * The migrations of released versions, with the SHA-256 of their texts. Databases have them: they never change again.
 * `npm run release` refuses a version whose migrations are not all here.
 */
export const releasedMigrations: Record<string, string> = {
  "20261120000000_kith.sql": "0a2c59aad09d83c16ec5be59bc47eabae9ba1ce21df166e3618d44f3570d9327",
  "20261122232050_kith_quicker_contacts.sql":
    "a9cade44e24d7b3fc64269f390645d34bdf11de1f4672e9116bf723d66403428",
  "20261124055903_kith_platform_and_attacks.sql":
    "6b1cdc51bfc45a91adde187ae754a6f456a79d9a2a775f53df893b37ed6be260",
  "20261124065252_kith_reminder_links.sql":
    "badef8a32c575d65d028dfa67e6c3538f938490dd1b99d4f948a174fb7305bfb",
  "20261124162036_kith_quicker_writes_and_searches.sql":
    "9386db26b99878277ff9eb0ac91cb0dd54f11009fbe59aa6c4ebb6571ab73eca",
};
