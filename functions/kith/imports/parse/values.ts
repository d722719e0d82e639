// Labels and web addresses as people write them.
/** Types that say nothing that a label would: of vCard 2.1 and 3 (RFC 2426), and the marks of the primary one. */
const meaningless = [
  "pref",
  "internet",
  "x400",
  "voice",
  "msg",
  "text",
  "dom",
  "intl",
  "postal",
  "parcel",
];

const words: Record<string, string> = { cell: "mobile", iphone: "iPhone", homepage: "home page" };

/** Types that come first in a label: “home fax”. */
const places = ["home", "work"];

/** The label that the types of an address or number make; null where they say nothing. */
export function labelOfTypes(types: string[]): string | null {
  const named = new Set(types.map(wordOf).filter((type) => type !== ""));
  const ordered = [
    ...places.filter((place) => named.has(place)),
    ...[...named].filter((type) => !places.includes(type)),
  ];
  return ordered.join(" ") || null;
}

/** A type as a word of a label: in lower case but for those that people have made up; empty where it says nothing. */
function wordOf(type: string): string {
  const lower = type.toLowerCase();
  if (meaningless.includes(lower)) return "";
  if (Object.hasOwn(words, lower)) return words[lower]!;
  const isOwn = type !== type.toUpperCase() && !knownLabel.test(type);
  return (isOwn ? type : lower).replace(/^x-/i, "");
}

const knownLabel = /^(home|work|other|mobile|main|pager|car|school|((home|work|other) )?fax)$/i;

/** A label as people write it: Apple's own are between signs (`_$!<HomeFAX>!$_`), Google's may begin with `* `. */
export function cleanLabel(text: string): string | null {
  const [, own] = /^\s*_\$!<([^<>]{1,100})>!\$_\s*$/.exec(text) ?? [];
  if (own !== undefined) return own.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  const label = text.replace(/^\s*\*\s*/, "").trim();
  if (label === "") return null;
  return knownLabel.test(label) ? label.toLowerCase() : label;
}

/** A web address with its scheme, which people leave away. */
export function cleanUrl(text: string): string {
  const url = text.trim();
  return /^(?:[\w-]{1,63}\.){1,10}[a-z]{2,63}(?:[/?#:]|$)/i.test(url) ? `https://${url}` : url;
}
