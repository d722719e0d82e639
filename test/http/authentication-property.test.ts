import { randomUUID } from "node:crypto";
import {
  decodeJwt,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  type JWTPayload,
  SignJWT,
} from "jose";
import { describe, expect, inject, it } from "vitest";
import { jwtSecret, publicJwks, signingKey } from "../../local/core/keys.ts";
import { type Account, addFactor, expectStatus, makeKey, signUp } from "../support/accounts.ts";
import {
  type Answer,
  anyone,
  as,
  baseUrl,
  type Client,
  clientOf,
  type Json,
} from "../support/client.ts";
import { signToken, variantsOf } from "../support/forged-tokens.ts";
import { withFunctionCopy } from "../support/function-copy.ts";
import { expectProblem, sameBytes } from "../support/problems.ts";
import { exampleRequest, triedRoutes } from "../support/route-table.ts";
import { superuser } from "../support/sql.ts";

// Every route looks at the credential first, in the same function: a few are tried here, in the thorough tier each of them.
const sql = superuser();
/** Clients whose credential is refused, by what is wrong with it. */
const strangers = new Map<string, Client>();
/** One for each reason for which a credential is refused. */
const reasons = [
  "no header",
  "an unknown key",
  "a revoked key",
  "an expired key",
  "a key before its rotation",
  "a token of a deleted account",
];

const withHeader = (authorization: string): Client =>
  clientOf((method, path, body, options) =>
    anyone().send(method, path, body, {
      ...options,
      headers: { ...options?.headers, authorization },
    })
  );

const bytes = (text: string) => new TextEncoder().encode(text);
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const es256 = { alg: "ES256", kid: signingKey.kid, typ: "JWT" };

function signWith(secret: Parameters<SignJWT["sign"]>[0], claims: JWTPayload, header: Json = {}) {
  return new SignJWT(claims).setProtectedHeader({ alg: "HS256", typ: "JWT", ...header }).sign(
    secret,
  );
}

/** Access tokens in somebody's name that are refused, by what is wrong with them. */
async function forgedTokens(token: string): Promise<Record<string, string | Promise<string>>> {
  const claims = decodeJwt(token);
  const now = Math.floor(Date.now() / 1000);
  const another = await generateKeyPair("ES256", { extractable: true });
  const jwk = await exportJWK(another.publicKey);
  const published = publicJwks.keys[0]!;
  const pem = await exportSPKI(
    await importJWK(published, "ES256", { extractable: true }) as CryptoKey,
  );
  const { kid } = signingKey;
  const changed = (change: Json) => signToken({ ...claims, ...change });
  const underSecret = (change: Json) => signWith(bytes(jwtSecret), { ...claims, ...change });
  const [header, payload, signature] = token.split(".");
  return {
    "that has expired": changed({ iat: now - 7200, exp: now - 3600 }),
    "that never expires": changed({ exp: undefined }),
    "that is not yet valid": changed({ nbf: now + 3600 }),
    "of another issuer": changed({ iss: "https://elsewhere.example/auth/v1" }),
    "for another audience": changed({ aud: "elsewhere" }),
    "for no audience": changed({ aud: undefined }),
    "of the service role": changed({ role: "service_role" }),
    "of the anonymous role": changed({ role: "anon" }),
    "of no role": changed({ role: undefined }),
    "without a subject": changed({ sub: undefined }),
    "whose subject is no UUID": changed({ sub: "ada" }),
    "whose subject nobody is": changed({ sub: randomUUID() }),
    "of more than 8 KiB": changed({ note: "x".repeat(6_200) }),
    "of a service role under the shared secret": underSecret({ role: "service_role" }),
    "that has expired under the shared secret": underSecret({ exp: now - 3600 }),
    "signed with another key of the same name": signWith(another.privateKey, claims, es256),
    "that brings its own key": signWith(another.privateKey, claims, { ...es256, jwk }),
    "signed with another shared secret": signWith(bytes("x".repeat(40)), claims),
    "signed with the public key as PEM": signWith(bytes(pem), claims, { kid }),
    "signed with the public key as JWK": signWith(bytes(JSON.stringify(published)), claims, {
      kid,
    }),
    "signed by nobody": `${part({ alg: "none", kid, typ: "JWT" })}.${part(claims)}.`,
    "signed by nobody, with no key named": `${part({ alg: "none" })}.${part(claims)}.`,
    "of another's name under a good signature": `${header}.${
      part({ ...claims, sub: randomUUID() })
    }.${signature}`,
    ...Object.fromEntries(variantsOf(token)),
    "without its signature": `${header}.${payload}.`,
    "of two parts": `${header}.${payload}`,
    "of no JSON": `${header}.${Buffer.from("{").toString("base64url")}.${signature}`,
  };
}

const ada = await signUp();
const key = (await makeKey(ada)).key;
const [revoked, expired, rotated] = [await makeKey(ada), await makeKey(ada), await makeKey(ada)];
expectStatus(await ada.delete(`/api-keys/${revoked.id}`), 204);
await sql`
  update kith_private.api_keys set expires_at = now() + interval '1 millisecond' where id = ${expired.id}`;
expectStatus(await ada.post(`/api-keys/${rotated.id}/rotate`, { overlapSeconds: 60 }), 200);
await sql`update kith_private.api_keys set previous_expires_at = now() where id = ${rotated.id}`;
const gone = await signUp();
const keyOfGone = await makeKey(gone);
expectStatus(await gone.delete("/me"), 204);

const clients: Record<string, Client> = {
  "no header": anyone(),
  "an empty header": withHeader(""),
  "Bearer without a token": withHeader("Bearer "),
  "Basic": withHeader(`Basic ${Buffer.from(`x:${key}`).toString("base64")}`),
  "a key without Bearer": withHeader(key),
  "two tokens": withHeader(`Bearer ${key} ${key}`),
  "two headers in one": withHeader(`Bearer ${key}, Bearer ${key}`),
  "a word": as("word"),
  "an unknown key": as(`kith_${"0".repeat(40)}`),
  "a revoked key": as(revoked.key),
  "an expired key": as(expired.key),
  "a key before its rotation": as(rotated.key),
  "a key in capitals": as(key.toUpperCase()),
  "a key with capital digits": as(`kith_${key.slice(5).toUpperCase()}`),
  "a key cut short": as(key.slice(0, -1)),
  "a key with one more digit": as(`${key}0`),
  "the key's prefix": as(key.slice(0, 9)),
  "a key of a deleted account": as(keyOfGone.key),
  "a token of a deleted account": as(gone.token),
};
for (const [what, client] of Object.entries(clients)) strangers.set(what, client);
for (const [what, token] of Object.entries(await forgedTokens(ada.token))) {
  strangers.set(`a JWT ${what}`, as(await token));
}
expect(strangers.size).toBeGreaterThan(45);

describe("a genuine credential", () => {
  it("the genuine credential is accepted, be it a key or a token", async () => {
    for (
      const client of [ada, as(key), withHeader(`bearer ${key}`), withHeader(`BEARER ${ada.token}`)]
    ) {
      expect((await client.get("/me")).body.id).toBe(ada.id);
    }
  });

  it("may be signed here, like the forged ones below", async () => {
    const claims = decodeJwt(ada.token);
    const almostTooLong = { ...claims, note: "x".repeat(5_000) };
    for (
      const made of [
        signToken(claims),
        signToken(almostTooLong),
        signWith(bytes(jwtSecret), claims),
      ]
    ) {
      expectStatus(await as(await made).get("/me"), 200);
    }
  });
});

describe.each(triedRoutes)("$name", (route) => {
  const { path, body } = exampleRequest(route);
  const json = { "content-type": "application/json" };

  it("answers every wrong credential with the same 401", async () => {
    let first: unknown;
    for (const [what, client] of strangers) {
      const answer = await client.send(route.method, path, body);
      expect([what, answer.status]).toEqual([what, 401]);
      expectProblem(answer, 401, "unauthorized");
      expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer\b/);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      first ??= withoutDetail(answer);
      expect([what, withoutDetail(answer)]).toEqual([what, first]);
    }
  });

  it("answers 401 before it looks at the rest of the request", async () => {
    const worst = [
      { raw: "{", headers: json },
      { raw: '{"noSuchMember":1}', headers: json },
      { raw: "x", headers: { "content-type": "text/plain" } },
      { raw: `"${"a".repeat(1_100_000)}"`, headers: json },
    ];
    const malformed = path.replace(/[0-9a-f-]{36}/, "x");
    for (const client of reasons.map((what) => strangers.get(what)!)) {
      for (const bad of route.takesBody ? worst : []) {
        expectProblem(await client.send(route.method, path, undefined, bad), 401, "unauthorized");
      }
      for (const bad of [malformed, `${path}?page=0&sort=x`]) {
        expectProblem(await client.send(route.method, bad), 401, "unauthorized");
      }
    }
  });
});

it.each([
  ["no header", undefined, /^Send `Authorization: Bearer`/],
  ["another scheme", "Basic a2l0aA==", /is `Bearer`, a blank/],
  ["a key that is cut", `Bearer kith_${"a".repeat(39)}`, /40 hexadecimal digits/],
  ["a key of the project", "Bearer sb_publishable_example", /key of the Supabase project/],
  [
    "a key that nobody has",
    `Bearer kith_${"a".repeat(40)}`,
    /^The credential is missing or not valid\.$/,
  ],
])(
  "the 401 for %s says what is wrong, as far as the header tells",
  async (_, authorization, said) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const answer = await fetch(`${baseUrl()}/me`, { headers });
    expect([answer.status, (await answer.json()).detail]).toEqual([
      401,
      expect.stringMatching(said),
    ]);
  },
);

/** An answer without its detail, which may say what is wrong with a token, and without what counts the bytes. */
function withoutDetail(answer: Answer) {
  const { status, headers } = sameBytes(answer);
  const { detail: _, requestId: __, ...body } = answer.body;
  return {
    status,
    headers: headers.filter(([name]) => name !== "content-length"),
    body,
  };
}

const issuers: Record<string, string | undefined> = {
  "no issuer": undefined,
  "the project's": decodeJwt(ada.token).iss!,
  "another one": "https://auth.example/auth/v1",
  "an empty one": "",
  "the word none": "none",
};

it.each<[setting: string | undefined, accepted: string[]]>([
  [undefined, ["the project's"]],
  ["none", ["no issuer", "the project's"]],
  ["https://auth.example/auth/v1", ["another one"]],
  ["none, https://auth.example/auth/v1", ["no issuer", "the project's", "another one"]],
  ["none,", ["no issuer", "the project's"]],
])(
  "where KITH_JWT_ISSUER is %s, tokens of %j are accepted and no others",
  (setting, accepted) =>
    withFunctionCopy(setting ? { KITH_JWT_ISSUER: setting } : {}, async (base) => {
      for (const [name, iss] of Object.entries(issuers)) {
        const client = as(await signToken({ ...decodeJwt(ada.token), iss } as JWTPayload), base);
        // Twice, because a token that was verified before takes another way.
        const found = [(await client.get("/me")).status, (await client.get("/me")).status];
        const status = accepted.includes(name) ? 200 : 401;
        expect([name, found]).toEqual([name, [status, status]]);
      }
    }),
);

/** The project's key. */
const current = JSON.parse(inject("stack").jwks).keys[0];

/** What the tokens are answered by an isolate that was started with these keys. */
const statusesWith = (keys: unknown[], ...tokens: string[]) =>
  withFunctionCopy({ SUPABASE_JWKS: JSON.stringify({ keys }) }, async (base) => {
    const found = [];
    for (const token of tokens) found.push((await as(token, base).get("/me")).status);
    return found;
  });

it.each(["ES256", "RS256"] as const)(
  "rotating to a second key, %s, needs only that isolates start with it: both are good, then the new one alone",
  async (alg) => {
    const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
    const kid = randomUUID();
    const next = { ...await exportJWK(publicKey), kid, alg, use: "sig", key_ops: ["verify"] };
    const token = await signWith(privateKey, decodeJwt(ada.token), { alg, kid });
    expectStatus(await as(token).get("/me"), 401);
    expect(await statusesWith([current, next], ada.token, token)).toEqual([200, 200]);
    expect(await statusesWith([next], ada.token, token)).toEqual([401, 200]);
  },
);

it("a project that has key pairs only refuses tokens that are signed with a shared secret", async () => {
  const forged = await Promise.all(
    [bytes("x".repeat(40)), bytes(JSON.stringify(current))].flatMap((secret) =>
      [{}, { kid: current.kid }].map((header) => signWith(secret, decodeJwt(ada.token), header))
    ),
  );
  expect(await statusesWith([current], ...forged, ada.token)).toEqual([401, 401, 401, 401, 200]);
});

const withLevel = async (account: Account, aal: string | undefined) =>
  as(await signToken({ ...decodeJwt(account.token), aal }));

describe("an account with a second factor", () => {
  it.each(["aal1", undefined])(
    "reads and writes with a token of level %s, and manages no keys",
    async (aal) => {
      const me = await signUp();
      const { id, key } = await makeKey(me);
      await addFactor(sql, me.id, "verified");
      const client = await withLevel(me, aal);
      await client.make("/contacts", { firstName: "A" });
      for (
        const [method, path, body] of [
          ["GET", "/api-keys"],
          ["POST", "/api-keys", { name: "k" }],
          ["PATCH", `/api-keys/${id}`, { name: "k" }],
          ["POST", `/api-keys/${id}/rotate`],
          ["DELETE", `/api-keys/${id}`],
          ["DELETE", "/me"],
        ] as const
      ) {
        expectProblem(await client.send(method, path, body), 403, "second_factor_required");
      }
      expectStatus(await client.get("/me"), 200);
      expectStatus(await as(key).get("/contacts"), 200);
    },
  );

  it("manages keys and deletes itself after a sign-in with the factor, or while the factor is not verified", async () => {
    for (const [aal, status] of [["aal2", "verified"], ["aal1", "unverified"]] as const) {
      const me = await signUp();
      await addFactor(sql, me.id, status);
      const client = await withLevel(me, aal);
      const { id } = await client.make("/api-keys", { name: "k" });
      expectStatus(await client.delete(`/api-keys/${id}`), 204);
      expectStatus(await client.delete("/me"), 204);
    }
  });
});
