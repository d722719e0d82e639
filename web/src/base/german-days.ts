/** Days and repetitions as people write them in German. Dates with the names of months are read by the rules for all languages. */
import { add, weekdayFrom } from "./calendar.ts";
import { addUnits, endOfMonth, monthOf, type Rule } from "./day-rules.ts";

const counts = [
  "",
  "ein",
  "zwei",
  "drei",
  "vier",
  "fünf",
  "sechs",
  "sieben",
  "acht",
  "neun",
  "zehn",
];
const count = `(\\d{1,3}|ein(?:e[rmn]?)?|${counts.slice(2).join("|")})`;
const unit = "(tag|woche|monat|jahr)(?:e?n?)";
const names = ["sonntag", "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag"];
const weekday = `(${names.join("|")}|sonnabend)`;
const units = { tag: "day", woche: "week", monat: "month", jahr: "year" } as Record<string, string>;
const places = { erste: 1, zweite: 2, dritte: 3, vierte: 4, letzte: -1 } as Record<string, number>;
const codes = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
const frequencies: Record<string, string> = {
  tag: "DAILY",
  woche: "WEEKLY",
  monat: "MONTHLY",
  jahr: "YEARLY",
};

const numberOf = (word: string) =>
  Number(word) || (word.startsWith("ein") ? 1 : counts.indexOf(word));

const weekdayOf = (name: string) => name === "sonnabend" ? 6 : names.indexOf(name);

export const germanDays: Rule<string>[] = [
  ["heute", (_, { today }) => today],
  ["morgen", (_, { today }) => add(today, 1)],
  ["übermorgen", (_, { today }) => add(today, 2)],
  ["gestern", (_, { today }) => add(today, -1)],
  ["vorgestern", (_, { today }) => add(today, -2)],
  [`in ${count} ${unit}`, ([n, name], { today }) => addUnits(today, numberOf(n!), units[name!]!)],
  [`vor ${count} ${unit}`, ([n, name], { today }) => addUnits(today, -numberOf(n!), units[name!]!)],
  [
    `(?:am )?(?:(nächst|kommend|letzt|dies)e[nr]? )?${weekday}`,
    ([which, name], { today, past }) =>
      weekdayFrom(
        today,
        weekdayOf(name!),
        ({ nächst: "next", letzt: "last", dies: "this" } as Record<string, string>)[which!] ?? "",
        past,
      ),
  ],
  [
    `(nächst|letzt)e[srn]? ${unit}`,
    ([which, name], { today }) => addUnits(today, which === "nächst" ? 1 : -1, units[name!]!),
  ],
  ["(?:am )?monatsende|(?:am )?ende des monats", (_, { today }) => endOfMonth(today)],
  ["am wochenende", (_, { today, past }) => weekdayFrom(today, 6, "", past)],
  [`ende (\\p{L}{3,})`, ([month], { today, language }) => {
    const number = monthOf(month!, language);
    return number === undefined
      ? undefined
      : endOfMonth(today, (number - Number(today.slice(5, 7)) + 12) % 12);
  }],
];

/** Recurrence rules. */
export const germanRepeats: Rule<string>[] = [
  ["jede[nrs]? (tag|woche|monat|jahr)", ([name]) => `FREQ=${frequencies[name!]}`],
  [
    "(täg|wöchent|monat|jähr)lich",
    ([name]) =>
      `FREQ=${{ täg: "DAILY", wöchent: "WEEKLY", monat: "MONTHLY", jähr: "YEARLY" }[name!]}`,
  ],
  [
    `alle ${count} ${unit}`,
    ([n, name]) => `FREQ=${frequencies[name!]};INTERVAL=${numberOf(n!)}`,
  ],
  [`jeden ${weekday}`, ([name]) => `FREQ=WEEKLY;BYDAY=${codes[weekdayOf(name!)]}`],
  [
    `jeden (erste|zweite|dritte|vierte|letzte)n ${weekday}(?: im monat| des monats)?`,
    ([place, name]) => `FREQ=MONTHLY;BYDAY=${places[place!]}${codes[weekdayOf(name!)]}`,
  ],
];

/** Times, `HH:MM`. */
export const germanTimes: Rule<string>[] = [
  [
    "(?:um )?(\\d{1,2})(?:[:.](\\d\\d))? uhr",
    ([h, m = "00"]) => Number(h) < 24 ? `${h!.padStart(2, "0")}:${m}` : undefined,
  ],
];

/** What was, which names no tense otherwise. */
export const germanPast =
  /(?<!\p{L})(?:war|waren|hatte|hatten|traf|trafen|sah|sprach|rief|schrieb|ge(?!ben|hen|h)\p{L}{2,}(?:t|en)|\p{L}{2,}ge\p{L}{2,}(?:t|en)|besucht|telefoniert|gratuliert)(?!\p{L})/iu;

/** What is to be done ends so. */
export const germanAsks =
  /(?:^|\s)(?:an|zurück|ein|mit|ab)?(?:rufen|schreiben|fragen|treffen|besuchen|schicken|senden|kaufen|melden|laden|gratulieren|danken|sprechen|reden|telefonieren|erinnern|bringen|buchen|holen|geben|zahlen|planen|nehmen)[.!]?$/i;
