// The names of months in the languages that imports know, and how people shorten them. Japanese counts its months.

/** Names and abbreviations of each month, without accents. Several languages share most of them. */
const names = [
  // English, German, French, Spanish, Italian, Portuguese, Dutch, Polish; Finnish, Swedish, Danish, Norwegian
  "january jan januar janner jaen jaenner jan janvier janv enero ene gennaio gen janeiro januari styczen stycznia sty tammikuu tammikuuta tammi",
  "february feb februar feber fevrier fevr fev febrero febbraio fevereiro februari luty lutego lut helmikuu helmikuuta helmi",
  "march mar marz maerz mrz mars marzo marco maart mrt marzec marca maaliskuu maaliskuuta maalis marts",
  "april apr avril avr abril abr aprile kwiecien kwietnia kwi huhtikuu huhtikuuta huhti",
  "may mai mayo maggio mag maio mei maj maja toukokuu toukokuuta touko",
  "june jun juni juin junio giugno giu junho czerwiec czerwca cze kesakuu kesakuuta kesa",
  "july jul juli juillet juil julio luglio lug julho lipiec lipca lip heinakuu heinakuuta heina",
  "august aug aout agosto ago augustus sierpien sierpnia sie elokuu elokuuta elo augusti",
  "september sep sept septembre septiembre setiembre settembre set sett setembro wrzesien wrzesnia wrz syyskuu syyskuuta syys",
  "october oct oktober okt octobre octubre ottobre ott outubro out pazdziernik pazdziernika paz lokakuu lokakuuta loka",
  "november nov novembre noviembre novembro listopad listopada lis marraskuu marraskuuta marras",
  "december dec dezember dez decembre diciembre dic dicembre dezembro grudzien grudnia gru joulukuu joulukuuta joulu desember des",
];

const months = new Map(
  names.flatMap((list, index) =>
    list.split(" ").map((name): [string, number] => [name, index + 1])
  ),
);

/** The number of a month by its whole name or a usual abbreviation; null where the word is none. */
export function monthOf(word: string): number | null {
  const plain = word.toLowerCase().normalize("NFD").replace(/\p{M}+/gu, "");
  return months.get(plain) ?? null;
}
