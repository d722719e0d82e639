/** Why an API key with limits may execute a function that runs with the rights of its owner, past all policies. */
export interface ReviewedForLimits {
  why: string;
  /** The table whose ids it may show, whatever the scopes. */
  shows?: string;
  /** By signature, with arguments that try to get around the limits, as SQL; $1 is a JSON object of `Targets`. */
  functions: Record<string, string[]>;
}

const contacts = `array(select jsonb_array_elements_text($1::jsonb -> 'contacts'))::uuid[]`;
const sets = `array(select n.value::bigint from jsonb_array_elements_text($1::jsonb -> 'sets') n)`;
const outside = `($1::jsonb ->> 'outside')::uuid`;

export const limitedFunctions: ReviewedForLimits[] = [
  {
    why: "says whose key it is, which GET /me says to every key",
    functions: { "kith_private.owner_id()": [""] },
  },
  {
    why:
      "says in which time zone days begin, with which code phone numbers do, or when the log begins, and nothing of any row",
    functions: {
      "kith_private.time_zone()": [""],
      "kith_private.own_calling_code()": [""],
      "kith_private.log_start()": [""],
    },
  },
  {
    why: "waits for others who write; shows and changes nothing",
    functions: { "kith_private.lock_keys()": [""], "kith_private.lock_log()": [""] },
  },
  {
    why: "asks itself for the scope and for the networks of the contact",
    functions: {
      "kith_private.create_upload_path(uuid, text)": [`${outside}, 'png'`],
      "kith_private.reserve_photo(uuid, text)": [`${outside}, $1::jsonb ->> 'upload'`],
      "kith_private.set_photo(uuid, text, text)": [
        `${outside}, null, null`,
        `${outside}, $1::jsonb ->> 'photo', $1::jsonb ->> 'upload'`,
      ],
      "kith_private.insert_contact_in_networks(jsonb)": [
        `jsonb_build_object('firstName', 'New', 'networkIds', $1::jsonb -> 'networks')`,
        `'{"firstName":"New"}'`,
      ],
    },
  },
  {
    why: "shows the name and the e-mail address with profile:read only",
    functions: { "kith_private.profile_body()": [""], "kith_private.email()": [""] },
  },
  {
    why: "is for access tokens: refuses every key with limits",
    functions: {
      "kith_private.delete_account()": [""],
      "kith_private.erase_log()": [""],
      "kith_private.erase_resources(uuid[])": [contacts],
      "kith_private.photos_of_account()": [""],
    },
  },
  {
    why:
      "says which contact another one was merged into, with contacts:read and for all networks only",
    functions: {
      "kith_private.merged_into(uuid)": [outside],
      "kith_private.merged_among(uuid[])": [`array[${outside}]`],
    },
  },
  {
    why:
      "writes what an import of the owner has, with the scopes for that and for all networks only",
    functions: {
      "kith_private.write_import(uuid)": [outside],
      "kith_private.reserve_import_photos(uuid)": [outside],
    },
  },
  {
    why: "changes contacts with the scopes to merge them and for all networks only",
    functions: { "kith_private.take_over(uuid, uuid, boolean)": [`${outside}, ${outside}, true`] },
  },
  {
    why: "undoes what the limits allow to change, and only that",
    functions: { "kith_private.undo_change_sets(bigint[])": [sets] },
  },
  {
    why: "says why not to undo something, and nothing that it holds",
    functions: { "kith_private.undo_refusal(bigint[])": [sets] },
  },
  {
    why:
      "names the networks whose members the key sees, for the policies, and nothing else of them",
    shows: "kith.networks",
    functions: { "kith_private.visible_networks()": [""] },
  },
  {
    why: "says whether the key sees what an id names",
    functions: { "kith_private.is_seen(text, uuid)": [`'contact', ${outside}`] },
  },
  {
    why:
      "names what is in the key's networks, was deleted in them, or was taken from them, where the key may read such resources",
    functions: {
      "kith_private.left_with_contacts(kith_private.ended_membership[])": [
        `array(select (c.value, s.value, 1)::kith_private.ended_membership
          from jsonb_array_elements_text($1::jsonb -> 'contacts') c, jsonb_array_elements_text($1::jsonb -> 'sets') s)`,
      ],
      "kith_private.seen_resources()": [""],
      "kith_private.taken_from_networks(bigint, integer)": ["0, 0"],
    },
  },
  {
    why: "places a cursor in the log, with activity:read only",
    functions: {
      "kith_private.day_old_position()": [""],
      "kith_private.id_of_set(bigint)": [`($1::jsonb -> 'sets' ->> 0)::bigint`],
      "kith_private.number_of_set(uuid)": [`($1::jsonb -> 'setIds' ->> 0)::uuid`],
    },
  },
];
