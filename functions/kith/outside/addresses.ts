// Which addresses outside the function may reach: https, on the usual port, at public addresses.
import ipaddr from "ipaddr.js";

/** Why nothing came back; see `lastError` of what is reached. */
export type ReachErrorCode =
  | "refused_address"
  | "unreachable"
  | "tls"
  | "timeout"
  | "too_large";

export class ReachError extends Error {
  constructor(readonly code: ReachErrorCode, cause: string) {
    super(cause);
  }
}

/** Names that mean this machine or a network around it. */
const inner =
  /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|home\.arpa|onion|test|invalid)$/;

/**
 * Reads a URL that somebody else has written. `webcal:` is https.
 * @param own hosts of the project itself
 * @throws ReachError refused_address
 */
export function checkUrl(text: string, own: string[] = []): URL {
  const refuse = (why: string): never => {
    throw new ReachError("refused_address", why);
  };
  const whole = text.replace(/^webcals?:/i, "https:");
  if (!URL.canParse(whole)) return refuse("It is no URL.");
  const url = new URL(whole);
  const host = url.hostname.replace(/\.$/, "");
  if (url.protocol !== "https:" || url.port !== "") refuse("It is not https on port 443.");
  if (url.username || url.password) refuse("It has a user or a password.");
  // `new URL` writes short, octal and hexadecimal forms as an address with four numbers.
  if (ipaddr.isValid(host.replace(/^\[|\]$/g, ""))) refuse("It names an address and no host.");
  if (!host.includes(".") || inner.test(host)) refuse("Its host is none of the internet.");
  if (own.includes(host)) refuse("It is the project itself.");
  url.hostname = host;
  url.hash = "";
  return url;
}

/** Whether an address that a name was resolved to is one of the internet: what is for one network, one machine or a gateway is not. */
export function isPublic(address: string): boolean {
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  // 2000::/3 is all that is given out of IPv6.
  const isGiven = parsed.kind() === "ipv4" ||
    (parsed as ipaddr.IPv6).match(ipaddr.IPv6.parse("2000::"), 3);
  return isGiven && parsed.range() === "unicast";
}
