/**
 * The seconds in `Retry-After`, which is a number of them or a date (RFC 9110, section 10.2.3); at least one.
 * Undefined where the header is absent or neither.
 * @param now milliseconds since 1970
 */
export function retryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get("retry-after")?.trim() ?? "";
  if (/^\d+$/.test(value)) return Math.max(1, Number(value));
  // Only with letters, because `Date.parse` reads numbers such as "1.5" as dates.
  const at = /^[A-Z][a-z]+, .*GMT$/.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(at) ? undefined : Math.max(1, Math.ceil((at - now) / 1000));
}
