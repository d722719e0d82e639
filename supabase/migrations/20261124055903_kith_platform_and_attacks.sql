-- Written by `npm run migration` from what has changed in sql/. It may be edited until it is released.

-- Requests that are under way end first, and others wait.
do $$ begin lock table kith_private.operations in access exclusive mode; end $$;

set check_function_bodies = off;

COMMENT ON FUNCTION "kith_private"."accounts"() IS NULL;

COMMENT ON FUNCTION "kith_private"."actor_body"(kith_private.change_sets) IS NULL;

COMMENT ON FUNCTION "kith_private"."add_items"(text, text) IS NULL;

COMMENT ON FUNCTION "kith_private"."alike_patterns"(text) IS NULL;

COMMENT ON FUNCTION "kith_private"."all_scopes"() IS NULL;

COMMENT ON FUNCTION "kith_private"."answer_deleted"(boolean) IS NULL;

COMMENT ON FUNCTION "kith_private"."answer_erased"(boolean) IS NULL;

COMMENT ON FUNCTION "kith_private"."answer_page"(kith_private.page, text) IS NULL;

COMMENT ON FUNCTION "kith_private"."answer_resource"(json, smallint) IS NULL;

COMMENT ON FUNCTION "kith_private"."answer_undo"(bigint[], jsonb) IS NULL;

COMMENT ON FUNCTION "kith_private"."are_addresses"(jsonb) IS NULL;

COMMENT ON FUNCTION "kith_private"."are_contact_methods"(text, jsonb) IS NULL;

COMMENT ON FUNCTION "kith_private"."are_in_networks"(uuid, uuid[], uuid[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."are_seen"(uuid[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."attach_imported_photos"(uuid, uuid) IS NULL;

COMMENT ON FUNCTION "kith_private"."batches_to_undo"(uuid, bigint[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."calling_code"(text) IS NULL;

COMMENT ON FUNCTION "kith_private"."can_be_replayed"(kith_private.operations, uuid, text) IS NULL;

COMMENT ON FUNCTION "kith_private"."change_context"(uuid) IS NULL;

COMMENT ON FUNCTION "kith_private"."change_groups"(uuid, bigint, kith_private.net_change[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."change_key"(jsonb, boolean) IS NULL;

COMMENT ON FUNCTION "kith_private"."change_networks"(uuid, jsonb) IS NULL;

COMMENT ON FUNCTION "kith_private"."change_set_body"(kith_private.change_sets, integer) IS NULL;

COMMENT ON FUNCTION "kith_private"."change_summary"(kith_private.change_group[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."changed_items"(kith_private.changed_resource[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."changed_list"(text, jsonb, jsonb) IS NULL;

COMMENT ON FUNCTION "kith_private"."changed_resources"(uuid, bigint, integer) IS NULL;

COMMENT ON FUNCTION "kith_private"."changed_resources_in_networks"(uuid, bigint, integer) IS NULL;

COMMENT ON FUNCTION "kith_private"."changes_body"(uuid, bigint, integer) IS NULL;

COMMENT ON FUNCTION "kith_private"."changes_to_undo"(uuid, bigint[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."check_asked_rows"(uuid, jsonb) IS NULL;

COMMENT ON FUNCTION "kith_private"."check_included"(jsonb) IS NULL;

COMMENT ON FUNCTION "kith_private"."check_limits"(kith_private.operations, jsonb) IS NULL;

COMMENT ON FUNCTION "kith_private"."check_memberships_left"(uuid[], jsonb) IS NULL;

COMMENT ON FUNCTION "kith_private"."check_networks_found"(jsonb) IS NULL;

COMMENT ON FUNCTION "kith_private"."check_note"() IS NULL;

COMMENT ON FUNCTION "kith_private"."check_note_references"(jsonb, uuid[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."check_photo_limits"(uuid) IS NULL;

COMMENT ON FUNCTION "kith_private"."check_profile"() IS NULL;

COMMENT ON FUNCTION "kith_private"."check_quota"(text, bigint) IS NULL;

COMMENT ON FUNCTION "kith_private"."check_references"(text[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."check_tag"(kith_private.operations, jsonb) IS NULL;

COMMENT ON FUNCTION "kith_private"."check_usage"() IS NULL;

COMMENT ON FUNCTION "kith_private"."clean_api_key"() IS NULL;

COMMENT ON FUNCTION "kith_private"."clean_contact"() IS NULL;

COMMENT ON FUNCTION "kith_private"."clean_items"(jsonb, text[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."clean_network"() IS NULL;

COMMENT ON FUNCTION "kith_private"."clean_note_type"() IS NULL;

COMMENT ON FUNCTION "kith_private"."clean_recurrence"(text) IS NULL;

COMMENT ON FUNCTION "kith_private"."clean_reminder"() IS NULL;

COMMENT ON FUNCTION "kith_private"."clean_scopes"(text[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."conflict"(kith_private.changes, text, text) IS NULL;

COMMENT ON FUNCTION "kith_private"."contact_named"(uuid) IS NULL;

COMMENT ON FUNCTION "kith_private"."contacts_of_uids"(text[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."contacts_to_restore"(kith_private.changes, jsonb) IS NULL;

COMMENT ON FUNCTION "kith_private"."count_request"(uuid, boolean) IS NULL;

COMMENT ON FUNCTION "kith_private"."create_profile"() IS NULL;

COMMENT ON FUNCTION "kith_private"."create_upload_path"(uuid, text) IS NULL;

COMMENT ON FUNCTION "kith_private"."cursor_of_now"() IS NULL;

COMMENT ON FUNCTION "kith_private"."cursor_text"(uuid, integer) IS NULL;

COMMENT ON FUNCTION "kith_private"."day_old_position"() IS NULL;

COMMENT ON FUNCTION "kith_private"."decide_rows"(uuid, text, jsonb) IS NULL;

COMMENT ON FUNCTION "kith_private"."delete_account"() IS NULL;

COMMENT ON FUNCTION "kith_private"."delete_expired_answers"() IS NULL;

COMMENT ON FUNCTION "kith_private"."delete_expired_imports"() IS NULL;

COMMENT ON FUNCTION "kith_private"."delete_key"(jsonb, boolean) IS NULL;

COMMENT ON FUNCTION "kith_private"."delete_log"() IS NULL;

COMMENT ON FUNCTION "kith_private"."derive_last_noted"(uuid[], uuid[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."derive_last_noted_of"(uuid, bigint[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."derive_recurrence"() IS NULL;

COMMENT ON FUNCTION "kith_private"."direct_changes"(uuid, bigint[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."due_condition"(text) IS NULL;

COMMENT ON FUNCTION "kith_private"."duplicate_body"(kith.contacts, kith.contacts, integer, numeric, text) IS NULL;

COMMENT ON FUNCTION "kith_private"."duplicate_contact"(kith.contacts) IS NULL;

COMMENT ON FUNCTION "kith_private"."duplicate_evidence"(kith.contacts, kith.contacts, integer, text) IS NULL;

COMMENT ON FUNCTION "kith_private"."duplicate_keys"() IS NULL;

COMMENT ON FUNCTION "kith_private"."duplicate_score"(integer) IS NULL;

COMMENT ON FUNCTION "kith_private"."erase_answers"() IS NULL;

COMMENT ON FUNCTION "kith_private"."erase_kept_photos"(uuid, text[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."erase_log"() IS NULL;

COMMENT ON FUNCTION "kith_private"."erase_resources"(uuid[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."existing_contacts"(uuid, uuid[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."export_ids"(text, kith_private.contact_filters, uuid, integer) IS NULL;

COMMENT ON FUNCTION "kith_private"."export_lines"(text, uuid[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."fail"(text, text, jsonb) IS NULL;

COMMENT ON FUNCTION "kith_private"."feed_birthdays"(integer) IS NULL;

COMMENT ON FUNCTION "kith_private"."feed_due_contacts"(integer) IS NULL;

COMMENT ON FUNCTION "kith_private"."feed_reminders"(integer) IS NULL;

COMMENT ON FUNCTION "kith_private"."feed_series"(kith.reminders, text) IS NULL;

COMMENT ON FUNCTION "kith_private"."find_change_set"(uuid) IS NULL;

COMMENT ON FUNCTION "kith_private"."find_conflicts"(uuid) IS NULL;

COMMENT ON FUNCTION "kith_private"."find_pairs"(numeric, bigint, bigint) IS NULL;

COMMENT ON FUNCTION "kith_private"."find_stored_answer"(uuid, kith_private.operations, jsonb, jsonb) IS NULL;

COMMENT ON FUNCTION "kith_private"."fingerprint"(text, jsonb) IS NULL;

COMMENT ON FUNCTION "kith_private"."first_instant"(timestamp without time zone, text) IS NULL;

COMMENT ON FUNCTION "kith_private"."flush_key_counts"(uuid, date) IS NULL;

COMMENT ON FUNCTION "kith_private"."flush_last_key_counts"() IS NULL;

COMMENT ON FUNCTION "kith_private"."fold_note"() IS NULL;

COMMENT ON FUNCTION "kith_private"."folded"(text) IS NULL;

COMMENT ON FUNCTION "kith_private"."forget_dismissed"() IS NULL;

COMMENT ON FUNCTION "kith_private"."forget_removals"(text[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."forget_seen"() IS NULL;

COMMENT ON FUNCTION "kith_private"."handle"(jsonb, text, jsonb, integer) IS NULL;

COMMENT ON FUNCTION "kith_private"."has_all_networks"() IS NULL;

COMMENT ON FUNCTION "kith_private"."has_scope"(text) IS NULL;

COMMENT ON FUNCTION "kith_private"."id_of_set"(bigint) IS NULL;

COMMENT ON FUNCTION "kith_private"."identify"(jsonb, text, boolean) IS NULL;

COMMENT ON FUNCTION "kith_private"."ids_of"(jsonb) IS NULL;

COMMENT ON FUNCTION "kith_private"."import_contact_notes"(uuid, uuid) IS NULL;

COMMENT ON FUNCTION "kith_private"."import_contacts"(uuid, uuid) IS NULL;

COMMENT ON FUNCTION "kith_private"."import_memberships"(uuid, uuid) IS NULL;

COMMENT ON FUNCTION "kith_private"."import_network_names"(uuid, uuid) IS NULL;

COMMENT ON FUNCTION "kith_private"."import_note_types"(uuid, uuid) IS NULL;

COMMENT ON FUNCTION "kith_private"."import_notes"(uuid, uuid) IS NULL;

COMMENT ON FUNCTION "kith_private"."import_profile"(uuid, uuid) IS NULL;

COMMENT ON FUNCTION "kith_private"."import_reminders"(uuid, uuid) IS NULL;

COMMENT ON FUNCTION "kith_private"."import_row_body"(kith_private.import_rows) IS NULL;

COMMENT ON FUNCTION "kith_private"."imported_id"(uuid, text) IS NULL;

COMMENT ON FUNCTION "kith_private"."imported_note_type"(uuid) IS NULL;

COMMENT ON FUNCTION "kith_private"."insert_contact_in_networks"(jsonb) IS NULL;

COMMENT ON FUNCTION "kith_private"."insert_import_rows"(uuid, jsonb) IS NULL;

COMMENT ON FUNCTION "kith_private"."insert_rows"(kith_private.restorable_table, kith_private.undone_row[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."is_active"(uuid, uuid) IS NULL;

COMMENT ON FUNCTION "kith_private"."is_birthday"(text) IS NULL;

COMMENT ON FUNCTION "kith_private"."is_contact_method"(text, text) IS NULL;

COMMENT ON FUNCTION "kith_private"."is_in_networks"(uuid, uuid, jsonb) IS NULL;

COMMENT ON FUNCTION "kith_private"."is_one_edit"(text, text) IS NULL;

COMMENT ON FUNCTION "kith_private"."is_restoring"() IS NULL;

COMMENT ON FUNCTION "kith_private"."is_same_photo"(text, text) IS NULL;

COMMENT ON FUNCTION "kith_private"."is_same_value"(text, jsonb, jsonb) IS NULL;

COMMENT ON FUNCTION "kith_private"."is_seen"(text, uuid) IS NULL;

COMMENT ON FUNCTION "kith_private"."is_time_zone"(text) IS NULL;

COMMENT ON FUNCTION "kith_private"."is_until"(text) IS NULL;

COMMENT ON FUNCTION "kith_private"."is_upload_unused"(uuid, text) IS NULL;

COMMENT ON FUNCTION "kith_private"."keep_contacts"() IS NULL;

COMMENT ON FUNCTION "kith_private"."keep_previous_secret"() IS NULL;

COMMENT ON FUNCTION "kith_private"."keep_series"(boolean) IS NULL;

COMMENT ON FUNCTION "kith_private"."key_networks"() IS NULL;

COMMENT ON FUNCTION "kith_private"."kinds_of_batch"(kith_private.changes[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."last_purged_set"() IS NULL;

COMMENT ON FUNCTION "kith_private"."left_with_contacts"(kith_private.ended_membership[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."likeness"(text, text[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."limit_api_keys"() IS NULL;

COMMENT ON FUNCTION "kith_private"."limits"() IS NULL;

COMMENT ON FUNCTION "kith_private"."link_next_reminders"(uuid, uuid) IS NULL;

COMMENT ON FUNCTION "kith_private"."local_instant"(text, time without time zone) IS NULL;

COMMENT ON FUNCTION "kith_private"."lock_keys"() IS NULL;

COMMENT ON FUNCTION "kith_private"."lock_log"() IS NULL;

COMMENT ON FUNCTION "kith_private"."lock_log_of"(uuid) IS NULL;

COMMENT ON FUNCTION "kith_private"."lock_own_log"() IS NULL;

COMMENT ON FUNCTION "kith_private"."log_change"() IS NULL;

COMMENT ON FUNCTION "kith_private"."log_lock_key"(uuid) IS NULL;

COMMENT ON FUNCTION "kith_private"."log_retention"() IS NULL;

COMMENT ON FUNCTION "kith_private"."log_start"() IS NULL;

COMMENT ON FUNCTION "kith_private"."longest_lists"(kith_private.contact_filters) IS NULL;

COMMENT ON FUNCTION "kith_private"."make_next_reminder"(kith.reminders, timestamp with time zone, text) IS NULL;

COMMENT ON FUNCTION "kith_private"."mark_undone"(uuid, uuid, bigint[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."match_keys"(uuid, text) IS NULL;

COMMENT ON FUNCTION "kith_private"."match_others"(uuid) IS NULL;

COMMENT ON FUNCTION "kith_private"."match_profile"(uuid) IS NULL;

COMMENT ON FUNCTION "kith_private"."match_uids"(uuid) IS NULL;

COMMENT ON FUNCTION "kith_private"."may_import"() IS NULL;

COMMENT ON FUNCTION "kith_private"."may_undo"(uuid) IS NULL;

COMMENT ON FUNCTION "kith_private"."member_name"(text) IS NULL;

COMMENT ON FUNCTION "kith_private"."membership_answer"(jsonb) IS NULL;

COMMENT ON FUNCTION "kith_private"."merge"(kith.contacts, kith.contacts, jsonb) IS NULL;

COMMENT ON FUNCTION "kith_private"."merge_rows"(uuid, uuid) IS NULL;

COMMENT ON FUNCTION "kith_private"."merged_among"(uuid[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."merged_contact"(kith.contacts, kith.contacts, jsonb) IS NULL;

COMMENT ON FUNCTION "kith_private"."merged_into"(uuid) IS NULL;

COMMENT ON FUNCTION "kith_private"."move_to_contact"(uuid, uuid) IS NULL;

COMMENT ON FUNCTION "kith_private"."name_without"(text[], bigint) IS NULL;

COMMENT ON FUNCTION "kith_private"."names_of"(uuid[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."net_changes"(uuid, bigint) IS NULL;

COMMENT ON FUNCTION "kith_private"."net_fields"(uuid, bigint, kith_private.net_change) IS NULL;

COMMENT ON FUNCTION "kith_private"."networks_among"(jsonb) IS NULL;

COMMENT ON FUNCTION "kith_private"."networks_of_contact"(uuid) IS NULL;

COMMENT ON FUNCTION "kith_private"."next_contact_on"() IS NULL;

COMMENT ON FUNCTION "kith_private"."next_occurrence"(kith_private.recurrence_rule, timestamp without time zone, timestamp with time zone, text) IS NULL;

COMMENT ON FUNCTION "kith_private"."next_recurring"(kith_private.recurring, timestamp with time zone, text, text) IS NULL;

COMMENT ON FUNCTION "kith_private"."normalized"(text) IS NULL;

COMMENT ON FUNCTION "kith_private"."not_found"() IS NULL;

COMMENT ON FUNCTION "kith_private"."note_type_switched"() IS NULL;

COMMENT ON FUNCTION "kith_private"."notes_of_contact"(uuid) IS NULL;

COMMENT ON FUNCTION "kith_private"."notes_written"() IS NULL;

COMMENT ON FUNCTION "kith_private"."number_of_set"(uuid) IS NULL;

COMMENT ON FUNCTION "kith_private"."occurrence"(kith_private.recurrence_rule, timestamp without time zone, integer) IS NULL;

COMMENT ON FUNCTION "kith_private"."own_calling_code"() IS NULL;

COMMENT ON FUNCTION "kith_private"."owner_id"() IS NULL;

COMMENT ON FUNCTION "kith_private"."parsed_rule"(text) IS NULL;

COMMENT ON FUNCTION "kith_private"."phone_digits"(text, text) IS NULL;

COMMENT ON FUNCTION "kith_private"."photo_of"(text) IS NULL;

COMMENT ON FUNCTION "kith_private"."photos_of_account"() IS NULL;

COMMENT ON FUNCTION "kith_private"."pick_members"(text, jsonb) IS NULL;

COMMENT ON FUNCTION "kith_private"."profile_body"() IS NULL;

COMMENT ON FUNCTION "kith_private"."purge_changes"(uuid, timestamp with time zone, bigint, bigint) IS NULL;

COMMENT ON FUNCTION "kith_private"."purge_kept_photos"() IS NULL;

COMMENT ON FUNCTION "kith_private"."purge_logs"(uuid, bigint) IS NULL;

COMMENT ON FUNCTION "kith_private"."queue_kept_photo_removal"() IS NULL;

COMMENT ON FUNCTION "kith_private"."queue_photo_removal"() IS NULL;

COMMENT ON FUNCTION "kith_private"."queue_upload_removal"() IS NULL;

COMMENT ON FUNCTION "kith_private"."read_contact_filters"(jsonb) IS NULL;

COMMENT ON FUNCTION "kith_private"."read_contacts"(jsonb, uuid[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."read_cursor"(uuid, text) IS NULL;

COMMENT ON FUNCTION "kith_private"."read_networks"(jsonb, uuid[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."read_scopes"(jsonb) IS NULL;

COMMENT ON FUNCTION "kith_private"."record_key_use"(uuid, timestamp with time zone, text) IS NULL;

COMMENT ON FUNCTION "kith_private"."refusal"(text, text, text, text, text, text, text) IS NULL;

COMMENT ON FUNCTION "kith_private"."refuse_conflicts"(jsonb[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."refuse_known_contact"(jsonb) IS NULL;

COMMENT ON FUNCTION "kith_private"."refuse_limits"() IS NULL;

COMMENT ON FUNCTION "kith_private"."refuse_missing_contact"(uuid) IS NULL;

COMMENT ON FUNCTION "kith_private"."refuse_recurrence"(text) IS NULL;

COMMENT ON FUNCTION "kith_private"."remember_seen"(bigint[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."reminders_of_contact"(uuid) IS NULL;

COMMENT ON FUNCTION "kith_private"."reserve_import_photos"(uuid) IS NULL;

COMMENT ON FUNCTION "kith_private"."reserve_photo"(uuid, text) IS NULL;

COMMENT ON FUNCTION "kith_private"."resolve_contacts"(uuid, uuid) IS NULL;

COMMENT ON FUNCTION "kith_private"."resources_with"(text) IS NULL;

COMMENT ON FUNCTION "kith_private"."restorable_tables"() IS NULL;

COMMENT ON FUNCTION "kith_private"."run"(uuid, kith_private.operations, jsonb, jsonb, jsonb, boolean) IS NULL;

COMMENT ON FUNCTION "kith_private"."schema_version"() IS NULL;

COMMENT ON FUNCTION "kith_private"."search_condition"(jsonb, jsonb) IS NULL;

COMMENT ON FUNCTION "kith_private"."search_patterns"(text) IS NULL;

COMMENT ON FUNCTION "kith_private"."searched_text"(kith.contacts) IS NULL;

COMMENT ON FUNCTION "kith_private"."seen_resources"() IS NULL;

COMMENT ON FUNCTION "kith_private"."set_photo"(uuid, text, text) IS NULL;

COMMENT ON FUNCTION "kith_private"."shown_member"(text) IS NULL;

COMMENT ON FUNCTION "kith_private"."shown_value"(text, jsonb) IS NULL;

COMMENT ON FUNCTION "kith_private"."similar_name_keys"(kith_private.contact_name[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."similar_words"(text[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."skip_reminder"() IS NULL;

COMMENT ON FUNCTION "kith_private"."sound_of"(text) IS NULL;

COMMENT ON FUNCTION "kith_private"."stamp_change"() IS NULL;

COMMENT ON FUNCTION "kith_private"."start_change_set"(uuid, jsonb) IS NULL;

COMMENT ON FUNCTION "kith_private"."start_log"(uuid, jsonb) IS NULL;

COMMENT ON FUNCTION "kith_private"."store_answer"(uuid, text, jsonb, smallint, text, uuid) IS NULL;

COMMENT ON FUNCTION "kith_private"."suggestions"(text) IS NULL;

COMMENT ON FUNCTION "kith_private"."tag"(text) IS NULL;

COMMENT ON FUNCTION "kith_private"."take_back_next_reminder"() IS NULL;

COMMENT ON FUNCTION "kith_private"."take_kept_photo"(text) IS NULL;

COMMENT ON FUNCTION "kith_private"."take_over"(uuid, uuid, boolean) IS NULL;

COMMENT ON FUNCTION "kith_private"."taken_from_networks"(bigint, integer) IS NULL;

COMMENT ON FUNCTION "kith_private"."time_zone"() IS NULL;

COMMENT ON FUNCTION "kith_private"."today"() IS NULL;

COMMENT ON FUNCTION "kith_private"."touch_contacts"() IS NULL;

COMMENT ON FUNCTION "kith_private"."trimmed"(text) IS NULL;

COMMENT ON FUNCTION "kith_private"."undo_batch"(kith_private.restorable_table, kith_private.changes[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."undo_change"(kith_private.restorable_table, kith_private.changes, jsonb) IS NULL;

COMMENT ON FUNCTION "kith_private"."undo_change_sets"(bigint[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."undo_refusal"(bigint[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."united_items"(text, jsonb, jsonb, text) IS NULL;

COMMENT ON FUNCTION "kith_private"."united_phones"(jsonb, jsonb, text) IS NULL;

COMMENT ON FUNCTION "kith_private"."united_with_rows"(uuid, uuid) IS NULL;

COMMENT ON FUNCTION "kith_private"."unknown_contacts"(jsonb, uuid[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."unknown_ids"(text, jsonb, uuid[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."upcoming_items"(date, date, text, integer) IS NULL;

COMMENT ON FUNCTION "kith_private"."update_rows"(kith_private.restorable_table, kith_private.undone_row[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."violation"(text, text, text, text) IS NULL;

COMMENT ON FUNCTION "kith_private"."visible_networks"() IS NULL;

COMMENT ON FUNCTION "kith_private"."were_in_networks"(uuid, uuid[], uuid[], bigint, integer) IS NULL;

COMMENT ON FUNCTION "kith_private"."with_changed_lists"(kith.contacts, jsonb) IS NULL;

COMMENT ON FUNCTION "kith_private"."with_kept_photo"(kith_private.changes, kith_private.undone_row) IS NULL;

COMMENT ON FUNCTION "kith_private"."with_names"(kith_api.answer, jsonb) IS NULL;

COMMENT ON FUNCTION "kith_private"."with_own_idempotency_key"(jsonb, uuid, jsonb) IS NULL;

COMMENT ON FUNCTION "kith_private"."within_limits"(bigint[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."without_missing_next"(kith_private.restorable_table, kith_private.undone_row[]) IS NULL;

COMMENT ON FUNCTION "kith_private"."without_profile"(jsonb) IS NULL;

COMMENT ON FUNCTION "kith_private"."word_patterns"(text) IS NULL;

COMMENT ON FUNCTION "kith_private"."write_cursor"(bigint, integer) IS NULL;

COMMENT ON FUNCTION "kith_private"."write_import"(uuid) IS NULL;

COMMENT ON FUNCTION "kith_private"."write_note_contacts"() IS NULL;

COMMENT ON FUNCTION "kith_private"."write_reminder_contacts"() IS NULL;

COMMENT ON FUNCTION "kith_private"."zone_of"(uuid) IS NULL;

DROP POLICY "Owners delete their memberships" ON "kith"."contact_networks";

DROP POLICY "Owners make memberships" ON "kith"."contact_networks";

DROP POLICY "Owners read their memberships" ON "kith"."contact_networks";

DROP POLICY "Limited keys read contacts in their networks" ON "kith"."contacts";

DROP POLICY "Owners change their contacts" ON "kith"."contacts";

DROP POLICY "Owners delete their contacts" ON "kith"."contacts";

DROP POLICY "Owners make contacts" ON "kith"."contacts";

DROP POLICY "Owners read their contacts" ON "kith"."contacts";

DROP POLICY "Owners change their networks" ON "kith"."networks";

DROP POLICY "Owners delete their networks" ON "kith"."networks";

DROP POLICY "Owners make networks" ON "kith"."networks";

DROP POLICY "Owners read their networks" ON "kith"."networks";

DROP POLICY "Owners change their note types" ON "kith"."note_types";

DROP POLICY "Owners delete their note types" ON "kith"."note_types";

DROP POLICY "Owners make note types" ON "kith"."note_types";

DROP POLICY "Owners read their note types" ON "kith"."note_types";

DROP POLICY "Limited keys read notes in their networks" ON "kith"."notes";

DROP POLICY "Owners change their notes" ON "kith"."notes";

DROP POLICY "Owners delete their notes" ON "kith"."notes";

DROP POLICY "Owners make notes" ON "kith"."notes";

DROP POLICY "Owners read their notes" ON "kith"."notes";

DROP POLICY "Owners change their profile" ON "kith"."profiles";

DROP POLICY "Owners make their profile" ON "kith"."profiles";

DROP POLICY "Owners read their profile" ON "kith"."profiles";

DROP POLICY "Limited keys read reminders in their networks" ON "kith"."reminders";

DROP POLICY "Owners change their reminders" ON "kith"."reminders";

DROP POLICY "Owners delete their reminders" ON "kith"."reminders";

DROP POLICY "Owners make reminders" ON "kith"."reminders";

DROP POLICY "Owners read their reminders" ON "kith"."reminders";

DROP POLICY "Owners change their keys" ON "kith_private"."api_keys";

DROP POLICY "Owners delete their keys" ON "kith_private"."api_keys";

DROP POLICY "Owners make keys" ON "kith_private"."api_keys";

DROP POLICY "Owners read their keys" ON "kith_private"."api_keys";

DROP POLICY "Owners change their calendar" ON "kith_private"."calendars";

DROP POLICY "Owners delete their calendar" ON "kith_private"."calendars";

DROP POLICY "Owners make their calendar" ON "kith_private"."calendars";

DROP POLICY "Owners read their calendar" ON "kith_private"."calendars";

DROP POLICY "Limited keys read change sets with such changes" ON "kith_private"."change_sets";

DROP POLICY "Limited keys read changes of what they may read" ON "kith_private"."changes";

DROP POLICY "Owners delete their dismissed pairs" ON "kith_private"."dismissed_duplicates";

DROP POLICY "Owners make dismissed pairs" ON "kith_private"."dismissed_duplicates";

DROP POLICY "Owners read their dismissed pairs" ON "kith_private"."dismissed_duplicates";

DROP POLICY "Owners change their rows of imports" ON "kith_private"."import_rows";

DROP POLICY "Owners delete their rows of imports" ON "kith_private"."import_rows";

DROP POLICY "Owners make rows of imports" ON "kith_private"."import_rows";

DROP POLICY "Owners read their rows of imports" ON "kith_private"."import_rows";

DROP POLICY "Owners change their imports" ON "kith_private"."imports";

DROP POLICY "Owners delete their imports" ON "kith_private"."imports";

DROP POLICY "Owners make imports" ON "kith_private"."imports";

DROP POLICY "Owners read their imports" ON "kith_private"."imports";

DROP TRIGGER "check_usage" ON "kith"."contacts";

DROP TRIGGER "log_change" ON "kith"."contacts";

DROP TRIGGER "log_update" ON "kith"."contacts";

DROP TRIGGER "leave_contacts" ON "kith"."note_contacts";

DROP TRIGGER "check_usage" ON "kith"."notes";

DROP TRIGGER "leave_contacts" ON "kith"."reminder_contacts";

DROP TRIGGER "hasten_photo_removals" ON "kith_private"."import_rows";

DROP INDEX "kith"."contacts_created_at_idx";

DROP INDEX "kith"."contacts_display_name_idx";

DROP INDEX "kith"."contacts_last_contacted_at_desc_idx";

DROP INDEX "kith"."contacts_last_contacted_at_idx";

DROP INDEX "kith"."contacts_next_contact_on_idx";

DROP INDEX "kith"."contacts_search_idx";

DROP INDEX "kith"."contacts_updated_at_idx";

DROP VIEW "kith_api"."contacts";

DROP VIEW "kith_private"."trash";

DROP VIEW "kith_private"."deletions";

ALTER TABLE "kith_private"."imports" DROP CONSTRAINT "imports_format_check";

ALTER TABLE "kith_private"."quotas" DROP CONSTRAINT "quotas_name_check";

DROP FUNCTION "kith_private"."as_uuid"(text);

DROP FUNCTION "kith_private"."asked_contact"(jsonb);

DROP FUNCTION "kith_private"."candidates"(uuid[]);

DROP FUNCTION "kith_private"."check_all_networks"();

DROP FUNCTION "kith_private"."check_contact_named"(jsonb);

DROP FUNCTION "kith_private"."check_import_scopes"(uuid);

DROP FUNCTION "kith_private"."check_imported_quotas"(uuid);

DROP FUNCTION "kith_private"."check_networks_scope"();

DROP FUNCTION "kith_private"."closest_names"(text);

DROP FUNCTION "kith_private"."columns_to_restore"(kith_private.changes, jsonb);

DROP FUNCTION "kith_private"."delete_rows"(kith_private.restorable_table, kith_private.undone_row[]);

DROP FUNCTION "kith_private"."do_item"(text, jsonb);

DROP FUNCTION "kith_private"."due_removals"();

DROP FUNCTION "kith_private"."email"();

DROP FUNCTION "kith_private"."erase_undo_answers"(uuid);

DROP FUNCTION "kith_private"."export_page"(text[], kith_private.contact_filters, jsonb, jsonb);

DROP FUNCTION "kith_private"."find_page"(jsonb, regclass, text[], text, boolean);

DROP FUNCTION "kith_private"."find_spoken"(text, boolean);

DROP FUNCTION "kith_private"."finds_many"();

DROP FUNCTION "kith_private"."has_memberships_in_effect"(kith_private.changes);

DROP FUNCTION "kith_private"."has_remembered"();

DROP FUNCTION "kith_private"."hasten_photo_removals"();

DROP FUNCTION "kith_private"."insert_contact"(jsonb);

DROP FUNCTION "kith_private"."insert_imported"(uuid, uuid, integer[]);

DROP FUNCTION "kith_private"."is_as_made"(uuid, uuid);

DROP FUNCTION "kith_private"."is_limited"(jsonb);

DROP FUNCTION "kith_private"."item_refusal"(text, text, text, text, text, text, text, text);

DROP FUNCTION "kith_private"."known_contacts"(text);

DROP FUNCTION "kith_private"."leave_contacts"();

DROP FUNCTION "kith_private"."named_in"(jsonb);

DROP FUNCTION "kith_private"."named_so"(uuid[], text[]);

DROP FUNCTION "kith_private"."networks_of_words"(jsonb);

DROP FUNCTION "kith_private"."note_merged_uids"(uuid, uuid);

DROP FUNCTION "kith_private"."note_search_condition"();

DROP FUNCTION "kith_private"."obstacle"(kith_private.changes, text, text);

DROP FUNCTION "kith_private"."part_same_uids"(uuid);

DROP FUNCTION "kith_private"."referring"(kith_private.changes);

DROP FUNCTION "kith_private"."refuse_many_changes"();

DROP FUNCTION "kith_private"."refuse_other_actor"();

DROP FUNCTION "kith_private"."said_words"(text);

DROP FUNCTION "kith_private"."search_took_too_long"();

DROP FUNCTION "kith_private"."set_finds_many"(boolean);

DROP FUNCTION "kith_private"."sorted_words"(text[]);

DROP FUNCTION "kith_private"."spoken_contacts"(jsonb, text);

DROP FUNCTION "kith_private"."suggest_by_name"(uuid);

DROP FUNCTION "kith_private"."was_stamped_since"(kith_private.changes, jsonb);

DROP FUNCTION "kith_private"."without_hidden_contacts"(jsonb);

DROP FUNCTION "kith_private"."without_hidden_next"(jsonb);

ALTER TABLE "kith_private"."operations" ALTER COLUMN "needs_all_networks" DROP EXPRESSION;

ALTER TABLE "kith_private"."operations" ALTER COLUMN "needs_all_networks" SET DEFAULT false;

DROP TABLE "kith_private"."logged_tables";

ALTER TABLE "kith"."contacts" ADD COLUMN "snoozed_until" date;

ALTER TABLE "kith"."contacts" ADD COLUMN "snoozed_after" timestamp(3) with time zone;

ALTER TABLE "kith"."contacts" ADD COLUMN "active_snooze" date GENERATED ALWAYS AS (
CASE
    WHEN (COALESCE(GREATEST(last_contacted_by_hand, last_noted_at), created_at) <= snoozed_after) THEN snoozed_until
    ELSE NULL::date
END) STORED;

-- Written anew from what is there. The table is locked meanwhile: some seconds for 100,000 contacts.
ALTER TABLE "kith"."contacts" ALTER COLUMN "next_contact_on_utc" SET EXPRESSION AS (
CASE
    WHEN (contact_frequency_days IS NOT NULL) THEN GREATEST((((COALESCE(GREATEST(last_contacted_by_hand, last_noted_at), created_at) AT TIME ZONE 'UTC'::text))::date + contact_frequency_days),
    CASE
        WHEN (COALESCE(GREATEST(last_contacted_by_hand, last_noted_at), created_at) <= snoozed_after) THEN snoozed_until
        ELSE NULL::date
    END)
    ELSE NULL::date
END);

ALTER TABLE "kith"."contacts" ADD COLUMN "sort_name" text GENERATED ALWAYS AS (COALESCE(((last_name || ' '::text) || first_name), last_name, first_name, nickname, company)) STORED;

ALTER TABLE "kith"."profiles" ADD COLUMN "name_order" text NOT NULL DEFAULT 'firstName'::text;

ALTER TABLE "kith_private"."calendars" ADD COLUMN "read_minute" timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone;

ALTER TABLE "kith_private"."calendars" ADD COLUMN "reads" smallint NOT NULL DEFAULT 0;

ALTER TABLE "kith_private"."idempotent_requests" ADD COLUMN "second_resource_id" uuid;

CREATE TYPE "kith_private"."resource" AS ("name" text, "source" text, "scope" text, "seen_by" text, "finds" text, "derived" text[], "refers" jsonb);

ALTER TYPE "kith_private"."resource" OWNER TO "postgres";

ALTER TYPE "kith_private"."recurrence_rule" ADD ATTRIBUTE "months" integer[] CASCADE;

ALTER TYPE "kith_private"."recurrence_rule" ADD ATTRIBUTE "numbers" integer[] CASCADE;

ALTER TYPE "kith_private"."recurrence_rule" ADD ATTRIBUTE "positions" integer[] CASCADE;

ALTER TYPE "kith_private"."restorable_table" ADD ATTRIBUTE "has_unique_name" boolean CASCADE;

ALTER TYPE "kith_private"."restorable_table" ADD ATTRIBUTE "refers" jsonb CASCADE;

CREATE OR REPLACE FUNCTION kith_api.apply_import(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body constant jsonb := arguments -> 'body';
  asked constant jsonb := coalesce(body -> 'rows', '[]');
  import kith_private.imports;
begin
  select i.* into import from kith_private.imports i
  where i.id = (arguments ->> 'id')::uuid and i.created_at > now() - interval '24 hours' for update;
  if not found then
    perform kith_private.not_found();
  end if;
  -- An import is applied once: a repeated request, as after a lost answer, is told what the first one did.
  if import.applied_at is null then
    perform kith_private.check_import_scopes(import.id), kith_private.check_asked_rows(import.id, asked);
    perform kith_private.decide_rows(import.id, body ->> 'onMatch', asked);
    perform kith_private.write_import(import.id);
    update kith_private.imports i set applied_at = now(),
      applied_activity_id = case when kith_private.setting('change_set') is not null
        then (kith_private.current_change() ->> 'id')::uuid end,
      result = (
        select jsonb_build_object('created', count(*) filter (where r.outcome = 'create'), 'merged', count(*) filter (where r.outcome = 'merge'),
          'skipped', count(*) filter (where r.outcome = 'skip'), 'failed', count(*) filter (where r.outcome = 'fail'))
        from kith_private.import_rows r where r.import_id = import.id)
    where i.id = import.id;
  end if;
  return (200, (
    select (i.body::jsonb || p.result)::text from kith_api.imports i join kith_private.imports p on p.id = i.id
    where i.id = import.id))::kith_api.answer;
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.attach_photo(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  contact constant uuid := arguments ->> 'id';
begin
  perform kith_api.update_contact(arguments #- '{body,photoUrl}');
  perform kith_private.set_photo(contact, arguments ->> 'photo', arguments -> 'body' ->> 'photoUrl');
  return kith_private.answer_resource((select c.body from kith_api.contacts c where c.id = contact));
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.bulk_contacts(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body constant jsonb := arguments -> 'body';
  is_partial constant boolean := coalesce((body ->> 'partial')::boolean, false);
  results text[] := '{}';
  asked record;
  done uuid;
  error jsonb;
  part record;
begin
  for asked in
    select list.name, given.item, given.position - 1 as index, format('/%s/%s', list.name, given.position - 1) as place,
      (case when jsonb_typeof(given.item) = 'string' then given.item #>> '{}' when list.name <> 'create' then given.item ->> 'id' end)::uuid as id
    from unnest('{create,update,delete}'::text[]) with ordinality as list (name, position)
    cross join lateral jsonb_array_elements(coalesce(body -> list.name, '[]')) with ordinality as given (item, position)
    order by list.position, given.position
  loop
    done := asked.id;
    if jsonb_typeof(asked.item) = 'object' and asked.item ? 'refused' then
      error := jsonb_build_object('code', 'validation_failed', 'errors', asked.item -> 'refused');
    else
      select p.answer, p.error into part
      from kith_private.run_part(asked.place, asked.name || '_contact', jsonb_build_object('id', asked.id)
        || case when asked.name <> 'delete' then jsonb_build_object('body', asked.item - 'id') else '{}' end) p;
      error := part.error;
      if error is null then
        done := coalesce(asked.id, ((part.answer).body::jsonb ->> 'id')::uuid);
      elsif not is_partial then
        perform kith_private.fail(error ->> 'code', error ->> 'detail', error -> 'errors');
      end if;
    end if;
    results := results || json_build_object('action', asked.name, 'index', asked.index, 'id', done,
      'status', case when error is null then 'done' else 'failed' end, 'error', error)::text;
  end loop;
  return (200, format('{"results":[%s]}', array_to_string(results, ',')))::kith_api.answer;
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.change_contacts(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  contacts constant uuid[] := kith_private.contacts_to_change(arguments);
  body constant jsonb := arguments -> 'body';
  shown constant json := (
    select coalesce(json_agg(json_build_object('id', c.id, 'displayName', c.display_name) order by listed.position), '[]')
    from unnest(contacts[1:20]) with ordinality as listed (id, position)
    join kith.contacts c on c.owner_id = (select auth.uid()) and c.id = listed.id);
  contact uuid;
begin
  foreach contact in array contacts loop
    if arguments ? 'delete' then
      perform kith_api.delete_contact(jsonb_build_object('id', contact));
    else
      perform kith_api.update_contact(jsonb_build_object('id', contact, 'body', body));
    end if;
  end loop;
  return (200, json_build_object('count', cardinality(contacts), 'contacts', shown))::kith_api.answer;
end
$function$;

ALTER FUNCTION "kith_api"."change_contacts"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.create_contact(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body constant jsonb := arguments -> 'body';
  made uuid;
begin
  if arguments ? 'ifUnknown' then
    perform kith_private.refuse_known_contact(body);
  end if;
  if not kith_private.has_all_networks() then
    made := kith_private.insert_contact_in_networks(body);
    return kith_private.answer_resource((select c.body from kith_api.contacts c where c.id = made), 201::smallint);
  end if;
  made := kith_private.insert_row(kith_private.contact_of(body, null));
  if jsonb_typeof(body -> 'networkIds') = 'array' then
    perform kith_private.change_networks(made, body);
  end if;
  return kith_private.answer_resource((select c.body from kith_api.contacts c where c.id = made), 201::smallint);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.create_import(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body constant jsonb := kith_private.without_profile(arguments -> 'body');
  import constant uuid := gen_random_uuid();
  writable constant text[] := kith_private.resources_with('write');
  answer kith_api.answer;
begin
  delete from kith_private.imports i where i.id in (
    select kept.id from kith_private.imports kept
    -- A key makes no room by what it may not delete.
    where array(select k.name from kith_private.resources() k) <@ writable or not exists (
      select from kith_private.import_rows r where r.import_id = kept.id and r.resource <> all (writable))
    order by kept.created_at desc, kept.id offset 2);
  insert into kith_private.imports (id, format, dropped, photos)
  values (import, body ->> 'format', body -> 'dropped', (select count(*) from jsonb_array_elements(body -> 'rows') item where item ? 'photo'));
  perform kith_private.insert_import_rows(import, body -> 'rows');
  perform kith_private.check_import_scopes(import);
  perform kith_private.match_uids(import), kith_private.match_keys(import, 'email'), kith_private.match_keys(import, 'phone'),
    kith_private.find_conflicts(import), kith_private.match_others(import), kith_private.separate_repeated_uids(import),
    kith_private.match_profile(import), kith_private.find_same_names(import);
  update kith_private.imports i set counts = (
    select jsonb_build_object('create', count(*) filter (where r.action = 'create'), 'match', count(*) filter (where r.action = 'match'),
      'conflict', count(*) filter (where r.action = 'conflict'), 'error', count(*) filter (where r.action = 'error'))
    from kith_private.import_rows r where r.import_id = import)
  where i.id = import;
  answer := kith_private.answer_resource((select i.body from kith_api.imports i where i.id = import), 201::smallint);
  if (select i.photos from kith_private.imports i where i.id = import) > 0 then
    perform kith_private.reserve_import_photos(import);
    answer.body := concat(left(answer.body, -1), ',"uploads":', (
      select json_object_agg(r.number, r.photo_path) from kith_private.import_rows r where r.import_id = import and r.photo_path is not null), '}');
  end if;
  return answer;
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.create_network(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  made uuid;
begin
  made := kith_private.insert_row(kith_private.row_of(arguments -> 'body', null::kith.networks));
  return kith_private.answer_resource((select r.body from kith_api.networks r where r.id = made), 201::smallint);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.create_note(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body constant jsonb := arguments -> 'body';
  note kith.notes := kith_private.note_of(body, null);
  made uuid;
begin
  note.contact_ids := kith_private.read_contacts(body);
  perform kith_private.check_note_references(body, note.contact_ids);
  made := kith_private.insert_row(note);
  return kith_private.with_names(
    kith_private.answer_resource((select n.body from kith_api.notes n where n.id = made), 201::smallint), arguments);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.create_note_type(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  made uuid;
begin
  made := kith_private.insert_row(kith_private.row_of(arguments -> 'body', null::kith.note_types));
  return kith_private.answer_resource((select r.body from kith_api.note_types r where r.id = made), 201::smallint);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.create_note_with_reminder(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body constant jsonb := arguments -> 'body';
  reminder constant jsonb := body -> 'reminder';
  part record;
  note text;
begin
  select p.answer, p.error into part from kith_private.run_part('/note', 'create_note', jsonb_build_object('body', body -> 'note')) p;
  note := (part.answer).body;
  if part.error is null then
    select p.answer, p.error into part
    from kith_private.run_part('/reminder', 'create_reminder', jsonb_build_object('body',
      case when reminder ?| '{contactId,contactIds}' then reminder
        else reminder || jsonb_build_object('contactIds', note::jsonb -> 'contactIds') end)) p;
  end if;
  if part.error is not null then
    perform kith_private.fail(part.error ->> 'code', part.error ->> 'detail', part.error -> 'errors');
  end if;
  return kith_private.with_names(
    (201, format('{"note":%s,"reminder":%s}', note, (part.answer).body))::kith_api.answer, arguments);
end
$function$;

ALTER FUNCTION "kith_api"."create_note_with_reminder"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.create_photo_upload(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  contact constant uuid := arguments ->> 'id';
begin
  -- Locked, so that the contact is not deleted before the upload refers to it.
  perform from kith.contacts c where c.id = contact for key share;
  if not found then
    perform kith_private.not_found();
  end if;
  return (200, json_build_object(
    'path', kith_private.create_upload_path(contact, arguments -> 'body' ->> 'extension'))::text)::kith_api.answer;
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.create_reminder(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body constant jsonb := arguments -> 'body';
  reminder kith.reminders := kith_private.reminder_of(body, null);
  made uuid;
begin
  reminder.contact_ids := kith_private.read_contacts(body);
  perform kith_private.check_references(kith_private.unknown_contacts(body, reminder.contact_ids));
  made := kith_private.insert_row(reminder);
  return kith_private.with_names(
    kith_private.answer_resource((select r.body from kith_api.reminders r where r.id = made), 201::smallint), arguments);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.delete_import(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  import constant uuid := (select i.id from kith_api.imports i where i.id = (arguments ->> 'id')::uuid);
begin
  perform kith_private.check_import_scopes(import, without => null);
  delete from kith_private.imports i where i.id = import;
  return kith_private.answer_deleted(found);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.delete_network(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from kith.networks r where r.id = (arguments ->> 'id')::uuid;
  return kith_private.answer_deleted(found);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.delete_note_type(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from kith.note_types r where r.id = (arguments ->> 'id')::uuid;
  return kith_private.answer_deleted(found);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.export_account(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return kith_private.export_page(kith_private.exported_tables(), ('{}', '{}'), coalesce(arguments -> 'query', '{}'));
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.export_contacts(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  query constant jsonb := coalesce(arguments -> 'query', '{}');
  filters constant kith_private.contact_filters := kith_private.read_contact_filters(query);
  is_first_of_table constant boolean := query ->> 'format' = 'csv' and not query ? 'place';
begin
  return kith_private.export_page('{networks,contacts}', filters, query,
    case when is_first_of_table then jsonb_build_object('longest', kith_private.longest_lists(filters)) else '{}' end);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.get_contact(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  contact constant uuid := arguments ->> 'id';
  include constant jsonb := arguments -> 'query' -> 'include';
  answer kith_api.answer;
begin
  if include is not null and not arguments -> 'query' ? 'readable' then
    perform kith_private.check_included(include);
  end if;
  answer := (200, (select c.body from kith_api.contacts c where c.id = contact));
  if answer.body is null then
    perform kith_private.refuse_missing_contact(contact);
  elsif include is null then
    return answer;
  end if;
  answer.body := concat(left(answer.body, -1),
    case when include ? 'notes' then concat(',"notes":[', kith_private.notes_of_contact(contact), ']') end,
    case when include ? 'reminders' then concat(',"reminders":[', kith_private.reminders_of_contact(contact), ']') end,
    case when include ? 'networks' then concat(',"networks":[', kith_private.networks_of_contact(contact), ']') end, '}');
  return kith_private.with_names(answer, arguments);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.get_network(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return kith_private.answer_resource((select r.body from kith_api.networks r where r.id = (arguments ->> 'id')::uuid));
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.get_note_type(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return kith_private.answer_resource((select r.body from kith_api.note_types r where r.id = (arguments ->> 'id')::uuid));
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.list_activity(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  query constant jsonb := arguments -> 'query';
  -- Changes take most of the time, and are not read where they are not asked for.
  most constant integer := case when query -> 'fields' ? 'changes' or not query ? 'fields' then 20 else 0 end;
  found kith_private.page;
  items text;
begin
  found := kith_private.find_page(query, 'kith_private.change_sets', array[
      'at > (select kith_private.log_start())',
      'number > (select kith_private.last_purged_set())',
      case when query ? 'actorId' then $sql$actor_id = ($1 ->> 'actorId')::uuid$sql$ end,
      case when query ? 'from' then $sql$at >= (select kith_private.local_instant($1 ->> 'from', '00:00'))$sql$ end,
      case when query ? 'to' then $sql$at < (select kith_private.local_instant($1 ->> 'to', '24:00'))$sql$ end,
      -- "is true" makes Postgres put the numbers into a hash table and read the list in the order of its index
      case when query ? 'resourceId' then $sql$(number in (
        select c.set_number from kith_private.changes c
        where c.resource_id = ($1 ->> 'resourceId')::uuid and c.is_shown)) is true$sql$ end,
      case when query ?| '{resource,action}' then $sql$exists (
        select from kith_private.changes c
        where c.owner_id = change_sets.owner_id and c.set_number = change_sets.number and c.is_shown
          and c.resource = coalesce($1 ->> 'resource', c.resource) and c.action = coalesce($1 ->> 'action', c.action)
          and c.resource_id = coalesce(($1 ->> 'resourceId')::uuid, c.resource_id))$sql$ end],
    'number desc');
  perform kith_private.remember_seen(array(
    select s.number from unnest(found.ids) listed (id) join kith_private.change_sets s on s.owner_id = (select auth.uid()) and s.id = listed.id));
  for start in 1 .. cardinality(found.ids) by 10 loop
    -- Change sets of many thousands of changes take long to count.
    if clock_timestamp() > statement_timestamp() + interval '3 seconds' then
      perform kith_private.refuse_member('/pageSize', 'too_big', 'This page takes too long. Use a smaller pageSize.', 'query');
    end if;
    items := kith_private.add_items(items, kith_private.pick_members((
      select string_agg((
        select kith_private.change_set_body(s, most)::text from kith_private.change_sets s where s.id = listed.id), ','
        order by listed.position)
      from unnest(found.ids[start : start + 9]) with ordinality as listed (id, position)), query -> 'fields'));
  end loop;
  perform kith_private.forget_seen();
  return kith_private.answer_page(found, items);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.list_contacts(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  asked constant kith_private.contact_filters := kith_private.read_contact_filters(coalesce(arguments -> 'query', '{}'));
  query jsonb := asked.query;
  is_ranked constant boolean := query ? 'patterns' and not query ? 'sort';
  found kith_private.page;
  items text;
  answer kith_api.answer;
  archived bigint := 0;
begin
  if is_ranked then
    query := query || jsonb_build_object('named', kith_private.named_words(query ->> 'search'));
  end if;
  found := kith_private.find_page(query, 'kith.contacts', asked.conditions,
    case coalesce(query ->> 'sort', 'displayName')
      when 'displayName' then 'display_name collate "und-x-icu", id'
      when '-displayName' then 'display_name collate "und-x-icu" desc, id desc'
      when 'lastName' then 'sort_name collate "und-x-icu", id'
      when '-lastName' then 'sort_name collate "und-x-icu" desc, id desc'
      when 'createdAt' then 'created_at, id'
      when '-createdAt' then 'created_at desc, id desc'
      when 'updatedAt' then 'updated_at, id'
      when '-updatedAt' then 'updated_at desc, id desc'
      when 'lastContactedAt' then 'last_contacted_at nulls last, id'
      when '-lastContactedAt' then 'last_contacted_at desc nulls last, id desc'
      -- By month and day, which are the last five characters.
      when 'birthday' then 'right(birthday, 5) nulls last, display_name collate "und-x-icu", id'
      when '-birthday' then 'right(birthday, 5) desc nulls last, display_name collate "und-x-icu" desc, id desc'
      when 'nextContactOn' then kith_private.next_contact_on() || ' nulls last, id'
      when '-nextContactOn' then kith_private.next_contact_on() || ' desc nulls last, id desc'
    end, finds_few => query ? 'ids', rank => case when is_ranked then kith_private.search_rank() end);
  for start in 1 .. cardinality(found.ids) by 50 loop
    items := kith_private.add_items(items, kith_private.pick_members((
      select string_agg((select c.body::text from kith_api.contacts c where c.id = listed.id), ',' order by listed.position)
      from unnest(found.ids[start : start + 49]) with ordinality as listed (id, position)), query -> 'fields'));
  end loop;
  answer := kith_private.answer_page(found, items);
  if query ? 'patterns' and not query ? 'isArchived' then
    archived := (kith_private.find_page(query, 'kith.contacts', array_replace(asked.conditions, 'not is_archived', 'is_archived'),
      'display_name collate "und-x-icu", id', finds_few => query ? 'ids')).total;
  end if;
  if archived > 0 then
    answer.body := concat(left(answer.body, -1), ',"archivedCount":', archived, '}');
  end if;
  if found.total = 0 and query ? 'patterns' then
    answer.body := concat(left(answer.body, -1), ',"suggestions":', kith_private.suggestions(query ->> 'search'), '}');
  end if;
  return answer;
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.list_duplicates(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  query constant jsonb := coalesce(arguments -> 'query', '{}');
  number constant bigint := coalesce((query ->> 'page')::bigint, 1);
  size constant bigint := coalesce((query ->> 'pageSize')::bigint, 50);
  calling_code constant text := kith_private.own_calling_code();
  found record;
  items text;
begin
  perform kith_private.set_reads_list(true);
  found := kith_private.find_pairs(coalesce((query ->> 'minScore')::numeric, 0), (number - 1) * size, size);
  perform kith_private.set_reads_list(false);
  for start in 1 .. coalesce(cardinality(found.page), 0) by 50 loop
    items := kith_private.add_items(items, (
      select string_agg(kith_private.duplicate_body(one, other, pair.kinds, pair.score, calling_code)::text, ',' order by pair.position)
      from unnest(found.page[start : start + 49]) with ordinality pair (one_id, other_id, kinds, score, position)
      join kith.contacts one on one.id = pair.one_id join kith.contacts other on other.id = pair.other_id));
  end loop;
  return kith_private.answer_page((array[]::uuid[], number, size, found.total)::kith_private.page, items);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.list_import_rows(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  query constant jsonb := coalesce(arguments -> 'query', '{}');
  import constant uuid := (select i.id from kith_api.imports i where i.id = (arguments ->> 'id')::uuid);
  page constant bigint := coalesce((query ->> 'page')::bigint, 1);
  size constant bigint := coalesce((query ->> 'pageSize')::bigint, 50);
  readable constant text[] := kith_private.resources_with('read') || kith_private.resources_with('write');
  numbers integer[];
  place integer;
  shown kith_private.import_rows;
  skipped bigint;
  items text;
begin
  if import is null then
    perform kith_private.not_found();
  end if;
  numbers := array(
    select r.number from kith_private.import_rows r
    where r.import_id = import and (not query ? 'action' or r.action = query ->> 'action') and r.resource = any (readable)
    order by r.number);
  skipped := least((page - 1) * size, cardinality(numbers));
  foreach place in array numbers[skipped + 1 : skipped + size] loop
    select r.* into shown from kith_private.import_rows r where r.import_id = import and r.number = place;
    items := kith_private.add_items(items, kith_private.import_row_body(shown)::text);
  end loop;
  return kith_private.answer_page((array[]::uuid[], page, size, cardinality(numbers))::kith_private.page, items);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.list_networks(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  found kith_private.page;
begin
  found := kith_private.find_page(arguments -> 'query', 'kith.networks', null,
    case coalesce(arguments -> 'query' ->> 'sort', 'name')
      when 'name' then 'name collate "und-x-icu", id'
      when '-name' then 'name collate "und-x-icu" desc, id desc'
      when 'createdAt' then 'created_at, id'
      when '-createdAt' then 'created_at desc, id desc'
    end);
  return kith_private.answer_page(found, (
    select string_agg((select r.body::text from kith_api.networks r where r.id = listed.id), ',' order by listed.position)
    from unnest(found.ids) with ordinality as listed (id, position)));
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.list_note_types(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  found kith_private.page;
begin
  found := kith_private.find_page(arguments -> 'query', 'kith.note_types', null,
    case coalesce(arguments -> 'query' ->> 'sort', 'name')
      when 'name' then 'name collate "und-x-icu", id'
      when '-name' then 'name collate "und-x-icu" desc, id desc'
      when 'createdAt' then 'created_at, id'
      when '-createdAt' then 'created_at desc, id desc'
    end);
  return kith_private.answer_page(found, (
    select string_agg((select r.body::text from kith_api.note_types r where r.id = listed.id), ',' order by listed.position)
    from unnest(found.ids) with ordinality as listed (id, position)));
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.list_notes(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  query jsonb := arguments -> 'query';
  patterns constant text[] := kith_private.word_patterns(coalesce(query ->> 'search', ''));
  found kith_private.page;
  is_shared boolean;
  items text;
begin
  if patterns <> '{}' then
    query := query || jsonb_build_object('patterns', patterns);
  end if;
  is_shared := query ? 'contactId' and exists (
    select from kith.note_contacts l where l.contact_id = (query ->> 'contactId')::uuid);
  found := kith_private.find_page(query, case when is_shared then 'kith_private.notes_about' else 'kith.notes' end, array[
      -- The clock is looked at for each note, because notes are long; see kith_private.search_took_too_long.
      case when query ? 'patterns' then $sql$case
        when clock_timestamp() > (select statement_timestamp() + interval '3 seconds') then (select kith_private.search_took_too_long())
        else coalesce(folded_content, lower(content collate "C"))
          like all ((select array(select jsonb_array_elements_text($1 -> 'patterns')))::text[]) end$sql$ end,
      case when query ? 'contactId' then $sql$contact_id = ($1 ->> 'contactId')::uuid$sql$ end,
      case when query ? 'noteTypeId' then $sql$note_type_id = ($1 ->> 'noteTypeId')::uuid$sql$ end,
      case when query ? 'from' then $sql$occurred_at >= (select kith_private.local_instant($1 ->> 'from', '00:00'))$sql$ end,
      case when query ? 'to' then $sql$occurred_at < (select kith_private.local_instant($1 ->> 'to', '24:00'))$sql$ end],
    case coalesce(query ->> 'sort', '-occurredAt')
      when 'occurredAt' then 'occurred_at, id'
      when '-occurredAt' then 'occurred_at desc, id desc'
      when 'createdAt' then 'created_at, id'
      when '-createdAt' then 'created_at desc, id desc'
    end, finds_few => query ? 'contactId');
  for start in 1 .. cardinality(found.ids) by 50 loop
    items := kith_private.add_items(items, kith_private.pick_members((
      select string_agg((select n.body::text from kith_api.notes n where n.id = listed.id), ',' order by listed.position)
      from unnest(found.ids[start : start + 49]) with ordinality as listed (id, position)), query -> 'fields'));
  end loop;
  return kith_private.with_names(kith_private.answer_page(found, items), arguments);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.list_trash(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  patterns constant jsonb := kith_private.search_patterns(coalesce(arguments -> 'query' ->> 'search', ''));
  query constant jsonb := coalesce(arguments -> 'query', '{}') || jsonb_build_object('patterns', patterns);
  found kith_private.page;
  items text;
begin
  found := kith_private.find_page(query, 'kith_private.trash', array[
      'at > (select kith_private.log_start())',
      'set_number > (select kith_private.last_purged_set())',
      case when query ? 'resource' then $sql$resource = $1 ->> 'resource'$sql$ end]
      || array(
        select format('kith_private.folded(name) like ($1 #>> %L)', array['patterns', (word - 1)::text, '0'])
        from generate_series(1, jsonb_array_length(patterns)) word),
    'set_number desc, position desc');
  perform kith_private.set_reads_list(true);
  items := (
    select string_agg((
      select json_build_object('id', s.id, 'resource', t.resource, 'resourceId', t.id, 'name', t.name,
        'deletedAt', to_char(s.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'actor', kith_private.actor_body(s))::text
      from kith_private.trash t
      cross join lateral (
        select s.* from kith_private.change_sets s where s.id = t.change_set_id offset 0) s
      where t.id = listed.id), ',' order by listed.position)
    from unnest(found.ids) with ordinality as listed (id, position));
  perform kith_private.set_reads_list(false);
  return kith_private.answer_page(found, items);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.list_upcoming(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  at_most constant integer := 500;
  zone constant text := kith_private.time_zone();
  today constant date := (now() at time zone zone)::date;
  items kith_private.upcoming_item[];
  days text;
  shown integer;
begin
  perform kith_private.set_reads_list(true);
  items := array(
    select item::kith_private.upcoming_item
    from kith_private.upcoming_items(today, today + coalesce((arguments -> 'query' ->> 'days')::integer, 14) - 1, zone, at_most + 1) item
    order by item.day, item.rank, item.due_at, item.name collate "und-x-icu", item.id limit at_most + 1);
  perform kith_private.set_reads_list(false);
  select string_agg(format('{"date":"%s","items":[%s]}', each.day, each.items), ',' order by each.day), sum(each.count)
  into days, shown
  from (
    select sized.day, string_agg(sized.body, ',' order by sized.position) as items, count(*) as count
    from (
      select written.*, sum(octet_length(written.body)) over (order by written.position) as bytes
      from (
        select item.day, item.position, case item.rank
          when 1 then json_build_object('kind', 'reminder', 'reminder', (select r.body from kith_api.reminders r where r.id = item.id))
          when 2 then json_build_object('kind', 'contact', 'contactId', item.id, 'displayName', item.name, 'nextContactOn', item.day)
          else json_build_object('kind', 'birthday', 'contactId', item.id, 'displayName', item.name, 'birthday', item.birthday,
            'age', case when item.birthday not like '--%'
              then extract(year from item.day)::integer - left(item.birthday, 4)::integer end) end::text as body
        from unnest(items[: at_most]) with ordinality as item (day, rank, due_at, name, id, birthday, position)) written) sized
    -- Reminders can be long: what does not fit is left out, as where there are too many.
    where sized.bytes <= 4194304
    group by sized.day) each;
  return kith_private.with_names((200, format('{"today":"%s","days":[%s],"hasMore":%s}',
    today, days, (cardinality(items) > coalesce(shown, 0))::text))::kith_api.answer, arguments);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.merge_contacts(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body constant jsonb := arguments -> 'body';
  is_dry constant boolean := coalesce((body ->> 'dryRun')::boolean, false);
  target kith.contacts;
  duplicate kith.contacts;
  moved record;
  contact json;
begin
  perform kith_private.check_may_merge();
  select c.* into target from kith.contacts c where c.id = (arguments ->> 'id')::uuid for update;
  if not found then
    perform kith_private.not_found();
  end if;
  if target.id = (body ->> 'duplicateId')::uuid then
    perform kith_private.refuse_member('/duplicateId', 'duplicate', 'A contact cannot be merged into itself.');
  end if;
  select c.* into duplicate from kith.contacts c where c.id = (body ->> 'duplicateId')::uuid for update;
  if not found then
    perform kith_private.check_references('{/duplicateId}');
  end if;
  begin
    moved := kith_private.merge(target, duplicate, coalesce(nullif(body -> 'fields', 'null'), '{}'));
    contact := (select c.body from kith_api.contacts c where c.id = target.id);
    perform kith_private.roll_back_block(is_dry);
  exception when sqlstate 'KITH1' then
    null;
  end;
  return (200, json_build_object('contact', contact,
    'moved', json_build_object('notes', moved.notes, 'reminders', moved.reminders, 'networks', moved.networks),
    'activityId', case when not is_dry then kith_private.current_change() ->> 'id' end,
    'dryRun', is_dry)::text)::kith_api.answer;
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.prepare_photo(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  path text;
begin
  begin
    perform kith_api.update_contact(arguments #- '{body,photoUrl}');
    perform kith_private.roll_back_block();
  exception when sqlstate 'KITH1' then
    null; -- the change is allowed; this block has undone it
  end;
  path := kith_private.reserve_photo((arguments ->> 'id')::uuid, arguments -> 'body' ->> 'photoUrl');
  if path is null then
    perform kith_private.fail('invalid_photo_path');
  end if;
  return (200, json_build_object('path', path)::text)::kith_api.answer;
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.undo_activity(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  change_set constant kith_private.change_sets := kith_private.find_change_set((arguments ->> 'id')::uuid);
begin
  perform kith_private.check_may_undo(change_set.actor_id);
  return kith_private.answer_undo(array[change_set.number], coalesce(arguments -> 'body', '{}'));
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.undo_actor(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body constant jsonb := arguments -> 'body';
  -- A tool for assistants means itself where it names nobody.
  asked constant uuid := coalesce(body ->> 'actorId', kith_private.current_change() ->> 'actorId');
  sets bigint[];
begin
  -- Also a key that was deleted since, as long as the log knows it.
  if not (asked in ((select auth.uid()), (select (kith_private.current_change() ->> 'actorId')::uuid)) or exists (
      -- compared as text for the same reason as in delete_api_key
      select from kith_private.api_keys k where k.owner_id = (select auth.uid()) and k.id::text = asked::text)
    or exists (select from kith_private.change_sets s where s.actor_id = asked))
  then
    perform kith_private.check_references('{/actorId}');
  end if;
  perform kith_private.check_may_undo(asked);
  sets := array(
    select s.number from kith_private.change_sets s
    where s.actor_id = asked
      and s.at > (select kith_private.log_start())
      and s.number > (select kith_private.last_purged_set())
      and s.at >= (select kith_private.local_instant(body ->> 'since', '00:00'))
      and s.at < coalesce((select kith_private.local_instant(body ->> 'until', '24:00')), 'infinity'));
  -- What somebody else has undone already stays so; what this actor has undone is undone together with the undoing.
  sets := array(
    select s.number from kith_private.change_sets s
    where s.number = any (sets) and (s.undone_by is null or exists (
      select from kith_private.change_sets u where u.owner_id = s.owner_id and u.id = s.undone_by and u.number = any (sets))));
  if coalesce((body ->> 'partial')::boolean, false) then
    sets := kith_private.within_limits(sets);
  end if;
  return kith_private.answer_undo(sets, body);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.update_contact(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body jsonb := arguments -> 'body';
  contact kith.contacts;
begin
  select c.* into contact from kith.contacts c where c.id = (arguments ->> 'id')::uuid for update;
  if not found then
    perform kith_private.not_found();
  end if;
  body := kith_private.with_changed_lists(contact, body);
  if contact.active_snooze is null and contact.snoozed_until = (body ->> 'snoozedUntil')::date then
    -- The same day once more, after one that counts no more.
    update kith.contacts c set snoozed_until = null where c.id = contact.id;
  end if;
  perform kith_private.update_row(kith_private.contact_of(body, contact));
  if contact.photo_path is not null and body -> 'photoUrl' = 'null' then
    perform kith_private.set_photo(contact.id, null);
  end if;
  if body ?| '{networkIds,addNetworkIds,removeNetworkIds}' then
    perform kith_private.change_networks(contact.id, body);
  end if;
  return kith_private.answer_resource((select c.body from kith_api.contacts c where c.id = contact.id));
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.update_me(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body jsonb := arguments -> 'body';
begin
  insert into kith.profiles (owner_id) values (auth.uid()) on conflict do nothing;
  update kith.profiles p set
    name = case when body ? 'name' then body ->> 'name' else p.name end,
    timezone = case when body ? 'timezone' then body ->> 'timezone' else p.timezone end,
    country = case when body ? 'country' then body ->> 'country' else p.country end,
    name_order = case when body ? 'nameOrder' then body ->> 'nameOrder' else p.name_order end
  where p.owner_id = (select auth.uid());
  return kith_api.get_me(arguments);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.update_network(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  earlier kith.networks;
begin
  select r.* into earlier from kith.networks r where r.id = (arguments ->> 'id')::uuid for update;
  if not found then
    perform kith_private.not_found();
  end if;
  perform kith_private.update_row(kith_private.row_of(arguments -> 'body', earlier));
  return kith_private.answer_resource((select r.body from kith_api.networks r where r.id = earlier.id));
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.update_note(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body constant jsonb := arguments -> 'body';
  earlier kith.notes;
  note kith.notes;
  contacts uuid[];
begin
  select n.* into earlier from kith.notes n where n.id = (arguments ->> 'id')::uuid for update;
  if not found then
    perform kith_private.not_found();
  end if;
  contacts := kith_private.read_contacts(body, earlier.contact_ids);
  perform kith_private.check_note_references(body, contacts);
  note := kith_private.note_of(body, earlier);
  note.contact_ids := coalesce(contacts, earlier.contact_ids);
  perform kith_private.update_row(note);
  return kith_private.with_names(kith_private.answer_resource((select n.body from kith_api.notes n where n.id = note.id)), arguments);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.update_note_type(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  earlier kith.note_types;
begin
  select r.* into earlier from kith.note_types r where r.id = (arguments ->> 'id')::uuid for update;
  if not found then
    perform kith_private.not_found();
  end if;
  perform kith_private.update_row(kith_private.row_of(arguments -> 'body', earlier));
  return kith_private.answer_resource((select r.body from kith_api.note_types r where r.id = earlier.id));
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.update_reminder(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body constant jsonb := arguments -> 'body';
  earlier kith.reminders;
  reminder kith.reminders;
  contacts uuid[];
begin
  select r.* into earlier from kith.reminders r where r.id = (arguments ->> 'id')::uuid for update;
  if not found then
    perform kith_private.not_found();
  end if;
  contacts := kith_private.read_contacts(body, earlier.contact_ids);
  perform kith_private.check_references(kith_private.unknown_contacts(body, contacts));
  reminder := kith_private.reminder_of(body, earlier);
  reminder.contact_ids := coalesce(contacts, earlier.contact_ids);
  perform kith_private.update_row(reminder);
  return kith_private.with_names(kith_private.answer_resource((select r.body from kith_api.reminders r where r.id = reminder.id)), arguments);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.add_items(items text, more text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  joined constant text := concat_ws(',', items, more);
begin
  if octet_length(joined) > 5242880 then
    perform kith_private.refuse_member('/pageSize', 'too_big',
      'The items of this page have more than 5,242,880 bytes. Use a smaller pageSize; 8 always fit.', 'query');
  end if;
  return joined;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.answer_undo(sets bigint[], body jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  is_dry constant boolean := coalesce((body ->> 'dryRun')::boolean, false);
  undone record;
  made kith_private.change_sets;
  shown record;
begin
  begin
    undone := kith_private.undo_change_sets(sets);
    select s.* into made from kith_private.change_sets s where s.id = (select (kith_private.current_change() ->> 'id')::uuid);
    shown := kith_private.changes_body(made.owner_id, made.number, 200);
    perform kith_private.roll_back_block(is_dry);
  exception when sqlstate 'KITH1' then
    null;
  end;
  if undone.conflict_count > 0 and not is_dry and not coalesce((body ->> 'partial')::boolean, false) then
    perform kith_private.refuse_conflicts(undone.conflicts);
  end if;
  return (200, json_build_object(
    'dryRun', is_dry,
    'activityId', case when not is_dry then made.id end,
    'summary', case when made.id is not null then shown.summary end,
    'changes', shown.changes,
    'changeCount', shown.count,
    'conflicts', to_json(undone.conflicts),
    'conflictCount', undone.conflict_count)::text)::kith_api.answer;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.as_uuid(value text)
 RETURNS uuid
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return case when value ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then value::uuid end;
end
$function$;

ALTER FUNCTION "kith_private"."as_uuid"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.batches_to_undo(owner uuid, sets bigint[])
 RETURNS SETOF kith_private.change_batch
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  change kith_private.changes;
  batch kith_private.changes[] := '{}';
  ids text[] := '{}';
  photos uuid[] := '{}';
  id text;
  named constant text[] := array(
    select t.resource from unnest(kith_private.restorable_tables()) t where t.has_unique_name);
begin
  for change in select c.* from kith_private.changes_to_undo(owner, sets) c loop
    id := concat(change.resource, change.resource_id, change.network_id);
    if change.resource = any (named) or cardinality(batch) = 1000 or id = any (ids)
      -- a photo that another contact has to give back first
      or kith_private.photo_of(change.before ->> 'photo_path') = any (photos)
    then
      return query select b.* from kith_private.kinds_of_batch(batch) b;
      batch := '{}';
      ids := '{}';
      photos := '{}';
    end if;
    if change.resource = any (named) then
      return next (change.resource, array[change])::kith_private.change_batch;
    else
      batch := batch || change;
      ids := ids || id;
      if change.after ->> 'photo_path' is not null then
        photos := photos || kith_private.photo_of(change.after ->> 'photo_path');
      end if;
    end if;
  end loop;
  return query select b.* from kith_private.kinds_of_batch(batch) b;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.can_take_back(owner uuid, reminder uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform from kith.reminders n
  where n.owner_id = owner and n.id = reminder and not n.completed and n.updated_at = n.created_at for update;
  return found and kith_private.is_visible('reminder', reminder);
end
$function$;

ALTER FUNCTION "kith_private"."can_take_back"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.change_context(owner uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  context jsonb := kith_private.current_change();
begin
  -- Skipped where Auth deletes the account: waiting for it, while it waits for the row that was changed, would be a deadlock.
  perform from auth.users u where u.id = owner for key share skip locked;
  if not found then
    return null;
  end if;
  -- A function with an administrator's rights may change rows of another owner in the name of a user.
  if context is null or (context ->> 'kind' <> 'database' and auth.uid() is distinct from owner) then
    context := jsonb_build_object('id', gen_random_uuid()) || case
      when auth.uid() = owner then jsonb_build_object('kind', 'access_token', 'actorId', owner)
      else jsonb_build_object('kind', 'database', 'actorName', coalesce(
        nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role', session_user)) end;
    perform kith_private.set_setting('change', context::text);
  end if;
  if context ->> 'kind' = 'database' then
    perform pg_advisory_xact_lock(kith_private.log_lock_key(owner));
  end if;
  return context;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.change_networks(contact uuid, body jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  is_whole constant boolean := body ? 'networkIds';
  present constant uuid[] := array(select m.network_id from kith.contact_networks m where m.contact_id = contact);
  asked constant uuid[] := array(
    select distinct given::uuid from jsonb_array_elements_text(
      coalesce(nullif(body -> 'networkIds', 'null'), body -> 'addNetworkIds', '[]')) given order by 1);
  added constant uuid[] := array(select id from unnest(asked) id where id <> all (present));
  removed constant uuid[] := array(
    select id from unnest(present) id where id <> all (asked) and (is_whole or body -> 'removeNetworkIds' ? id::text));
begin
  if kith_private.has_scope('networks:read') then
    perform kith_private.check_networks_found(body);
  end if;
  if cardinality(added || removed) = 0 then
    return;
  end if;
  if not kith_private.has_scope('networks:read') then
    perform kith_private.fail('insufficient_scope', 'Changing the networks of a contact also needs the scope networks:read.');
  elsif not kith_private.has_all_networks() then
    perform kith_private.fail('insufficient_scope', 'This API key is limited to networks, so it cannot change who belongs to them.');
  elsif cardinality(present) + cardinality(added) - cardinality(removed) > 100 then
    perform kith_private.refuse_member(case when is_whole then '/networkIds' else '/addNetworkIds' end, 'too_long',
      'With these the contact would belong to more than 100 networks.');
  end if;
  delete from kith.contact_networks m
  where m.owner_id = (select auth.uid()) and m.contact_id = change_networks.contact and m.network_id = any (removed);
  insert into kith.contact_networks (contact_id, network_id) select contact, network from unnest(added) network
  on conflict do nothing;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.changed_items(resources kith_private.changed_resource[])
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  kind record;
  items jsonb := '{}';
  shown jsonb;
begin
  for kind in
    select d.name, split_part(d.source, '.', 2) as view, array_agg(r.id) as ids
    from unnest(resources) r join kith_private.resources() d on d.name = r.resource where d.name <> 'profile' group by 1, 2
  loop
    execute format('select jsonb_object_agg(%L || v.id, v.body::text) from unnest($1) asked (id) cross join lateral (
      select v.id, v.body from kith_api.%I v where v.id = asked.id offset 0) v', kind.name, kind.view) into shown using kind.ids;
    items := items || coalesce(shown, '{}');
  end loop;
  return array(
    select format('{"resource":"%s","id":"%s",%s}', r.resource, r.id, coalesce(
      '"value":' || case when r.resource = 'profile' then kith_private.profile_body()::text else items ->> (r.resource || r.id) end, '"deleted":true'))
    from unnest(resources) with ordinality r (resource, id, ordinal, place) order by r.place);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.changed_list(kind text, items jsonb, body jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  list constant text := initcap(kind) || 's';
  removed constant jsonb := coalesce(body -> ('remove' || list), '[]');
  added constant jsonb := coalesce(body -> ('add' || list), '[]');
  calling_code constant text := case kind when 'phone' then kith_private.own_calling_code() end;
  changed jsonb;
  given jsonb;
begin
  changed := (
    select coalesce(jsonb_agg(present.item order by present.position), '[]')
    from jsonb_array_elements(items) with ordinality as present (item, position)
    where not exists (
      select from jsonb_array_elements_text(removed) given (value)
      where kith_private.is_same_method(kind, given.value, present.item ->> 'value', calling_code)));
  for given in select item from jsonb_array_elements(added) with ordinality as each (item, position) order by position loop
    if not exists (
      select from jsonb_array_elements(changed) present (item)
      where kith_private.is_same_method(kind, given ->> 'value', present.item ->> 'value', calling_code))
    then
      changed := changed || given;
    end if;
  end loop;
  if jsonb_array_length(changed) > 20 then
    perform kith_private.refuse_member('/add' || list, 'too_long', 'A contact has at most 20 of them.');
  end if;
  return changed;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.changed_resources_in_networks(owner uuid, after_set bigint, after_position integer, OUT resources kith_private.changed_resource[], OUT sets bigint[], OUT positions integer[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  perform kith_private.set_reads_list(true);
  with visible as materialized (
    select c.set_number, c.position, c.resource, c.resource_id, c.network_id, c.action from kith_private.changes c
    where c.owner_id = owner and (c.set_number, c.position) > (after_set, after_position)
    order by c.set_number, c.position limit 1000),
  scanned as materialized (
    select m.*, row_number() over (order by m.set_number, m.position) as ordinal
    from (
      select v.* from visible v
      union all
      select t.set_number, t.change_position, t.resource, t.resource_id, null, null
      from kith_private.taken_from_networks(after_set, after_position) t
      where not exists (select from visible v where v.set_number = t.set_number and v.position = t.change_position)
      order by 1, 2 limit 1000) m),
  named as (
    select case s.resource when 'membership' then 'contact' else s.resource end as resource, s.resource_id as id, s.ordinal from scanned s
    union all
    select 'network', s.network_id, s.ordinal from scanned s
    where s.network_id is not null and (select kith_private.has_scope('networks:read'))
    union all
    select u.resource, u.id, s.ordinal from scanned s join kith_private.uses_of_contacts u on u.owner_id = owner and u.contact_id = s.resource_id
    where s.resource = 'membership' and s.action = 'create'
    union all
    select l.resource, l.id, s.ordinal
    from kith_private.left_with_contacts(array(
      select (e.resource_id, e.set_number, e.position)::kith_private.ended_membership from scanned e
      where e.resource = 'membership' and e.action = 'delete')) l
    join scanned s on s.set_number = l.set_number and s.position = l.change_position),
  firsts as (select n.resource, n.id, min(n.ordinal) as ordinal from named n group by n.resource, n.id)
  select (select array_agg((f.resource, f.id, f.ordinal)::kith_private.changed_resource order by f.ordinal, f.resource, f.id) from firsts f),
    array_agg(s.set_number order by s.ordinal), array_agg(s.position order by s.ordinal)
  into resources, sets, positions
  from scanned s;
  perform kith_private.set_reads_list(false);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.changes_to_undo(owner uuid, sets bigint[])
 RETURNS SETOF kith_private.changes
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query
  select c.* from kith_private.changes c
  left join lateral (
    select min(d.position) - 0.5 as position
    from unnest(kith_private.referred_ids(c)) referred (id)
    join kith_private.changes d on d.owner_id = owner and d.resource_id = referred.id and d.set_number = c.set_number
    where d.position < c.position and d.action = 'delete' and d.resource <> 'membership') cause
    on c.action <> 'create'
  where c.owner_id = owner and c.set_number = any (sets) and (c.action <> 'update' or c.after is null or c.after <> '{}')
  order by c.set_number desc, coalesce(cause.position, c.position) desc, c.position desc;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.check_import_scopes(import uuid, without text DEFAULT 'profile'::text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  writable constant text[] := kith_private.resources_with('write');
  lacking text;
begin
  select format('%s:write, and the file has %s', k.scope,
    case k.name when 'profile' then 'a profile' else replace(split_part(k.source, '.', 2), '_', ' ') end)
  into lacking from kith_private.resources() k
  where k.name <> all (writable) and k.name is distinct from without and exists (
    select from kith_private.import_rows r where r.import_id = import and r.resource = k.name)
  order by k.name desc limit 1;
  if found then
    perform kith_private.fail('insufficient_scope', format('This API key lacks the scope %s.', lacking));
  end if;
end
$function$;

ALTER FUNCTION "kith_private"."check_import_scopes"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.check_may_merge()
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if not (kith_private.has_scope('contacts:write') and kith_private.has_scope('notes:write')
    and kith_private.has_scope('reminders:write') and kith_private.has_all_networks())
  then
    perform kith_private.fail('insufficient_scope', 'The limits of this API key do not allow to merge contacts.');
  end if;
end
$function$;

ALTER FUNCTION "kith_private"."check_may_merge"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.check_may_undo(actor uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if not kith_private.may_undo(actor) then
    perform kith_private.fail('access_token_required', 'This API key may undo only what it did itself. An access token may undo everything.');
  end if;
end
$function$;

ALTER FUNCTION "kith_private"."check_may_undo"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.check_quota(quota text, total bigint)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  most constant bigint := (select q.maximum from kith_private.quotas q where q.name = quota);
begin
  if total > most then
    raise check_violation using
      message = format('An account may have at most %s %s.', most, case quota
        when 'photo_bytes' then 'bytes of photos' when 'uploads' then 'unattached uploads' else replace(quota, '_', ' ') end),
      schema = 'kith', table = quota, constraint = quota || '_quota_check';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.check_usage()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  quota constant text := tg_table_name;
  owner uuid;
  total bigint;
begin
  for owner in select distinct w.owner_id from written w loop
    perform from kith_private.usage u
    where u.owner_id = owner and u.name = quota and u.counted_at > now() - interval '1 minute'
      and u.count + 10000 < (select q.maximum from kith_private.quotas q where q.name = quota);
    if not found then
      execute format('select count(*) from %s where owner_id = $1', tg_relid::regclass) into total using owner;
      perform kith_private.check_quota(quota, total);
      insert into kith_private.usage as u (owner_id, name, count, counted_at) values (owner, quota, total, now())
      on conflict (owner_id, name) do update set count = excluded.count, counted_at = excluded.counted_at;
    end if;
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.clean_contact()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  searched text;
begin
  if tg_op = 'UPDATE' and not kith_private.is_edited(old, new) then
    return new; -- the update came from a note or a membership
  end if;
  new := kith_private.trimmed(new);
  if tg_op = 'INSERT' or (new.emails, new.phones, new.urls, new.addresses)
    is distinct from (old.emails, old.phones, old.urls, old.addresses)
  then
    new.emails := kith_private.clean_items(new.emails, '{value,label}');
    new.phones := kith_private.clean_items(new.phones, '{value,label}');
    new.urls := kith_private.clean_items(new.urls, '{value,label}');
    new.addresses := kith_private.clean_items(new.addresses, '{label,street,city,region,postalCode,country}');
  end if;
  if tg_op = 'UPDATE' and kith_private.is_edited(old, new) then
    new.updated_at := now();
  end if;
  -- A contact that is made or restored may get earlier notes afterwards.
  if new.snoozed_until is null then
    new.snoozed_after := null;
  elsif tg_op = 'INSERT' then
    new.snoozed_after := greatest(new.last_contacted_by_hand, new.created_at, now());
  elsif new.snoozed_until is distinct from old.snoozed_until then
    new.snoozed_after := coalesce(greatest(new.last_contacted_by_hand, new.last_noted_at), new.created_at);
  end if;
  searched := kith_private.searched_text(new);
  -- Folding takes longer than the rest of a write.
  if tg_op = 'UPDATE' and searched = kith_private.searched_text(old) then
    return new;
  end if;
  -- Valid fields have at most 17,400 characters together; for more, a constraint refuses the row after this trigger, and
  -- folding would be wasted. Some characters fold to as many as 18: what search compares is bounded too.
  new.search_text := case when char_length(searched) <= 17400 then left(kith_private.folded(searched), 20000) end;
  new.long_search_text := case when octet_length(new.search_text) > 500 then new.search_text end;
  new.search_text := case when new.long_search_text is null then new.search_text end;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.clean_network()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new := kith_private.trimmed(new);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.clean_note_type()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new := kith_private.trimmed(new);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.clean_recurrence(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  text constant text := upper(coalesce(kith_private.trimmed(value), '') collate "C");
  part text;
  given jsonb := '{}';
  has_periods boolean;
  days text;
begin
  foreach part in array string_to_array(regexp_replace(left(text, 200), '^RRULE:', ''), ';') loop
    if given ? split_part(part, '=', 1) then
      perform kith_private.refuse_recurrence('A part of the rule is given twice.');
    end if;
    given := given || jsonb_build_object(split_part(part, '=', 1), substr(part, strpos(part, '=') + 1));
  end loop;
  has_periods := given ->> 'FREQ' in ('MONTHLY', 'YEARLY') and given ? 'BYDAY';
  if octet_length(text) > 200 or text !~ '=' or given - '{FREQ,INTERVAL,BYMONTH,BYDAY,BYSETPOS,COUNT,UNTIL}'::text[] <> '{}' then
    perform kith_private.refuse_recurrence('A rule consists of FREQ, INTERVAL, BYMONTH, BYDAY, BYSETPOS, COUNT and UNTIL, such as '
      'FREQ=MONTHLY;BYDAY=1MO. Its time, and its day where it has no BYDAY, are those of when the reminder is due.');
  elsif (given ->> 'FREQ' = any ('{DAILY,WEEKLY,MONTHLY,YEARLY}')) is not true then
    perform kith_private.refuse_recurrence('FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY.');
  elsif given ->> 'INTERVAL' !~ '^[1-9][0-9]{0,2}$' then
    perform kith_private.refuse_recurrence('INTERVAL must be 1 to 999.');
  elsif given ->> 'BYMONTH' !~ '^([1-9]|1[0-2])(,([1-9]|1[0-2]))*$' then
    perform kith_private.refuse_recurrence('BYMONTH must be some of 1 to 12, with commas.');
  elsif given ? 'BYMONTH' and not (has_periods and given ->> 'FREQ' = 'YEARLY') then
    perform kith_private.refuse_recurrence('BYMONTH is for FREQ=YEARLY with BYDAY only, such as FREQ=YEARLY;BYMONTH=11;BYDAY=4TH.');
  elsif given ->> 'BYDAY' !~ '^([+-]?[1-9][0-9]?)?(MO|TU|WE|TH|FR|SA|SU)(,([+-]?[1-9][0-9]?)?(MO|TU|WE|TH|FR|SA|SU))*$' then
    perform kith_private.refuse_recurrence('BYDAY must be some of MO, TU, WE, TH, FR, SA, SU, with commas.');
  elsif given ? 'BYDAY' and given ->> 'FREQ' = 'DAILY' then
    perform kith_private.refuse_recurrence('BYDAY is for FREQ=WEEKLY, MONTHLY and YEARLY only.');
  elsif given ->> 'BYDAY' ~ '[0-9]' and not has_periods then
    perform kith_private.refuse_recurrence('Numbers in BYDAY are for FREQ=MONTHLY and YEARLY only, such as FREQ=MONTHLY;BYDAY=1MO.');
  elsif given ->> 'BYDAY' ~ '(5[4-9]|[6-9][0-9])' or given ->> 'BYDAY' ~ '([6-9]|[1-9][0-9])' and (given ? 'BYMONTH' or given ->> 'FREQ' = 'MONTHLY') then
    perform kith_private.refuse_recurrence('Numbers in BYDAY must be 1 to 5, or -1 to -5 from the end; in a year without BYMONTH up to 53.');
  elsif given ->> 'BYDAY' ~ '[0-9]' and given ->> 'BYDAY' ~ '(^|,)[A-Z]' then
    -- Programs that read calendars differ in what both together mean.
    perform kith_private.refuse_recurrence('BYDAY must have a number for each day or for none.');
  elsif given ->> 'BYSETPOS' !~ '^[+-]?[1-9][0-9]{0,2}(,[+-]?[1-9][0-9]{0,2})*$' then
    perform kith_private.refuse_recurrence('BYSETPOS must be numbers of 1 to 999, or -1 to -999 from the end, with commas.');
  elsif given ? 'BYSETPOS' and not has_periods then
    perform kith_private.refuse_recurrence(
      'BYSETPOS is for FREQ=MONTHLY and YEARLY with BYDAY only, such as FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1.');
  elsif given ->> 'COUNT' !~ '^[1-9][0-9]{0,3}$' then
    perform kith_private.refuse_recurrence('COUNT must be 1 to 9999.');
  elsif given ? 'UNTIL' and not kith_private.is_until(given ->> 'UNTIL') then
    perform kith_private.refuse_recurrence('UNTIL must be a real date as YYYYMMDD, or an instant as YYYYMMDDTHHMMSSZ.');
  elsif given ?& '{COUNT,UNTIL}' then
    perform kith_private.refuse_recurrence('A rule has COUNT or UNTIL, not both.');
  end if;
  days := (
    select string_agg(day, ',' order by strpos('MOTUWETHFRSASU', right(day, 2)), nullif(left(day, -2), '')::integer nulls first)
    from (select distinct ltrim(unnest(string_to_array(given ->> 'BYDAY', ',')), '+') as day) each);
  return concat_ws(';', 'FREQ=' || (given ->> 'FREQ'), 'INTERVAL=' || nullif(given ->> 'INTERVAL', '1'),
    'BYMONTH=' || kith_private.sorted_numbers(given ->> 'BYMONTH'), 'BYDAY=' || days,
    'BYSETPOS=' || kith_private.sorted_numbers(given ->> 'BYSETPOS'), 'COUNT=' || (given ->> 'COUNT'), 'UNTIL=' || (given ->> 'UNTIL'));
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.clean_reminder()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new := kith_private.trimmed(new);
  if not new.completed then
    new.completed_at := null;
  elsif kith_private.is_restoring() then
    -- The time may have stayed null, where somebody else has changed it since.
    new.completed_at := coalesce(new.completed_at, now());
  elsif tg_op = 'INSERT' or not old.completed then
    new.completed_at := now();
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.columns_of(body jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return coalesce((
    select jsonb_object_agg(lower(regexp_replace(key, '([A-Z])', '_\1', 'g') collate "C"), value) from jsonb_each(body)), '{}');
end
$function$;

ALTER FUNCTION "kith_private"."columns_of"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.columns_to_restore(logged kith_private.restorable_table, change kith_private.changes, current jsonb, OUT columns jsonb, OUT conflicts jsonb[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  item record;
  reason text;
begin
  columns := '{}';
  conflicts := '{}';
  for item in
    select b.key as name, b.value as was, change.after -> b.key as became, current -> b.key as now
    from jsonb_each(change.before) b where b.key <> 'updated_at' and (change.action = 'delete' or current ? b.key)
  loop
    if change.action = 'update' and (kith_private.is_same_value(item.name, item.now, item.was)
      -- It follows from dueAt and recurrence, for which there is a conflict where there is one.
      or item.name = 'recurrence_start' and not kith_private.is_same_value(item.name, item.now, item.became))
    then
      continue; -- it is restored already
    end if;
    if change.action = 'update' and item.name = 'contact_ids' then
      item.was := kith_private.contacts_to_restore(change, item.now);
      continue when item.was = item.now;
      item.became := case when item.was is not null then item.now end;
    end if;
    reason := case
      when change.action = 'update' and not kith_private.is_same_value(item.name, item.now, item.became) then 'changed'
      -- Rows that refer to one another come back together: see without_missing_next.
      when (logged.refers ? item.name or item.name = 'name') and (change.action = 'update' or logged.refers ->> item.name is distinct from logged.source) then
        kith_private.restore_refusal(logged, change, item.name, item.was) end;
    if reason is null then
      columns := columns || jsonb_build_object(item.name, item.was);
    else
      conflicts := conflicts || kith_private.conflict(change, item.name, reason);
    end if;
  end loop;
  if change.action = 'delete' then
    columns := columns || jsonb_build_object('updated_at', now());
  end if;
end
$function$;

ALTER FUNCTION "kith_private"."columns_to_restore"(kith_private.restorable_table, kith_private.changes, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.conflict(change kith_private.changes, name text, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object('resource', change.resource, 'id', change.resource_id,
    'name', coalesce(change.name, (
      select n.name from kith.networks n
      where n.owner_id = change.owner_id and n.id = change.network_id and kith_private.has_scope('networks:read'))),
    'field', case when change.resource <> 'membership' or name <> 'created_at' then kith_private.shown_member(name) end, 'reason', reason);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.contact_of(body jsonb, earlier kith.contacts)
 RETURNS kith.contacts
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  contacted constant timestamptz(3) := kith_private.local_instant(body ->> 'lastContactedAt', '00:00');
  contact kith.contacts := kith_private.row_of(body - 'lastContactedAt', earlier);
begin
  -- A client may send back the value that it read, which may come from a note: that is not a change by hand.
  if body ? 'lastContactedAt' and contacted is distinct from earlier.last_contacted_at then
    contact.last_contacted_by_hand := contacted;
  end if;
  -- Nor is the null that it read where the day counts no more.
  if contact.snoozed_until is null and earlier.active_snooze is null then
    contact.snoozed_until := earlier.snoozed_until;
  end if;
  return contact;
end
$function$;

ALTER FUNCTION "kith_private"."contact_of"(jsonb, kith.contacts) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.contacts_by_name(names jsonb, pointer text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  given record;
  found uuid[];
  contacts uuid[] := '{}';
  alike uuid[];
  missing integer := 0;
  errors jsonb := '[]';
begin
  for given in select n.value as name, n.position - 1 as place from jsonb_array_elements_text(names) with ordinality as n (value, position) loop
    if kith_private.as_uuid(lower(given.name)) is not null then
      found := array(select c.id from kith.contacts c where c.id = kith_private.as_uuid(lower(given.name)));
    else
      found := coalesce(nullif(kith_private.find_by_name(given.name, false), '{}'), kith_private.find_by_name(given.name, true));
    end if;
    if cardinality(found) = 1 then
      contacts := contacts || found;
      continue;
    end if;
    missing := missing + (cardinality(found) = 0)::integer;
    alike := case when cardinality(found) = 0 and missing <= 3 then array(
      select (s ->> 'id')::uuid from json_array_elements(kith_private.suggestions(kith_private.telling_words(given.name))::json) s) end;
    errors := errors || jsonb_build_object('in', 'body', 'pointer', pointer || case when pointer like '%/' then given.place::text else '' end,
      'code', 'invalid_reference', 'message', case
        when cardinality(found) = 0 then concat(format('Nobody is found as %s.', to_jsonb(given.name)),
          case when cardinality(alike) > 0 then format(' The closest names: %s.', kith_private.listed_contacts(alike)) end)
        else format('%s may be %s contacts: %s. Send the id of the one that is meant.',
          to_jsonb(given.name), cardinality(found), kith_private.listed_contacts(found)) end);
  end loop;
  if errors <> '[]' then
    perform kith_private.fail('invalid_reference', 'It is not clear who is meant. Nothing was changed.', errors);
  end if;
  return contacts;
end
$function$;

ALTER FUNCTION "kith_private"."contacts_by_name"(jsonb, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.contacts_of(columns jsonb)
 RETURNS uuid[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return case when columns ->> 'contact_id' is not null then array[(columns ->> 'contact_id')::uuid]
    else kith_private.ids_of(columns -> 'contact_ids') end;
end
$function$;

ALTER FUNCTION "kith_private"."contacts_of"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.contacts_of_uids(uids text[])
 RETURNS TABLE(uid text, contact_id uuid)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_nestloop TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  owner constant uuid := auth.uid();
begin
  perform kith_private.set_reads_list(true);
  return query
  with given as materialized (
    select u.uid, kith_private.as_uuid(u.uid) as id, 1 as rank from unnest(uids) u (uid)
    union all
    select u.uid, kith_private.imported_id(owner, u.uid), 2 from unnest(uids) u (uid)),
  merged as materialized (select m.id, m.into_id from kith_private.merged_among(array(select g.id from given g where g.id is not null)) m)
  select distinct on (found.uid) found.uid, found.id
  from (
    select g.uid, c.id, g.rank from given g join kith.contacts c on c.owner_id = owner and c.id = g.id
    union all
    select g.uid, m.into_id, g.rank + 2 from given g join merged m on m.id = g.id where m.into_id is not null) found
  order by found.uid, found.rank;
  perform kith_private.set_reads_list(false);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.contacts_to_change(arguments jsonb)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  most constant integer := 200;
  filters kith_private.contact_filters;
  found kith_private.page;
begin
  if not arguments ? 'matching' then
    return array(
      select named.id::uuid from jsonb_array_elements_text(arguments -> 'contactIds') with ordinality as named (id, position)
      group by named.id order by min(named.position));
  end if;
  filters := kith_private.read_contact_filters(arguments -> 'matching');
  found := kith_private.find_page(filters.query || jsonb_build_object('page', 1, 'pageSize', most), 'kith.contacts', filters.conditions,
    'display_name collate "und-x-icu", id');
  if found.total > most then
    perform kith_private.refuse_member('/matching', 'too_long',
      format('%s contacts match; at most %s can be changed at once. Add a filter.', found.total, most));
  elsif found.total <> (arguments ->> 'total')::bigint then
    perform kith_private.refuse_member('/total', 'invalid_format',
      format('%s contacts match. Look at them with search_contacts, and give the total that it says.', found.total));
  end if;
  return found.ids;
end
$function$;

ALTER FUNCTION "kith_private"."contacts_to_change"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.count_feed_read(owner uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  this_minute constant timestamptz := date_trunc('minute', clock_timestamp());
begin
  update kith_private.calendars c set read_minute = this_minute, reads = case when c.read_minute = this_minute then c.reads + 1 else 1 end
  where c.owner_id = owner and (c.read_minute < this_minute or c.reads < 30);
  return case when not found then (
    select greatest(1, ceil(extract(epoch from c.read_minute + interval '1 minute' - clock_timestamp())))::integer
    from kith_private.calendars c where c.owner_id = owner) end;
end
$function$;

ALTER FUNCTION "kith_private"."count_feed_read"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.current_change()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return kith_private.setting('change')::jsonb;
end
$function$;

ALTER FUNCTION "kith_private"."current_change"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.days_of_period(rule kith_private.recurrence_rule, first_day date)
 RETURNS date[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  span constant interval := case when rule.frequency = 'YEARLY' and rule.months = '{}' then interval '1 year' else interval '1 month' end;
begin
  return array(
    select numbered.day
    from (
      select each.day, row_number() over (order by each.day) as place, count(*) over () as size
      from (
        select distinct found.day
        from (
          select (first_day + make_interval(months => month - 1))::date as first,
            (first_day + make_interval(months => month - 1) + span)::date - 1 as last
          from unnest(case when rule.months = '{}' then '{1}' else rule.months end) month) spans
        cross join unnest(rule.days, rule.numbers) item (weekday, number)
        cross join lateral (
          select spans.first + (item.weekday + 8 - extract(isodow from spans.first)::integer) % 7 as earliest,
            spans.last - (extract(isodow from spans.last)::integer + 6 - item.weekday) % 7 as latest) edge
        cross join lateral generate_series(0, case item.number when 0 then (edge.latest - edge.earliest) / 7 else 0 end) week
        cross join lateral (
          select case when item.number < 0 then edge.latest + 7 * (item.number + 1)
            else edge.earliest + 7 * (greatest(item.number, 1) - 1 + week) end as day) found
        where found.day between spans.first and spans.last) each) numbered
    where rule.positions = '{}' or numbered.place = any (rule.positions) or numbered.place - numbered.size - 1 = any (rule.positions)
    order by numbered.day);
end
$function$;

ALTER FUNCTION "kith_private"."days_of_period"(kith_private.recurrence_rule, date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.decide_rows(import uuid, on_match text, asked jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET enable_nestloop TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  present uuid[];
  taken uuid[];
begin
  update kith_private.import_rows r set action = 'create', match_id = null, matched_by = null
  where r.import_id = import and r.action = 'match' and r.resource not in ('contact', 'profile');
  perform kith_private.match_uids(import), kith_private.match_others(import), kith_private.set_reads_list(true);
  present := array(
    select c.id from kith_private.import_rows d join kith.contacts c on c.id = d.match_id where d.import_id = import and d.resource = 'contact');
  taken := array(
    select c.id from kith_private.import_rows d join kith.contacts c on c.id = d.new_id where d.import_id = import and d.resource = 'contact');
  perform kith_private.set_reads_list(false);
  update kith_private.import_rows r set
    outcome = case when decided.action = 'merge' and decided.target is null then 'create' else decided.action end,
    target_id = case decided.action
      when 'create' then case when decided.is_taken then gen_random_uuid() else r.new_id end
      when 'merge' then coalesce(decided.target, r.new_id)
      else decided.target end
  from (
    select d.number, found.target, found.is_taken, case
      when d.action = 'error' then 'skip'
      when given.item is not null then given.item ->> 'action'
      when d.action = 'conflict' then 'skip'
      when d.resource <> 'contact' then case when d.action = 'match' then 'skip' else 'create' end
      when found.target is not null then on_match
      else 'create' end as action
    from kith_private.import_rows d
    left join jsonb_array_elements(asked) given (item) on (given.item ->> 'number')::integer = d.number
    cross join lateral (
      select case when d.resource <> 'contact' then d.match_id else coalesce(
          (given.item ->> 'contactId')::uuid,
          case when d.match_id = any (present) then d.match_id
            when d.match_id is not null then (select m.into_id from kith_private.merged_among(array[d.match_id]) m) end) end as target,
        d.resource = 'contact' and d.new_id = any (taken) as is_taken offset 0) found
    where d.import_id = import) decided
  where r.import_id = import and r.number = decided.number;
  update kith_private.import_rows r set outcome = 'fail', problem = format('Line %s is merged into the same contact.', same.line)
  from (
    select o.number, first_value(o.line) over each as line, row_number() over each as place
    from kith_private.import_rows o where o.import_id = import and o.outcome = 'merge'
    window each as (partition by o.target_id order by o.number)) same
  where r.import_id = import and r.number = same.number and same.place > 1;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.delete_account()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform kith_private.refuse_limits();
  perform kith_private.set_setting('change', null); -- what goes with an account is not logged
  delete from auth.users u where u.id = (select auth.uid());
  -- A table of Auth that has the user's id without a foreign key. So has its log of events, in a JSON column without an
  -- index: searching it would take longer than a request may, and the log is the project's.
  delete from auth.flow_state f where f.user_id = (select auth.uid());
  -- The photos' files were removed before, see kith_api.delete_me. Paths that a client can still upload to stay, without an
  -- owner, so that the file is removed later.
  delete from kith_private.photo_removals r
  where r.owner_id = (select auth.uid()) and r.path like (select auth.uid())::text || '/%';
  update kith_private.photo_removals r set owner_id = null where r.owner_id = (select auth.uid());
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.derive_recurrence()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_new constant boolean := tg_op = 'INSERT';
begin
  if new.owner_id is distinct from coalesce(auth.uid(), new.owner_id) then
    return new; -- row-level security refuses it
  end if;
  if new.recurrence is not null and (is_new or new.recurrence is distinct from old.recurrence) then
    new.recurrence := kith_private.clean_recurrence(new.recurrence);
  end if;
  -- The table's constraint refuses an infinite instant, but runs later, and no occurrence comes after one.
  if new.recurrence is null or new.due_at is null or not isfinite(new.due_at) then
    new.recurrence_start := null;
  elsif new.recurrence_start is null or not (is_new or kith_private.is_restoring())
    and (new.due_at, new.recurrence) is distinct from (old.due_at, old.recurrence)
  then
    new.recurrence_start := new.due_at at time zone kith_private.zone_of(new.owner_id);
  end if;
  if kith_private.is_restoring() then
    return new;
  elsif new.completed and (is_new or not old.completed) then
    if new.recurrence_start is not null and new.next_id is null and not (
      is_new and exists (select from kith.reminders r where r.owner_id = new.owner_id and r.id = new.id))
    then
      new.next_id := kith_private.make_next_reminder(new, new.completed_at, new.recurrence_from);
    end if;
  elsif not is_new and old.completed and not new.completed and kith_private.can_take_back(new.owner_id, new.next_id) then
    new.next_id := null;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.direct_changes(owner uuid, sets bigint[])
 RETURNS SETOF kith_private.changes
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query
  select c.* from kith_private.changes c
  where c.owner_id = owner and c.set_number = any (sets) and c.is_shown
    and not ((c.resource = 'membership' or c.action = 'update' and (
        select bool_and(changed = 'updated_at' or r.refers ? changed) from kith_private.resources() r, jsonb_object_keys(c.before) changed where r.name = c.resource))
      and exists (
        select from unnest(kith_private.referred_ids(c)) referred (id)
        join kith_private.changes cause on cause.owner_id = owner and cause.resource_id = referred.id and cause.set_number = c.set_number
        where cause.action <> 'update' and cause.resource <> c.resource));
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.display_name_in(value jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return coalesce(value ->> 'firstName' || ' ' || (value ->> 'lastName'), value ->> 'firstName', value ->> 'lastName',
    value ->> 'nickname', value ->> 'company');
end
$function$;

ALTER FUNCTION "kith_private"."display_name_in"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.drop_deleted_contacts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from ended) then
    return null;
  elsif tg_table_name = 'note_contacts' then
    update kith.notes n set contact_ids = kith_private.existing_contacts(n.owner_id, n.contact_ids)
    where (n.owner_id, n.id) in (
      select e.owner_id, e.note_id from ended e
      where not exists (select from kith.contacts c where c.owner_id = e.owner_id and c.id = e.contact_id offset 0));
  else
    update kith.reminders r set contact_ids = kith_private.existing_contacts(r.owner_id, r.contact_ids)
    where (r.owner_id, r.id) in (
      select e.owner_id, e.reminder_id from ended e
      where not exists (select from kith.contacts c where c.owner_id = e.owner_id and c.id = e.contact_id offset 0));
  end if;
  return null;
end
$function$;

ALTER FUNCTION "kith_private"."drop_deleted_contacts"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.due_condition(day text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return format($sql$case
    when next_contact_on_utc < (select ($1 ->> %1$L)::date) then true
    when next_contact_on_utc <= (select ($1 ->> %1$L)::date + 1)
      then (
        select greatest(near.active_snooze, (coalesce(near.last_contacted_at, near.created_at) at time zone ($1 ->> 'timezone'))::date
          + near.contact_frequency_days) <= (select ($1 ->> %1$L)::date)
        from kith.contacts near where near.owner_id = contacts.owner_id and near.id = contacts.id)
    else false end$sql$, day);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.due_removals(owner uuid DEFAULT NULL::uuid)
 RETURNS text[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  removals text[];
begin
  -- checked first, because the list is empty for most requests
  if exists (select from kith_private.photo_removals r where r.due_at <= now()) then
    begin
      with taken as (
        update kith_private.photo_removals r set due_at = now() + interval '1 minute'
        where r.path = any (array(
          select due.path from kith_private.photo_removals due
          where due.due_at <= now() and due.move_to is null
            and (select earlier.path from kith_private.photo_removals earlier where earlier.move_to = due.path limit 1) is null
          order by due.due_at limit 100 for update of due skip locked)
          -- Fewer, because Storage moves one file in a call. Those of whoever asks come first: until then their links work.
          || array(
          select due.path from kith_private.photo_removals due
          where due.due_at <= now() and due.move_to is not null and due.owner_id = owner
            and (select earlier.path from kith_private.photo_removals earlier where earlier.move_to = due.path limit 1) is null
          order by due.due_at limit 20 for update of due skip locked)
          || array(
          select due.path from kith_private.photo_removals due
          where due.due_at <= now() and due.move_to is not null and (owner is null or due.owner_id is distinct from owner)
            and (select earlier.path from kith_private.photo_removals earlier where earlier.move_to = due.path limit 1) is null
          order by due.due_at limit 20 for update of due skip locked))
        returning concat_ws('>', r.path, r.move_to) as removal)
      select array_agg(taken.removal) into removals from taken;
    exception when read_only_sql_transaction or insufficient_resources then
      null; -- a read is answered although nothing can be written, as when the disk is full
    end;
  end if;
  return removals;
end
$function$;

ALTER FUNCTION "kith_private"."due_removals"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.duplicate_keys()
 RETURNS SETOF kith_private.shared_key
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  calling_code constant text := kith_private.own_calling_code();
  names kith_private.contact_name[];
begin
  names := array(
    select (c.id, array(
      select word from regexp_split_to_table(kith_private.folded(c.display_name) collate "C", '[\s!-/:-@[-`{-~’]+') word
      where word <> '' order by word collate "C"))::kith_private.contact_name
    from kith.contacts c where not c.is_archived);
  return query
  select case when cardinality(n.words) > 1 then 4 else 8 end, hashtextextended(array_to_string(n.words, ' '), 4), n.contact, false
  from unnest(names) n where cardinality(n.words) > 0;
  return query
  select 1, hashtextextended(lower((email ->> 'value') collate "C"), 1), c.id, false
  from kith.contacts c cross join lateral jsonb_array_elements(c.emails) email
  where c.emails <> '[]' and not c.is_archived limit 100000;
  -- The least telling ones are left out where all else has taken long, so that there is an answer in time.
  if clock_timestamp() < statement_timestamp() + interval '1.2 seconds' then
    return query
    select 2, hashtextextended(phone.digits, 2), phone.id, false from (
      select c.id, kith_private.phone_digits(phone ->> 'value', calling_code) as digits
      from kith.contacts c cross join lateral jsonb_array_elements(c.phones) phone
      where c.phones <> '[]' and not c.is_archived limit 100000) phone
    where phone.digits is not null;
  end if;
  if clock_timestamp() < statement_timestamp() + interval '1.2 seconds' then
    return query select k.* from kith_private.similar_name_keys(names) k;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.end_client_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from auth.sessions s
  where s.user_id = old.owner_id and to_jsonb(s) ->> 'oauth_client_id' = old.client_id;
  return null;
end
$function$;

ALTER FUNCTION "kith_private"."end_client_sessions"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.erase_answers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update kith_private.idempotent_requests r set body = null where r.owner_id = old.owner_id and r.resource_id = old.id;
  if tg_table_name = 'reminders' then
    update kith_private.idempotent_requests r set body = null where r.owner_id = old.owner_id and r.second_resource_id = old.id;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.erase_applied_imports(owner uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from kith_private.imports i where i.owner_id = owner and i.applied_at is not null;
end
$function$;

ALTER FUNCTION "kith_private"."erase_applied_imports"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.erase_log()
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner constant uuid := auth.uid();
  is_complete boolean;
begin
  perform kith_private.refuse_limits();
  is_complete := kith_private.purge_changes(owner, 'infinity', 0, 20000);
  if is_complete then
    perform kith_private.erase_kept_photos(owner, null);
    perform kith_private.erase_stored_answers(owner), kith_private.erase_applied_imports(owner);
  end if;
  return is_complete;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.erase_resources(ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner constant uuid := auth.uid();
  photos text[];
begin
  perform kith_private.refuse_limits();
  photos := array(
    select path from kith_private.changes c, unnest(array[c.before ->> 'photo_path', c.after ->> 'photo_path']) path
    where c.owner_id = owner and c.resource_id = any (ids) and c.resource = 'contact' and path is not null);
  update kith_private.changes c set before = null, after = null, name = null
  where c.owner_id = owner and c.resource_id = any (ids) and (c.before is not null or c.after is not null);
  if cardinality(photos) > 0 then
    perform kith_private.erase_kept_photos(owner, photos);
  end if;
  perform kith_private.erase_stored_answers(owner), kith_private.erase_applied_imports(owner);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.erase_stored_answers(owner uuid, keys text[] DEFAULT NULL::text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update kith_private.idempotent_requests r
  set body = null, resource_id = coalesce(r.resource_id, '00000000-0000-0000-0000-000000000000')
  where r.owner_id = owner and r.body is not null and (keys is null or r.key = any (keys));
end
$function$;

ALTER FUNCTION "kith_private"."erase_stored_answers"(uuid, text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.export_end(parts text[], filters kith_private.contact_filters, begins jsonb, at_most integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  first constant integer := array_position(parts, coalesce(begins ->> 'part', 'contacts'));
  after uuid := begins ->> 'after';
  rows_left integer := at_most;
  ids uuid[];
begin
  for position in first .. cardinality(parts) loop
    ids := kith_private.export_ids(parts[position], filters, after, rows_left + 1);
    if cardinality(ids) > rows_left then
      return jsonb_build_object('part', parts[position],
        'after', case when rows_left > 0 then ids[rows_left] else '00000000-0000-0000-0000-000000000000' end);
    end if;
    rows_left := rows_left - cardinality(ids);
    after := null;
  end loop;
  return null;
end
$function$;

ALTER FUNCTION "kith_private"."export_end"(text[], kith_private.contact_filters, jsonb, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.export_ids(part text, filters kith_private.contact_filters, after uuid, at_most integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_sort TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
declare
  conditions constant text[] := case when after is not null then '{id > $2}'::text[] end
    || case when part = 'contacts' then filters.conditions end;
  ids uuid[];
begin
  perform kith_private.set_reads_list(true);
  execute format('select array(select id from kith.%I where %s order by id limit $3)', part,
    coalesce(nullif(array_to_string(conditions, ' and '), ''), 'true')) into ids using filters.query, after, at_most;
  perform kith_private.set_reads_list(false);
  return ids;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.export_page(parts text[], filters kith_private.contact_filters, query jsonb, details jsonb DEFAULT '{}'::jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  most_bytes constant integer := 1048576;
  place constant jsonb := query -> 'place';
  begins constant jsonb := jsonb_build_object('part', split_part(query ->> 'after', '.', 1), 'after', split_part(query ->> 'after', '.', 2));
  ends jsonb := place -> 'ends';
  rows_left integer := 500;
  position integer := coalesce(array_position(parts, place ->> 'part'), 1);
  after uuid := place ->> 'after';
  ids uuid[];
  lines text[] := '{}';
  more text;
  bytes integer := 0;
  portion integer := 10;
  is_last boolean;
begin
  -- Others of the owner wait, and get 503 when that takes long, so that nobody occupies all connections.
  perform pg_advisory_xact_lock(hashtextextended('kith.export:' || auth.uid(), 0));
  if place is null and query ? 'rows' then
    ends := kith_private.export_end(parts, filters, case when query ? 'after' then begins end, (query ->> 'rows')::integer);
    details := details || jsonb_build_object('follows', ends ->> 'part' || '.' || (ends ->> 'after'));
  end if;
  while position <= cardinality(parts) and rows_left > 0 and bytes < most_bytes loop
    if parts[position] = 'profile' then
      lines := lines || ('profile ' || kith_private.profile_body()::text);
      position := position + 1;
      continue;
    end if;
    portion := least(portion, rows_left);
    ids := kith_private.export_ids(parts[position], filters, after, portion);
    is_last := parts[position] = ends ->> 'part' and (cardinality(ids) = 0 or ids[cardinality(ids)] >= (ends ->> 'after')::uuid);
    if is_last then
      ids := array(select id from unnest(ids) id where id <= (ends ->> 'after')::uuid order by id);
    end if;
    if cardinality(ids) > 0 then
      more := kith_private.export_lines(parts[position], ids);
      lines := lines || more;
      bytes := bytes + octet_length(more);
      rows_left := rows_left - cardinality(ids);
      after := ids[cardinality(ids)];
    end if;
    if is_last then
      position := cardinality(parts) + 1;
    elsif cardinality(ids) < portion then
      position := position + 1;
      after := null;
      portion := 10;
      -- What the others refer to is in every part of an export.
      if query ? 'after' and parts[position] = 'contacts' then
        position := array_position(parts, begins ->> 'part');
        after := begins ->> 'after';
      end if;
    else
      portion := greatest(1, least(rows_left, (most_bytes - bytes)::bigint * cardinality(ids) / octet_length(more)));
    end if;
  end loop;
  return (200, array_to_string(array[(jsonb_build_object(
      'at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'next', case when position <= cardinality(parts) then jsonb_build_object('part', parts[position], 'after', after, 'ends', ends) end)
    || details)::text] || lines, E'\n'))::kith_api.answer;
end
$function$;

ALTER FUNCTION "kith_private"."export_page"(text[], kith_private.contact_filters, jsonb, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.exported_tables()
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return '{profile}' || array(
    select split_part(r.source, '.', 2) from kith_private.resources() r where r.name not in ('profile', 'membership')
    order by case when r.name = 'contact' then 2
      when exists (
        select from kith_private.resources() o cross join lateral jsonb_each_text(o.refers) f where o.name <> r.name and f.value = r.source) then 1
      else 3 end, r.source collate "C");
end
$function$;

ALTER FUNCTION "kith_private"."exported_tables"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.feed_due_contacts(at_most integer)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  zone constant text := kith_private.time_zone();
begin
  return (
    select coalesce(json_agg(json_build_object('id', c.id, 'name', c.display_name,
      'day', to_char(least(date '9999-12-31', greatest(c.active_snooze,
        (coalesce(c.last_contacted_at, c.created_at) at time zone zone)::date + c.contact_frequency_days)), 'YYYYMMDD'),
      'updatedAt', to_char(c.updated_at at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"')) order by c.id), '[]')
    from (
      select * from kith.contacts c where c.next_contact_on_utc is not null and not c.is_archived
      order by c.next_contact_on_utc, c.id limit at_most) c);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.filled_contact(contact kith.contacts, merged kith_private.united_lists)
 RETURNS kith.contacts
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  present constant text[] := array(
    select kith_private.member_name(key) from jsonb_each(jsonb_strip_nulls(to_jsonb(contact))));
  filled kith.contacts := kith_private.contact_of(merged.value - present, contact);
begin
  filled.emails := merged.emails;
  filled.phones := merged.phones;
  filled.urls := merged.urls;
  filled.addresses := merged.addresses;
  filled.is_favorite := contact.is_favorite or coalesce((merged.value ->> 'isFavorite')::boolean, false);
  filled.last_contacted_by_hand := greatest(contact.last_contacted_by_hand,
    kith_private.local_instant(merged.value ->> 'lastContactedAt', '00:00'));
  return filled;
end
$function$;

ALTER FUNCTION "kith_private"."filled_contact"(kith.contacts, kith_private.united_lists) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.find_by_name(name text, is_archived boolean)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  telling constant text := kith_private.telling_words(name);
  patterns constant jsonb := kith_private.search_patterns(telling);
  words constant text[] := regexp_split_to_array(kith_private.folded(telling), '\s+');
  query constant jsonb := jsonb_build_object('patterns', patterns, 'networks', kith_private.networks_matching_words(patterns), 'pageSize', 200);
  found kith_private.page;
  better uuid[];
begin
  if patterns = '[]' then
    return '{}';
  end if;
  found := kith_private.find_page(query, 'kith.contacts', array[
    case when is_archived then 'is_archived' else 'not is_archived' end,
    kith_private.search_condition(patterns, query -> 'networks')], 'display_name collate "und-x-icu", id');
  if found.total < 2 then
    return found.ids;
  end if;
  better := array(
    select c.id from unnest(found.ids) listed (id) join kith.contacts c on c.owner_id = (select auth.uid()) and c.id = listed.id
    where kith_private.folded(name) in (kith_private.folded(c.display_name), kith_private.folded(c.nickname)));
  if cardinality(better) <> 1 and found.total = cardinality(found.ids)
    and array_to_string(words, '') !~ '[\u0e00-\u0eff\u1100-\u11ff\u3040-\ud7ff]'
  then
    better := array(
      select c.id
      from unnest(found.ids) with ordinality as listed (id, position)
      join kith.contacts c on c.owner_id = (select auth.uid()) and c.id = listed.id
      cross join lateral (
        select kith_private.word_beginnings(concat_ws(' ', c.display_name, c.nickname, c.first_name, c.last_name, c.company, c.job_title, (
          select string_agg(n.name, ' ') from kith.contact_networks m join kith.networks n on n.owner_id = m.owner_id and n.id = m.network_id
          where m.owner_id = c.owner_id and m.contact_id = c.id))) as beginnings offset 0) of_contact
      where not exists (select from unnest(words) word where strpos(of_contact.beginnings, ' ' || word) = 0)
      order by listed.position);
    return coalesce(nullif(better, '{}'), found.ids);
  end if;
  return case when cardinality(better) = 1 then better else found.ids end;
end
$function$;

ALTER FUNCTION "kith_private"."find_by_name"(text, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.find_page(query jsonb, source regclass, conditions text[], order_by text, finds_few boolean DEFAULT false, rank text DEFAULT NULL::text)
 RETURNS kith_private.page
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_sort TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
declare
  page constant bigint := coalesce((query ->> 'page')::bigint, 1);
  size constant bigint := coalesce((query ->> 'pageSize')::bigint, 50);
  ids uuid[];
  total bigint;
  skipped bigint;
begin
  if order_by is null then
    perform kith_private.fail('validation_failed', 'The list cannot be sorted by that field.');
  end if;
  if finds_few then
    perform set_config('enable_sort', 'on', true);
  end if;
  perform kith_private.set_reads_list(true);
  -- Each rank is in the order of the index, so that only numbers are sorted.
  execute format(case when rank is null then 'select array(select id from %s where %s order by %s)'
      else 'select array(select id from (
        select id, %4$s as rank, row_number() over (order by %3$s) as position from %1$s where %2$s) ranked order by rank, position)' end,
    source, coalesce(nullif(array_to_string(conditions, ' and '), ''), 'true'), order_by, rank)
    into ids using query;
  perform kith_private.set_reads_list(false);
  total := cardinality(ids);
  skipped := least((page - 1) * size, total);
  return (ids[skipped + 1 : skipped + size], page, size, total)::kith_private.page;
end
$function$;

ALTER FUNCTION "kith_private"."find_page"(jsonb, regclass, text[], text, boolean, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.find_same_names(import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET enable_nestloop TO 'off'
 SET enable_mergejoin TO 'off'
 SET work_mem TO '32MB'
AS $function$
begin
  perform kith_private.set_reads_list(true);
  with given as materialized (
    select r.number, lower(kith_private.display_name_in(r.value) collate "und-x-icu") as name from kith_private.import_rows r
    where r.import_id = import and r.resource = 'contact' and r.action = 'create'),
  found as (
    select g.number, array_agg(c.id order by c.id) as ids
    from given g join kith.contacts c on lower(c.display_name collate "und-x-icu") = g.name group by g.number)
  update kith_private.import_rows r set candidates = found.ids[:3] from found where r.import_id = import and r.number = found.number;
  perform kith_private.set_reads_list(false);
end
$function$;

ALTER FUNCTION "kith_private"."find_same_names"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.find_stored_answer(owner uuid, operation kith_private.operations, arguments jsonb, networks jsonb, OUT status smallint, OUT body text, OUT replayed boolean, OUT activity_id uuid)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  key constant text := arguments ->> 'idempotencyKey';
  kept kith_private.idempotent_requests;
begin
  -- Locked until this transaction ends. Without waiting: when the lock is taken, the same request is running.
  if not pg_try_advisory_xact_lock(hashtextextended('kith.idempotency:' || owner || key, 0)) then
    body := '{"code":"idempotency_key_in_use"}';
    return;
  end if;
  select r.* into kept from kith_private.idempotent_requests r
  where r.owner_id = owner and r.key = arguments ->> 'idempotencyKey' and r.created_at > now() - interval '24 hours';
  if found and kept.fingerprint <> kith_private.fingerprint(operation.name, arguments) then
    body := '{"code":"idempotency_key_reused"}';
  elsif found and operation.verb = 'undo' and jsonb_typeof(networks) = 'array' then
    null; -- what was undone may have left the networks since; undoing it again changes nothing
  elsif found and kept.resource_id is not null and (kept.body is null
    or (jsonb_typeof(networks) = 'array' and not (kith_private.is_in_networks(owner, kept.resource_id, networks)
      and kith_private.is_in_networks(owner, coalesce(kept.second_resource_id, kept.resource_id), networks))))
  then
    body := '{"code":"idempotency_key_reused","detail":"What this request was answered has been deleted."}';
  elsif found and kith_private.can_be_replayed(operation, owner, kept.body) then
    status := kept.status;
    body := kept.body;
    activity_id := kept.activity_id;
    replayed := true;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.first_day(rule kith_private.recurrence_rule, start timestamp without time zone, period integer)
 RETURNS date
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return date_trunc(case rule.frequency when 'YEARLY' then 'year' else 'month' end, start)
    + make_interval(months => period * rule.every * case rule.frequency when 'YEARLY' then 12 else 1 end);
end
$function$;

ALTER FUNCTION "kith_private"."first_day"(kith_private.recurrence_rule, timestamp without time zone, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.forget_seen()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if current_user = 'kith_limited' then
    perform kith_private.set_setting('seen', null);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.handle(credential jsonb, operation text, arguments jsonb, required_schema_version integer DEFAULT NULL::integer, OUT status smallint, OUT body text, OUT owner_id uuid, OUT key_id uuid, OUT rate_limit integer, OUT rate_remaining integer, OUT rate_reset bigint, OUT retry_after integer, OUT tag text, OUT replayed boolean, OUT activity_id uuid, OUT removals text[], OUT log text)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
 SET lock_timeout TO '4s'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  asked kith_private.operations;
  counted record;
  key_name text;
  limits jsonb;
  is_limited boolean;
  refusal text;
begin
  if required_schema_version > kith_private.schema_version() then
    body := '{"code":"unavailable"}';
    log := format('The function needs schema version %s and the database has %s: push the migrations (npm run deploy).',
      required_schema_version, kith_private.schema_version());
    return;
  end if;

  select o.* into asked from kith_private.operations o where o.name = operation;
  if not found then
    raise exception using errcode = 'undefined_function', message = format('There is no operation %L.', operation);
  end if;

  select i.owner_id, i.key_id, i.key_name, i.limits into owner_id, key_id, key_name, limits
  from kith_private.identify(credential, coalesce(asked.step_of, asked.name),
    asked.locks_log and arguments is not null) i;
  if owner_id is null or asked.needs_calendar_secret <> coalesce(credential ->> 'kind' = 'calendar', false) then
    owner_id := null;
    key_id := null;
    body := '{"code":"unauthorized"}';
    return;
  end if;

  if asked.needs_calendar_secret then
    retry_after := kith_private.count_feed_read(owner_id);
    if retry_after is not null then
      body := '{"code":"rate_limited"}';
      return;
    end if;
  end if;

  if key_id is null and credential ? 'clientId' then
    body := '{"code":"connection_required"}';
    return;
  end if;

  -- Limits that only say when a key expires are none.
  is_limited := coalesce(limits -> 'scopes' <> 'null' or limits -> 'networkIds' <> 'null', false);
  if is_limited then
    refusal := kith_private.check_limits(asked, limits);
  end if;
  if key_id is not null and not credential ? 'counted' then
    -- goesOn is the name that functions of version 1.0 send.
    select * into counted from kith_private.count_request(
      key_id, asked.needs_access_token or refusal is not null or (arguments is null and not credential ?| '{operationFollows,goesOn}'));
    if counted.allowed is null then
      owner_id := null;
      key_id := null;
      body := '{"code":"unauthorized"}';
      return;
    end if;
    rate_limit := counted.rate;
    rate_remaining := counted.remaining;
    rate_reset := ceil(extract(epoch from counted.resets_at));
    if not counted.allowed then
      retry_after := counted.retry_after;
      body := '{"code":"rate_limited"}';
      return;
    end if;
  end if;
  if key_id is not null and asked.needs_access_token then
    body := '{"code":"access_token_required"}';
    return;
  end if;
  if refusal is not null then
    body := refusal;
    return;
  end if;
  if asked.needs_access_token and not credential ? 'secondFactor' then
    perform from auth.mfa_factors f where f.user_id = handle.owner_id and f.status = 'verified';
    if found then
      body := '{"code":"second_factor_required"}';
      return;
    end if;
  end if;

  if arguments is null then
    status := 0;
    return;
  end if;

  if arguments ? 'idempotencyKey' then
    if is_limited then
      arguments := kith_private.with_own_idempotency_key(arguments, key_id, limits);
    end if;
    select r.status, r.body, r.replayed, r.activity_id into status, body, replayed, activity_id
    from kith_private.find_stored_answer(owner_id, asked, arguments, limits -> 'networkIds') r;
  end if;
  if body is null and status is null then
    select r.status, r.body, r.log, r.activity_id into status, body, log, activity_id
    from kith_private.run(owner_id, asked, arguments, jsonb_build_object(
      'id', gen_random_uuid(), 'kind', case when credential ? 'clientId' then 'connection' else credential ->> 'kind' end, 'actorId', coalesce(key_id, owner_id), 'actorName', key_name,
      'requestId', arguments ->> 'requestId', 'operation', coalesce(asked.step_of, asked.name)), limits, is_limited) r;
    if status is not null and arguments ? 'idempotencyKey' then
      perform kith_private.store_answer(owner_id, operation, arguments, status, body, activity_id);
    end if;
  end if;

  if asked.writes then
    perform kith_private.delete_expired_answers(), kith_private.delete_expired_imports();
  end if;
  if status is null then
    if key_id is not null then
      update kith_private.api_key_requests r set refusals = r.refusals + 1 where r.api_key_id = handle.key_id;
    end if;
    return;
  end if;
  if asked.tagged then
    tag := kith_private.tag(body);
  end if;
  removals := kith_private.due_removals(handle.owner_id);
end
$function$;

do $$
begin
  if exists (select from pg_catalog.pg_settings where name = 'transaction_timeout') then
    alter function kith_private.handle set transaction_timeout = '4500ms';
  end if;
end
$$;

CREATE OR REPLACE FUNCTION kith_private.has_days_of_periods(rule kith_private.recurrence_rule)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return rule.frequency in ('MONTHLY', 'YEARLY') and rule.days <> '{}';
end
$function$;

ALTER FUNCTION "kith_private"."has_days_of_periods"(kith_private.recurrence_rule) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.import_contacts(owner uuid, import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  numbers constant integer[] := array(
    select r.number from kith_private.import_rows r
    where r.owner_id = owner and r.import_id = import and r.resource = 'contact' and r.outcome = 'create' order by r.number);
  single integer;
  violated text;
begin
  begin
    perform kith_private.insert_contacts_of_import(owner, import, numbers);
    return;
  exception when check_violation then
    get stacked diagnostics violated = constraint_name;
    if violated like '%_quota_check' then
      raise;
    end if;
  end;
  foreach single in array numbers loop
    begin
      perform kith_private.insert_contacts_of_import(owner, import, array[single]);
    exception when check_violation then
      get stacked diagnostics violated = constraint_name;
      update kith_private.import_rows r set outcome = 'fail', target_id = null,
        problem = format('The member %s is not valid.', (kith_private.violation('contacts', violated, '', null) ->> 'pointer'))
      where r.owner_id = owner and r.import_id = import and r.number = single;
    end;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.import_network_names(owner uuid, import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  item record;
  network kith.networks;
  rows kith.networks[] := '{}';
begin
  for item in
    select wanted.* from (
      select distinct on (lower(w.name collate "und-x-icu")) w.* from (
        select r.target_id as id, kith_private.trimmed(r.value ->> 'name') as name, r.value as body, 1 as rank, r.number
        from kith_private.import_rows r
        where r.owner_id = owner and r.import_id = import and r.resource = 'network' and r.outcome = 'create'
        union all
        select gen_random_uuid(), kith_private.trimmed(named), '{}', 2, r.number
        from kith_private.import_rows r cross join unnest(r.networks) named
        where r.owner_id = owner and r.import_id = import and r.resource = 'contact' and r.outcome in ('create', 'merge')) w
      where w.name is not null
      order by lower(w.name collate "und-x-icu"), w.rank, w.number) wanted
    where not exists (
      select from kith.networks n where n.owner_id = owner and lower(n.name collate "und-x-icu") = lower(wanted.name collate "und-x-icu") offset 0)
    order by wanted.number
  loop
    network := kith_private.row_of(item.body, null::kith.networks);
    network.owner_id := owner;
    network.id := item.id;
    network.name := item.name;
    rows := rows || network;
  end loop;
  perform kith_private.insert_rows(rows);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.import_note_types(owner uuid, import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  item record;
  note_type kith.note_types;
  rows kith.note_types[] := '{}';
begin
  for item in
    select wanted.* from (
      select distinct on (lower(r.value ->> 'name' collate "und-x-icu")) r.target_id as id, r.value ->> 'name' as name, r.value as body, r.number
      from kith_private.import_rows r
      where r.owner_id = owner and r.import_id = import and r.resource = 'note_type' and r.outcome = 'create'
      order by lower(r.value ->> 'name' collate "und-x-icu"), r.number) wanted
    where not exists (
      select from kith.note_types t where t.owner_id = owner and lower(t.name collate "und-x-icu") = lower(wanted.name collate "und-x-icu") offset 0)
    order by wanted.number
  loop
    note_type := kith_private.row_of(item.body, null::kith.note_types);
    note_type.owner_id := owner;
    note_type.id := item.id;
    rows := rows || note_type;
  end loop;
  perform kith_private.insert_rows(rows);
  -- Others of the same name are that one.
  update kith_private.import_rows r set outcome = 'skip', target_id = (
    select t.id from kith.note_types t
    where t.owner_id = owner and lower(t.name collate "und-x-icu") = lower(r.value ->> 'name' collate "und-x-icu"))
  where r.owner_id = owner and r.import_id = import and r.resource = 'note_type' and r.outcome = 'create' and not exists (
    select from kith.note_types t where t.owner_id = owner and t.id = r.target_id offset 0);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.import_notes(owner uuid, import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  types constant jsonb := coalesce((
    select jsonb_object_agg(o.uid, o.target_id order by o.number desc) from kith_private.import_rows o
    where o.owner_id = owner and o.import_id = import and o.resource = 'note_type' and o.uid is not null and o.target_id is not null), '{}');
begin
  insert into kith.notes (owner_id, id, contact_ids, note_type_id, content, occurred_at)
  select owner, r.target_id, coalesce(r.about, '{}'), coalesce(
      (types ->> (r.refs ->> 'noteTypeUid'))::uuid,
      (select t.id from kith.note_types t
        where t.owner_id = owner and t.id in (kith_private.as_uuid(r.refs ->> 'noteTypeUid'), kith_private.imported_id(owner, r.refs ->> 'noteTypeUid')) limit 1)),
    r.value ->> 'content', least(coalesce(kith_private.local_instant(r.value ->> 'occurredAt', '00:00'), now()), now() + interval '1 day')
  from kith_private.import_rows r
  where r.owner_id = owner and r.import_id = import and r.resource = 'note' and r.outcome = 'create'
  order by r.number
  on conflict do nothing;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.import_plain_resources(owner uuid, import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  kind kith_private.resource;
begin
  for kind in
    select k.* from kith_private.resources() k
    where k.name not in ('profile', 'network', 'note_type', 'contact', 'membership', 'note', 'reminder') and exists (
      select from kith_private.import_rows r
      where r.owner_id = owner and r.import_id = import and r.resource = k.name and r.outcome = 'create')
    order by k.name
  loop
    perform kith_private.import_resource(owner, import, kind);
  end loop;
end
$function$;

ALTER FUNCTION "kith_private"."import_plain_resources"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.import_profile(owner uuid, import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  given constant jsonb := (
    select r.value from kith_private.import_rows r
    where r.owner_id = owner and r.import_id = import and r.resource = 'profile' and r.outcome = 'create' limit 1);
  may constant boolean := kith_private.has_scope('profile:write');
  is_filled boolean := false;
begin
  if given is null then
    return;
  end if;
  if may then
    insert into kith.profiles (owner_id) values (owner) on conflict do nothing;
    update kith.profiles p set
      name = coalesce(p.name, given ->> 'name'),
      timezone = coalesce(nullif(p.timezone, 'UTC'), given ->> 'timezone', p.timezone),
      country = coalesce(p.country, given ->> 'country'),
      name_order = coalesce(nullif(p.name_order, 'firstName'), given ->> 'nameOrder', p.name_order)
    where p.owner_id = owner and (p.name is null and given ? 'name' or p.timezone = 'UTC' and given ? 'timezone'
      or p.country is null and given ? 'country' or p.name_order = 'firstName' and given ? 'nameOrder');
    is_filled := found;
  end if;
  update kith_private.import_rows r set
    outcome = case when not may then 'fail' when is_filled then 'merge' else 'skip' end, target_id = null,
    problem = case when not may then 'This API key lacks the scope profile:write.' end
  where r.owner_id = owner and r.import_id = import and r.resource = 'profile';
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.import_reminders(owner uuid, import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform kith_private.set_setting('restoring', 'on');
  insert into kith.reminders (owner_id, id, contact_ids, title, description, due_at, completed, completed_at, recurrence, recurrence_from, created_at)
  select owner, r.target_id, coalesce(r.about, '{}'), r.value ->> 'title', r.value ->> 'description',
    kith_private.local_instant(r.value ->> 'dueAt', '09:00'), coalesce((r.value ->> 'completed')::boolean, false),
    least((r.value ->> 'completedAt')::timestamptz, now()), r.value ->> 'recurrence', coalesce(r.value ->> 'recurrenceFrom', 'due'),
    case when (r.refs -> 'isUnchanged')::boolean then now() else now() - interval '1 millisecond' end
  from kith_private.import_rows r
  where r.owner_id = owner and r.import_id = import and r.resource = 'reminder' and r.outcome = 'create'
  order by r.number
  on conflict do nothing;
  perform kith_private.link_next_reminders(owner, import);
  perform kith_private.set_setting('restoring', null);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.import_resource(owner uuid, import uuid, kind kith_private.resource)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  item record;
  reference record;
  id_given text;
  id_here uuid;
  body jsonb;
  bodies jsonb[] := '{}';
  ids uuid[] := '{}';
  total bigint;
begin
  for item in
    select r.target_id, r.value, r.refs, r.about from kith_private.import_rows r
    where r.owner_id = owner and r.import_id = import and r.resource = kind.name and r.outcome = 'create' order by r.number
  loop
    body := item.value;
    for reference in select f.key as name, kith_private.member_name(f.key) as member, f.value as source from jsonb_each_text(kind.refers) f loop
      if reference.name = 'contact_ids' then
        body := body || jsonb_build_object('contactIds', coalesce(item.about, '{}'));
      elsif reference.source = 'kith.contacts' then
        body := body || jsonb_build_object(reference.member, item.about[1]);
      else
        id_given := coalesce(item.value ->> reference.member, item.refs ->> replace(reference.member, 'Id', 'Uid'));
        id_here := (
          select o.target_id from kith_private.import_rows o join kith_private.resources() k on k.name = o.resource
          where o.owner_id = owner and o.import_id = import and k.source = reference.source and o.uid = id_given order by o.number limit 1);
        if id_here is null then
          execute format('select t.id from %s t where t.owner_id = $1 and t.id = any ($2)', reference.source)
            into id_here using owner, array[kith_private.as_uuid(id_given), kith_private.imported_id(owner, id_given)];
        end if;
        body := body || jsonb_build_object(reference.member, id_here);
      end if;
    end loop;
    ids := ids || item.target_id;
    bodies := bodies || body;
  end loop;
  execute format($sql$
    select kith_private.insert_rows(array(
      select jsonb_populate_record(kith_private.row_of(given.body, null::%1$s), jsonb_build_object('owner_id', $1, 'id', given.id))
      from unnest($2, $3) given (id, body)
      where not exists (select from %1$s t where t.owner_id = $1 and t.id = given.id)))$sql$, kind.source) using owner, ids, bodies;
  execute format('select count(*) from %s t where t.owner_id = $1', kind.source) into total using owner;
  perform kith_private.check_quota(split_part(kind.source, '.', 2), total);
end
$function$;

ALTER FUNCTION "kith_private"."import_resource"(uuid, uuid, kith_private.resource) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.insert_contact_in_networks(body jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner constant uuid := auth.uid();
  networks constant uuid[] := array(
    select n.id from kith.networks n where n.owner_id = owner and n.id = any ((select kith_private.key_networks())::uuid[]));
  asked jsonb := coalesce(nullif(body -> 'networkIds', 'null'), '[]');
  made uuid;
begin
  if not kith_private.has_scope('contacts:write') then
    perform kith_private.fail('insufficient_scope', 'This API key lacks the scope contacts:write.');
  end if;
  if asked = '[]' and cardinality(networks) = 1 and cardinality(kith_private.key_networks()) = 1 then
    asked := to_jsonb(networks);
  elsif asked = '[]' then
    perform kith_private.refuse_member('/networkIds', 'required',
      'This API key is limited to networks: name one of those that GET /networks lists.');
  end if;
  perform kith_private.check_references(kith_private.unknown_ids('/networkIds', asked, networks));
  made := kith_private.insert_row(kith_private.contact_of(body, null));
  insert into kith.contact_networks (contact_id, network_id)
  select distinct made, given::uuid from jsonb_array_elements_text(asked) given order by 2;
  return made;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.insert_contacts_of_import(owner uuid, import uuid, numbers integer[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  imported record;
  contact kith.contacts;
  contacts kith.contacts[] := '{}';
begin
  for imported in
    select r.target_id, r.value from unnest(numbers) listed (number)
    cross join lateral (
      select o.target_id, o.value from kith_private.import_rows o
      where o.owner_id = owner and o.import_id = import and o.number = listed.number offset 0) r
    order by listed.number
  loop
    contact := kith_private.contact_of(imported.value, null);
    contact.owner_id := owner;
    contact.id := imported.target_id;
    contacts := contacts || contact;
  end loop;
  perform kith_private.insert_rows(contacts);
end
$function$;

ALTER FUNCTION "kith_private"."insert_contacts_of_import"(uuid, uuid, integer[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.insert_row(given kith.contacts)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  made uuid;
begin
  insert into kith.contacts (first_name, last_name, nickname, company, job_title, emails, phones, urls, addresses, birthday, description, is_favorite, is_archived, contact_frequency_days, last_contacted_by_hand, snoozed_until)
  values (given.first_name, given.last_name, given.nickname, given.company, given.job_title, given.emails, given.phones, given.urls, given.addresses, given.birthday, given.description, given.is_favorite, given.is_archived, given.contact_frequency_days, given.last_contacted_by_hand, given.snoozed_until)
  returning id into made;
  return made;
end
$function$;

ALTER FUNCTION "kith_private"."insert_row"(kith.contacts) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.insert_row(given kith.networks)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  made uuid;
begin
  insert into kith.networks (name, description, color)
  values (given.name, given.description, given.color)
  returning id into made;
  return made;
end
$function$;

ALTER FUNCTION "kith_private"."insert_row"(kith.networks) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.insert_row(given kith.note_types)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  made uuid;
begin
  insert into kith.note_types (name, icon, color, counts_as_contact)
  values (given.name, given.icon, given.color, given.counts_as_contact)
  returning id into made;
  return made;
end
$function$;

ALTER FUNCTION "kith_private"."insert_row"(kith.note_types) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.insert_row(given kith.notes)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  made uuid;
begin
  insert into kith.notes (contact_id, contact_ids, note_type_id, content, occurred_at)
  values (given.contact_id, given.contact_ids, given.note_type_id, given.content, given.occurred_at)
  returning id into made;
  return made;
end
$function$;

ALTER FUNCTION "kith_private"."insert_row"(kith.notes) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.insert_row(given kith.reminders)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  made uuid;
begin
  insert into kith.reminders (contact_id, contact_ids, title, description, due_at, completed, recurrence, recurrence_from)
  values (given.contact_id, given.contact_ids, given.title, given.description, given.due_at, given.completed, given.recurrence, given.recurrence_from)
  returning id into made;
  return made;
end
$function$;

ALTER FUNCTION "kith_private"."insert_row"(kith.reminders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.insert_rows(rows anyarray)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  source constant regclass := kith_private.table_of(rows);
begin
  execute format('insert into %s (owner_id, id, %2$s) select owner_id, id, %2$s from unnest($1)',
    source, array_to_string(kith_private.written_columns(source), ', ')) using rows;
end
$function$;

ALTER FUNCTION "kith_private"."insert_rows"(anyarray) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.is_edited(earlier kith.contacts, written kith.contacts)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return (earlier.id, earlier.owner_id, earlier.first_name, earlier.last_name, earlier.nickname, earlier.company, earlier.job_title, earlier.emails, earlier.phones, earlier.urls, earlier.addresses, earlier.birthday, earlier.description, earlier.is_favorite, earlier.is_archived, earlier.contact_frequency_days, earlier.last_contacted_by_hand, earlier.photo_path, earlier.created_at, earlier.snoozed_until)
    is distinct from (written.id, written.owner_id, written.first_name, written.last_name, written.nickname, written.company, written.job_title, written.emails, written.phones, written.urls, written.addresses, written.birthday, written.description, written.is_favorite, written.is_archived, written.contact_frequency_days, written.last_contacted_by_hand, written.photo_path, written.created_at, written.snoozed_until);
end
$function$;

ALTER FUNCTION "kith_private"."is_edited"(kith.contacts, kith.contacts) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.is_missing(owner uuid, source text, id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  is_there boolean;
begin
  if source = 'kith.contacts' then
    return not exists (select from kith.contacts c where c.owner_id = owner and c.id = is_missing.id);
  end if;
  execute format('select exists (select from %s where owner_id = $1 and id = $2)', source) into is_there using owner, id;
  return not is_there;
end
$function$;

ALTER FUNCTION "kith_private"."is_missing"(uuid, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.is_restoring()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return kith_private.setting('restoring') is not null;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.is_same_method(kind text, one text, other text, calling_code text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return one = other or coalesce(case kind
    when 'email' then lower(one collate "C") = lower(other collate "C")
    when 'phone' then kith_private.phone_digits(one, calling_code) = kith_private.phone_digits(other, calling_code) end, false);
end
$function$;

ALTER FUNCTION "kith_private"."is_same_method"(text, text, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.is_seen(resource text, id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  owner constant uuid := auth.uid();
  networks constant uuid[] := kith_private.key_networks();
  contacts uuid[];
begin
  if resource = 'contact' then
    return case
      when exists (select from kith.contacts c where c.owner_id = owner and c.id = is_seen.id) then exists (
        select from kith.contact_networks m where m.owner_id = owner and m.contact_id = is_seen.id and m.network_id = any (networks))
      else exists (
        select from (
          select c.set_number, c.action from kith_private.changes c
          where c.owner_id = owner and c.resource_id = is_seen.id and c.resource = 'contact'
          order by c.set_number desc, c.position desc limit 1) last
        join kith_private.changes m on m.owner_id = owner and m.resource_id = is_seen.id and m.set_number = last.set_number
        where last.action = 'delete' and m.resource = 'membership' and m.network_id = any (networks)) end;
  elsif resource = 'network' then
    return id = any (networks);
  elsif resource <> all (kith_private.resources_seen_by('contacts')) then
    return resource = any (kith_private.resources_seen_by('account'));
  end if;
  select a.contact_ids into contacts from kith_private.resources_about a
  where a.owner_id = owner and a.resource = is_seen.resource and a.id = is_seen.id;
  if found then
    return kith_private.are_in_networks(owner, contacts, networks);
  end if;
  select case when c.action = 'delete' then kith_private.contacts_of(c.before) end into contacts from kith_private.changes c
  where c.owner_id = owner and c.resource_id = is_seen.id and c.resource = is_seen.resource
  order by c.set_number desc, c.position desc limit 1;
  return coalesce(cardinality(contacts) > 0 and kith_private.are_seen(contacts), false);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.is_spelled_alike(one text, other text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  words constant text[] := regexp_split_to_array(kith_private.folded(one), '\s+');
  others constant text[] := regexp_split_to_array(kith_private.folded(other), '\s+');
begin
  return cardinality(words) = cardinality(others) and not exists (
    select from unnest(words, others) as pair (word, other)
    where pair.word <> pair.other and (char_length(pair.word) = char_length(pair.other)
      or not kith_private.is_one_edit(pair.word, pair.other) or kith_private.sound_of(pair.word) <> kith_private.sound_of(pair.other)));
end
$function$;

ALTER FUNCTION "kith_private"."is_spelled_alike"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.is_use_seen(owner uuid, contact uuid, kind text, own uuid[])
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return case
    when kind = 'networks' then true
    when not kith_private.has_scope((select r.scope || ':read' from kith_private.resources() r where r.source = 'kith.' || kind)) then false
    else kith_private.has_all_networks() or exists (
      select from kith_private.uses_of_contacts used
      join kith_private.resources() r on r.name = used.resource and r.source = 'kith.' || kind
      join kith_private.resources_about about on about.owner_id = owner and about.resource = used.resource and about.id = used.id
      where used.owner_id = owner and used.contact_id = contact and not exists (
        select from unnest(about.contact_ids) other (id) where other.id <> all (own) and not kith_private.is_seen('contact', other.id))) end;
end
$function$;

ALTER FUNCTION "kith_private"."is_use_seen"(uuid, uuid, text, uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.is_visible(resource text, id uuid, network uuid DEFAULT NULL::uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return current_setting('role', true) is distinct from 'kith_limited'
    or coalesce(resource = any (kith_private.resources_with('read')) and (kith_private.has_all_networks() or case
      when resource = 'membership' then network = any (kith_private.key_networks())
      else kith_private.is_seen(resource, id) end), false);
end
$function$;

ALTER FUNCTION "kith_private"."is_visible"(text, uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.keep_password()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  only_clients boolean;
begin
  begin
    select bool_and(to_jsonb(s) ->> 'oauth_client_id' is not null) into only_clients
    from auth.sessions s where s.user_id = new.id;
  exception when others then
    raise warning 'kith: nothing was checked when a password was changed (%: %)', sqlstate, sqlerrm;
  end;
  if only_clients then
    raise insufficient_privilege using message = 'An app that is connected by OAuth may not change the password.';
  end if;
  return null;
end
$function$;

ALTER FUNCTION "kith_private"."keep_password"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.keep_series(keeps boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if keeps or kith_private.setting('keep_series') is not null then
    perform kith_private.set_setting('keep_series', case when keeps then 'on' end);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.kind_of_period(rule kith_private.recurrence_rule, first_day date)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if rule.frequency = 'YEARLY' then
    return extract(isodow from first_day) + 7 * ((first_day + interval '1 year')::date - first_day - 365);
  end if;
  return extract(isodow from first_day) + 7 * ((first_day + interval '1 month')::date - first_day - 28);
end
$function$;

ALTER FUNCTION "kith_private"."kind_of_period"(kith_private.recurrence_rule, date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.known_contacts(kind text, given text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  calling_code constant text := case kind when 'phone' then kith_private.own_calling_code() end;
  digits constant text := case kind when 'phone' then kith_private.phone_digits(given, calling_code) end;
  -- The last digits of a number are the same however it is written.
  patterns constant jsonb := case when digits is null then kith_private.search_patterns(given)
    else jsonb_build_array(jsonb_build_array('%' || right(digits, case when char_length(digits) > 9 then 7 else 5 end) || '%')) end;
  found kith_private.page;
  known uuid[];
begin
  if patterns = '[]' or kind = 'phone' and digits is null then
    return '{}';
  end if;
  found := kith_private.find_page(jsonb_build_object('patterns', patterns, 'pageSize', 200), 'kith.contacts',
    array[kith_private.search_condition(patterns)], 'display_name collate "und-x-icu", id');
  known := array(
    select c.id from unnest(found.ids) listed (id) join kith.contacts c on c.owner_id = (select auth.uid()) and c.id = listed.id
    where case kind when 'name' then kith_private.folded(c.display_name) = kith_private.folded(given)
      else exists (
        select from jsonb_array_elements(case kind when 'email' then c.emails else c.phones end) item
        where kith_private.is_same_method(kind, item ->> 'value', given, calling_code)) end);
  if kind = 'name' and known = '{}' then
    known := array(
      select c.id from json_array_elements(kith_private.suggestions(given)::json) s
      join kith.contacts c on c.owner_id = (select auth.uid()) and c.id = (s ->> 'id')::uuid
      where kith_private.is_spelled_alike(c.display_name, given));
  end if;
  return known;
end
$function$;

ALTER FUNCTION "kith_private"."known_contacts"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.left_with_contacts(ended kith_private.ended_membership[])
 RETURNS TABLE(set_number bigint, change_position integer, resource text, id uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner constant uuid := auth.uid();
  resources constant text[] := kith_private.resources_with('read');
  networks constant uuid[] := kith_private.key_networks();
  about_contacts constant text[] := kith_private.resources_seen_by('contacts');
  first_set bigint;
begin
  if not kith_private.has_scope('activity:read') then
    return;
  end if;
  -- Only what the log says of networks of the key.
  ended := array(
    select e from unnest(ended) e join kith_private.changes c on c.owner_id = owner and c.set_number = e.set_number and c.position = e.position
    where c.resource = 'membership' and c.resource_id = e.contact_id and c.network_id = any (networks));
  first_set := (select min(e.set_number) from unnest(ended) e);
  return query
  with later as materialized (
    select c.resource, c.resource_id, c.set_number, c.position, kith_private.contacts_of(c.before) as contact_ids
    from kith_private.changes c
    where c.owner_id = owner and c.set_number >= first_set and c.resource = any (about_contacts) and c.action <> 'create'
      and kith_private.contacts_of(c.before) && array(select e.contact_id from unnest(ended) e)),
  about as (
    select e.*, r.resource, r.id, r.contact_ids
    from unnest(ended) e
    join kith_private.uses_of_contacts a on a.owner_id = owner and a.contact_id = e.contact_id
    join kith_private.resources_about r on r.owner_id = owner and r.resource = a.resource and r.id = a.id
    union all
    select e.*, l.resource, l.resource_id, null
    from unnest(ended) e join later l on e.contact_id = any (l.contact_ids) and (l.set_number, l.position) > (e.set_number, e.position)),
  about_then as (
    select a.*, coalesce((
      select case when c.action <> 'create' then kith_private.contacts_of(c.before) else '{}' end from kith_private.changes c
      where c.owner_id = owner and c.resource_id = a.id and (c.set_number, c.position) > (a.set_number, a.position)
        and (c.action <> 'update' or c.before ?| '{contact_id,contact_ids}')
      order by c.set_number, c.position limit 1), a.contact_ids) as contacts
    from about a
    where a.resource = any (resources))
  select t.set_number, t.position, t.resource, t.id from about_then t
  where t.contact_id = any (t.contacts) and kith_private.were_in_networks(owner, t.contacts, networks, t.set_number, t.position);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.limit_stored_answers(owner uuid, key text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  beyond text[];
begin
  if hashtextextended(key, 0) % 32 = 0 then
    beyond := array(
      select r.key from (
        select o.key, sum(octet_length(o.body)) over (order by o.created_at desc, o.key) as bytes
        from kith_private.idempotent_requests o where o.owner_id = owner and o.body is not null) r
      where r.bytes > 33554432);
    if cardinality(beyond) > 0 then
      perform kith_private.erase_stored_answers(owner, beyond);
    end if;
  end if;
end
$function$;

ALTER FUNCTION "kith_private"."limit_stored_answers"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.listed_contacts(ids uuid[])
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select string_agg(to_jsonb(concat_ws(', ', c.display_name, nullif(c.company, c.display_name)))::text || ' (' || c.id || ')', '; ' order by listed.position)
    from unnest(ids[1:6]) with ordinality as listed (id, position)
    join kith.contacts c on c.owner_id = (select auth.uid()) and c.id = listed.id);
end
$function$;

ALTER FUNCTION "kith_private"."listed_contacts"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.listed_networks(ids uuid[])
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select string_agg(to_jsonb(listed.name)::text, ', ' order by listed.name collate "und-x-icu") from (
      select n.name from kith.networks n where ids is null or n.id = any (ids) order by n.name collate "und-x-icu", n.id limit 20) listed);
end
$function$;

ALTER FUNCTION "kith_private"."listed_networks"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.lock_log_of(owner uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '1s'
AS $function$
begin
  perform pg_advisory_xact_lock(kith_private.log_lock_key(u.id)) from auth.users u where u.id = owner for key share;
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.lock_own_log()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if kith_private.setting('locked_log') is null and auth.uid() is not null then
    perform kith_private.lock_log();
    perform kith_private.set_setting('locked_log', auth.uid()::text);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.log_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  old_row constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  written constant jsonb := coalesce(new_row, old_row);
  owner constant uuid := written ->> 'owner_id';
  derived constant text[] := tg_argv[1];
  context jsonb := kith_private.current_change();
  state kith_private.change_set_state := kith_private.setting('change_set')::kith_private.change_set_state;
  before jsonb;
  after jsonb;
begin
  if old_row = new_row then
    return null;
  end if;
  if context is null or context ->> 'kind' = 'database' or state.owner_id <> owner then
    context := kith_private.change_context(owner);
    if context is null then
      return null;
    end if;
  end if;
  if state.owner_id is distinct from owner then
    state := kith_private.start_change_set(owner, context);
  end if;
  before := old_row - derived;
  after := new_row - derived;
  if before = after then
    before := '{}';
    after := '{}';
  elsif tg_op = 'UPDATE' then
    select jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, new_row -> o.key) into before, after
    from jsonb_each(before) o where o.value <> new_row -> o.key;
  end if;
  state.position := state.position + 1;
  state.total_bytes := state.total_bytes + 200 + coalesce(pg_column_size(before), 0) + coalesce(pg_column_size(after), 0);
  insert into kith_private.changes
    (owner_id, set_number, position, resource, resource_id, network_id, action, name, before, after, is_shown, total_bytes)
  values (owner, state.number, state.position, tg_argv[0],
    coalesce(written ->> 'id', written ->> 'contact_id', written ->> 'owner_id')::uuid, (written ->> 'network_id')::uuid,
    case tg_op when 'INSERT' then 'create' when 'DELETE' then 'delete' else 'update' end,
    left(coalesce(written ->> 'display_name', written ->> 'name', written ->> 'title', written ->> 'content'), 100),
    before, after, tg_op <> 'UPDATE' or after - 'updated_at' <> '{}', state.total_bytes);
  perform kith_private.set_setting('change_set', state::text);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.longest_lists(filters kith_private.contact_filters)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_sort TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
declare
  longest json;
begin
  perform kith_private.set_reads_list(true);
  execute format($sql$
    select json_build_object('emails', coalesce(max(jsonb_array_length(emails)), 0), 'phones', coalesce(max(jsonb_array_length(phones)), 0),
      'urls', coalesce(max(jsonb_array_length(urls)), 0), 'addresses', coalesce(max(jsonb_array_length(addresses)), 0))
    from kith.contacts where %s$sql$, coalesce(nullif(array_to_string(filters.conditions, ' and '), ''), 'true'))
    into longest using filters.query;
  perform kith_private.set_reads_list(false);
  return longest;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.match_keys(import uuid, kind text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET enable_nestloop TO 'off'
 SET enable_mergejoin TO 'off'
 SET work_mem TO '32MB'
AS $function$
declare
  calling_code constant text := kith_private.own_calling_code();
begin
  perform kith_private.set_reads_list(true);
  with given as materialized (
    select distinct r.number, case kind when 'email' then lower((item ->> 'value') collate "C")
      else kith_private.phone_digits(item ->> 'value', calling_code) end as key
    from kith_private.import_rows r
    cross join lateral jsonb_array_elements(r.value -> case kind when 'email' then 'emails' else 'phones' end) item
    where r.import_id = import and r.resource = 'contact' and r.action = 'create'),
  present as materialized (
    select c.id, lower((item ->> 'value') collate "C") as key
    from kith.contacts c cross join lateral jsonb_array_elements(c.emails) item where kind = 'email' and c.emails <> '[]'
    union all
    select c.id, kith_private.phone_digits(item ->> 'value', calling_code)
    from kith.contacts c cross join lateral jsonb_array_elements(c.phones) item where kind = 'phone' and c.phones <> '[]'),
  found as (
    select g.number, array_agg(distinct p.id) as ids from given g join present p on p.key = g.key group by g.number)
  update kith_private.import_rows r set
    action = case when cardinality(found.ids) = 1 then 'match' else 'conflict' end,
    match_id = case when cardinality(found.ids) = 1 then found.ids[1] end,
    matched_by = kind,
    candidates = case when cardinality(found.ids) = 1 then '{}' else found.ids[:10] end,
    problem = case when cardinality(found.ids) > 1
      then format('%s contacts have this %s.', cardinality(found.ids), case kind when 'email' then 'e-mail address' else 'phone number' end) end
  from found where r.import_id = import and r.number = found.number;
  perform kith_private.set_reads_list(false);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.match_others(import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET enable_nestloop TO 'off'
 SET enable_mergejoin TO 'off'
 SET work_mem TO '32MB'
AS $function$
declare
  present constant text := (
    select string_agg(format('select %L as resource, t.id, k.by, k.key from %s t cross join lateral (values (''uid'', t.id::text)%s) k (by, key)',
      k.name, k.source, case when to_regclass(k.source || '_name_key') is not null
        then ', (''name'', lower(t.name collate "und-x-icu"))' else '' end), ' union all ' order by k.name)
    from kith_private.resources() k
    where k.name not in ('contact', 'profile') and k.name in (select r.resource from kith_private.import_rows r where r.import_id = import));
begin
  if present is null then
    return;
  end if;
  execute format($sql$
  with given as materialized (
    select r.number, r.resource, k.rank, k.by, k.key from kith_private.import_rows r
    cross join lateral (values (1, 'uid', kith_private.as_uuid(r.uid)::text), (2, 'uid', r.new_id::text),
      (3, 'name', lower((r.value ->> 'name') collate "und-x-icu"))) k (rank, by, key)
    where r.import_id = $1 and r.resource <> 'contact' and r.action = 'create'),
  present as materialized (%s)
  update kith_private.import_rows r set action = 'match', match_id = found.id, matched_by = found.by
  from (
    select distinct on (g.number) g.number, p.id, p.by
    from given g join present p on p.resource = g.resource and p.by = g.by and p.key = g.key
    order by g.number, g.rank) found
  where r.import_id = $1 and r.number = found.number$sql$, present) using import;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.match_profile(import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  given constant jsonb := (
    select r.value from kith_private.import_rows r where r.import_id = import and r.resource = 'profile' and r.action = 'create' limit 1);
  wrong text;
  filled jsonb;
begin
  if given is null then
    return;
  end if;
  wrong := case
    when given ? 'timezone' and kith_private.is_time_zone(given ->> 'timezone') is not true
      then '/profile/timezone: Must be a name of the IANA database, such as Europe/Paris.'
    when given ? 'country' and kith_private.calling_code(given ->> 'country') is null
      then '/profile/country: Must be a code of ISO 3166-1, such as FR.' end;
  filled := given - array(
    select unnest(array[case when p.name is not null then 'name' end, case when p.timezone <> 'UTC' then 'timezone' end,
      case when p.country is not null then 'country' end, case when p.name_order <> 'firstName' then 'nameOrder' end])
    from kith.profiles p where p.owner_id = (select auth.uid()));
  update kith_private.import_rows r set
    action = case when wrong is not null then 'error' when filled = '{}' then 'match' else 'create' end,
    value = case when wrong is null then coalesce(nullif(filled, '{}'), given) end,
    problem = wrong
  where r.import_id = import and r.resource = 'profile';
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.may_undo(actor uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  caller constant jsonb := kith_private.current_change();
begin
  -- What the database itself changed has no actor.
  return caller ->> 'kind' = 'access_token' or coalesce(actor = (caller ->> 'actorId')::uuid, false);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.merge(target kith.contacts, duplicate kith.contacts, choices jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  merged constant kith.contacts := kith_private.merged_contact(target, duplicate, choices);
  moved record;
begin
  perform kith_private.update_row(merged);
  perform kith_private.take_over(target.id, duplicate.id, case choices ->> 'photoUrl'
    when 'target' then false when 'duplicate' then true else target.photo_path is null end);
  moved := kith_private.move_to_contact(target.id, duplicate.id);
  delete from kith.contacts c where c.id = duplicate.id;
  return moved;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.merge_rows(owner uuid, import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET enable_mergejoin TO 'off'
AS $function$
declare
  merged constant kith_private.united_lists[] := array(select m from kith_private.united_with_rows(owner, import) m);
begin
  if merged = '{}' then
    return;
  end if;
  update kith_private.import_rows r set outcome = 'fail', target_id = null, problem = 'Together they have more than 20 items in a list.'
  from unnest(merged) m
  where r.owner_id = owner and r.import_id = import and r.number = m.number and m.is_too_long;
  perform kith_private.update_rows(array(
    select kith_private.filled_contact(c, m)
    from unnest(merged) m
    cross join lateral (select c.* from kith.contacts c where c.owner_id = owner and c.id = m.target_id offset 0) c
    where not m.is_too_long));
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.merged_contact(target kith.contacts, duplicate kith.contacts, choices jsonb)
 RETURNS kith.contacts
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  ours constant jsonb := to_jsonb(target);
  theirs constant jsonb := to_jsonb(duplicate);
  lists jsonb;
  errors jsonb;
begin
  select jsonb_object_agg(list, kith_private.united_items(list, ours -> list, theirs -> list, choices ->> list)) into lists
  from unnest('{emails,phones,urls,addresses}'::text[]) list;
  errors := (
    select jsonb_agg(jsonb_build_object('in', 'body', 'pointer', '/fields/' || key, 'code', 'too_long',
      'message', 'Together they have more than 20. Choose those of the target or of the duplicate, or remove some first.') order by key)
    from jsonb_each(lists) where jsonb_array_length(value) > 20);
  if errors is not null then
    perform kith_private.fail('validation_failed', errors => errors);
  end if;
  return jsonb_populate_record(target, (
    select jsonb_object_agg(name, case choices ->> kith_private.member_name(name)
      when 'target' then ours -> name when 'duplicate' then theirs -> name
      else coalesce(nullif(ours -> name, 'null'), theirs -> name) end)
    from unnest(kith_private.written_columns('kith.contacts')) name) || lists || jsonb_build_object(
      'is_favorite', target.is_favorite or duplicate.is_favorite,
      'is_archived', target.is_archived and duplicate.is_archived,
      'last_contacted_by_hand', greatest(target.last_contacted_by_hand, duplicate.last_contacted_by_hand)));
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.move_to_contact(target uuid, duplicate uuid, OUT notes bigint, OUT reminders bigint, OUT networks bigint)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  owner constant uuid := auth.uid();
  note_ids constant uuid[] := array(
    select n.id from kith.notes n where n.contact_id = duplicate
    union all select l.note_id from kith.note_contacts l where l.contact_id = duplicate);
  reminder_ids constant uuid[] := array(
    select r.id from kith.reminders r where r.contact_id = duplicate
    union all select l.reminder_id from kith.reminder_contacts l where l.contact_id = duplicate);
begin
  if cardinality(note_ids) + cardinality(reminder_ids) > 5000 then
    perform kith_private.refuse_member('/duplicateId', 'too_big',
      'It has more than 5,000 notes and reminders. Merge the other one into it, or move some first.');
  end if;
  -- Where both are named, one is left.
  update kith.notes n set contact_ids = array_replace(n.contact_ids, duplicate, target) where n.owner_id = owner and n.id = any (note_ids);
  get diagnostics notes = row_count;
  update kith.reminders r set contact_ids = array_replace(r.contact_ids, duplicate, target) where r.owner_id = owner and r.id = any (reminder_ids);
  get diagnostics reminders = row_count;
  insert into kith.contact_networks (contact_id, network_id)
  select target, m.network_id from kith.contact_networks m where m.contact_id = duplicate order by 2
  on conflict do nothing;
  get diagnostics networks = row_count;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.named_words(search text)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  words constant text[] := array(
    select word from regexp_split_to_table(translate(left(kith_private.folded(search), 200), '-', ' '), '\s+') with ordinality given (word, place)
    where word <> '' order by place);
begin
  return jsonb_build_object('whole', ' ' || array_to_string(words, ' '), 'beginnings', array(
    select '% ' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' from unnest(words) word));
end
$function$;

ALTER FUNCTION "kith_private"."named_words"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.net_fields(owner uuid, set_number bigint, change kith_private.net_change)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  before jsonb := change.before;
  after jsonb := change.after;
begin
  if change.parts > 1 then
    -- The first value of each column before, and the last one after: the later of two equal keys counts.
    select jsonb_object_agg(b.key, b.value order by c.position desc) into before
    from kith_private.changes c, jsonb_each(c.before) b
    where c.owner_id = owner and c.set_number = net_fields.set_number and c.resource_id = change.resource_id
      and c.network_id is not distinct from change.network_id;
    select jsonb_object_agg(a.key, a.value order by c.position) into after
    from kith_private.changes c, jsonb_each(c.after) a
    where c.owner_id = owner and c.set_number = net_fields.set_number and c.resource_id = change.resource_id
      and c.network_id is not distinct from change.network_id;
  end if;
  if change.action = 'create' then
    before := null;
  elsif change.action = 'delete' then
    after := null;
  end if;
  if current_user = 'kith_limited' and change.resource <> 'membership' then
    before := kith_private.without_unseen(before);
    after := kith_private.without_unseen(after);
  end if;
  return (
    select coalesce(jsonb_object_agg(kith_private.shown_member(k.name), jsonb_build_object(
        'before', kith_private.shown_value(k.name, coalesce(before -> k.name, 'null')),
        'after', kith_private.shown_value(k.name, coalesce(after -> k.name, 'null')))), '{}')
    from jsonb_object_keys(coalesce(before, '{}') || coalesce(after, '{}')) k (name)
    where k.name not in ('id', 'created_at', 'updated_at', 'recurrence_start') and before -> k.name is distinct from after -> k.name
      and (change.action = 'update' or coalesce(after -> k.name, before -> k.name) not in ('[]', 'false', 'null')));
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.networks_by_name(names jsonb, pointer text, is_exact boolean DEFAULT false)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  given record;
  folded text;
  words text[];
  all_ids uuid[];
  all_beginnings text[];
  found uuid[];
  networks uuid[] := '{}';
  errors jsonb := '[]';
begin
  if not kith_private.has_scope('networks:read') then
    perform kith_private.fail('insufficient_scope', 'To name a network this API key also needs the scope networks:read.');
  end if;
  for given in
    select kith_private.trimmed(n.value) as name, n.position - 1 as place from jsonb_array_elements_text(names) with ordinality as n (value, position)
  loop
    found := array(
      select n.id from kith.networks n where n.id = kith_private.as_uuid(lower(given.name))
        or kith_private.as_uuid(lower(given.name)) is null and lower(n.name collate "und-x-icu") = lower(given.name collate "und-x-icu"));
    folded := kith_private.folded(given.name);
    if cardinality(found) = 0 and folded <> '' and kith_private.as_uuid(lower(given.name)) is null then
      if all_ids is null then
        select coalesce(array_agg(n.id), '{}'), coalesce(array_agg(kith_private.word_beginnings(n.name)), '{}') into all_ids, all_beginnings
        from kith.networks n;
      end if;
      found := array(
        select k.id from unnest(all_ids, all_beginnings) k (id, beginnings) where k.beginnings = kith_private.word_beginnings(given.name));
      if cardinality(found) = 0 and not is_exact then
        words := regexp_split_to_array(coalesce(nullif(btrim(regexp_replace(
          concat(' ', kith_private.telling_words(folded), ' '), ' (networks?|group) ', ' ', 'g')), ''), folded), '\s+');
        found := array(
          select k.id from unnest(all_ids, all_beginnings) k (id, beginnings)
          where not exists (select from unnest(words) word where strpos(k.beginnings, ' ' || word) = 0));
      end if;
    end if;
    if cardinality(found) = 1 then
      networks := networks || found;
      continue;
    end if;
    errors := errors || jsonb_build_object('in', 'body', 'pointer', pointer || case when pointer like '%/' then given.place::text else '' end,
      'code', 'invalid_reference', 'message', case
        when cardinality(found) = 0 then concat(format('There is no network %s.', to_jsonb(given.name)),
          -- In the first error only.
          case when errors = '[]' then ' There are: ' || kith_private.listed_networks(null) || '.' end)
        else format('%s may be several networks: %s.', to_jsonb(given.name), kith_private.listed_networks(found)) end);
  end loop;
  if errors <> '[]' then
    perform kith_private.fail('invalid_reference', 'It is not clear which network is meant. Nothing was changed.', errors);
  end if;
  return networks;
end
$function$;

ALTER FUNCTION "kith_private"."networks_by_name"(jsonb, text, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.networks_matching_words(patterns jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    with named as materialized (select n.id, kith_private.folded(n.name) as name from kith.networks n)
    select coalesce(jsonb_agg((
      select coalesce(jsonb_agg(n.id), '[]') from named n
      where exists (select from jsonb_array_elements_text(word.ways) way (pattern) where n.name like way.pattern)) order by word.position), '[]')
    from jsonb_array_elements(patterns) with ordinality as word (ways, position));
end
$function$;

ALTER FUNCTION "kith_private"."networks_matching_words"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.next_contact_on()
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return $sql$case when next_contact_on_utc is not null then
    greatest(active_snooze, (coalesce(last_contacted_at, created_at) at time zone ($1 ->> 'timezone'))::date + contact_frequency_days) end$sql$;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.next_day(rule kith_private.recurrence_rule, start timestamp without time zone, after timestamp with time zone, zone text, period integer)
 RETURNS kith_private.occurrence
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  earliest constant date := greatest(start::date + 1, (after at time zone zone)::date - 2);
  item kith_private.occurrence;
  first_day date;
  kind integer;
  days date[];
  day date;
  is_empty boolean[];
begin
  for place in greatest(period, 0) .. greatest(period, 0) + 500 loop
    first_day := kith_private.first_day(rule, start, place);
    exit when first_day > '9999-12-31';
    kind := kith_private.kind_of_period(rule, first_day);
    continue when is_empty[kind];
    days := kith_private.days_of_period(rule, first_day);
    is_empty[kind] := days = '{}';
    foreach day in array days loop
      continue when day < earliest;
      item := (place, day + start::time, kith_private.first_instant(day + start::time, zone));
      if item.instant > after then
        return item;
      end if;
    end loop;
  end loop;
  return null;
end
$function$;

ALTER FUNCTION "kith_private"."next_day"(kith_private.recurrence_rule, timestamp without time zone, timestamp with time zone, text, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.next_occurrence(rule kith_private.recurrence_rule, start timestamp without time zone, after timestamp with time zone, zone text)
 RETURNS kith_private.occurrence
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  elapsed constant double precision := extract(epoch from (after at time zone zone) - start) / 86400;
  -- Where to begin: periods are shorter and longer than on average, so some days earlier.
  periods constant integer := floor(case rule.frequency
    when 'DAILY' then (elapsed - 2) / rule.every
    when 'WEEKLY' then (elapsed - 2) / (7 * rule.every)
    when 'MONTHLY' then (elapsed - 64) / (365.2425 / 12 * rule.every)
    when 'YEARLY' then (elapsed - 64) / (365.2425 * rule.every) end);
  weekday constant integer := extract(isodow from start) - 1;
  item kith_private.occurrence;
begin
  if kith_private.has_days_of_periods(rule) then
    return kith_private.next_day(rule, start, after, zone, periods);
  end if;
  item.index := greatest(periods * greatest(cardinality(rule.days), 1), case when rule.days = '{}' then 1
    else (select count(*) from unnest(rule.days) day where day <= weekday) end);
  loop
    item.local_time := kith_private.occurrence(rule, start, item.index);
    item.instant := kith_private.first_instant(item.local_time, zone);
    exit when item.instant > after;
    item.index := item.index + 1;
  end loop;
  return item;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.next_recurring(this kith_private.recurring, completed_at timestamp with time zone, recurrence_from text, zone text)
 RETURNS kith_private.recurring
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  rule constant kith_private.recurrence_rule := kith_private.parsed_rule(this.recurrence);
  half_a_day_later constant timestamptz := this.due_at + interval '12 hours';
  start timestamp := this.recurrence_start;
  first kith_private.occurrence;
  next kith_private.occurrence;
  passed integer := 1;
begin
  if recurrence_from = 'completion' then
    start := (completed_at at time zone zone)::date + start::time;
    next := kith_private.next_occurrence(rule, start, kith_private.first_instant(start, zone), zone);
    start := next.local_time;
  else
    next := kith_private.next_occurrence(rule, start, greatest(completed_at, half_a_day_later), zone);
    if rule.count is not null and next.index is not null then
      first := kith_private.next_occurrence(rule, start, half_a_day_later, zone);
      passed := 1 + kith_private.occurrences_between(rule, start, first, next, zone);
    end if;
  end if;
  if next.instant is null or passed >= rule.count or next.local_time::date > rule.until_day or next.instant > rule.until_instant
    or next.instant > '9999-12-31 23:59:59.999+00'
  then
    return null;
  end if;
  return (next.instant, regexp_replace(this.recurrence, 'COUNT=[0-9]+', 'COUNT=' || coalesce(rule.count - passed, 0)), start)::kith_private.recurring;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.note_of(body jsonb, earlier kith.notes)
 RETURNS kith.notes
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  note kith.notes := kith_private.row_of(body - '{contactId,contactIds,occurredAt}'::text[], earlier);
begin
  if body ? 'occurredAt' then
    note.occurred_at := kith_private.local_instant(body ->> 'occurredAt', '00:00');
  end if;
  return note;
end
$function$;

ALTER FUNCTION "kith_private"."note_of"(jsonb, kith.notes) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.occurrences_between(rule kith_private.recurrence_rule, start timestamp without time zone, first kith_private.occurrence, last kith_private.occurrence, zone text)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  -- An occurrence on a day that the time zone leaves out falls on the next day, and counts as one with that day's.
  has_missing_day constant boolean := (last.local_time - first.local_time) - (last.instant - first.instant) > interval '12 hours';
  passed integer := 0;
  before date := first.local_time;
  first_day date;
  kind integer;
  sizes integer[];
  day date;
begin
  if not kith_private.has_days_of_periods(rule) then
    return last.index - first.index - case when not has_missing_day then 0 else (
      select count(*) from generate_series(first.index, least(last.index, first.index + rule.count) - 1) place
      where kith_private.first_instant(kith_private.occurrence(rule, start, place), zone)
        = kith_private.first_instant(kith_private.occurrence(rule, start, place + 1), zone)) end;
  end if;
  for period in first.index .. last.index loop
    exit when passed >= rule.count;
    first_day := kith_private.first_day(rule, start, period);
    kind := kith_private.kind_of_period(rule, first_day);
    if sizes[kind] is not null and period < last.index and not has_missing_day then
      passed := passed + sizes[kind];
      continue;
    end if;
    sizes[kind] := 0;
    foreach day in array kith_private.days_of_period(rule, first_day) loop
      sizes[kind] := sizes[kind] + 1;
      continue when day <= before or day > last.local_time::date;
      if not has_missing_day or day > before + 1
        or kith_private.first_instant(before + start::time, zone) < kith_private.first_instant(day + start::time, zone)
      then
        passed := passed + 1;
      end if;
      before := day;
    end loop;
  end loop;
  return passed;
end
$function$;

ALTER FUNCTION "kith_private"."occurrences_between"(kith_private.recurrence_rule, timestamp without time zone, kith_private.occurrence, kith_private.occurrence, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.owner_id()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account constant uuid := auth.uid();
  claims jsonb;
begin
  -- kith_private.handle has checked the credential already.
  if account is null or kith_private.setting('checked_account') = account::text then
    return account;
  end if;
  claims := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
  -- An OAuth client's access token differs from the user's own by this claim only.
  if claims ? 'client_id' or not kith_private.is_active(account, (claims ->> 'session_id')::uuid) then
    return null;
  end if;
  return account;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.parsed_rule(recurrence text)
 RETURNS kith_private.recurrence_rule
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  until constant text := substring(recurrence from 'UNTIL=([0-9TZ]+)');
  days constant text[] := string_to_array(substring(recurrence from 'BYDAY=([0-9A-Z,-]+)'), ',');
begin
  return (
    substring(recurrence from 'FREQ=([A-Z]+)'),
    coalesce(substring(recurrence from 'INTERVAL=([0-9]+)')::integer, 1),
    array(select (strpos('MOTUWETHFRSASU', right(day, 2)) - 1) / 2 from unnest(days) with ordinality given (day, place) order by place),
    substring(recurrence from 'COUNT=([0-9]+)')::integer,
    case when until !~ 'T' then until::date end,
    case when until ~ 'T' then (left(until, 8)::date + replace(substr(until, 10, 6), 'Z', '')::time) at time zone 'UTC' end,
    coalesce(string_to_array(substring(recurrence from 'BYMONTH=([0-9,]+)'), ',')::integer[], '{}'),
    array(select coalesce(nullif(left(day, -2), '')::integer, 0) from unnest(days) with ordinality given (day, place) order by place),
    coalesce(string_to_array(substring(recurrence from 'BYSETPOS=([0-9,-]+)'), ',')::integer[], '{}')
  )::kith_private.recurrence_rule;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.profile_body()
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  limits constant jsonb := kith_private.limits();
  may_read constant boolean := kith_private.has_scope('profile:read');
  profile kith.profiles;
begin
  select p.* into profile from kith.profiles p where p.owner_id = (select auth.uid());
  return json_build_object(
    'id', auth.uid(),
    -- Read from the table of Auth and not copied, so that it is always current.
    'email', case when may_read then (select u.email from auth.users u where u.id = (select auth.uid())) end,
    'name', case when may_read then profile.name end,
    'timezone', coalesce(profile.timezone, 'UTC'),
    'country', case when may_read then profile.country end,
    'nameOrder', coalesce(profile.name_order, 'firstName'),
    'createdAt', to_char(coalesce(profile.created_at, now()) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'updatedAt', to_char(coalesce(profile.updated_at, now()) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'scopes', limits -> 'scopes',
    'networkIds', limits -> 'networkIds',
    'expiresAt', to_char((limits ->> 'expiresAt')::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.queue_photo_removal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  photo constant uuid := kith_private.photo_of(old.photo_path);
  kept_path text;
begin
  if old.photo_path = kith_private.setting('moved_photo') then
    return null; -- it becomes another contact's, see kith_private.take_over
  end if;
  -- Where the account is deleted, its file is removed. Skipped where another transaction is deleting the account: waiting for it, while
  -- it waits for this contact, would be a deadlock.
  perform from auth.users u where u.id = old.owner_id for key share skip locked;
  if found and photo is not null then
    insert into kith_private.kept_photos (owner_id, photo, path)
    values (old.owner_id, photo, regexp_replace(old.photo_path, '[^/]+$', '')
      || concat_ws('.', photo, gen_random_uuid(), substring(old.photo_path from '[^.]+$')))
    on conflict do nothing returning path into kept_path;
  end if;
  insert into kith_private.photo_removals (path, owner_id, move_to) values (old.photo_path, old.owner_id, kept_path)
  on conflict do nothing;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.read_contact_filters(query jsonb)
 RETURNS kith_private.contact_filters
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  patterns constant jsonb := kith_private.search_patterns(coalesce(query ->> 'search', ''));
  conditions text[] := case coalesce(query ->> 'isArchived', 'false')
    when 'false' then '{not is_archived}' when 'true' then '{is_archived}' else '{}' end;
begin
  if patterns <> '[]' then
    query := query || jsonb_build_object('patterns', patterns);
    if query ? 'inNetworks' then
      query := query || jsonb_build_object('networks', kith_private.networks_matching_words(patterns));
    end if;
    conditions := conditions || kith_private.search_condition(patterns, query -> 'networks');
  end if;
  if query ? 'ids' then
    conditions := conditions || $sql$id = any (array(select jsonb_array_elements_text($1 -> 'ids')::uuid))$sql$::text;
  end if;
  if query ? 'networkId' then
    -- "is true" makes Postgres put the members into a hash table and read the list in the order of its index
    conditions := conditions || $sql$(id in (
      select m.contact_id from kith.contact_networks m where m.network_id = ($1 ->> 'networkId')::uuid)) is true$sql$::text;
  end if;
  if query ? 'isFavorite' then
    conditions := conditions || $sql$is_favorite = ($1 ->> 'isFavorite')::boolean$sql$::text;
  end if;
  if query ? 'hasEmail' then
    conditions := conditions || $sql$(emails <> '[]') = ($1 ->> 'hasEmail')::boolean$sql$::text;
  end if;
  if query ? 'hasPhone' then
    conditions := conditions || $sql$(phones <> '[]') = ($1 ->> 'hasPhone')::boolean$sql$::text;
  end if;
  if query ? 'company' then
    -- The search text has the company, so that only contacts that may match are read from the table. Folding the companies of many
    -- contacts with long texts takes long, as searching them does.
    query := query || jsonb_build_object('companyPatterns', kith_private.word_patterns(query ->> 'company'));
    conditions := conditions || $sql$case
      when clock_timestamp() > (select statement_timestamp() + interval '3 seconds') then (select kith_private.search_took_too_long('company'))
      else (search_text is null or search_text like all ((select array(select jsonb_array_elements_text($1 -> 'companyPatterns')))::text[]))
        and kith_private.folded(company) like all ((select array(select jsonb_array_elements_text($1 -> 'companyPatterns')))::text[]) end$sql$::text;
  end if;
  if query ? 'lastContactedBefore' then
    conditions := conditions || $sql$(last_contacted_at is null
      or last_contacted_at < (select kith_private.local_instant($1 ->> 'lastContactedBefore', '00:00')))$sql$::text;
  end if;
  if query ? 'birthdayMonth' then
    conditions := conditions || $sql$birthday_month = (select ($1 ->> 'birthdayMonth')::smallint)$sql$::text;
  end if;
  if query ?| '{needsContact,nextContactBefore}' or query ->> 'sort' like '%nextContactOn' then
    query := query || jsonb_build_object('today', kith_private.today(), 'timezone', kith_private.time_zone(),
      'lastDay', (query ->> 'nextContactBefore')::date - 1);
  end if;
  if query ? 'needsContact' then
    conditions := conditions || (kith_private.due_condition('today') || $sql$ = ($1 ->> 'needsContact')::boolean$sql$);
  end if;
  if query ? 'nextContactBefore' then
    conditions := conditions || kith_private.due_condition('lastDay');
  end if;
  return (query, conditions)::kith_private.contact_filters;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.read_contacts(body jsonb, current uuid[] DEFAULT NULL::uuid[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  contacts constant uuid[] := case
    when body ? 'contactIds' then kith_private.ids_of(body -> 'contactIds')
    when body ? 'contactId' then array_remove(array[(body ->> 'contactId')::uuid], null)
    else coalesce(current, '{}') end;
begin
  if contacts = current then
    return null;
  end if;
  if contacts = '{}' and not kith_private.has_all_networks() then
    perform kith_private.refuse_member('/contactId', 'required', 'This API key is limited to networks: what it writes is about a contact in them.');
  end if;
  return contacts;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.reads_list()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return kith_private.setting('reads_list') is not null;
end
$function$;

ALTER FUNCTION "kith_private"."reads_list"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.record_merged_uids(owner uuid, import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into kith_private.merged_contacts as m (owner_id, id, into_id, change_set)
  select owner, r.new_id, r.target_id, (kith_private.current_change() ->> 'id')::uuid
  from kith_private.import_rows r
  where r.owner_id = owner and r.import_id = import and r.resource = 'contact' and r.uid is not null and r.outcome in ('merge', 'skip')
    and r.target_id <> r.new_id and r.uid <> r.target_id::text
    and not exists (select from kith.contacts c where c.owner_id = owner and c.id = r.new_id offset 0)
  on conflict (owner_id, id) do update set into_id = excluded.into_id, change_set = excluded.change_set
  where m.into_id <> excluded.into_id;
end
$function$;

ALTER FUNCTION "kith_private"."record_merged_uids"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.referred_ids(change kith_private.changes)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if change.resource = 'membership' then
    return array[change.resource_id, change.network_id]; -- also where the change was erased
  end if;
  return array(
    select (item.value #>> '{}')::uuid
    from kith_private.resources() r cross join lateral jsonb_object_keys(r.refers) column_name
    cross join lateral (values (change.before -> column_name), (change.after -> column_name)) side (value)
    cross join lateral jsonb_path_query(side.value, '$[*]') item (value)
    where r.name = change.resource);
end
$function$;

ALTER FUNCTION "kith_private"."referred_ids"(kith_private.changes) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.refusal(state text, message text, detail text, hint text, table_name text, constraint_name text, column_name text, OUT body text, OUT log text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  code text;
  errors jsonb;
  merged_into text;
begin
  case
    when state = 'KITH0' then
      code := message;
      errors := nullif(hint, '')::jsonb;
      if jsonb_typeof(errors) = 'object' then
        merged_into := errors ->> 'mergedInto';
        errors := null;
      end if;
    when state = '23505' and constraint_name like '%_name_key' then
      code := 'name_taken';
    when state = '23503' and constraint_name like '%_owner_id_fkey' then
      code := 'unauthorized'; -- the account was deleted while the request ran
    when state = '23503' then
      code := 'invalid_reference';
      errors := jsonb_build_array(kith_private.violation(table_name, constraint_name, '', null));
    when state = '23514' and constraint_name like '%_quota_check' then
      code := 'quota_exceeded';
      detail := message;
    when state in ('23514', '23502') then
      code := 'validation_failed';
      errors := jsonb_build_array(kith_private.violation(table_name, constraint_name, column_name,
        case when state = '23502' then null
          when constraint_name = 'contacts_named_check' then 'A contact has a first name, a last name, a nickname or a company.'
          when constraint_name = 'reminders_due_at_required_check' then 'A recurring reminder needs a due time.'
          when message like 'new row for relation%' then concat_ws(' ', 'This value is not allowed.', (
            select pg_catalog.col_description(k.conrelid, k.conkey[1]) from pg_catalog.pg_constraint k
            where k.conrelid = pg_catalog.to_regclass(format('kith.%I', table_name)) and k.conname = constraint_name
              and cardinality(k.conkey) = 1))
          else message end));
    -- A conflict with a concurrent request; no disk space, memory or connections left; Postgres is shutting down; the
    -- database is read-only.
    when state in ('40001', '40P01', '55P03', '25006') or state like '53%' or state like '57P%' or state = '57014' then
      code := 'unavailable';
    else
      code := 'internal';
  end case;
  if code in ('unavailable', 'internal') then
    log := state || ': ' || message;
  end if;
  body := json_strip_nulls(json_build_object(
    'code', code, 'detail', case when state = 'KITH0' or code = 'quota_exceeded' then nullif(detail, '') end, 'errors', errors,
    'mergedInto', merged_into));
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.refuse_known_contact(body jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  given record;
  known uuid[] := '{}';
begin
  for given in
    select 'name' as kind, coalesce(nullif(concat_ws(' ', body ->> 'firstName', body ->> 'lastName'), ''), body ->> 'nickname', body ->> 'company') as value
    union
    select 'email', item ->> 'value' from jsonb_array_elements(coalesce(body -> 'emails', '[]')) item
    union
    select 'phone', item ->> 'value' from jsonb_array_elements(coalesce(body -> 'phones', '[]')) item
    limit 10
  loop
    known := known || kith_private.known_contacts(given.kind, given.value);
  end loop;
  if cardinality(known) > 0 then
    perform kith_private.fail('validation_failed', 'There is such a contact already. Nothing was created.', jsonb_build_array(jsonb_build_object(
      'in', 'body', 'pointer', '/isNew', 'code', 'duplicate', 'message', format(
        'This may be %s. Send its id as contact to change it, or isNew true for somebody else.',
        kith_private.listed_contacts(array(select distinct k from unnest(known) k))))));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.refuse_member(pointer text, code text, message text, place text DEFAULT 'body'::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform kith_private.fail('validation_failed', errors => jsonb_build_array(
    jsonb_build_object('in', place, 'pointer', pointer, 'code', code, 'message', message)));
end
$function$;

ALTER FUNCTION "kith_private"."refuse_member"(text, text, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.remember_seen(sets bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  kinds constant text[] := '{contact}'::text[] || kith_private.resources_seen_by('contacts');
begin
  if current_user <> 'kith_limited' or kith_private.has_all_networks() then
    return;
  end if;
  perform kith_private.forget_seen(), kith_private.set_reads_list(true);
  perform kith_private.set_setting('seen', array(
    select distinct c.resource_id from kith_private.changes c
    where c.set_number = any (sets) and c.resource = any (kinds))::text);
  perform kith_private.set_reads_list(false);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.reminder_of(body jsonb, earlier kith.reminders)
 RETURNS kith.reminders
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  reminder kith.reminders := kith_private.row_of(body - '{contactId,contactIds,dueAt}'::text[], earlier);
begin
  if body ? 'dueAt' then
    reminder.due_at := kith_private.local_instant(body ->> 'dueAt', '09:00');
  end if;
  return reminder;
end
$function$;

ALTER FUNCTION "kith_private"."reminder_of"(jsonb, kith.reminders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.remove_photos_soon()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update kith_private.photo_removals r set due_at = least(r.due_at, now() + interval '5 minutes')
  where r.path in (select e.photo_path from ended e where e.photo_path is not null) and r.move_to is null;
  return null;
end
$function$;

ALTER FUNCTION "kith_private"."remove_photos_soon"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.resolve_contacts(owner uuid, import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  uids constant text[] := array(
    select distinct named.uid from kith_private.import_rows r
    cross join lateral jsonb_array_elements_text(r.refs -> 'contactUids') named (uid)
    where r.owner_id = owner and r.import_id = import and r.resource <> 'contact' and r.outcome = 'create');
  found jsonb;
begin
  if uids = '{}' then
    return;
  end if;
  select jsonb_object_agg(f.uid, f.contact_id) into found from kith_private.contacts_of_uids(uids) f;
  found := coalesce(found, '{}') || coalesce((
    select jsonb_object_agg(r.uid, r.target_id) from kith_private.import_rows r
    where r.owner_id = owner and r.import_id = import and r.resource = 'contact' and r.uid = any (uids) and r.target_id is not null), '{}');
  update kith_private.import_rows r set about = array(
    select (found ->> given.uid)::uuid
    from jsonb_array_elements_text(r.refs -> 'contactUids') with ordinality given (uid, place)
    where found ? given.uid group by 1 order by min(given.place))
  where r.owner_id = owner and r.import_id = import and r.refs ? 'contactUids' and r.resource <> 'contact' and r.outcome = 'create';
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.resources()
 RETURNS SETOF kith_private.resource
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return query values
    ('contact', 'kith.contacts', 'contacts', 'itself', 't.id = c.resource_id', '{last_noted_at,search_text,long_search_text,snoozed_after,display_name,birthday_month,last_contacted_at,next_contact_on_utc,active_snooze,sort_name}'::text[], '{}'::jsonb),
    ('membership', 'kith.contact_networks', 'contacts', 'itself', 't.contact_id = c.resource_id and t.network_id = c.network_id', '{}'::text[], '{"contact_id": "kith.contacts", "network_id": "kith.networks"}'::jsonb),
    ('network', 'kith.networks', 'networks', 'itself', 't.id = c.resource_id', '{}'::text[], '{}'::jsonb),
    ('note', 'kith.notes', 'notes', 'contacts', 't.id = c.resource_id', '{contact_id,folded_content}'::text[], '{"contact_ids": "kith.contacts", "note_type_id": "kith.note_types"}'::jsonb),
    ('note_type', 'kith.note_types', 'notes', 'account', 't.id = c.resource_id', '{}'::text[], '{}'::jsonb),
    ('profile', 'kith.profiles', 'profile', 'account', 't.owner_id = c.resource_id', '{}'::text[], '{}'::jsonb),
    ('reminder', 'kith.reminders', 'reminders', 'contacts', 't.id = c.resource_id', '{contact_id}'::text[], '{"next_id": "kith.reminders", "contact_ids": "kith.contacts"}'::jsonb);
end
$function$;

ALTER FUNCTION "kith_private"."resources"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.resources_seen_by(kind text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return array(select r.name from kith_private.resources() r where r.seen_by = kind);
end
$function$;

ALTER FUNCTION "kith_private"."resources_seen_by"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.resources_with(access text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  scopes constant jsonb := nullif(kith_private.limits() -> 'scopes', 'null');
begin
  return array(select r.name from kith_private.resources() r where scopes is null or scopes ? (r.scope || ':' || access));
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.restorable_tables()
 RETURNS kith_private.restorable_table[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return array(
    select (t.name, t.source, t.finds, (
      select string_agg(quote_ident(a.attname), ', ') from pg_catalog.pg_attribute a
      where a.attrelid = t.source::regclass and a.attnum > 0 and not a.attisdropped and a.attname <> all (t.derived)),
      t.derived, to_regclass(t.source || '_name_key') is not null, t.refers)::kith_private.restorable_table
    from kith_private.resources() t);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.restore_refusal(logged kith_private.restorable_table, change kith_private.changes, name text, value jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  source constant text := logged.refers ->> name;
  is_taken boolean;
  id text;
begin
  if value = 'null' then
    return null;
  elsif jsonb_typeof(value) = 'array' then
    for id in select jsonb_array_elements_text(value) loop
      if kith_private.is_missing(change.owner_id, source, id::uuid) then
        return 'missing_reference';
      end if;
    end loop;
  elsif source is not null then
    return case when kith_private.is_missing(change.owner_id, source, (value #>> '{}')::uuid) then 'missing_reference' end;
  elsif name = 'name' and logged.has_unique_name then
    execute format('select exists (select from %s where owner_id = $1 and id <> $2 and lower(name collate "und-x-icu") = lower($3 collate "und-x-icu"))',
      logged.source) into is_taken using change.owner_id, change.resource_id, value #>> '{}';
    return case when is_taken then 'name_taken' end;
  end if;
  return null;
end
$function$;

ALTER FUNCTION "kith_private"."restore_refusal"(kith_private.restorable_table, kith_private.changes, text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.roll_back_block(is_wanted boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if is_wanted then
    raise exception using errcode = 'KITH1';
  end if;
end
$function$;

ALTER FUNCTION "kith_private"."roll_back_block"(boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.row_of(body jsonb, earlier kith.contacts)
 RETURNS kith.contacts
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if earlier.id is null then
    earlier.emails := '[]'::jsonb;
    earlier.phones := '[]'::jsonb;
    earlier.urls := '[]'::jsonb;
    earlier.addresses := '[]'::jsonb;
    earlier.is_favorite := false;
    earlier.is_archived := false;
  end if;
  return jsonb_populate_record(earlier, kith_private.columns_of(body) - '{id,owner_id}'::text[]);
end
$function$;

ALTER FUNCTION "kith_private"."row_of"(jsonb, kith.contacts) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.row_of(body jsonb, earlier kith.networks)
 RETURNS kith.networks
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return jsonb_populate_record(earlier, kith_private.columns_of(body) - '{id,owner_id}'::text[]);
end
$function$;

ALTER FUNCTION "kith_private"."row_of"(jsonb, kith.networks) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.row_of(body jsonb, earlier kith.note_types)
 RETURNS kith.note_types
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if earlier.id is null then
    earlier.counts_as_contact := true;
  end if;
  return jsonb_populate_record(earlier, kith_private.columns_of(body) - '{id,owner_id}'::text[]);
end
$function$;

ALTER FUNCTION "kith_private"."row_of"(jsonb, kith.note_types) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.row_of(body jsonb, earlier kith.notes)
 RETURNS kith.notes
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if earlier.id is null then
    earlier.contact_ids := '{}'::uuid[];
    earlier.occurred_at := now();
  end if;
  return jsonb_populate_record(earlier, kith_private.columns_of(body) - '{id,owner_id}'::text[]);
end
$function$;

ALTER FUNCTION "kith_private"."row_of"(jsonb, kith.notes) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.row_of(body jsonb, earlier kith.reminders)
 RETURNS kith.reminders
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if earlier.id is null then
    earlier.contact_ids := '{}'::uuid[];
    earlier.completed := false;
    earlier.recurrence_from := 'due'::text;
  end if;
  return jsonb_populate_record(earlier, kith_private.columns_of(body) - '{id,owner_id}'::text[]);
end
$function$;

ALTER FUNCTION "kith_private"."row_of"(jsonb, kith.reminders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.run(owner uuid, operation kith_private.operations, arguments jsonb, change_context jsonb, limits jsonb, is_limited boolean, OUT status smallint, OUT body text, OUT log text, OUT activity_id uuid)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  caller constant text := current_setting('role');
  claims constant json := case when limits is null then json_build_object('sub', owner, 'role', 'authenticated')
    else json_build_object('sub', owner, 'role', 'authenticated', 'kith', limits) end;
  state text;
  message text;
  detail text;
  hint text;
  table_name text;
  constraint_name text;
  column_name text;
begin
  begin
    perform set_config('request.jwt.claim.sub', '', true),
      set_config('request.jwt.claims', claims::text, true),
      kith_private.set_request_settings(owner, change_context),
      set_config('role', case when is_limited then 'kith_limited' else 'authenticated' end, true);
    -- Before any row is locked. With an API key or a connection kith_private.identify has locked it.
    if operation.locks_log and change_context ->> 'kind' = 'access_token' and not kith_private.lock_log() then
      perform kith_private.fail('unauthorized');
    end if;
    if arguments ? 'ifMatch' then
      perform kith_private.check_tag(operation, arguments);
    end if;
    if arguments ? 'byName' then
      arguments := kith_private.with_ids_of_names(operation, arguments);
    end if;
    execute format('select * from kith_api.%I($1)', operation.name) into status, body using arguments;
  -- "others" leaves out query_canceled, with which a statement_timeout ends; the request has to be counted then too.
  exception when others or query_canceled then
    get stacked diagnostics state = returned_sqlstate, message = message_text, detail = pg_exception_detail,
      hint = pg_exception_hint, table_name = table_name, constraint_name = constraint_name, column_name = column_name;
    perform set_config('role', caller, true);
    status := null;
    if state = '42501' and is_limited then
      body := '{"code":"insufficient_scope","detail":"The limits of this API key do not allow that."}';
    else
      select r.body, r.log into body, log
      from kith_private.refusal(state, message, detail, hint, table_name, constraint_name, column_name) r;
    end if;
  end;
  if kith_private.setting('change_set') is not null then
    activity_id := change_context ->> 'id';
  end if;
  perform set_config('role', caller, true);
  perform set_config('request.jwt.claims', '', true), kith_private.set_request_settings(null, null);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.run_part(place text, operation text, arguments jsonb, OUT answer kith_api.answer, OUT error jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  state text;
  message text;
  detail text;
  hint text;
  table_name text;
  constraint_name text;
  column_name text;
  refused record;
begin
  execute format('select * from kith_api.%I($1)', operation) into answer using arguments;
exception when others then
  get stacked diagnostics state = returned_sqlstate, message = message_text, detail = pg_exception_detail,
    hint = pg_exception_hint, table_name = table_name, constraint_name = constraint_name, column_name = column_name;
  select r.body::jsonb as body, r.log into refused
  from kith_private.refusal(state, message, detail, hint, table_name, constraint_name, column_name) r;
  if refused.log is not null then
    raise;
  end if;
  error := refused.body || jsonb_build_object('errors', coalesce((
    select jsonb_agg(violation.value || jsonb_build_object('pointer', place || (violation.value ->> 'pointer')) order by violation.position)
    from jsonb_array_elements(refused.body -> 'errors') with ordinality as violation (value, position)),
    jsonb_build_array(jsonb_build_object('in', 'body', 'pointer', place, 'code', 'invalid_reference'))));
end
$function$;

ALTER FUNCTION "kith_private"."run_part"(text, text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.schema_version()
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return 2;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.search_rank()
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return $sql$(
    select case when called.name = (select $1 #>> '{named,whole}') then 0
      when called.name like all ((select array(select jsonb_array_elements_text($1 #> '{named,beginnings}')))::text[]) then 1 else 2 end
    from (
      select ' ' || translate(case
        when substr(search_text, char_length(display_name) + 1, 1) in ('', E'\n') then left(search_text, char_length(display_name))
        else kith_private.folded(left(display_name, 100)) end, E'-\n', '  ') as name offset 0) called)$sql$;
end
$function$;

ALTER FUNCTION "kith_private"."search_rank"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.search_took_too_long(parameter text DEFAULT 'search'::text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  perform kith_private.refuse_member('/' || parameter, 'too_long',
    'This search takes too long. Search for fewer or shorter words.', 'query');
  return null;
end
$function$;

ALTER FUNCTION "kith_private"."search_took_too_long"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.seen_resources()
 RETURNS TABLE(id uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner constant uuid := auth.uid();
  networks constant uuid[] := kith_private.key_networks();
  remembered constant text := kith_private.setting('seen');
begin
  if remembered is not null then
    return query select unnest(remembered::uuid[]);
    return;
  end if;
  return query
  with seen as materialized (
    select m.contact_id from kith.contact_networks m where m.owner_id = owner and m.network_id = any (networks)
    union all
    select t.id from kith_private.deletions t
    where t.owner_id = owner and t.resource = 'contact' and exists (
      select from kith_private.changes m
      where m.owner_id = owner and m.resource_id = t.id and m.set_number = t.set_number
        and m.resource = 'membership' and m.network_id = any (networks) offset 0))
  select s.contact_id from seen s
  union all
  -- "is true" makes Postgres put the contacts into a hash table.
  select about.id
  from (
    select a.id, a.contact_ids from kith_private.resources_about a where a.owner_id = owner
    union all
    select t.id, t.contact_ids from kith_private.deletions t
    where t.owner_id = owner and t.resource = any ((select kith_private.resources_seen_by('contacts'))::text[])) about
  where (about.contact_ids[1] in (select s.contact_id from seen s)) is true and (cardinality(about.contact_ids) = 1 or (
    select bool_and((further.id in (select s.contact_id from seen s)) is true) from unnest(about.contact_ids) further (id)));
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.separate_repeated_uids(import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET enable_nestloop TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
begin
  update kith_private.import_rows r set action = 'conflict', new_id = gen_random_uuid(),
    problem = format('Line %s has the same id.', same.first_line)
  from (
    select o.number, first_value(o.line) over each as first_line, row_number() over each as place
    from kith_private.import_rows o
    where o.import_id = import and o.action = 'create' and o.uid is not null
    window each as (partition by o.resource, o.uid order by o.number)) same
  where r.import_id = import and r.number = same.number and same.place > 1;
end
$function$;

ALTER FUNCTION "kith_private"."separate_repeated_uids"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.set_reads_list(many boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if current_user = 'kith_limited' then
    perform kith_private.set_setting('reads_list', case when many then 'on' end);
  end if;
end
$function$;

ALTER FUNCTION "kith_private"."set_reads_list"(boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.set_request_settings(owner uuid, change_context jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform set_config('kith.checked_account', coalesce(owner::text, ''), true), set_config('kith.locked_log', coalesce(owner::text, ''), true),
    set_config('kith.change', coalesce(change_context::text, ''), true), set_config('kith.change_set', '', true);
end
$function$;

ALTER FUNCTION "kith_private"."set_request_settings"(uuid, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.set_setting(name text, value text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform set_config('kith.' || name, coalesce(value, ''), true);
end
$function$;

ALTER FUNCTION "kith_private"."set_setting"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.setting(name text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return nullif(current_setting('kith.' || name, true), '');
end
$function$;

ALTER FUNCTION "kith_private"."setting"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.similar_words(words text[])
 RETURNS TABLE(one text, other text)
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
 SET enable_nestloop TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
begin
  return query
  with vocabulary as materialized (
    select word, char_length(word) as length from unnest(words) word where char_length(word) > 2),
  variants as materialized (
    select v.word, v.length, place, overlay(v.word placing '' from place for 1) as variant
    from vocabulary v cross join lateral generate_series(1, v.length) place where v.length > 3 limit 200000),
  blocks as materialized (
    select array_agg(v.word) as words from variants v group by v.place, v.variant having count(*) between 2 and 20)
  select distinct least(pair.one collate "C", pair.other), greatest(pair.one collate "C", pair.other)
  from (
    select a.word, b.word from blocks cross join lateral unnest(blocks.words) a (word) cross join lateral unnest(blocks.words) b (word)
    where a.word < b.word collate "C"
    union all
    select v.word, o.word from variants v join vocabulary o on o.word = v.variant
    union all
    select v.word, o.word from variants v
    join vocabulary o on o.word = overlay(v.word placing reverse(substr(v.word, v.place, 2)) from v.place for 2)
    where v.place < v.length and o.word <> v.word) pair (one, other)
  limit 20000;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.skip_reminder()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  next uuid;
begin
  if kith_private.setting('keep_series') is not null and not kith_private.is_restoring() then
    next := kith_private.make_next_reminder(old, now(), 'due');
    update kith.reminders r set next_id = next where r.owner_id = old.owner_id and r.next_id = old.id;
  end if;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.sorted_numbers(list text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return (select string_agg(distinct_number::text, ',' order by distinct_number)
    from (select distinct unnest(string_to_array(list, ','))::integer as distinct_number) numbers);
end
$function$;

ALTER FUNCTION "kith_private"."sorted_numbers"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.stamp_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.updated_at := now();
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.store_answer(owner uuid, operation text, arguments jsonb, status smallint, body text, activity_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  shown constant jsonb := body;
begin
  insert into kith_private.idempotent_requests as kept
    (owner_id, key, fingerprint, status, body, resource_id, second_resource_id, operation, activity_id)
  values (owner, arguments ->> 'idempotencyKey', kith_private.fingerprint(operation, arguments), status, body,
    coalesce(shown ->> 'id', shown #>> '{note,id}', case when body is not null then arguments ->> 'id' end)::uuid,
    (shown #>> '{reminder,id}')::uuid, operation, activity_id)
  on conflict (owner_id, key) do update set fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body,
    resource_id = excluded.resource_id, second_resource_id = excluded.second_resource_id, operation = excluded.operation, activity_id = excluded.activity_id,
    created_at = excluded.created_at;
  perform kith_private.limit_stored_answers(owner, arguments ->> 'idempotencyKey');
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.suggestions(search text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_sort TO 'on'
AS $function$
declare
  words constant text[] := array(
    select left(word, 20) from regexp_split_to_table(left(kith_private.folded(search), 200) collate "C", '[\s!-/:-@[-`{-~’]+') word
    where char_length(word) > 2 and word !~ '[0-9]' order by char_length(word) desc limit 2);
  first constant text[] := kith_private.alike_patterns(words[1]);
  other constant text[] := kith_private.alike_patterns(coalesce(words[2], words[1]));
  -- Each pattern costs a tenth of the search. Of two words one may be found by its halves, so four are enough for both.
  third constant text := case when cardinality(words) > 1 then other[1] else first[3] end;
  fourth constant text := case when cardinality(words) > 1 then other[2] else first[4] end;
  suggested text;
begin
  if words = '{}' then
    return '[]';
  end if;
  perform kith_private.set_reads_list(true);
  select json_agg(json_build_object('id', s.id, 'displayName', s.display_name) order by s.unlikeness, s.display_name collate "und-x-icu", s.id)
  into suggested
  from (
    select alike.id, alike.display_name, l.unlikeness from (
      select c.id, c.display_name from (
        select n.id, n.display_name, lower(n.display_name collate "C") as name from kith.contacts n offset 0) c
      where c.name like first[1] or c.name like first[2] or c.name like third or c.name like fourth
      order by (c.name like first[1] or c.name like first[2])::integer + (c.name like other[1] or c.name like other[2])::integer desc,
        abs(char_length(c.display_name) - char_length(search)), c.display_name collate "C", c.id
      limit 30) alike
    cross join lateral (
      select regexp_split_to_array(kith_private.folded(alike.display_name) collate "C", '[\s!-/:-@[-`{-~’]+') as names offset 0) folded
    cross join lateral (
      select sum(coalesce(kith_private.likeness(word, folded.names), 4)) as unlikeness, count(kith_private.likeness(word, folded.names)) as likes
      from unnest(words) word) l
    where l.likes > 0
    order by l.unlikeness, alike.display_name collate "und-x-icu", alike.id
    limit 5) s;
  perform kith_private.set_reads_list(false);
  return coalesce(suggested, '[]');
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.table_of(rows anyarray)
 RETURNS regclass
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select item.typrelid from pg_catalog.pg_type list join pg_catalog.pg_type item on item.oid = list.typelem
    where list.oid = pg_typeof(rows));
end
$function$;

ALTER FUNCTION "kith_private"."table_of"(anyarray) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.take_back_next_reminder()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not kith_private.is_restoring() and kith_private.can_take_back(old.owner_id, old.next_id) then
    delete from kith.reminders r where r.owner_id = old.owner_id and r.id = old.next_id;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.take_over(target uuid, duplicate uuid, takes_photo boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner constant uuid := auth.uid();
  taken kith.contacts;
begin
  perform kith_private.check_may_merge();
  select c.* into taken from kith.contacts c where c.owner_id = owner and c.id = duplicate;
  if takes_photo and taken.photo_path is not null then
    perform kith_private.set_setting('moved_photo', taken.photo_path);
    update kith.contacts c set photo_path = null where c.owner_id = owner and c.id = duplicate;
    perform kith_private.set_setting('moved_photo', null);
  end if;
  update kith.contacts c set
    photo_path = case when takes_photo then taken.photo_path else c.photo_path end,
    created_at = least(c.created_at, taken.created_at)
  where c.owner_id = owner and c.id = target;
  insert into kith_private.merged_contacts (owner_id, id, into_id, change_set)
  values (owner, duplicate, target, (kith_private.current_change() ->> 'id')::uuid)
  on conflict (owner_id, id) do update set into_id = excluded.into_id, change_set = excluded.change_set;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.taken_from_networks(after_set bigint, after_position integer)
 RETURNS TABLE(set_number bigint, change_position integer, resource text, resource_id uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner constant uuid := auth.uid();
  networks constant uuid[] := kith_private.key_networks();
  resources constant text[] := kith_private.resources_with('read');
  about_contacts constant text[] := kith_private.resources_seen_by('contacts');
begin
  if not kith_private.has_scope('activity:read') then
    return;
  end if;
  return query
  select c.set_number, c.position, c.resource, c.resource_id from kith_private.changes c
  where c.owner_id = owner and (c.set_number, c.position) > (after_set, after_position)
    and c.resource = any (resources) and c.resource = any (about_contacts)
    and (c.action = 'delete' or (c.action = 'update' and c.before ?| '{contact_id,contact_ids}'))
    and kith_private.were_in_networks(owner, kith_private.contacts_of(c.before), networks, c.set_number, c.position)
  order by c.set_number, c.position limit 1000;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.telling_words(name text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce((
    select string_agg(word, ' ') from regexp_split_to_table(name, '\s+') word
    where lower(word) not in ('a', 'an', 'at', 'from', 'in', 'my', 'of', 'our', 'the', 'with')), name);
end
$function$;

ALTER FUNCTION "kith_private"."telling_words"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.touch_contacts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update kith.contacts c set updated_at = now()
  where (c.owner_id, c.id) in (select m.owner_id, m.contact_id from memberships m);
  if tg_op = 'INSERT' and exists (
    select from kith.contact_networks n
    where (n.owner_id, n.contact_id) in (select m.owner_id, m.contact_id from memberships m)
    group by n.owner_id, n.contact_id having count(*) > 100)
  then
    raise check_violation using message = 'A contact belongs to at most 100 networks.',
      schema = 'kith', table = 'contact_networks', constraint = 'contact_networks_limit_check';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.trimmed(given kith.contacts)
 RETURNS kith.contacts
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  given.first_name := kith_private.trimmed(given.first_name);
  given.last_name := kith_private.trimmed(given.last_name);
  given.nickname := kith_private.trimmed(given.nickname);
  given.company := kith_private.trimmed(given.company);
  given.job_title := kith_private.trimmed(given.job_title);
  given.birthday := kith_private.trimmed(given.birthday);
  given.description := kith_private.trimmed(given.description);
  return given;
end
$function$;

ALTER FUNCTION "kith_private"."trimmed"(kith.contacts) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.trimmed(given kith.networks)
 RETURNS kith.networks
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  given.name := coalesce(kith_private.trimmed(given.name), '');
  given.description := kith_private.trimmed(given.description);
  given.color := kith_private.trimmed(given.color);
  return given;
end
$function$;

ALTER FUNCTION "kith_private"."trimmed"(kith.networks) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.trimmed(given kith.note_types)
 RETURNS kith.note_types
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  given.name := coalesce(kith_private.trimmed(given.name), '');
  given.icon := kith_private.trimmed(given.icon);
  given.color := kith_private.trimmed(given.color);
  return given;
end
$function$;

ALTER FUNCTION "kith_private"."trimmed"(kith.note_types) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.trimmed(given kith.reminders)
 RETURNS kith.reminders
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  given.title := coalesce(kith_private.trimmed(given.title), '');
  given.description := kith_private.trimmed(given.description);
  return given;
end
$function$;

ALTER FUNCTION "kith_private"."trimmed"(kith.reminders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.undo_batch(logged kith_private.restorable_table, batch kith_private.changes[])
 RETURNS kith_private.undone_row[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  item record;
  undone kith_private.undone_row[] := '{}';
begin
  for item in execute format('select c.place, to_jsonb(t) as current from unnest($1) with ordinality
      c (owner_id, set_number, position, resource, resource_id, network_id, action, name, before, after, is_shown, total_bytes, place)
    left join %s t on t.owner_id = c.owner_id and %s order by c.place', logged.source, logged.finds) using batch
  loop
    undone := undone || kith_private.undo_change(logged, batch[item.place], item.current);
  end loop;
  case batch[1].action
    when 'create' then
      execute format('delete from %s t using unnest($1) c where t.owner_id = c.owner_id and %s', logged.source, logged.finds)
        using array(select u from unnest(undone) u where u.is_written);
    when 'delete' then
      perform kith_private.insert_rows(logged,
        kith_private.without_missing_next(logged, array(select u from unnest(undone) u where u.is_written)));
    else
      perform kith_private.update_rows(logged, array(select u from unnest(undone) u where u.is_written));
  end case;
  return undone;
exception when check_violation then
  if cardinality(batch) = 1 then
    return array[(batch[1].owner_id, batch[1].resource_id, batch[1].network_id, batch[1].set_number, false, null,
      array[kith_private.conflict(batch[1], null, 'limit_reached')])::kith_private.undone_row];
  end if;
  undone := '{}';
  for n in 1 .. cardinality(batch) loop
    undone := undone || kith_private.undo_batch(logged, batch[n : n]);
  end loop;
  return undone;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.undo_change(logged kith_private.restorable_table, change kith_private.changes, current jsonb)
 RETURNS kith_private.undone_row
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  undone kith_private.undone_row := (change.owner_id, change.resource_id, change.network_id, change.set_number, false, null, '{}');
  plan record;
  reason text;
begin
  if change.before is null and change.after is null then
    reason := 'erased';
  elsif change.action = 'create' and current is null then
    return undone; -- it is deleted already
  elsif change.action = 'update' and current is null then
    reason := 'deleted';
  elsif change.action = 'delete' and current is not null then
    perform from jsonb_each(change.before) b
    where b.key not in ('updated_at', 'completed_at', 'recurrence_start') and not kith_private.is_same_value(b.key, b.value, current -> b.key)
      -- Deleting the next reminder cleared the column.
      and (b.key <> 'next_id' or current -> 'next_id' <> 'null' or exists (
        select from kith.reminders r where r.owner_id = change.owner_id and r.id = (b.value #>> '{}')::uuid));
    if not found then
      return undone; -- it is restored already
    end if;
    reason := 'exists';
  end if;
  if reason is not null then
    undone.conflicts := array[kith_private.conflict(change, null, reason)];
  elsif change.action = 'create' then
    undone.conflicts := array(
      select kith_private.conflict(change, a.name, 'changed')
      from jsonb_object_keys(current || change.after) a (name)
      where a.name not in ('updated_at', 'owner_id', 'recurrence_start') and a.name <> all (logged.derived)
        and current -> a.name is distinct from change.after -> a.name
        and not kith_private.is_same_value(a.name, current -> a.name, change.after -> a.name));
    if undone.conflicts = '{}' and kith_private.what_refers_to(change) is not null then
      -- A network or note type that came with other things, as in an import, stays where others use it by now.
      if logged.has_unique_name and exists (
        select from kith_private.changes c
        where c.owner_id = change.owner_id and c.set_number = change.set_number and c.action = 'create'
          and c.resource not in (change.resource, 'membership'))
      then
        return undone;
      end if;
      undone.conflicts := array[kith_private.conflict(change, kith_private.what_refers_to(change), 'in_use')];
    end if;
    undone.is_written := undone.conflicts = '{}';
  else
    plan := kith_private.columns_to_restore(logged, change, current);
    undone.columns := plan.columns;
    undone.conflicts := plan.conflicts;
    undone.is_written := change.action = 'update' or undone.conflicts = '{}';
    if undone.is_written and undone.columns ->> 'photo_path' is not null then
      undone := kith_private.with_kept_photo(change, undone);
    end if;
  end if;
  return undone;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.undo_change_sets(sets bigint[], OUT conflicts jsonb[], OUT conflict_count bigint)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  owner constant uuid := auth.uid();
  undoing constant uuid := kith_private.current_change() ->> 'id';
  tables constant kith_private.restorable_table[] := kith_private.restorable_tables();
  logged kith_private.restorable_table;
  batch record;
  undone kith_private.undone_row[];
  refused kith_private.undone_row[] := '{}';
  refusal constant text := case when current_setting('role', true) = 'kith_limited' then kith_private.undo_refusal(sets) end;
begin
  if not kith_private.has_scope('activity:write') then
    perform kith_private.fail('insufficient_scope', 'This API key lacks the scope activity:write.');
  end if;
  if refusal is not null then
    perform kith_private.fail('insufficient_scope', refusal);
  end if;
  perform kith_private.set_setting('restoring', 'on');
  for batch in select b.resource, b.changes from kith_private.batches_to_undo(owner, sets) b loop
    if clock_timestamp() > statement_timestamp() + interval '3.5 seconds' then
      perform kith_private.refuse_member('/since', 'too_small',
        'These are too many changes to undo at once. Undo them in parts, the newest first.');
    end if;
    foreach logged in array tables loop
      exit when logged.resource = batch.resource;
    end loop;
    undone := kith_private.undo_batch(logged, batch.changes);
    refused := refused || array(select u from unnest(undone) u where u.conflicts <> '{}');
  end loop;
  perform kith_private.derive_last_noted_of(owner, sets);
  perform kith_private.set_setting('restoring', null);
  refused := kith_private.with_seen_conflicts(owner, sets, refused);
  conflicts := (array(select c from unnest(refused) u, unnest(u.conflicts) c))[1:200];
  conflict_count := (select coalesce(sum(cardinality(u.conflicts)), 0) from unnest(refused) u);
  perform kith_private.mark_undone(owner, undoing, array(
    select n from unnest(sets) n where n not in (select u.set_number from unnest(refused) u)));
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.undo_refusal(sets bigint[])
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner constant uuid := auth.uid();
  writable constant text[] := kith_private.resources_with('write');
  others text;
begin
  others := (
    select string_agg(distinct replace(c.resource, '_', ' '), ', ') from kith_private.direct_changes(owner, sets) c
    where c.resource <> all (writable));
  if others is not null then
    return format('This API key may undo only what it may change now. It may not change: %s.', others);
  end if;
  if not kith_private.has_all_networks() and exists (
    select from kith_private.direct_changes(owner, sets) c
    where c.resource = 'membership'
      or c.resource in (select o.resource from kith_private.operations o where o.needs_all_networks)
      or not (select kith_private.is_seen(c.resource, c.resource_id))
      -- Nor may a note become about a contact again that has left; one that was deleted comes back, or is a conflict.
      or exists (
        select from kith.contacts k
        where k.owner_id = owner and k.id = any (kith_private.contacts_of(c.before)) and not (select kith_private.is_seen('contact', k.id))))
  then
    return 'This API key may undo only what it may change now, and it is limited to networks.';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.united_phones(items jsonb, others jsonb, calling_code text)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return items || (
    select coalesce(jsonb_agg(given.item order by given.place), '[]')
    from jsonb_array_elements(others) with ordinality as given (item, place)
    where not exists (
      select from jsonb_array_elements(items) present (item)
      where kith_private.is_same_method('phone', given.item ->> 'value', present.item ->> 'value', calling_code)));
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.upcoming_items(today date, last_day date, zone text, at_most integer)
 RETURNS SETOF kith_private.upcoming_item
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  -- In UTC a contact may be due a day earlier or later than in the time zone, so the first in UTC and two days more have
  -- all that are first in the time zone.
  horizon constant date := least(last_day + 1, 2 + (
    select c.next_contact_on_utc from kith.contacts c
    where not c.is_archived and c.next_contact_on_utc <= last_day + 1 order by c.next_contact_on_utc offset at_most - 1 limit 1));
begin
  return query
    select greatest(date '0001-01-01', (r.due_at at time zone zone)::date), 1::smallint, r.due_at::timestamptz, null::text, r.id, null::text
    from kith.reminders r
    where not r.completed and r.due_at < ((last_day + 1)::timestamp at time zone zone)
    order by r.due_at, r.id limit at_most;
  return query
    select due.day, 2::smallint, null::timestamptz, c.display_name, c.id, null::text
    from kith.contacts c
    cross join lateral (
      select greatest(c.active_snooze,
        (coalesce(c.last_contacted_at, c.created_at) at time zone zone)::date + c.contact_frequency_days) as day) due
    where not c.is_archived and c.next_contact_on_utc <= horizon and due.day <= last_day
    order by due.day, c.display_name collate "und-x-icu", c.id limit at_most;
  return query
    select celebrated.day, 3::smallint, null::timestamptz, c.display_name, c.id, c.birthday
    from kith.contacts c
    cross join (values (extract(year from today)::integer), (extract(year from today)::integer + 1)) as years (year)
    cross join lateral (
      -- 29 February falls on 28 February in other years.
      select make_date(years.year, substr(right(c.birthday, 5), 1, 2)::integer, case
        when right(c.birthday, 5) = '02-29' and extract(day from make_date(years.year, 3, 1) - 1) = 28 then 28
        else right(c.birthday, 2)::integer end) as day) celebrated
    where not c.is_archived and c.birthday is not null and celebrated.day between today and last_day
      and (c.birthday like '--%' or left(c.birthday, 4)::integer <= years.year)
    order by celebrated.day, c.display_name collate "und-x-icu", c.id limit at_most;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.update_row(given kith.contacts)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update kith.contacts written set
    (first_name, last_name, nickname, company, job_title, emails, phones, urls, addresses, birthday, description, is_favorite, is_archived, contact_frequency_days, last_contacted_by_hand, snoozed_until)
    = (given.first_name, given.last_name, given.nickname, given.company, given.job_title, given.emails, given.phones, given.urls, given.addresses, given.birthday, given.description, given.is_favorite, given.is_archived, given.contact_frequency_days, given.last_contacted_by_hand, given.snoozed_until)
  where written.id = given.id;
end
$function$;

ALTER FUNCTION "kith_private"."update_row"(kith.contacts) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.update_row(given kith.networks)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update kith.networks written set
    (name, description, color)
    = (given.name, given.description, given.color)
  where written.id = given.id;
end
$function$;

ALTER FUNCTION "kith_private"."update_row"(kith.networks) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.update_row(given kith.note_types)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update kith.note_types written set
    (name, icon, color, counts_as_contact)
    = (given.name, given.icon, given.color, given.counts_as_contact)
  where written.id = given.id;
end
$function$;

ALTER FUNCTION "kith_private"."update_row"(kith.note_types) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.update_row(given kith.notes)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update kith.notes written set
    (contact_id, contact_ids, note_type_id, content, occurred_at)
    = (given.contact_id, given.contact_ids, given.note_type_id, given.content, given.occurred_at)
  where written.id = given.id;
end
$function$;

ALTER FUNCTION "kith_private"."update_row"(kith.notes) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.update_row(given kith.reminders)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update kith.reminders written set
    (contact_id, contact_ids, title, description, due_at, completed, recurrence, recurrence_from)
    = (given.contact_id, given.contact_ids, given.title, given.description, given.due_at, given.completed, given.recurrence, given.recurrence_from)
  where written.id = given.id;
end
$function$;

ALTER FUNCTION "kith_private"."update_row"(kith.reminders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.update_rows(rows anyarray)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  source constant regclass := kith_private.table_of(rows);
  columns constant text[] := kith_private.written_columns(source);
begin
  execute format('update %s earlier set (%s) = (%s) from unnest($1) written where earlier.owner_id = written.owner_id and earlier.id = written.id',
    source, array_to_string(columns, ', '), 'written.' || array_to_string(columns, ', written.')) using rows;
end
$function$;

ALTER FUNCTION "kith_private"."update_rows"(anyarray) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.what_refers_to(change kith_private.changes)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  referrer record;
  is_used boolean;
begin
  if change.resource in ('network', 'contact') then
    perform from kith.contact_networks m where m.owner_id = change.owner_id and change.resource_id in (m.network_id, m.contact_id)
      -- Deleting the contact ends those that the key does not see, too.
      and (change.resource = 'network' or m.network_id = any ((select kith_private.visible_networks())::uuid[]));
    if found then
      return case change.resource when 'network' then 'contacts' else 'networks' end;
    end if;
  end if;
  if change.resource = 'contact' then
    return (
      select min(split_part(r.source, '.', 2)) from kith_private.resources() r
      where r.seen_by = 'contacts' and exists (
        select from kith_private.uses_of_contacts u
        where u.owner_id = change.owner_id and u.resource = r.name and u.contact_id = change.resource_id));
  end if;
  for referrer in
    select r.source, split_part(r.source, '.', 2) as plural, f.key as name
    from kith_private.resources() r cross join lateral jsonb_each_text(r.refers) f
    where f.value = (select d.source from kith_private.resources() d where d.name = change.resource)
      and r.name not in ('membership', change.resource)
    order by r.name
  loop
    execute format('select exists (select from %s where owner_id = $1 and %I = $2)', referrer.source, referrer.name)
      into is_used using change.owner_id, change.resource_id;
    if is_used then
      return referrer.plural;
    end if;
  end loop;
  return null;
end
$function$;

ALTER FUNCTION "kith_private"."what_refers_to"(kith_private.changes) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.with_changed_lists(contact kith.contacts, body jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  -- Beside a whole list these are empty.
  if body ?| '{addEmails,removeEmails}' and not body ? 'emails' then
    body := body || jsonb_build_object('emails', kith_private.changed_list('email', contact.emails, body));
  end if;
  if body ?| '{addPhones,removePhones}' and not body ? 'phones' then
    body := body || jsonb_build_object('phones', kith_private.changed_list('phone', contact.phones, body));
  end if;
  if body ?| '{addUrls,removeUrls}' and not body ? 'urls' then
    body := body || jsonb_build_object('urls', kith_private.changed_list('url', contact.urls, body));
  end if;
  return body;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.with_ids_of_names(operation kith_private.operations, arguments jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  given record;
  path text[];
  name text;
  pointer text;
  names jsonb;
  found jsonb;
begin
  for given in select e.key, e.value, jsonb_typeof(e.value) = 'array' as is_list from jsonb_each(arguments -> 'byName') e loop
    path := string_to_array(given.key, '.');
    name := path[cardinality(path)];
    names := case when given.is_list then given.value else jsonb_build_array(given.value) end;
    pointer := concat('/', name, case when given.is_list then '/' end);
    found := to_jsonb(case when operation.resource = 'network' or name ilike '%network%'
      then kith_private.networks_by_name(names, pointer, is_exact => operation.verb = 'delete')
      else kith_private.contacts_by_name(names, pointer) end);
    arguments := jsonb_set(arguments, path, case when given.is_list then found else found -> 0 end);
  end loop;
  return arguments - 'byName';
end
$function$;

ALTER FUNCTION "kith_private"."with_ids_of_names"(kith_private.operations, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.with_names(answer kith_api.answer, arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if arguments #> '{query,include}' ? 'names' then
    answer.body := left(answer.body, -1) || ',"names":' || kith_private.names_of(array(
      select distinct (id #>> '{}')::uuid from jsonb_path_query(answer.body::jsonb, '$.**.contactIds[*]') id)) || '}';
  end if;
  return answer;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.with_seen_conflicts(owner uuid, sets bigint[], undone kith_private.undone_row[])
 RETURNS kith_private.undone_row[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  own uuid[];
begin
  if undone = '{}' or current_setting('role', true) is distinct from 'kith_limited' then
    return undone;
  end if;
  own := array(select c.resource_id from kith_private.direct_changes(owner, sets) c where c.resource = 'contact');
  return array(
    select (u.owner_id, u.resource_id, u.network_id, u.set_number, u.is_written, u.columns, array(
      select case when c ->> 'reason' = 'in_use' and not kith_private.is_use_seen(owner, u.resource_id, c ->> 'field', own)
        then c || '{"field":null,"reason":"changed"}' else c end
      from unnest(u.conflicts) c))::kith_private.undone_row
    from unnest(undone) u
    where (u.set_number, u.resource_id, u.conflicts[1] ->> 'resource') in (
        select c.set_number, c.resource_id, c.resource from kith_private.direct_changes(owner, sets) c)
      or kith_private.is_visible(u.conflicts[1] ->> 'resource', u.resource_id, u.network_id));
end
$function$;

ALTER FUNCTION "kith_private"."with_seen_conflicts"(uuid, bigint[], kith_private.undone_row[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.without_unseen(columns jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if kith_private.has_all_networks() then
    return columns;
  end if;
  if columns ->> 'next_id' is not null and not kith_private.is_seen('reminder', (columns ->> 'next_id')::uuid) then
    columns := columns || '{"next_id":null}';
  end if;
  if columns ->> 'contact_id' is not null then
    return case when kith_private.is_seen('contact', (columns ->> 'contact_id')::uuid) then columns else columns || '{"contact_id":null}' end;
  elsif not columns ? 'contact_ids' then
    return columns;
  end if;
  return columns || jsonb_build_object('contact_ids', array(
    select about.id from unnest(kith_private.ids_of(columns -> 'contact_ids')) with ordinality about (id, place)
    where kith_private.is_seen('contact', about.id) order by about.place));
end
$function$;

ALTER FUNCTION "kith_private"."without_unseen"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.word_beginnings(name text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  folded constant text := kith_private.folded(name);
begin
  return concat(' ', folded, ' ', regexp_replace(folded, '[^[:alnum:]]+', ' ', 'g'));
end
$function$;

ALTER FUNCTION "kith_private"."word_beginnings"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.write_import(import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner constant uuid := auth.uid();
begin
  if not kith_private.may_import() then
    perform kith_private.not_found();
  end if;
  -- The profile comes first, because its time zone says when a day and a recurring reminder begin.
  perform kith_private.import_profile(owner, import);
  perform kith_private.import_network_names(owner, import), kith_private.import_note_types(owner, import),
    kith_private.import_contacts(owner, import), kith_private.merge_rows(owner, import),
    kith_private.record_merged_uids(owner, import), kith_private.import_memberships(owner, import),
    kith_private.import_contact_notes(owner, import), kith_private.resolve_contacts(owner, import),
    kith_private.import_notes(owner, import), kith_private.import_reminders(owner, import),
    kith_private.import_plain_resources(owner, import), kith_private.attach_imported_photos(owner, import);
  -- The triggers count the rows of an owner once a minute, which suffices for single ones.
  perform kith_private.check_quota('contacts', (select count(*) from kith.contacts c where c.owner_id = owner)),
    kith_private.check_quota('notes', (select count(*) from kith.notes n where n.owner_id = owner)),
    kith_private.check_quota('reminders', (select count(*) from kith.reminders r where r.owner_id = owner));
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.written_columns(source regclass)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return array(
    select a.attname::text from pg_catalog.pg_attribute a
    where a.attrelid = source and a.attnum > 0 and not a.attisdropped
      and pg_catalog.has_column_privilege('authenticated', source, a.attnum, 'update')
    order by a.attnum);
end
$function$;

ALTER FUNCTION "kith_private"."written_columns"(regclass) OWNER TO "postgres";

ALTER TABLE "kith"."contacts" ADD CONSTRAINT "contacts_snoozed_until_check" CHECK (((snoozed_until >= '0001-01-01'::date) AND (snoozed_until <= '9999-12-31'::date)));

ALTER TABLE "kith"."profiles" ADD CONSTRAINT "profiles_name_order_check" CHECK ((name_order = ANY (ARRAY['firstName'::text, 'lastName'::text])));

ALTER TABLE "kith_private"."imports" ADD CONSTRAINT "imports_format_check" CHECK ((format = ANY (ARRAY['vcard'::text, 'csv'::text, 'json'::text, 'ldif'::text])));

CREATE VIEW "kith_api"."contacts" WITH (security_invoker=true) AS  SELECT c.id,
    row_to_json(shape.*) AS body
   FROM ((kith.contacts c
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN (c.contact_frequency_days IS NOT NULL) THEN LEAST('9999-12-31'::date, GREATEST(c.active_snooze, (((COALESCE(c.last_contacted_at, c.created_at) AT TIME ZONE ( SELECT kith_private.time_zone() AS time_zone)))::date + c.contact_frequency_days)))
                    ELSE NULL::date
                END AS day) due)
     CROSS JOIN LATERAL ( SELECT c.id,
            c.first_name AS "firstName",
            c.last_name AS "lastName",
            c.nickname,
            c.company,
            c.job_title AS "jobTitle",
            c.display_name AS "displayName",
            c.emails,
            c.phones,
            c.urls,
            c.addresses,
            c.birthday,
            c.description,
            c.is_favorite AS "isFavorite",
            c.is_archived AS "isArchived",
            c.photo_path AS "photoUrl",
            (c.photo_path IS NOT NULL) AS "hasPhoto",
            ARRAY( SELECT m.network_id
                   FROM kith.contact_networks m
                  WHERE ((m.owner_id = c.owner_id) AND (m.contact_id = c.id))
                  ORDER BY m.network_id) AS "networkIds",
            c.contact_frequency_days AS "contactFrequencyDays",
            to_char((c.last_contacted_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "lastContactedAt",
            c.active_snooze AS "snoozedUntil",
            due.day AS "nextContactOn",
            ((due.day IS NOT NULL) AND (due.day <= ( SELECT kith_private.today() AS today))) AS "needsContact",
            to_char((c.created_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "createdAt",
            to_char((c.updated_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "updatedAt") shape);

ALTER VIEW "kith_api"."contacts" OWNER TO "postgres";

CREATE VIEW "kith_private"."deletions" WITH (security_invoker=true) AS  SELECT owner_id,
    resource,
    resource_id AS id,
    set_number,
    "position",
    name,
    (before IS NULL) AS is_erased,
    kith_private.contacts_of(before) AS contact_ids
   FROM kith_private.changes t
  WHERE ((action = 'delete'::text) AND (resource <> 'membership'::text) AND (NOT (EXISTS ( SELECT
           FROM kith_private.changes later
          WHERE ((later.owner_id = t.owner_id) AND (later.resource_id = t.resource_id) AND (later.resource = t.resource) AND (ROW(later.set_number, later."position") > ROW(t.set_number, t."position")))
         OFFSET 0))));

ALTER VIEW "kith_private"."deletions" OWNER TO "postgres";

CREATE VIEW "kith_private"."resources_about" WITH (security_invoker=true) AS  SELECT notes.owner_id,
    'note'::text AS resource,
    notes.id,
    notes.contact_ids
   FROM kith.notes
UNION ALL
 SELECT reminders.owner_id,
    'reminder'::text AS resource,
    reminders.id,
    reminders.contact_ids
   FROM kith.reminders;

ALTER VIEW "kith_private"."resources_about" OWNER TO "postgres";

CREATE VIEW "kith_private"."trash" WITH (security_invoker=true) AS  SELECT d.id,
    d.owner_id,
    d.set_number,
    d."position",
    d.resource,
    d.name,
    s.id AS change_set_id,
    s.at
   FROM (kith_private.deletions d
     CROSS JOIN LATERAL ( SELECT s_1.id,
            s_1.at
           FROM kith_private.change_sets s_1
          WHERE ((s_1.owner_id = d.owner_id) AND (s_1.number = d.set_number))
         OFFSET 0) s)
  WHERE (NOT d.is_erased);

ALTER VIEW "kith_private"."trash" OWNER TO "postgres";

CREATE VIEW "kith_private"."uses_of_contacts" WITH (security_invoker=true) AS  SELECT notes_about.owner_id,
    'note'::text AS resource,
    notes_about.id,
    notes_about.contact_id
   FROM kith_private.notes_about
UNION ALL
 SELECT reminders_about.owner_id,
    'reminder'::text AS resource,
    reminders_about.id,
    reminders_about.contact_id
   FROM kith_private.reminders_about;

ALTER VIEW "kith_private"."uses_of_contacts" OWNER TO "postgres";

CREATE INDEX contacts_created_at_idx ON kith.contacts USING btree (owner_id, created_at, id) INCLUDE (is_favorite, is_archived, birthday_month, next_contact_on_utc);

CREATE INDEX contacts_display_name_idx ON kith.contacts USING btree (owner_id, display_name COLLATE "und-x-icu", id) INCLUDE (is_favorite, is_archived, birthday_month, next_contact_on_utc);

CREATE INDEX contacts_last_contacted_at_desc_idx ON kith.contacts USING btree (owner_id, last_contacted_at DESC NULLS LAST, id DESC) INCLUDE (is_favorite, is_archived, birthday_month, next_contact_on_utc);

CREATE INDEX contacts_last_contacted_at_idx ON kith.contacts USING btree (owner_id, last_contacted_at, id) INCLUDE (is_favorite, is_archived, birthday_month, next_contact_on_utc);

CREATE INDEX contacts_next_contact_on_idx ON kith.contacts USING btree (owner_id, next_contact_on_utc, id) INCLUDE (is_favorite, is_archived, birthday_month, contact_frequency_days, last_contacted_at, created_at, active_snooze);

CREATE INDEX contacts_search_idx ON kith.contacts USING btree (owner_id, display_name COLLATE "und-x-icu", id) INCLUDE (is_favorite, is_archived, birthday_month, next_contact_on_utc, search_text);

CREATE INDEX contacts_sort_name_idx ON kith.contacts USING btree (owner_id, sort_name COLLATE "und-x-icu", id) INCLUDE (is_favorite, is_archived, birthday_month, next_contact_on_utc);

CREATE INDEX contacts_updated_at_idx ON kith.contacts USING btree (owner_id, updated_at, id) INCLUDE (is_favorite, is_archived, birthday_month, next_contact_on_utc);

CREATE INDEX idempotent_requests_second_resource_id_idx ON kith_private.idempotent_requests USING btree (owner_id, second_resource_id) WHERE (second_resource_id IS NOT NULL);

CREATE CONSTRAINT TRIGGER kith_keep_password AFTER UPDATE OF confirmation_token ON auth.users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.encrypted_password)::text IS DISTINCT FROM (new.encrypted_password)::text)) EXECUTE FUNCTION kith_private.keep_password();

CREATE TRIGGER check_usage AFTER INSERT ON kith.contacts REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION kith_private.check_usage();

CREATE TRIGGER log_change AFTER INSERT OR DELETE ON kith.contacts FOR EACH ROW EXECUTE FUNCTION kith_private.log_change('contact', '{last_noted_at,search_text,long_search_text,snoozed_after,display_name,birthday_month,last_contacted_at,next_contact_on_utc,active_snooze,sort_name,owner_id}');

CREATE TRIGGER log_update AFTER UPDATE ON kith.contacts FOR EACH ROW EXECUTE FUNCTION kith_private.log_change('contact', '{last_noted_at,search_text,long_search_text,snoozed_after,display_name,birthday_month,last_contacted_at,next_contact_on_utc,active_snooze,sort_name,owner_id}');

CREATE TRIGGER check_usage AFTER INSERT ON kith.networks REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION kith_private.check_usage();

CREATE TRIGGER drop_deleted_contacts AFTER DELETE ON kith.note_contacts REFERENCING OLD TABLE AS ended FOR EACH STATEMENT EXECUTE FUNCTION kith_private.drop_deleted_contacts();

CREATE TRIGGER check_usage AFTER INSERT ON kith.note_types REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION kith_private.check_usage();

CREATE TRIGGER check_usage AFTER INSERT ON kith.notes REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION kith_private.check_usage();

CREATE TRIGGER drop_deleted_contacts AFTER DELETE ON kith.reminder_contacts REFERENCING OLD TABLE AS ended FOR EACH STATEMENT EXECUTE FUNCTION kith_private.drop_deleted_contacts();

CREATE TRIGGER check_usage AFTER INSERT ON kith.reminders REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION kith_private.check_usage();

CREATE TRIGGER end_client_sessions AFTER DELETE ON kith_private.api_keys FOR EACH ROW WHEN ((old.client_id IS NOT NULL)) EXECUTE FUNCTION kith_private.end_client_sessions();

CREATE TRIGGER remove_photos_soon AFTER DELETE ON kith_private.import_rows REFERENCING OLD TABLE AS ended FOR EACH STATEMENT EXECUTE FUNCTION kith_private.remove_photos_soon();

CREATE TRIGGER check_usage AFTER INSERT ON kith_private.merged_contacts REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION kith_private.check_usage();

CREATE POLICY "Owners reach their memberships" ON "kith"."contact_networks" FOR ALL TO "authenticated" USING ((( SELECT kith_private.owner_id() AS owner_id) = owner_id));

CREATE POLICY "Limited keys read contacts in their networks" ON "kith"."contacts" AS RESTRICTIVE FOR SELECT TO "kith_limited" USING ((( SELECT kith_private.has_scope('contacts:read'::text) AS has_scope) AND (( SELECT kith_private.has_all_networks() AS has_all_networks) OR
CASE
    WHEN ( SELECT kith_private.reads_list() AS reads_list) THEN (id IN ( SELECT m.contact_id
       FROM kith.contact_networks m))
    ELSE (EXISTS ( SELECT
       FROM kith.contact_networks m
      WHERE (m.contact_id = contacts.id)
     OFFSET 0))
END)));

CREATE POLICY "Owners reach their contacts" ON "kith"."contacts" FOR ALL TO "authenticated" USING ((( SELECT kith_private.owner_id() AS owner_id) = owner_id));

CREATE POLICY "Owners reach their networks" ON "kith"."networks" FOR ALL TO "authenticated" USING ((( SELECT kith_private.owner_id() AS owner_id) = owner_id));

CREATE POLICY "Owners reach their note types" ON "kith"."note_types" FOR ALL TO "authenticated" USING ((( SELECT kith_private.owner_id() AS owner_id) = owner_id));

CREATE POLICY "Limited keys read notes in their networks" ON "kith"."notes" AS RESTRICTIVE FOR SELECT TO "kith_limited" USING ((( SELECT kith_private.has_scope('notes:read'::text) AS has_scope) AND (( SELECT kith_private.has_all_networks() AS has_all_networks) OR
CASE
    WHEN ( SELECT kith_private.reads_list() AS reads_list) THEN ((contact_ids[1] IN ( SELECT m.contact_id
       FROM kith.contact_networks m)) AND ((cardinality(contact_ids) < 2) OR ( SELECT bool_and((about.id IN ( SELECT m.contact_id
               FROM kith.contact_networks m))) AS bool_and
       FROM unnest(notes.contact_ids) about(id))))
    ELSE ((cardinality(contact_ids) > 0) AND (NOT (EXISTS ( SELECT
       FROM unnest(notes.contact_ids) about(id)
      WHERE (NOT (EXISTS ( SELECT
               FROM kith.contact_networks m
              WHERE (m.contact_id = about.id)
             OFFSET 0)))))))
END)));

CREATE POLICY "Owners reach their notes" ON "kith"."notes" FOR ALL TO "authenticated" USING ((( SELECT kith_private.owner_id() AS owner_id) = owner_id));

CREATE POLICY "Owners reach their profile" ON "kith"."profiles" FOR ALL TO "authenticated" USING ((( SELECT kith_private.owner_id() AS owner_id) = owner_id));

CREATE POLICY "Limited keys read reminders in their networks" ON "kith"."reminders" AS RESTRICTIVE FOR SELECT TO "kith_limited" USING ((( SELECT kith_private.has_scope('reminders:read'::text) AS has_scope) AND (( SELECT kith_private.has_all_networks() AS has_all_networks) OR
CASE
    WHEN ( SELECT kith_private.reads_list() AS reads_list) THEN ((contact_ids[1] IN ( SELECT m.contact_id
       FROM kith.contact_networks m)) AND ((cardinality(contact_ids) < 2) OR ( SELECT bool_and((about.id IN ( SELECT m.contact_id
               FROM kith.contact_networks m))) AS bool_and
       FROM unnest(reminders.contact_ids) about(id))))
    ELSE ((cardinality(contact_ids) > 0) AND (NOT (EXISTS ( SELECT
       FROM unnest(reminders.contact_ids) about(id)
      WHERE (NOT (EXISTS ( SELECT
               FROM kith.contact_networks m
              WHERE (m.contact_id = about.id)
             OFFSET 0)))))))
END)));

CREATE POLICY "Owners reach their reminders" ON "kith"."reminders" FOR ALL TO "authenticated" USING ((( SELECT kith_private.owner_id() AS owner_id) = owner_id));

CREATE POLICY "Owners reach their keys" ON "kith_private"."api_keys" FOR ALL TO "authenticated" USING ((( SELECT kith_private.owner_id() AS owner_id) = owner_id));

CREATE POLICY "Owners reach their calendar" ON "kith_private"."calendars" FOR ALL TO "authenticated" USING ((( SELECT kith_private.owner_id() AS owner_id) = owner_id));

CREATE POLICY "Limited keys read change sets with such changes" ON "kith_private"."change_sets" AS RESTRICTIVE FOR SELECT TO "kith_limited" USING ((( SELECT kith_private.has_scope('activity:read'::text) AS has_scope) AND
CASE
    WHEN ( SELECT kith_private.reads_list() AS reads_list) THEN (number IN ( SELECT c.set_number
       FROM kith_private.changes c
      WHERE c.is_shown))
    ELSE (EXISTS ( SELECT
       FROM kith_private.changes c
      WHERE ((c.owner_id = change_sets.owner_id) AND (c.set_number = change_sets.number) AND c.is_shown)
     OFFSET 0))
END));

CREATE POLICY "Limited keys read changes of what they may read" ON "kith_private"."changes" AS RESTRICTIVE FOR SELECT TO "kith_limited" USING ((( SELECT kith_private.has_scope('activity:read'::text) AS has_scope) AND (resource = ANY (( SELECT kith_private.resources_with('read'::text) AS resources_with)::text[])) AND (( SELECT kith_private.has_all_networks() AS has_all_networks) OR
CASE
    WHEN (resource = 'membership'::text) THEN (network_id = ANY (( SELECT kith_private.key_networks() AS key_networks)::uuid[]))
    WHEN (resource = 'network'::text) THEN (resource_id = ANY (( SELECT kith_private.key_networks() AS key_networks)::uuid[]))
    WHEN (resource = ANY (( SELECT kith_private.resources_seen_by('account'::text) AS resources_seen_by)::text[])) THEN true
    WHEN (( SELECT kith_private.reads_list() AS reads_list) OR (( SELECT kith_private.setting('seen'::text) AS setting) IS NOT NULL)) THEN (resource_id IN ( SELECT s.id
       FROM kith_private.seen_resources() s(id)))
    ELSE ( SELECT kith_private.is_seen(changes.resource, changes.resource_id) AS is_seen)
END)));

CREATE POLICY "Owners reach their dismissed pairs" ON "kith_private"."dismissed_duplicates" FOR ALL TO "authenticated" USING ((( SELECT kith_private.owner_id() AS owner_id) = owner_id));

CREATE POLICY "Owners reach their rows of imports" ON "kith_private"."import_rows" FOR ALL TO "authenticated" USING ((( SELECT kith_private.owner_id() AS owner_id) = owner_id));

CREATE POLICY "Owners reach their imports" ON "kith_private"."imports" FOR ALL TO "authenticated" USING ((( SELECT kith_private.owner_id() AS owner_id) = owner_id));

COMMENT ON COLUMN "kith"."contacts"."active_snooze" IS 'Derived: snoozed_until, unless they were in touch since it was set.';

COMMENT ON COLUMN "kith"."contacts"."next_contact_on_utc" IS 'Derived: the day in UTC on which the contact is due again; in the owner''s time zone it may be a day earlier or later.';

COMMENT ON COLUMN "kith"."contacts"."snoozed_after" IS 'Derived: a contact after that ends what snoozed_until says.';

COMMENT ON COLUMN "kith"."contacts"."snoozed_until" IS 'Until when the owner has postponed the contact; it counts until they are in touch. Null for not at all.';

COMMENT ON COLUMN "kith"."contacts"."sort_name" IS 'Derived: "last first", else the first name, the nickname or the company.';

COMMENT ON COLUMN "kith"."profiles"."name_order" IS 'firstName or lastName: by which of them apps sort contacts, and which they show first.';

COMMENT ON COLUMN "kith"."reminders"."due_at" IS 'When it is due, in the years 1 to 9999; null for no fixed time.';

COMMENT ON COLUMN "kith_private"."calendars"."read_minute" IS 'The minute in which the feed was last read.';

COMMENT ON COLUMN "kith_private"."calendars"."reads" IS 'How often it was read then.';

COMMENT ON COLUMN "kith_private"."changes"."resource" IS 'Kind of resource, one of kith_private.resources().';

COMMENT ON COLUMN "kith_private"."idempotent_requests"."resource_id" IS 'The resource in the body, or that it is about. When the body is erased, only this column still tells that there was one.';

COMMENT ON COLUMN "kith_private"."idempotent_requests"."second_resource_id" IS 'The other resource in the body, where there are two.';

COMMENT ON COLUMN "kith_private"."import_rows"."refs" IS 'The uids of what it refers to: contactUids, networkUids, noteTypeUid, nextUid; and isUnchanged of a reminder that nobody has changed.';

COMMENT ON COLUMN "kith_private"."imports"."format" IS 'vcard, csv, json or ldif.';

COMMENT ON COLUMN "kith_private"."operations"."needs_all_networks" IS 'Whether API keys that are limited to networks are refused.';

COMMENT ON COLUMN "kith_private"."quotas"."name" IS 'A table of schema kith: its rows; merged_contacts: ids that lead to other contacts; photo_bytes: the sum of its photos'' sizes, removed ones that are kept included; uploads: those that are not attached to a contact; log_days: for how many days changes are kept; log_bytes: beyond it older changes are deleted sooner.';

COMMENT ON FUNCTION "kith_api"."change_contacts"(jsonb) IS 'Changes or deletes some contacts, all or none. Answers how many, and the first twenty.';

COMMENT ON FUNCTION "kith_api"."create_contact"(jsonb) IS 'Creates a contact. ifUnknown: refuses one with the name, an e-mail address or a phone number of another one.';

COMMENT ON FUNCTION "kith_api"."create_note_with_reminder"(jsonb) IS 'Creates a note and a reminder, which is about the contacts of the note unless it says otherwise.';

COMMENT ON FUNCTION "kith_api"."delete_network"(jsonb) IS 'Deletes a network; what refers to it stays.';

COMMENT ON FUNCTION "kith_api"."delete_note_type"(jsonb) IS 'Deletes a note type; what refers to it stays.';

COMMENT ON FUNCTION "kith_api"."export_account"(jsonb) IS 'A page of an export of everything. Query: rows, after, place.';

COMMENT ON FUNCTION "kith_api"."export_contacts"(jsonb) IS 'A page of an export of contacts, after the networks. Query: the filters of list_contacts, format, rows, after, place.';

COMMENT ON FUNCTION "kith_api"."get_contact"(jsonb) IS 'One contact. Query: include (notes, reminders, networks, names); readable: what the API key may not read is left out, and not refused.';

COMMENT ON FUNCTION "kith_api"."list_activity"(jsonb) IS 'A page of change sets, newest first. Query: actorId, resource, resourceId, action, from, to, fields, page, pageSize.';

COMMENT ON FUNCTION "kith_api"."list_contacts"(jsonb) IS 'A page of contacts. Query: search, ids, networkId, hasEmail, hasPhone, company, isFavorite, isArchived, needsContact, nextContactBefore, lastContactedBefore, birthdayMonth, fields, sort, page, pageSize.';

COMMENT ON TYPE "kith_private"."occurrence" IS 'An occurrence of a rule, and when it is. index: its place among all; the place of its period where the rule has days of periods.';

COMMENT ON TYPE "kith_private"."recurrence_rule" IS 'The parts of a rule. days: of the week, from 0 for Monday; numbers: which of these days in the period, from the end where negative, 0 for each; months and positions: BYMONTH and BYSETPOS. Lists are empty where the rule has none. Only the end that it has is not null.';

COMMENT ON TYPE "kith_private"."resource" IS 'name: in the singular. source: its table. scope: API keys with limits need <scope>:read and <scope>:write. seen_by: what keys that are limited to networks see; account: everything; contacts: what is about contacts that they see, and about no others; itself: as policies of its own say. finds: condition, as SQL, that finds the row t of the owner that a change c is about. derived: columns that triggers and generated columns compute from others, so that they are not logged. refers: the tables that its columns refer to, by column.';

COMMENT ON TYPE "kith_private"."restorable_table" IS 'A kind of resources, the names of the columns that are written, as SQL, and whether each name exists once.';

COMMENT ON VIEW "kith_api"."contacts" IS 'Contacts as the API shows them.';

COMMENT ON VIEW "kith_private"."deletions" IS 'The deletion of each resource that does not exist now, and whom a note or reminder was about. Null columns where it is erased.';

COMMENT ON VIEW "kith_private"."resources_about" IS 'The resources that are about contacts, and about which.';

COMMENT ON VIEW "kith_private"."trash" IS 'What was deleted and can come back.';

COMMENT ON VIEW "kith_private"."uses_of_contacts" IS 'The same, once for each contact.';

REVOKE ALL ON FUNCTION "kith_api"."change_contacts"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."change_contacts"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."create_note_with_reminder"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."create_note_with_reminder"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."as_uuid"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."as_uuid"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."can_take_back"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."check_import_scopes"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."check_import_scopes"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."check_may_merge"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."check_may_merge"() TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."check_may_undo"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."check_may_undo"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."columns_of"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."columns_of"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."columns_to_restore"(kith_private.restorable_table, kith_private.changes, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."contact_of"(jsonb, kith.contacts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."contact_of"(jsonb, kith.contacts) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."contacts_by_name"(jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."contacts_by_name"(jsonb, text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."contacts_of"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."contacts_of"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."contacts_to_change"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."contacts_to_change"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."count_feed_read"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."current_change"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."current_change"() TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."days_of_period"(kith_private.recurrence_rule, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."days_of_period"(kith_private.recurrence_rule, date) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."display_name_in"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."display_name_in"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."drop_deleted_contacts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."due_removals"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."end_client_sessions"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."erase_applied_imports"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."erase_stored_answers"(uuid, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."export_end"(text[], kith_private.contact_filters, jsonb, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."export_end"(text[], kith_private.contact_filters, jsonb, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."export_page"(text[], kith_private.contact_filters, jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."export_page"(text[], kith_private.contact_filters, jsonb, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."exported_tables"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."exported_tables"() TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."filled_contact"(kith.contacts, kith_private.united_lists) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."find_by_name"(text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."find_by_name"(text, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."find_page"(jsonb, regclass, text[], text, boolean, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."find_page"(jsonb, regclass, text[], text, boolean, text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."find_same_names"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."find_same_names"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."first_day"(kith_private.recurrence_rule, timestamp without time zone, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."first_day"(kith_private.recurrence_rule, timestamp without time zone, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."has_days_of_periods"(kith_private.recurrence_rule) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."has_days_of_periods"(kith_private.recurrence_rule) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."import_plain_resources"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."import_resource"(uuid, uuid, kith_private.resource) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."insert_contacts_of_import"(uuid, uuid, integer[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."insert_row"(kith.contacts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."insert_row"(kith.contacts) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."insert_row"(kith.networks) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."insert_row"(kith.networks) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."insert_row"(kith.note_types) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."insert_row"(kith.note_types) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."insert_row"(kith.notes) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."insert_row"(kith.notes) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."insert_row"(kith.reminders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."insert_row"(kith.reminders) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."insert_rows"(anyarray) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."is_edited"(kith.contacts, kith.contacts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."is_edited"(kith.contacts, kith.contacts) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."is_missing"(uuid, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."is_same_method"(text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."is_same_method"(text, text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."is_spelled_alike"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."is_spelled_alike"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."is_use_seen"(uuid, uuid, text, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."is_visible"(text, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."keep_password"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."kind_of_period"(kith_private.recurrence_rule, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."kind_of_period"(kith_private.recurrence_rule, date) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."known_contacts"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."known_contacts"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."limit_stored_answers"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."listed_contacts"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."listed_contacts"(uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."listed_networks"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."listed_networks"(uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."named_words"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."named_words"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."networks_by_name"(jsonb, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."networks_by_name"(jsonb, text, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."networks_matching_words"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."networks_matching_words"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."next_day"(kith_private.recurrence_rule, timestamp without time zone, timestamp with time zone, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."next_day"(kith_private.recurrence_rule, timestamp without time zone, timestamp with time zone, text, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."note_of"(jsonb, kith.notes) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."note_of"(jsonb, kith.notes) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."occurrences_between"(kith_private.recurrence_rule, timestamp without time zone, kith_private.occurrence, kith_private.occurrence, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."occurrences_between"(kith_private.recurrence_rule, timestamp without time zone, kith_private.occurrence, kith_private.occurrence, text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."reads_list"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."reads_list"() TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."record_merged_uids"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."referred_ids"(kith_private.changes) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."refuse_member"(text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."refuse_member"(text, text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."reminder_of"(jsonb, kith.reminders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."reminder_of"(jsonb, kith.reminders) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."remove_photos_soon"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."resources"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."resources"() TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."resources_seen_by"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."resources_seen_by"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."restore_refusal"(kith_private.restorable_table, kith_private.changes, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."roll_back_block"(boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."roll_back_block"(boolean) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."row_of"(jsonb, kith.contacts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."row_of"(jsonb, kith.contacts) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."row_of"(jsonb, kith.networks) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."row_of"(jsonb, kith.networks) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."row_of"(jsonb, kith.note_types) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."row_of"(jsonb, kith.note_types) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."row_of"(jsonb, kith.notes) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."row_of"(jsonb, kith.notes) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."row_of"(jsonb, kith.reminders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."row_of"(jsonb, kith.reminders) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."run_part"(text, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."run_part"(text, text, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."search_rank"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."search_rank"() TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."search_took_too_long"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."search_took_too_long"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."separate_repeated_uids"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."separate_repeated_uids"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."set_reads_list"(boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."set_reads_list"(boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."set_request_settings"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."set_setting"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."set_setting"(text, text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."setting"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."setting"(text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."sorted_numbers"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."table_of"(anyarray) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."telling_words"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."telling_words"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."trimmed"(kith.contacts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."trimmed"(kith.contacts) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."trimmed"(kith.networks) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."trimmed"(kith.networks) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."trimmed"(kith.note_types) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."trimmed"(kith.note_types) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."trimmed"(kith.reminders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."trimmed"(kith.reminders) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."update_row"(kith.contacts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."update_row"(kith.contacts) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."update_row"(kith.networks) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."update_row"(kith.networks) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."update_row"(kith.note_types) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."update_row"(kith.note_types) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."update_row"(kith.notes) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."update_row"(kith.notes) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."update_row"(kith.reminders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."update_row"(kith.reminders) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."update_rows"(anyarray) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."what_refers_to"(kith_private.changes) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."with_ids_of_names"(kith_private.operations, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."with_ids_of_names"(kith_private.operations, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."with_seen_conflicts"(uuid, bigint[], kith_private.undone_row[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."without_unseen"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."without_unseen"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."word_beginnings"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."word_beginnings"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."written_columns"(regclass) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."written_columns"(regclass) TO "authenticated";

REVOKE ALL ("active_snooze") ON TABLE "kith"."contacts" FROM "authenticated";

GRANT SELECT ("active_snooze") ON TABLE "kith"."contacts" TO "authenticated";

REVOKE ALL ("snoozed_after") ON TABLE "kith"."contacts" FROM "authenticated";

GRANT SELECT ("snoozed_after") ON TABLE "kith"."contacts" TO "authenticated";

REVOKE ALL ("snoozed_until") ON TABLE "kith"."contacts" FROM "authenticated";

GRANT INSERT ("snoozed_until"), SELECT ("snoozed_until"), UPDATE ("snoozed_until") ON TABLE "kith"."contacts" TO "authenticated";

REVOKE ALL ("sort_name") ON TABLE "kith"."contacts" FROM "authenticated";

GRANT SELECT ("sort_name") ON TABLE "kith"."contacts" TO "authenticated";

REVOKE ALL ("name_order") ON TABLE "kith"."profiles" FROM "authenticated";

GRANT INSERT ("name_order"), SELECT ("name_order"), UPDATE ("name_order") ON TABLE "kith"."profiles" TO "authenticated";

GRANT SELECT ON TABLE "kith_api"."contacts" TO "authenticated";

GRANT SELECT ON TABLE "kith_private"."deletions" TO "authenticated";

GRANT SELECT ON TABLE "kith_private"."resources_about" TO "authenticated";

GRANT SELECT ON TABLE "kith_private"."trash" TO "authenticated";

GRANT SELECT ON TABLE "kith_private"."uses_of_contacts" TO "authenticated";

alter table kith.contacts alter column active_snooze set statistics 0;

alter table kith.contacts alter column snoozed_after set statistics 0;

alter table kith.contacts alter column snoozed_until set statistics 0;

alter table kith.contacts alter column sort_name set statistics 0;

alter table kith.profiles alter column name_order set statistics 0;

insert into kith_private.operations (name, resource, verb, scopes, writes, needs_access_token, needs_calendar_secret, needs_all_networks, tagged, read_by, locked_table, locked_column, locked_as_text, step_of, replay_check)
select name, resource, verb, scopes, writes, needs_access_token, needs_calendar_secret, needs_all_networks, tagged, read_by, locked_table, locked_column, locked_as_text, step_of, replay_check from jsonb_populate_recordset(null::kith_private.operations, '[{"name": "change_contacts", "verb": "bulk", "scopes": ["contacts:write"], "tagged": false, "writes": true, "read_by": null, "step_of": "bulk_contacts", "resource": "contact", "locks_log": true, "locked_table": null, "replay_check": null, "locked_column": "id", "locked_as_text": false, "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "create_note_with_reminder", "verb": "create", "scopes": ["notes:write", "reminders:write"], "tagged": false, "writes": true, "read_by": null, "step_of": null, "resource": "note", "locks_log": true, "locked_table": null, "replay_check": null, "locked_column": "id", "locked_as_text": false, "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}]')
on conflict (name) do update set (name, resource, verb, scopes, writes, needs_access_token, needs_calendar_secret, needs_all_networks, tagged, read_by, locked_table, locked_column, locked_as_text, step_of, replay_check) = row(excluded.name, excluded.resource, excluded.verb, excluded.scopes, excluded.writes, excluded.needs_access_token, excluded.needs_calendar_secret, excluded.needs_all_networks, excluded.tagged, excluded.read_by, excluded.locked_table, excluded.locked_column, excluded.locked_as_text, excluded.step_of, excluded.replay_check);

insert into kith_private.quotas (name, maximum)
select name, maximum from jsonb_populate_recordset(null::kith_private.quotas, '[{"name": "merged_contacts", "maximum": 1000000}, {"name": "networks", "maximum": 10000}, {"name": "note_types", "maximum": 1000}, {"name": "reminders", "maximum": 100000}]')
on conflict (name) do update set (name, maximum) = row(excluded.name, excluded.maximum);

reset check_function_bodies;
