/** Numbers and ids that look random and are always the same for the same row; no state, no cryptography. */

/** Which table a number or an id is for. */
export const kinds = {
  owner: 0,
  contact: 1,
  note: 2,
  network: 3,
  noteType: 4,
  reminder: 5,
  key: 6,
} as const;
export type Kind = keyof typeof kinds;

function mixed(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A whole number from 0 to 2^32 - 1; each `salt` gives another one of the same row. */
export function dice(kind: Kind, owner: number, index: number, salt = 0): number {
  return mixed(mixed(mixed(index * 8 + kinds[kind]) ^ Math.imul(owner + 1, 0x9e3779b1)) + salt);
}

const hex = Array.from({ length: 65536 }, (_, n) => n.toString(16).padStart(4, "0"));
const high = (word: number) => hex[word >>> 16]!;
const low = (word: number) => hex[word & 0xffff]!;

/** The id of a row, a UUID of version 4; no two rows share one. */
export function idOf(kind: Kind, owner: number, index: number): string {
  // The outer words tell rows apart (three rounds of a Feistel network lose nothing); those between carry the version.
  let a = index * 8 + kinds[kind];
  let d = owner;
  a = (a ^ mixed(d + 0x1b873593)) >>> 0;
  d = (d ^ mixed(a + 0x2545f491)) >>> 0;
  a = (a ^ mixed(d + 0x3c6ef372)) >>> 0;
  const b = (mixed(a ^ d) & 0xffff0fff) | 0x4000;
  const c = (mixed(b + d) & 0x3fffffff) | 0x80000000;
  return `${high(a)}${low(a)}-${high(b)}-${low(b)}-${high(c)}-${low(c)}${high(d)}${low(d)}`;
}

const days: string[] = [];
const two = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, "0"));

/** An instant in milliseconds since 1970 as Postgres reads it; many times as fast as toISOString. */
export function stamp(instant: number): string {
  const day = Math.floor(instant / 86_400_000);
  const rest = instant - day * 86_400_000;
  const date = days[day] ??= new Date(day * 86_400_000).toISOString().slice(0, 10);
  const seconds = Math.floor(rest / 1000);
  const ms = String(rest % 1000).padStart(3, "0");
  return `${date} ${two[Math.floor(seconds / 3600)]}:${two[Math.floor(seconds / 60) % 60]}:${
    two[seconds % 60]
  }.${ms}+00`;
}
