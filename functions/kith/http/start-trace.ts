import type { Deprecation } from "../core/route.ts";
import type { Trace } from "../core/trace.ts";

/** The variables that Hono keeps for each request. */
export interface AppEnvironment {
  Variables: { trace: Trace; deprecation?: Deprecation | undefined };
}

/** What looks like an API key, an access token or the secret of a calendar: sent here by mistake, it must not be logged. */
const secretLike = /kith_[0-9a-f]{8}|eyJ[\w-]+\.|[0-9a-f]{64}/;

/** Starts a trace, with the client's `X-Request-Id` where that is short and harmless. */
export function startTrace(given: string | undefined): Trace {
  const isHarmless = given && /^[\w.:~-]{1,128}$/.test(given) && !secretLike.test(given);
  const requestId = isHarmless ? given : crypto.randomUUID();
  return {
    requestId,
    route: null,
    credential: null,
    keyId: null,
    code: null,
    cause: null,
    rateLimit: null,
  };
}
