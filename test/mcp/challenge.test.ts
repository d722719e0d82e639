import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Account, expectStatus, makeKey, signUp } from "../support/accounts.ts";
import { connectClient, type Connection } from "../support/connections.ts";
import { type FunctionCopy, startFunctionCopy } from "../support/function-copy.ts";
import { connect, mcpUrl } from "../support/mcp/client.ts";

const call = (method: string, params = {}) => ({ jsonrpc: "2.0", id: 1, method, params });
const handshake = call("initialize", {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
});
/** What a client may ask first. */
const calls = [
  handshake,
  call("tools/list"),
  call("tools/call", { name: "list_networks", arguments: {} }),
  call("tools/call", { name: "list_networks", arguments: { no: 1 } }),
];

function post(url: string, token: string | null, body: unknown = calls[2]): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
}

const metadataUrl = () => `${mcpUrl()}/oauth-protected-resource`;
const challenge = () => `resource_metadata="${metadataUrl()}"`;

let me: Account;
/** Of a client that was approved once and is not any more. */
let disconnected: Connection;
beforeAll(async () => {
  me = await signUp();
  disconnected = await connectClient(me);
  expectStatus(await me.delete(`/connections/${disconnected.id}`), 204);
});

describe("the OAuth metadata of the endpoint", () => {
  it("names the endpoint and the project's Auth to any page, without a credential", async () => {
    const answer = await fetch(metadataUrl(), { headers: { origin: "https://inspector.example" } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(await answer.json()).toEqual({
      resource: mcpUrl(),
      authorization_servers: [`${inject("stack").url}/auth/v1`],
      scopes_supported: ["email"],
      bearer_methods_supported: ["header"],
      resource_name: "Kith",
    });
  });

  it("is read-only", async () => {
    const answer = await fetch(metadataUrl(), { method: "POST" });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
    const preflight = await fetch(metadataUrl(), {
      method: "OPTIONS",
      headers: { origin: "https://inspector.example", "access-control-request-method": "GET" },
    });
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")])
      .toEqual([204, "*"]);
  });
});

describe("a request to the endpoint", () => {
  it("is told where to get a token when it has none", async () => {
    const answer = await post(mcpUrl(), null);
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe(`Bearer ${challenge()}`);
    expect(answer.headers.get("access-control-expose-headers")).toContain("WWW-Authenticate");
  });

  it.each(["kith_x", "x.y.z", `kith_${"0".repeat(40)}`])(
    "is told that %s is not valid",
    async (token) => {
      const answer = await post(mcpUrl(), token);
      expect([answer.status, answer.headers.get("www-authenticate")])
        .toEqual([401, `Bearer error="invalid_token", ${challenge()}`]);
    },
  );

  it.each(calls)(
    "is answered with 401 for a client without a connection, so that the client asks again: %j",
    async (body) => {
      const answer = await post(mcpUrl(), disconnected.token, body);
      expect([answer.status, answer.headers.get("www-authenticate")])
        .toEqual([401, `Bearer error="invalid_token", ${challenge()}`]);
      expect(await answer.json()).toMatchObject({ code: "unauthorized" });
    },
  );

  it("is answered for a client with a connection", async () => {
    const app = await connectClient(me, { scopes: ["networks:read"] });
    for (const body of calls.slice(0, 3)) {
      expect((await post(mcpUrl(), app.token, body)).status).toBe(200);
    }
    const client = await connect(app.token);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toContain("list_networks");
    expect(names).not.toContain("save_contact");
    await client.close();
  });
});

/** No client is to hear of OAuth. */
async function expectNoChallenge(url: string): Promise<void> {
  const answers = [await post(url, null), await post(url, "kith_x")];
  for (const answer of answers) {
    expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  }
  for (const body of calls) {
    const answer = await post(url, disconnected.token, body);
    expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([403, null]);
    expect(await answer.json()).toMatchObject({ code: "connection_required" });
  }
  const { key } = await makeKey(me);
  expect((await post(url, key)).status).toBe(200);
}

it("the URL for keys never mentions OAuth", async () => {
  await expectNoChallenge(`${mcpUrl()}/key`);
});

describe("where OAuth is not switched on", () => {
  let copy: FunctionCopy;
  beforeAll(async () => {
    copy = await startFunctionCopy({ KITH_OAUTH: "" });
  });
  afterAll(() => copy.stop());
  const url = () => copy.base.replace("/api/v1", "/mcp");

  it("no answer mentions it", async () => {
    await expectNoChallenge(url());
    const answer = await fetch(`${url()}/oauth-protected-resource`);
    expect([answer.status, (await answer.json()).code]).toEqual([404, "not_found"]);
  });
});
