/**
 * The texts of the page in the language of the browser. English stands where a text is used, and is the key of its translations, which
 * are a file for each other language.
 */
import type { ComponentChildren } from "preact";

type Texts = Record<string, string>;

/** By the language of a tag such as `de-AT`. */
const others: Record<string, () => Promise<{ texts: Texts }>> = {
  de: () => import("../texts/de.ts"),
};

const languageOf = (tag: string) => tag.split("-", 1)[0]!.toLowerCase();

/** The first tag of the browser in whose language the page is written: dates are in the same one. */
export const locale = (globalThis.navigator?.languages ?? [])
  .find((tag) => languageOf(tag) === "en" || Object.hasOwn(others, languageOf(tag))) ?? "en-GB";

/** That of the page, `en` or `de`. */
export const language = languageOf(locale);

// English where the file cannot be loaded.
const texts: Texts = await others[language]?.().then(({ texts }) => texts, () => ({})) ?? {};

const translated = (text: string) => Object.hasOwn(texts, text) ? texts[text]! : text;

/** A text, with values in the places of `{0}`, `{1}` and so on. */
export const t = (text: string, ...values: (string | number | null | undefined)[]): string =>
  translated(text).replace(/\{(\d)\}/g, (_, number) => String(values[Number(number)] ?? ""));

/** The same with elements in these places. */
export const rich = (text: string, ...parts: ComponentChildren[]): ComponentChildren[] =>
  translated(text).split(/\{(\d)\}/).map((part, index) => index % 2 ? parts[Number(part)] : part);

/** A text in the middle of a sentence: German writes its nouns with a capital letter there too. */
export const inSentence = (text: string): string => language === "en" ? text.toLowerCase() : text;

/** A sentence of the API, whose numbers are values. */
export function ofApi(sentence: string): string {
  const numbers: string[] = [];
  const text = sentence.replace(/\d(?:[\d,.]*\d)?/g, (number) => `{${numbers.push(number) - 1}}`);
  return numbers.length > 9 ? sentence : t(text, ...numbers);
}
