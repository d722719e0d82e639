// Countries and time zones, with their names in the language of the browser.
/** The codes that the API accepts, as in `sql/05_core/phone_numbers.sql`. */
import { locale } from "./texts.ts";
const codes = `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ 
  BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM 
  DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS 
  GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN 
  KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ 
  MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM 
  PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV 
  SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI 
  VN VU WF WS XK YE YT ZA ZM ZW
`.trim().split(/\s+/);

const names = new Intl.DisplayNames(locale, { type: "region" });

export const countryName = (code: string): string => names.of(code) ?? code;

/** All countries, by their names. */
export const countries = (): [code: string, name: string][] =>
  codes.map((code): [string, string] => [code, countryName(code)])
    .sort(([, one], [, other]) => one.localeCompare(other));

/** Newer browsers have a method where others have a property. */
type ZonesOfLocale = { getTimeZones?: () => string[] | undefined; timeZones?: string[] };

function isZoneOf(zone: string, code: string): boolean {
  const locale = new Intl.Locale(`und-${code}`) as unknown as ZonesOfLocale;
  return (locale.getTimeZones?.() ?? locale.timeZones ?? []).includes(zone);
}

/** The country whose time zone it is; otherwise that of this browser's languages, where one of them names it. */
export const likelyCountry = (zone: string): string | undefined =>
  codes.find((code) => isZoneOf(zone, code)) ??
    navigator.languages.map((language) => new Intl.Locale(language).region)
      .find((region) => region && codes.includes(region));

/** What a browser calls them; UTC first, which some do not list. */
const supported = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];

/** The current offset, such as “GMT+2”. It takes too long to find those of all time zones. */
export const offsetOf = (timeZone: string) =>
  new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "shortOffset" }).formatToParts()
    .find(({ type }) => type === "timeZoneName")?.value;

/** “Sao Paulo, America”: with the city first, by which it is found when that is typed. */
function nameOf(zone: string): string {
  const [city, ...regions] = zone.replaceAll("_", " ").split("/").reverse();
  return [city, regions.reverse().join("/")].filter(Boolean).join(", ");
}

/** All time zones by their cities, and the one that is chosen, which may have an older name. */
export const timeZones = (chosen: string): [zone: string, name: string][] =>
  [...new Set([...supported, chosen])].map((zone): [string, string] => [zone, nameOf(zone)])
    .sort(([, one], [, other]) => one.localeCompare(other));
