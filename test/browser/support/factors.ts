import type { Page, Route } from "playwright-core";

const headers = { "access-control-allow-origin": "*" };
const picture =
  `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><path d="M0 0h5v5H0z"/></svg>`;

interface Factor {
  id: string;
  factor_type: "totp";
  status: "unverified" | "verified";
  friendly_name: string;
}

/**
 * A fake of the endpoints of Auth for second factors, which the local Auth lacks: in answers with a user it adds
 * the factors, and the right code is 123456. Its sessions stay those of the local Auth, at the level `aal1`.
 */
export async function fakeFactors(page: Page): Promise<void> {
  let factors: Factor[] = [];
  let made = 0;
  let session: Record<string, unknown> = {};
  const withFactors = async (route: Route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    if (body.access_token) session = body;
    const user = body.user ?? body;
    user.factors = factors;
    await route.fulfill({ response: answer, json: body });
  };
  await page.route(/\/auth\/v1\/(token|user)\b/, withFactors);
  await page.route(/\/auth\/v1\/factors/, async (route) => {
    const method = route.request().method();
    const [, id, step] = /\/factors\/([^/?]+)(?:\/(\w+))?/.exec(route.request().url()) ?? [];
    const body = route.request().postDataJSON() ?? {};
    if (method === "OPTIONS") return route.fallback();
    if (method === "DELETE") {
      factors = factors.filter((factor) => factor.id !== id);
      return route.fulfill({ headers, json: { id } });
    }
    if (step === "challenge") {
      return route.fulfill({ headers, json: { id: "challenge", type: "totp", expires_at: 9e9 } });
    }
    if (step === "verify") {
      if (body.code !== "123456") {
        const json = { code: 422, error_code: "mfa_verification_failed", msg: "Invalid TOTP code" };
        return route.fulfill({ status: 422, headers, json });
      }
      // Another one, whose setting up was left, stays as it is.
      factors = factors.map((factor) =>
        factor.id === id ? { ...factor, status: "verified" } : factor
      );
      const stored = await page.evaluate(() => {
        const key = Object.keys(localStorage).find((name) => name.startsWith("kith-session"))!;
        return JSON.parse(localStorage.getItem(key)!);
      });
      session = { ...stored, ...session, user: { ...stored.user, factors } };
      return route.fulfill({ headers, json: session });
    }
    const factor: Factor = {
      id: `factor-${++made}`,
      factor_type: "totp",
      status: "unverified",
      friendly_name: body.friendly_name,
    };
    factors = [...factors, factor];
    const totp = { qr_code: picture, secret: "JBSWY3DPEHPK3PXP", uri: "otpauth://totp/Kith" };
    return route.fulfill({ headers, json: { ...factor, type: "totp", totp } });
  });
}
