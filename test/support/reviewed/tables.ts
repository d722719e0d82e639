export const allPrivileges =
  "select, insert, update, delete, truncate, references, trigger, maintain".split(", ");
const write = ["insert", "update", "delete"];

/** What each role may do with a table or view or some column of it; a role that is not named may do nothing. */
export const reviewedTables: Record<string, Record<string, string[]>> = {
  "public.contacts": { authenticated: ["select", ...write], service_role: allPrivileges },
  "public.contact_networks": {
    authenticated: ["select", "insert", "delete"],
    service_role: allPrivileges,
  },
  "public.networks": { authenticated: ["select", ...write], service_role: allPrivileges },
  "public.note_types": { authenticated: ["select", ...write], service_role: allPrivileges },
  "public.notes": { authenticated: ["select", ...write], service_role: allPrivileges },
  "public.profiles": { authenticated: ["select", "insert", "update"], service_role: allPrivileges },
  "public.reminders": { authenticated: ["select", ...write], service_role: allPrivileges },
  "private.api_keys": {
    authenticated: ["select", "insert", "delete"],
    service_role: ["select"],
  },
  "private.api_key_requests": { service_role: ["select"] },
  "private.api_key_days": { service_role: ["select"] },
  "private.idempotent_requests": {},
  "private.note_tallies": { authenticated: ["select"] },
  "private.photo_uploads": {},
  "private.photo_removals": {},
  "private.admin_accounts": { service_role: ["select"] },
  "private.admin_api_keys": { service_role: ["select"] },
  "private.admin_api_key_days": { service_role: ["select"] },
  "api.api_keys": { authenticated: ["select"] },
  "api.contacts": { authenticated: ["select"] },
  "api.networks": { authenticated: ["select"] },
  "api.note_types": { authenticated: ["select"] },
  "api.notes": { authenticated: ["select"] },
  "api.reminders": { authenticated: ["select"] },
};

/** Columns that nobody signed in may write: what they are is derived, or decides whose a row is. */
export const reviewedColumns: Record<string, { insert: string; update: string }> = {
  "public.contacts": {
    insert:
      "owner_id first_name last_name nickname company job_title emails phones urls addresses birthday description is_favorite contact_frequency_days last_contacted_by_hand",
    update:
      "first_name last_name nickname company job_title emails phones urls addresses birthday description is_favorite contact_frequency_days last_contacted_by_hand",
  },
  "public.contact_networks": { insert: "owner_id contact_id network_id", update: "" },
  "public.networks": {
    insert: "owner_id name description color",
    update: "name description color",
  },
  "public.note_types": {
    insert: "owner_id name icon color counts_as_contact",
    update: "name icon color counts_as_contact",
  },
  "public.notes": {
    insert: "owner_id contact_id note_type_id content occurred_at",
    update: "contact_id note_type_id content occurred_at",
  },
  "public.profiles": { insert: "owner_id name timezone", update: "name timezone" },
  "public.reminders": {
    insert: "owner_id contact_id title description due_at completed",
    update: "contact_id title description due_at completed",
  },
  "private.api_keys": { insert: "owner_id name key_prefix hash", update: "" },
};
