import type { Deprecation } from "../core/route.ts";

/** The headers of every answer of a deprecated route: RFC 9745 and RFC 8594. */
export const deprecationHeaders = (
  { since, sunset, link }: Deprecation,
): Record<string, string> => ({
  deprecation: `@${Math.floor(since.getTime() / 1000)}`,
  sunset: sunset.toUTCString(),
  link: `<${link}>; rel="deprecation"`,
});
