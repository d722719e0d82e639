import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { scopes as allScopes } from "../../../functions/kith/core/scopes.ts";
import type { Tool } from "../../../functions/kith/mcp/tools/tool.ts";
import { tools } from "../../../functions/kith/mcp/tools/all.ts";
import { rowsBesidesUse } from "../../support/key-scopes.ts";
import { type Called, callTool, withAssistant } from "../../support/mcp/client.ts";
import { createWorld, inputs, unknownIds, type World } from "../../support/mcp/inputs.ts";
import { superuser } from "../../support/sql.ts";

/** Every tool, in both eras of the protocol and with both kinds of credentials: what must not work, and changes nothing. */
const sql = superuser();
const assistants = [{ era: "2025", kind: "connection" }, { era: "2026", kind: "key" }] as const;

const rowsOf = async (...worlds: World[]) =>
  await Promise.all(worlds.map(({ account }) => rowsBesidesUse(sql, account.id)));

const masked = ({ text }: Called) =>
  text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<id>");

/** The log does not have dismissed duplicates. */
const notLogged = ["dismiss_duplicates"];

/** What a tool is called with instead of an id of a contact. */
const speaks = ({ input }: Tool) =>
  ["contact", "people"].find((member) => Object.hasOwn(input.shape, member));

describe.each(assistants)("for a $kind in the era of $era", (assistant) => {
  let world: World;
  let stranger: World;
  beforeAll(async () => {
    [world, stranger] = await Promise.all([createWorld(), createWorld()]);
  });
  const within = (limits: object, use: Parameters<typeof withAssistant>[3]) =>
    withAssistant(world.account, assistant, limits, use);

  describe.each(tools.map((tool) => [tool.name, tool] as const))("%s", (name, tool) => {
    it.each(tool.scopes)("is neither listed nor run without %s", async (scope) => {
      const others = allScopes.filter((each) =>
        each !== scope && each !== scope.replace(":read", ":write")
      );
      await within({ scopes: others }, async (client) => {
        const listed = (await client.listTools()).tools.map((each) => each.name);
        expect(listed).not.toContain(name);
        expect(listed.length).toBeGreaterThan(3);
        const before = await rowsOf(world);
        const { isError, read } = await callTool(client, name, inputs[name]!(world.ids));
        expect([isError, read.code]).toEqual([true, "insufficient_scope"]);
        if (read.detail.includes("lacks")) expect(read.detail).toContain(assistant.kind);
        expect(await rowsOf(world)).toEqual(before);
      });
    });

    // These name no ids.
    if (!["list_due", "list_networks", "find_duplicates"].includes(name)) {
      it("treats ids of another account like unknown ids, and changes nothing", async () => {
        await within({}, async (client) => {
          const before = await rowsOf(world, stranger);
          const foreign = await callTool(client, name, inputs[name]!(stranger.ids));
          const none = await callTool(client, name, inputs[name]!(unknownIds()));
          expect(masked(foreign)).toBe(masked(none));
          expect(foreign.isError).toBe(none.isError);
          expect(foreign.isError || tool.effect === "read").toBe(true);
          expect(await rowsOf(world, stranger)).toEqual(before);
          for (const { pointer } of foreign.read.errors ?? []) {
            expect(Object.keys(tool.input.shape)).toContain(pointer.split("/")[1]);
          }
        });
      });
    }

    const member = speaks(tool);
    if (member) {
      it("says that it does not know a name, and changes nothing", async () => {
        await within({}, async (client) => {
          const before = await rowsOf(world, stranger);
          const said = "Xaver Qwertz";
          const input = inputs[name]!(world.ids);
          const asked = { ...input, [member]: member === "people" ? [said] : said };
          const { isError, read } = await callTool(client, name, asked);
          expect([isError, read.code]).toEqual([true, "invalid_reference"]);
          expect(read.errors[0].pointer).toBe(member === "people" ? "/people/0" : "/contact");
          expect(read.errors[0].message).toBe(`Nobody is found as "${said}".`);
          expect(await rowsOf(world, stranger)).toEqual(before);
        });
      });
    }

    it("refuses arguments that it does not know", async () => {
      await within({}, async (client) => {
        const before = await rowsOf(world);
        for (const surprise of ["surprise", "constructor", "toString"]) {
          const input = { ...inputs[name]!(world.ids), [surprise]: { x: 1 } };
          const { isError, read } = await callTool(client, name, input);
          expect(isError).toBe(true);
          expect(read).toMatchObject({
            code: "validation_failed",
            errors: [{ pointer: `/${surprise}` }],
          });
        }
        expect(await rowsOf(world)).toEqual(before);
      });
    });

    // Each permission to upload a photo is one of its own, and is forgotten where nothing is sent.
    if (tool.effect !== "read" && name !== "set_photo") {
      it("writes once when its answer is lost and it is called again", async () => {
        const own = await createWorld();
        await withAssistant(own.account, assistant, {}, async (client) => {
          const hasKey = Object.hasOwn(tool.input.shape, "idempotencyKey");
          const retry = hasKey ? { idempotencyKey: randomUUID() } : {};
          // An assistant may undo only what it did itself.
          const done = await callTool(client, "save_contact", { firstName: "Before" });
          const ids = { ...own.ids, activity: done.read.activityId };
          const input = { ...inputs[name]!(ids), ...retry };
          const first = await callTool(client, name, input);
          expect(first.isError, first.text).toBe(false);
          if (!notLogged.includes(name)) {
            expect(first.read.activityId).toEqual(expect.any(String));
          }
          const after = await rowsOf(own);
          const second = await callTool(client, name, input);
          expect(await rowsOf(own)).toEqual(after);
          if (hasKey) expect(second.read).toEqual(first.read);
        });
      });
    }
  });
});
