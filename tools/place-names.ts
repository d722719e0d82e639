/**
 * `node --import tsx tools/place-names.ts <folder of the package cldr-dates-full>` writes the lists of sql/30_contacts/place_names.sql again:
 * what countries are called in the languages that imports know, by this Node.js, and cities, by which CLDR names time zones.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { argv } from "node:process";

const languages = ["en", "de", "fr", "es", "it", "pt", "nl", "pl", "fi", "sv", "da", "nb", "ja"];
const target = new URL("../sql/30_contacts/place_names.sql", import.meta.url);

const different = (names: (string | undefined)[]) =>
  [...new Set(names.map((name) => name?.replaceAll("\u00ad", "")))].filter((name) => name);

function countryLines(codes: string[]): string[] {
  return codes.sort().map((code) =>
    different([
      code,
      ...languages.flatMap((language) =>
        (["long", "short"] as const).map((style) =>
          new Intl.DisplayNames(language, { type: "region", style }).of(code)
        )
      ),
    ]).filter((name) => name === code || !codes.includes(name!)).join("|")
  );
}

type Zones = { [name: string]: Zones | string };

/** The city of each time zone, in one language. */
function citiesOf(zones: Zones, prefix = ""): [zone: string, city: string][] {
  return Object.entries(zones).flatMap(([name, zone]) =>
    typeof zone === "string"
      ? []
      : typeof zone["exemplarCity"] === "string"
      ? [[prefix + name, zone["exemplarCity"]]]
      : citiesOf(zone, `${prefix}${name}/`)
  );
}

async function cityLines(folder: string, countries: string[]): Promise<string[]> {
  const known = new Set(countries.flatMap((line) => line.split("|").slice(1)));
  const named = await Promise.all(languages.map(async (language) => {
    const locale = language === "nb" ? "no" : language;
    const { main } = JSON.parse(
      await readFile(join(folder, `main/${locale}/timeZoneNames.json`), "utf8"),
    );
    return new Map(citiesOf(main[locale].dates.timeZoneNames.zone));
  }));
  const zones = [...new Set(named.flatMap((cities) => [...cities.keys()]))].sort();
  return zones
    // Others are mostly islands.
    .filter((zone) => /^(Africa|America|Asia|Australia|Europe)\/[^/]+$|Reykjavik/.test(zone))
    .map((zone) =>
      different([
        named[0]!.get(zone) ?? zone.split("/").at(-1)!.replaceAll("_", " "),
        ...named.map((cities) => cities.get(zone)),
      ]).filter((name) => !/[([,]/.test(name!)) as string[]
    )
    .filter(([city, ...others]) => city && others.length > 0 && !known.has(city))
    .map((names) => names.filter((name) => !known.has(name)).join("|"));
}

const sql = await readFile(target, "utf8");
const list = (name: string) => new RegExp(`(?<=${name} constant text := ')[^']*(?=')`);
const codes = list("countries").exec(sql)![0].trim().split("\n").map((line) => line.slice(0, 2));
const countries = countryLines(codes);
const cities = await cityLines(argv[2]!, countries);
const quoted = (lines: string[]) => `\n${lines.join("\n").replaceAll("'", "’")}\n`;
await writeFile(
  target,
  sql.replace(list("countries"), quoted(countries)).replace(list("cities"), quoted(cities)),
);
