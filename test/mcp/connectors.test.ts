import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, describe, expect, inject, it } from "vitest";
import { version } from "../../functions/kith/core/version.ts";
import { makeKey, signUp, withKey } from "../support/accounts.ts";
import { as } from "../support/client.ts";
import { withFunctionCopy } from "../support/function-copy.ts";
import { callTool, connect, eras, textOf, withClient } from "../support/mcp/client.ts";
import { createWorld, unknownIds } from "../support/mcp/inputs.ts";

const [world, stranger] = await Promise.all([createWorld(), createWorld()]);
const { contact, other, network } = world.ids;
const client = await connect(world.key);
afterAll(() => client.close());
await as(world.key).patch(`/contacts/${contact}`, {
  company: "Kranich Verlag",
  addEmails: [{ value: "zoe@kranich.example", label: "work" }],
  addNetworkIds: [network],
});

const template = "kith://contact/{id}";
const page = inject("stack").url;
const completed = async (value: string, by = client, ref: object = { uri: template }) => {
  const params = {
    ref: { type: "ref/resource", ...ref } as { type: "ref/resource"; uri: string },
    argument: { name: "id", value },
  };
  return (await by.complete(params)).completion;
};
const readAs = async (name: string, by = client) => {
  const { contents } = await by.readResource({
    uri: `kith://contact/${encodeURIComponent(name)}`,
  });
  return JSON.parse((contents[0] as { text: string }).text);
};

describe("search and fetch, as connectors want them", () => {
  it("search answers id, title and url, as structured content and as one text", async () => {
    const answer = await client.callTool({ name: "search", arguments: { query: "zoe" } });
    const results = [{
      id: contact,
      title: "Zoë Müller, Kranich Verlag",
      url: `${page}#/contacts/${contact}`,
    }];
    expect(answer.structuredContent).toEqual({ results });
    expect(answer.content).toHaveLength(1);
    expect(JSON.parse(textOf(answer))).toEqual({ results });
    const { read } = await callTool(client, "search", { query: "climbing gym" });
    expect(read.results).toEqual(results);
    expect((await callTool(client, "search", { query: "Zoe Muler" })).read.results)
      .toMatchObject([{ id: contact }]);
    expect((await callTool(client, "search", { query: "nobody at all" })).read).toEqual({
      results: [],
    });
  });

  it("fetch answers id, title, text, url and metadata", async () => {
    const answer = await client.callTool({ name: "fetch", arguments: { id: contact } });
    expect(answer.structuredContent).toEqual({
      id: contact,
      title: "Zoë Müller, Kranich Verlag",
      text: expect.stringMatching(
        /firstName: Zoë\n[^]*- zoe@kranich\.example \(work\)\n[^]*- Climbing gym\n[^]*Talked about boats\./,
      ),
      url: `${page}#/contacts/${contact}`,
      metadata: expect.objectContaining({
        company: "Kranich Verlag",
        email: "zoe@kranich.example",
      }),
    });
    expect(JSON.parse(textOf(answer))).toEqual(answer.structuredContent);
  });

  it("what they answer with is what their definitions say", async () => {
    const ajv = new Ajv2020();
    for (const { name, outputSchema } of (await client.listTools()).tools) {
      if (!["search", "fetch"].includes(name)) continue;
      const sent = name === "search" ? { query: "zoe" } : { id: contact };
      const { structuredContent } = await client.callTool({ name, arguments: sent });
      const check = ajv.compile(outputSchema as object);
      expect([name, check(structuredContent), check({})]).toEqual([name, true, false]);
    }
  });

  it("a long query is refused, and names the argument", async () => {
    const { read } = await callTool(client, "search", { query: "x".repeat(201) });
    expect(read).toMatchObject({ code: "validation_failed", errors: [{ pointer: "/query" }] });
  });

  it("the url is that of the resource where the function does not know the page", async () => {
    await withFunctionCopy({ KITH_PAGE_URL: "" }, async (base) => {
      const by = await connect(world.key, "2026", base.replace("/api/v1", "/mcp"));
      const { read } = await callTool(by, "fetch", { id: contact });
      expect(read.url).toBe(`kith://contact/${contact}`);
      await by.close();
    });
  });
});

describe.each(eras)("resources of %s", (era) => {
  it("are read by id and by name, like get_contact", async () => {
    await withClient(world.key, async (by) => {
      const { resourceTemplates } = await by.listResourceTemplates();
      expect(resourceTemplates).toMatchObject([{ uriTemplate: template, name: "contact" }]);
      expect((await by.listResources()).resources).toEqual([]);
      const { read } = await callTool(by, "get_contact", { contact });
      for (const name of [contact, contact.toUpperCase(), "Zoë Müller"]) {
        expect(await readAs(name, by)).toEqual(read.contact);
      }
    }, era);
  });

  it("of another account and unknown ones are refused alike", async () => {
    await withClient(world.key, async (by) => {
      const refused = async (name: string) => {
        const error = await readAs(name, by).catch((error: unknown) => error);
        const { message, code, data } = error as { message: string; code: number; data: object };
        return JSON.stringify([message, code, data]).replaceAll(name, "");
      };
      const foreign = await refused(stranger.ids.contact);
      expect(foreign).toBe(await refused(unknownIds().contact));
      expect(foreign).toContain("-32602");
    }, era);
  });
});

it("what names no resource is refused", async () => {
  for (
    const uri of [
      "kith://contact/",
      "kith://contact/a/b",
      "kith://contact/%ZZ",
      "kith://contact/%00",
      `kith://contact/${"x".repeat(201)}`,
      `kith://contact/${"x".repeat(100_000)}`,
      "kith://note/1",
      "file:///etc/passwd",
      "",
    ]
  ) await expect(client.readResource({ uri }), uri).rejects.toThrow();
  await expect(readAs("Nobody")).rejects.toThrow('Nobody is found as "Nobody".');
});

describe("completion", () => {
  it("completion has the names that a search finds, and each can be read", async () => {
    expect((await completed("")).values).toEqual(["Max Weber", "Zoë Müller"]);
    expect(await completed("mul")).toEqual({ values: ["Zoë Müller"], total: 1, hasMore: false });
    expect((await readAs((await completed("zo")).values[0]!)).id).toBe(contact);
    expect((await completed("x".repeat(300))).values).toEqual([]);
    expect((await completed("100%_\\")).values).toEqual([]);
  });

  it("completion has the ids of namesakes, and names for a prompt", async () => {
    const me = await signUp();
    const ids: string[] = [];
    for (let n = 0; n < 2; n++) {
      ids.push((await me.make("/contacts", { firstName: "Ana", lastName: "Silva" })).id);
    }
    await withClient((await makeKey(me)).key, async (by) => {
      expect((await completed("ana", by)).values.toSorted()).toEqual(ids.toSorted());
      const ref = { type: "ref/prompt" as const, name: "prepare_for_meeting" };
      const params = { ref, argument: { name: "person", value: "ana" } };
      expect((await by.complete(params)).completion.values).toEqual(["Ana Silva"]);
    });
  });

  it("of anything else is refused", async () => {
    await expect(completed("a", client, { uri: "kith://note/{id}" })).rejects.toThrow();
    const ref = { type: "ref/prompt" as const, name: "weekly_review" };
    await expect(client.complete({ ref, argument: { name: "person", value: "" } }))
      .rejects.toThrow();
  });
});

describe("a key with limits", () => {
  it("without contacts:read finds, reads and completes nothing, and sees no template", async () => {
    await withKey(world.account, { scopes: ["notes:write", "networks:read"] }, async (_, key) => {
      await withClient(key, async (by) => {
        expect((await by.listResourceTemplates()).resourceTemplates).toEqual([]);
        for (const name of ["Zoë Müller", contact, stranger.ids.contact]) {
          const { read } = await callTool(by, "fetch", { id: name });
          expect(read.code).toBe("insufficient_scope");
          expect((await callTool(by, "search", { query: name })).read.code)
            .toBe("insufficient_scope");
          await expect(readAs(name, by)).rejects.toThrow(/scope/);
          await expect(completed(name, by)).rejects.toThrow(/scope/);
        }
      });
    });
  });

  it("to a network finds, reads and completes nobody outside of it", async () => {
    const limits = { networkIds: [network] };
    await withKey(world.account, limits, async (_, key) => {
      await withClient(key, async (by) => {
        expect((await completed("", by)).values).toEqual(["Zoë Müller"]);
        expect((await completed("max", by)).values).toEqual([]);
        expect((await callTool(by, "search", { query: "max" })).read).toEqual({ results: [] });
        expect((await readAs(contact, by)).id).toBe(contact);
        const hidden = await readAs(other, by).catch(String);
        const unknown = unknownIds().other;
        expect(hidden.replace(other, "")).toBe(
          (await readAs(unknown, by).catch(String)).replace(unknown, ""),
        );
        const fetched = await callTool(by, "fetch", { id: other });
        expect(fetched.text).toBe((await callTool(by, "fetch", { id: unknown })).text);
        await expect(readAs("Max Weber", by)).rejects.toThrow(
          /^[^W]*Nobody is found as "Max Weber"\.$/,
        );
      });
    });
  });
});

it("a key that does not exist is refused with 401, whatever it asks", async () => {
  for (const method of ["resources/read", "completion/complete", "resources/templates/list"]) {
    const answer = await fetch(`${page}/functions/v1/kith/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        authorization: `Bearer kith_${"0".repeat(40)}`,
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method,
        params: {
          uri: `kith://contact/${contact}`,
          ref: { type: "ref/resource", uri: template },
          argument: { name: "id", value: "" },
        },
      }),
    });
    expect([method, answer.status]).toEqual([method, 401]);
  }
});

describe("what clients are told first", () => {
  it.each(eras)(
    "the first answer is who the server is, and the user's time zone (%s)",
    async (era) => {
      const me = await signUp();
      await me.change("/me", { timezone: "Pacific/Auckland" });
      await withKey(me, { scopes: ["contacts:read"] }, async (_, key) => {
        await withClient(key, (by) => {
          expect(by.getInstructions()).toContain("in the user's time zone, Pacific/Auckland.");
          const { icons, ...server } = by.getServerVersion()!;
          expect(server).toEqual({ name: "kith", title: "Kith", version, websiteUrl: page });
          const logo = readFileSync(
            new URL("../../web/public/favicon.svg", import.meta.url),
            "utf8",
          );
          expect(decodeURIComponent(icons![0]!.src.split(",")[1]!)).toBe(logo);
          return Promise.resolve();
        }, era);
      });
      const by = await connect((await makeKey(me)).key, era);
      expect((await callTool(by, "list_due", {})).read.timezone).toBe("Pacific/Auckland");
      await by.close();
    },
  );

  it("may be kept: lists that depend on the key by the client only", async () => {
    const hintOf = async (asked: Promise<unknown>) => {
      const { ttlMs, cacheScope } = await asked as { ttlMs: number; cacheScope: string };
      return [ttlMs > 0, cacheScope];
    };
    expect(await hintOf(client.listTools())).toEqual([true, "private"]);
    expect(await hintOf(client.listResourceTemplates())).toEqual([true, "private"]);
    expect(await hintOf(client.listPrompts())).toEqual([true, "public"]);
    const read = client.readResource({ uri: `kith://contact/${contact}` });
    expect(await hintOf(read)).toEqual([false, "private"]);
  });
});
