import type { Database } from "./database.ts";

/**
 * Replaces all contacts of a database by an owner's, past the triggers and without the checks of two million items.
 * @param columns first_name, last_name, emails and phones of the n-th contact, as SQL
 */
export async function replaceContacts(
  superuser: Database,
  owner: string,
  count: number,
  columns: string,
): Promise<void> {
  await superuser.query(`
    alter table kith.contacts drop constraint if exists contacts_emails_check, drop constraint if exists contacts_phones_check;
    delete from kith_private.dismissed_duplicates;
    set session_replication_role = replica; set synchronous_commit = off;
    truncate kith.contacts cascade;
    insert into kith.contacts (owner_id, search_text, first_name, last_name, emails, phones)
    select '${owner}', 'x', ${columns} from generate_series(1, ${count}) n;
    reset session_replication_role`);
  await superuser.query("vacuum (analyze) kith.contacts");
}

const letters = (text: string) => `translate(md5(${text}), '0123456789', 'ghijklmnop')`;
const letters30 = (...words: string[]) =>
  words.map((word) => `left(${letters(`'${word}' || n`)}, 30)`).join(" || ' ' || ");
/** Of the alphabet, one letter for each n, by its place in the number. */
const letter = (divisor: number, of: number) => `chr(97 + (n / ${divisor}) % ${of})`;
const items = (value: string) =>
  `(select jsonb_agg(jsonb_build_object('value', ${value}, 'label', null)) from generate_series(1, 20) k)`;
const many = (share: number, padding = 0) =>
  `'Anna', ${letters("n::text")}, ${
    items(`'p' || n / ${share} || '.' || k || repeat('x', ${padding}) || '@example.com'`)
  }, ${items(`'+49 (0)30 ' || n / ${share} || ' / ' || 1000 + k`)}`;
const similar = (of: number) =>
  `'aaaa' || ${letter(1, of)} || ' bbbb' || ${letter(of, of)} || ' c',
   'dddd' || ${letter(of ** 2, of)} || ' eeee' || ${letter(of ** 3, of)} || ' f', '[]', '[]'`;

/** Contacts that are as bad as can be for comparing and for searching: what they have, how many they are, their columns. */
export const hostileContacts: [what: string, count: number, columns: string][] = [
  ["one name", 50_000, "'Anna', 'Müller', '[]', '[]'"],
  ["one phone number", 5_000, `${letters("n::text")}, null, '[]', '[{"value":"+49 30 901820"}]'`],
  ["20 addresses and numbers, each shared by fifty", 50_000, many(50)],
  ["20 long addresses, each shared by two", 50_000, many(2, 200)],
  ["six words of a name, of which four are one edit from twenty others", 50_000, similar(20)],
  [
    "six words of a name, each of 30 letters and another one",
    20_000,
    `${letters30("a", "b", "c")}, ${letters30("d", "e", "f")}, '[]', '[]'`,
  ],
  [
    "names as long as can be",
    5_000,
    `repeat('ab ', 85), repeat(${letters("n::text")}, 7), '[]', '[]'`,
  ],
];

/** What such contacts are searched for. */
export const hostileSearches = [
  "ab ".repeat(60),
  "aaaaz bbbbz",
  "Q".repeat(200),
  "\u2057".repeat(200),
];
