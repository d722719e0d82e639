// The names of months and weekdays in the languages that imports know, and how people shorten them. Japanese counts its months.

/** Names and abbreviations of each month, without accents. Several languages share most of them. */
const names = [
  // English, German, French, Spanish, Italian, Portuguese, Dutch, Polish; Finnish, Swedish, Danish, Norwegian
  "january jan januar janner jaen jaenner jan janvier janv enero ene gennaio gen janeiro januari styczen stycznia sty tammikuu tammikuuta tammi tammik",
  "february feb februar feber fevrier fevr fev febrero febbraio fevereiro februari luty lutego lut helmikuu helmikuuta helmi helmik",
  "march mar marz maerz mrz mars marzo marco maart mrt marzec marca maaliskuu maaliskuuta maalis maalisk marts",
  "april apr avril avr abril abr aprile kwiecien kwietnia kwi huhtikuu huhtikuuta huhti huhtik",
  "may mai mayo maggio mag maio mei maj maja toukokuu toukokuuta touko toukok",
  "june jun juni juin junio giugno giu junho czerwiec czerwca cze kesakuu kesakuuta kesa kesak",
  "july jul juli juillet juil julio luglio lug julho lipiec lipca lip heinakuu heinakuuta heina heinak",
  "august aug aout agosto ago augustus sierpien sierpnia sie elokuu elokuuta elo elok augusti",
  "september sep sept septembre septiembre setiembre settembre set sett setembro wrzesien wrzesnia wrz syyskuu syyskuuta syys syysk",
  "october oct oktober okt octobre octubre ottobre ott outubro out pazdziernik pazdziernika paz lokakuu lokakuuta loka lokak",
  "november nov novembre noviembre novembro listopad listopada lis marraskuu marraskuuta marras marrask",
  "december dec dezember dez decembre diciembre dic dicembre dezembro grudzien grudnia gru joulukuu joulukuuta joulu jouluk desember des",
];

const months = new Map(
  names.flatMap((list, index) =>
    list.split(" ").map((name): [string, number] => [name, index + 1])
  ),
);

/** As people write them in eastern Europe: `13. III. 1985`. */
const romanMonths = "I II III IV V VI VII VIII IX X XI XII".split(" ");

/** A word as it is compared. */
const plainOf = (word: string) => word.toLowerCase().normalize("NFD").replace(/\p{M}+/gu, "");

/** The number of a month by its whole name or a usual abbreviation; null for other words. */
export const monthOf = (word: string): number | null =>
  months.get(plainOf(word)) ?? (romanMonths.indexOf(word) + 1 || null);

const languages = ["en", "de", "fr", "es", "it", "pt", "nl", "pl", "fi", "sv", "da", "nb"];

/** Abbreviations that `Intl` does not have, and what Finns write beside a date. */
const otherWeekdays =
  "tues weds thur thurs sonnabend maanantaina tiistaina keskiviikkona torstaina perjantaina lauantaina sunnuntaina"
    .split(" ");

let weekdays: Set<string> | undefined;

function findWeekdays(): Set<string> {
  const found = new Set(otherWeekdays);
  for (const language of languages) {
    for (const weekday of ["long", "short"] as const) {
      const format = new Intl.DateTimeFormat(language, { weekday, timeZone: "UTC" });
      for (let day = 1; day <= 7; day++) {
        const name = plainOf(format.format(Date.UTC(2024, 0, day))).replace(/\.$/, "");
        // In Portuguese people leave the second word out: sexta-feira.
        found.add(name).add(name.split("-", 1)[0]!);
      }
    }
  }
  return found;
}

/** Whether a word is the name of a weekday or a usual abbreviation. Some of these are months, too. */
export const isWeekday = (word: string): boolean =>
  (weekdays ??= findWeekdays()).has(plainOf(word));
