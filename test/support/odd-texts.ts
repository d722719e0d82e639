import fc from "fast-check";

/** Texts that nothing may hold: Postgres stores no NUL, and UTF-8 has no lone surrogates. */
export const unstorableTexts = ["\u0000", "a\u0000b", "\ud800", "a\udc00", "\udc00\ud800"];

/** Texts that are empty once their outer white space is cut off. */
export const blankTexts = ["", " ", "\ufeff"];

/** Texts to be stored as they are, that mean something to SQL, patterns, templates, JavaScript, HTTP or terminals. */
export const hostileTexts = [
  ...String
    .raw`' '' \' $1 $$ %L %s%I {} % _ %%% \ \% \\_ a%b_c\d * .* ((((( {{7*7}} " %_\ !&|()<>:* ()+.*?[ null`
    .split(" "),
  ..."<script>alert(1)</script> ../../../etc/passwd __proto__ constructor −1".split(" "),
  "'; drop table kith.contacts; --",
  "' or '1'='1",
  "') or true --",
  "1; select pg_sleep(20)",
  "${process.env}",
  "${1}",
  "\r\nX-Injected: yes",
  "\u202e",
  "\u202ereversed",
  "ﷺ".repeat(10),
  "a\u0301".repeat(30),
];

/** Any of the texts above. */
export const oddText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...unstorableTexts),
  fc.constantFrom(...blankTexts),
  fc.constantFrom(...hostileTexts),
);

/** Characters that the API and PostgREST could treat differently: white space, control, marks, astral, separators. */
function oddCharacter(): fc.Arbitrary<string> {
  const odd =
    "\u0001\u0009\u000a\u000b\u001f\u0020\u007f\u0085\u00a0\u1680\u180e\u2000\u200a\u200b\u2028\u2029" +
    "\u202f\u205f\u2060\u3000\ufeff\u00ad\u0301<>(),;:\"[]\\@'`#?/.%_-+aAzZ09äÄßİıΣς";
  return fc.oneof(fc.constantFrom(...odd), fc.constantFrom("😀", "👩‍👩‍👧", "\u{e0020}", "\u{1d7ce}"));
}

/** Text of a length around a limit, with odd characters at its ends. */
export function padded(most: number): fc.Arbitrary<string> {
  const filling = fc.tuple(
    fc.constantFrom("a", "é", "😀"),
    fc.integer({ min: 0, max: 8 }),
    fc.boolean(),
  );
  return fc.tuple(
    fc.array(oddCharacter(), { maxLength: 4 }),
    filling,
    fc.array(oddCharacter(), { maxLength: 4 }),
  )
    .map(([before, [character, count, long], after]) =>
      before.join("") + character.repeat(long ? most - count : count) + after.join("")
    );
}

/** Texts some of which are e-mail addresses. */
export function emailLike(): fc.Arbitrary<string> {
  const part = fc.array(fc.oneof(fc.constantFrom("a", "b", "."), oddCharacter()), { maxLength: 4 });
  const long = fc.constantFrom("", "a".repeat(120), "😀".repeat(122), "a".repeat(248));
  return fc.tuple(part, long, fc.constantFrom("@", "@", "@", "", "@@"), part)
    .map(([one, filling, at, other]) => `${one.join("")}${filling}${at}${other.join("")}`);
}

const among = (words: string, ...others: string[]) =>
  fc.constantFrom(...words.split(" "), ...others);

/** Texts some of which are URLs. */
export function urlLike(): fc.Arbitrary<string> {
  const part = fc.array(fc.oneof(fc.constantFrom("a", "/", "?"), oddCharacter()), { maxLength: 4 });
  const scheme = among("http:// HTTPS:// hTTp:// https:/ ftp:// http\u017f://", "", " http://");
  const long = fc.constantFrom("", "", "a".repeat(2036), "/" + "é".repeat(2037));
  return fc.tuple(scheme, part, long, part).map(([s, one, filling, other]) =>
    s + one.join("") + filling + other.join("")
  );
}

/** Texts some of which are birthdays. */
export function dateLike(): fc.Arbitrary<string> {
  const year = among("2024 2023 1900 2000 0001 0000 9999 - -2024 10000 24");
  const two = among("01 02 04 12 13 00 28 29 30 31 32 1 ٠١");
  const end = fc.constantFrom("", "", "", "\n", " ", "T00:00:00Z", " BC");
  return fc.tuple(year, two, two, end).map(([y, m, d, e]) => `${y}-${m}-${d}${e}`);
}

/** Texts some of which are colours. */
export function colorLike(): fc.Arbitrary<string> {
  const digits = fc.array(among("0 9 a f A F g ٠ ａ"), { minLength: 5, maxLength: 7 });
  return fc.tuple(among("# # #", "", " #"), digits, among("", "", "\n", " "))
    .map(([hash, digits, end]) => hash + digits.join("") + end);
}
