export const allPrivileges =
  "select, insert, update, delete, truncate, references, trigger, maintain".split(", ");
const write = ["insert", "update", "delete"];

/** What each role may do with a table or view or some column of it; a role that is not named may do nothing. */
export const reviewedTables: Record<string, Record<string, string[]>> = {
  "kith.contacts": { authenticated: ["select", ...write], service_role: allPrivileges },
  "kith.contact_networks": {
    authenticated: ["select", "insert", "delete"],
    service_role: allPrivileges,
  },
  "kith.networks": { authenticated: ["select", ...write], service_role: allPrivileges },
  "kith.note_types": { authenticated: ["select", ...write], service_role: allPrivileges },
  "kith.notes": { authenticated: ["select", ...write], service_role: allPrivileges },
  "kith.note_contacts": { authenticated: ["select"], service_role: allPrivileges },
  "kith.reminder_contacts": { authenticated: ["select"], service_role: allPrivileges },
  "kith.profiles": { authenticated: ["select", "insert", "update"], service_role: allPrivileges },
  "kith.reminders": { authenticated: ["select", ...write], service_role: allPrivileges },
  "kith_private.api_keys": {
    authenticated: ["select", ...write],
    service_role: ["select"],
  },
  "kith_private.calendars": { authenticated: ["select", ...write] },
  "kith_private.api_key_requests": { service_role: ["select"] },
  "kith_private.api_key_days": { service_role: ["select"] },
  "kith_private.idempotent_requests": {},
  "kith_private.change_sets": { authenticated: ["select"], service_role: ["select"] },
  "kith_private.changes": { authenticated: ["select"], service_role: ["select"] },
  "kith_private.change_logs": { authenticated: ["select"], service_role: ["select"] },
  "kith_private.logged_tables": {},
  "kith_private.trash": { authenticated: ["select"] },
  "kith_private.notes_about": { authenticated: ["select"] },
  "kith_private.reminders_about": { authenticated: ["select"] },
  "kith_private.operations": {},
  "kith_private.merged_contacts": {},
  "kith_private.dismissed_duplicates": { authenticated: ["select", "insert", "delete"] },
  "kith_private.imports": { authenticated: ["select", ...write] },
  "kith_private.import_rows": { authenticated: ["select", ...write] },
  "kith_private.quotas": { service_role: ["select", "update"] },
  "kith_private.usage": {},
  "kith_private.photo_uploads": {},
  "kith_private.photo_removals": {},
  "kith_private.kept_photos": {},
  "kith_private.admin_accounts": { service_role: ["select"] },
  "kith_private.deletions": { authenticated: ["select"] },
  "kith_private.admin_api_keys": { service_role: ["select"] },
  "kith_private.admin_api_key_days": { service_role: ["select"] },
  "kith_private.admin_activity": { service_role: ["select"] },
  "kith_api.api_keys": { authenticated: ["select"] },
  "kith_api.connections": { authenticated: ["select"] },
  "kith_api.contacts": { authenticated: ["select"] },
  "kith_api.imports": { authenticated: ["select"] },
  "kith_api.networks": { authenticated: ["select"] },
  "kith_api.note_types": { authenticated: ["select"] },
  "kith_api.notes": { authenticated: ["select"] },
  "kith_api.reminders": { authenticated: ["select"] },
};

/** The tables that PostgREST shows, without their schema. */
export const exposedTables = Object.keys(reviewedTables).filter((name) => name.startsWith("kith."))
  .map((name) => name.slice("kith.".length));

/** Columns that nobody signed in may write: what they are is derived, or decides whose a row is. */
export const reviewedColumns: Record<string, { insert: string; update: string }> = {
  "kith.contacts": {
    insert:
      "owner_id first_name last_name nickname company job_title emails phones urls addresses birthday description is_favorite is_archived contact_frequency_days last_contacted_by_hand",
    update:
      "first_name last_name nickname company job_title emails phones urls addresses birthday description is_favorite is_archived contact_frequency_days last_contacted_by_hand",
  },
  "kith.contact_networks": { insert: "owner_id contact_id network_id", update: "" },
  "kith.networks": {
    insert: "owner_id name description color",
    update: "name description color",
  },
  "kith.note_types": {
    insert: "owner_id name icon color counts_as_contact",
    update: "name icon color counts_as_contact",
  },
  "kith.notes": {
    insert: "owner_id contact_id contact_ids note_type_id content occurred_at",
    update: "contact_id contact_ids note_type_id content occurred_at",
  },
  "kith.profiles": {
    insert: "owner_id name timezone country",
    update: "name timezone country",
  },
  "kith.reminders": {
    insert:
      "owner_id contact_id contact_ids title description due_at completed recurrence recurrence_from",
    update: "contact_id contact_ids title description due_at completed recurrence recurrence_from",
  },
  "kith_private.dismissed_duplicates": {
    insert: "owner_id contact_id other_contact_id",
    update: "",
  },
  "kith_private.imports": {
    insert: "id owner_id format dropped photos",
    update: "counts applied_at applied_activity_id result",
  },
  "kith_private.import_rows": {
    insert:
      "owner_id import_id number line resource action uid new_id value networks notes refs photo_path problem",
    update: "action new_id value match_id matched_by candidates problem outcome target_id",
  },
  "kith_private.calendars": { insert: "owner_id hash", update: "hash created_at" },
  "kith_private.api_keys": {
    insert: "owner_id name key_prefix hash scopes network_ids expires_at client_id redirect_host",
    update: "name scopes network_ids key_prefix hash expires_at previous_expires_at redirect_host",
  },
};
