import type { IncomingMessage } from "node:http";

/** Why the gateway does not route a request. */
export interface Refusal {
  status: number;
  message: string;
}

/** The names of this machine's loopback interface, which is all that the gateway listens on. */
const ownNames = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Checks what every request needs before it is routed; undefined where nothing is wrong with it.
 *
 * A page of another site can make its own name point to 127.0.0.1 (DNS rebinding) and would then count as the same
 * origin as this stack: so the host has to be one of ours. Any port is, because connections may be forwarded.
 */
export function refusalOf({ headers, url = "" }: IncomingMessage): Refusal | undefined {
  const [, name = ""] = /^(\[[^\]]*\]|[^:]*)(?::\d*)?$/.exec(headers.host ?? "") ?? [];
  if (!ownNames.includes(name.toLowerCase())) {
    return {
      status: 421,
      message: `This stack answers only requests to ${ownNames.join(", ")}, not to another host.`,
    };
  }
  // What begins with two slashes would be read as an address of another host.
  if (!/^\/(?![/\\])/.test(url)) {
    return {
      status: 400,
      message: "The request's target must be a path that begins with one slash.",
    };
  }
  return undefined;
}
