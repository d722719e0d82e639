import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, inject, it } from "vitest";
import { expectStatus, makeKey, signUp } from "../support/accounts.ts";
import { connectClient } from "../support/connections.ts";
import { withFunctionCopy } from "../support/function-copy.ts";
import { connect, eras, mcpUrl, newClient } from "../support/mcp/client.ts";

const call = (method: string, params = {}) => ({ jsonrpc: "2.0", id: 1, method, params });
/** What a client may ask first. */
const calls = [
  call("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  }),
  call("tools/list"),
  call("tools/call", { name: "list_networks", arguments: {} }),
  call("tools/call", { name: "list_networks", arguments: { no: 1 } }),
];

const post = (token: string | null, body: unknown = calls[2], url = mcpUrl(), headers = {}) =>
  fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify(body),
  });
const challengeOf = ({ status, headers }: Response) => [status, headers.get("www-authenticate")];

/** Of a client that was approved once and is not any more. */
const me = await signUp();
const { key } = await makeKey(me);
const disconnected = await connectClient(me);
expectStatus(await me.delete(`/connections/${disconnected.id}`), 204);

it("the running server is what server.json says of it: its address, version, title and tools", async () => {
  const said = JSON.parse(await readFile(new URL("../../server.json", import.meta.url), "utf8"));
  const [{ url, headers: [header] }] = said.remotes;
  const { host, protocol } = new URL(mcpUrl());
  const address = url.replace("{host}", host).replace("https:", protocol);
  const client = newClient("2026");
  await client.connect(
    new StreamableHTTPClientTransport(new URL(address), {
      requestInit: { headers: { [header.name]: header.value.replace("{key}", key) } },
    }),
  );
  const { version, title } = client.getServerVersion()!;
  expect({ version, title }).toEqual({ version: said.version, title: said.title });
  const { tools } = await client.listTools();
  const [published] = Object.values<{ tools: string[] }>(said._meta);
  expect(tools.map(({ name }) => name)).toEqual(published!.tools);
  await client.close();
});

describe.each(eras)("an assistant of %s", (era) => {
  it("connects with a key, lists tools and calls one, and cannot with a key that does not exist", async () => {
    const client = await connect(key, era);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("save_contact");
    const saved = await client.callTool({ name: "save_contact", arguments: { firstName: era } });
    expect(saved.structuredContent).toMatchObject({ contact: { firstName: era }, created: true });
    await client.close();
    await expect(connect(`kith_${"0".repeat(40)}`, era)).rejects.toThrow();
  });

  it("uses tools over standard input and output through the bridge", async () => {
    const bridge = fileURLToPath(new URL("../../client/mcp/src/bridge.ts", import.meta.url));
    const through = (given: string) =>
      new StdioClientTransport({
        command: process.execPath,
        args: ["--import", "tsx", bridge, mcpUrl()],
        env: { KITH_API_KEY: given },
        stderr: "ignore",
      });
    const client = newClient(era);
    await client.connect(through(key));
    const answer = await client.callTool({ name: "list_due", arguments: {} });
    expect(answer.structuredContent).toMatchObject({ days: [] });
    await client.close();
    const unknown = through(`kith_${"0".repeat(40)}`);
    await expect(newClient(era).connect(unknown)).rejects.toThrow();
  });
});

describe("a request to the endpoint", () => {
  it("the request is refused from a page of another origin, and when it is larger than 1 MB", async () => {
    for (
      const [origin, status] of [
        ["https://attacker.example", 403],
        ["null", 403],
        ["http://localhost:6274", 200],
      ] as const
    ) expect((await post(key, calls[2], mcpUrl(), { origin })).status).toBe(status);
    expect((await post(key, { ...calls[2], more: "x".repeat(1_048_576) })).status).toBe(413);
  });

  it("the request is told where to get a token when it has none or one that is not valid", async () => {
    const metadata = `resource_metadata="${mcpUrl()}/oauth-protected-resource"`;
    const answer = await post(null);
    expect(challengeOf(answer)).toEqual([401, `Bearer ${metadata}`]);
    expect(answer.headers.get("access-control-expose-headers")).toContain("WWW-Authenticate");
    const invalid = [401, `Bearer error="invalid_token", ${metadata}`];
    for (const token of ["kith_x", "x.y.z", `kith_${"0".repeat(40)}`]) {
      expect(challengeOf(await post(token))).toEqual(invalid);
    }
    // A client without a connection is to ask again.
    for (const body of calls) {
      const refused = await post(disconnected.token, body);
      expect(challengeOf(refused)).toEqual(invalid);
      expect(await refused.json()).toMatchObject({ code: "unauthorized" });
    }
  });

  it("the request is answered for a client with a connection, with the tools that it may use", async () => {
    const app = await connectClient(me, { scopes: ["networks:read"] });
    for (const body of calls.slice(0, 3)) expect((await post(app.token, body)).status).toBe(200);
    const client = await connect(app.token);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["list_networks"]);
    await client.close();
  });
});

const url = () => `${mcpUrl()}/oauth-protected-resource`;
const origin = "https://inspector.example";

it("the OAuth metadata name the endpoint and the project's Auth to any page, without a credential", async () => {
  const answer = await fetch(url(), { headers: { origin } });
  expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
  expect(await answer.json()).toEqual({
    resource: mcpUrl(),
    authorization_servers: [`${inject("stack").url}/auth/v1`],
    scopes_supported: ["email"],
    bearer_methods_supported: ["header"],
    resource_name: "Kith",
  });
  const written = await fetch(url(), { method: "POST" });
  expect([written.status, written.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  const headers = { origin, "access-control-request-method": "GET" };
  const { status, headers: allowed } = await fetch(url(), { method: "OPTIONS", headers });
  expect([status, allowed.get("access-control-allow-origin")]).toEqual([204, "*"]);
});

/** No client is to hear of OAuth. */
async function expectNoChallenge(url: string): Promise<void> {
  for (const token of [null, "kith_x"]) {
    expect(challengeOf(await post(token, calls[2], url))).toEqual([401, "Bearer"]);
  }
  for (const body of calls) {
    const answer = await post(disconnected.token, body, url);
    expect(challengeOf(answer)).toEqual([403, null]);
    expect(await answer.json()).toMatchObject({ code: "connection_required" });
  }
  expect((await post(key, calls[2], url)).status).toBe(200);
}

it("the URL for keys, and a project without OAuth, never mention OAuth", async () => {
  await expectNoChallenge(`${mcpUrl()}/key`);
  await withFunctionCopy({ KITH_OAUTH: "" }, async (base) => {
    const url = base.replace("/api/v1", "/mcp");
    await expectNoChallenge(url);
    const answer = await fetch(`${url}/oauth-protected-resource`);
    expect([answer.status, (await answer.json()).code]).toEqual([404, "not_found"]);
  });
});
