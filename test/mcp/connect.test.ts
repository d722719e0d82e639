import { describe, expect, it } from "vitest";
import { makeKey, signUp } from "../support/accounts.ts";
import { connect, eras, mcpUrl } from "../support/mcp/client.ts";

const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_networks" } };

function post(
  body: unknown,
  headers: Record<string, string> = {},
  url = mcpUrl(),
): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: JSON.stringify(body),
  });
}

describe.each(eras)("an assistant of %s", (era) => {
  it("connects with a key, lists tools and calls one", async () => {
    const { key } = await makeKey(await signUp());
    const client = await connect(key, era);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("save_contact");
    const saved = await client.callTool({ name: "save_contact", arguments: { firstName: "Zoë" } });
    expect(saved.structuredContent).toMatchObject({ contact: { firstName: "Zoë" }, created: true });
    await client.close();
  });

  it("cannot connect with a key that does not exist", async () => {
    await expect(connect(`kith_${"0".repeat(40)}`, era)).rejects.toThrow();
  });
});

describe("a request to the endpoint", () => {
  it.each([
    ["without a credential", {}],
    ["with a key that does not exist", { authorization: `Bearer kith_${"0".repeat(40)}` }],
  ])("%s is 401", async (_, headers) => {
    const answer = await post(call, headers as Record<string, string>, `${mcpUrl()}/key`);
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  });

  it("is refused with 403 from a page of another origin", async () => {
    const { key } = await makeKey(await signUp());
    const headers = { authorization: `Bearer ${key}`, origin: "https://attacker.example" };
    expect((await post(call, headers)).status).toBe(403);
    expect((await post(call, { ...headers, origin: "null" })).status).toBe(403);
    expect((await post(call, { ...headers, origin: "http://localhost:6274" })).status).toBe(200);
  });

  it("is refused with 413 when it is larger than 1 MB", async () => {
    const { key } = await makeKey(await signUp());
    const answer = await post({ ...call, more: "x".repeat(1_048_576) }, {
      authorization: `Bearer ${key}`,
    });
    expect(answer.status).toBe(413);
  });
});
