// The names that Kith has in a project.

/** What Kith creates in a project outside of its own schemas, and these schemas; docs/uninstall.sql removes them. */
export const names = {
  schemas: ["kith", "kith_api", "kith_private"],
  /** The one that first-party apps may read through PostgREST. */
  exposedSchema: "kith",
  edgeFunction: "kith",
  secrets: ["KITH_DB_URL", "KITH_DB_CA", "KITH_TICK_SHA256"],
  bucket: "kith-photos",
  /** On `storage.objects`. */
  policies: ["Kith: limited keys read no photos", "Kith: owners read their contact photos"],
  role: "kith_limited",
};
