/** What a key may do, in words and as scopes. */
import { locale, t } from "../base/texts.ts";
import type { ApiKey, Scope } from "@kith/client";

/** What a key may read and write, as it is shown; `notes` includes the note types. */
const kinds = {
  contacts: t("Contacts"),
  networks: t("Networks"),
  notes: t("Notes and note types"),
  reminders: t("Reminders"),
  profile: t("Your profile"),
  activity: t("Activity, undoing"),
} satisfies Record<KindOf<Scope>, string>;

type Kind = keyof typeof kinds;
type KindOf<S extends string> = S extends `${infer K}:${string}` ? K : never;

const names = Object.keys(kinds) as Kind[];

/** Every scope of the API. */
const allScopes = names.flatMap((kind): Scope[] => [`${kind}:read`, `${kind}:write`]);
const allReading = names.map((kind): Scope => `${kind}:read`);

interface Preset {
  label: string;
  /** What it means, in a sentence. */
  meaning: string;
  /** Null for everything, what later versions add included. */
  scopes: Scope[] | null;
}

/** What people choose from, the narrowest first. */
export const presets = {
  read: {
    label: t("Read only"),
    meaning: t("It sees everything and changes nothing."),
    scopes: allReading,
  },
  assist: {
    label: t("Read, and add notes and reminders"),
    meaning: t("It also adds, changes and deletes notes and reminders, but no contacts."),
    scopes: [...allReading, "notes:write", "reminders:write", "activity:write"],
  },
  phone: {
    label: t("Address book of a phone"),
    meaning: t("It sees and changes contacts and networks, and nothing else."),
    scopes: ["contacts:read", "contacts:write", "networks:read", "networks:write"],
  },
  everything: {
    label: t("Everything"),
    meaning: t("It reads, changes and deletes whatever you can, now and in later versions."),
    scopes: null,
  },
} satisfies Record<string, Preset>;

export type PresetName = keyof typeof presets;
export const presetNames = Object.keys(presets) as PresetName[];

const sameSet = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  one === null || other === null
    ? one === other
    : one.length === other.length && one.every((each) => other.includes(each));

/** The preset with exactly these scopes. */
export const presetOf = (scopes: ApiKey["scopes"]): PresetName | undefined =>
  presetNames.find((name) => sameSet(presets[name].scopes, scopes));

const listed = (items: string[]) => new Intl.ListFormat(locale).format(items);

/** What a key may do: a preset, or “Read contacts; read and write notes”. */
export function accessInWords(scopes: ApiKey["scopes"]): string {
  const preset = presetOf(scopes);
  if (preset) return presets[preset].label;
  const held = scopes ?? [];
  const written = names.filter((kind) => held.includes(`${kind}:write`));
  const read = names.filter((kind) => held.includes(`${kind}:read`) && !written.includes(kind));
  // A later version of the API may have more scopes than this page knows.
  const others = held.filter((scope) => !(allScopes as string[]).includes(scope));
  const parts = [
    read.length > 0 && t("read {0}", listed(read)),
    written.length > 0 && t("read and write {0}", listed(written)),
    others.length > 0 && listed(others),
  ].filter((part) => part !== false);
  const text = parts.join("; ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Networks that are named before the rest is counted. */
const mostNamed = 5;

/** To which contacts a key is limited; undefined where it sees all. */
export function networksInWords(
  networkIds: ApiKey["networkIds"],
  networks: { id: string; name: string }[],
): string | undefined {
  if (networkIds === null) return undefined;
  const known = networks.filter(({ id }) => networkIds.includes(id)).map(({ name }) => name);
  const gone = networkIds.length - known.length;
  const more = known.length - mostNamed;
  const items = [
    ...known.slice(0, mostNamed),
    more > 0 && t("{0} more", more),
    gone > 0 && (gone === 1 ? t("a deleted network") : t("{0} deleted networks", gone)),
  ].filter((item) => item !== false);
  return t("Only contacts in {0}", listed(items));
}
