import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { scopes as allScopes } from "../../functions/kith/core/scopes.ts";
import { validateBody } from "../../functions/kith/core/validate.ts";
import { kinds, toolOf } from "../../functions/kith/kinds/kinds.ts";
import { tools } from "../../functions/kith/mcp/tools/all.ts";
import { makeKey, signUp, withKey } from "../support/accounts.ts";
import { as, type Json } from "../support/client.ts";
import { rowsBesidesUse } from "../support/key-scopes.ts";
import { callTool, connect, textOf, withAssistant } from "../support/mcp/client.ts";
import { createWorld, forget, inputs, unknownIds } from "../support/mcp/inputs.ts";
import { superuser } from "../support/sql.ts";

const sql = superuser();
const names = tools.map(({ name }) => name);

const [world, stranger] = await Promise.all([createWorld(), createWorld()]);
const client = await connect(world.key);
afterAll(() => client.close());

const call = (name: string, input: Json, by = client) => callTool(by, name, input);

describe("the definitions of the tools", () => {
  it("have less than 18 kB", async () => {
    const found = await client.listTools();
    expect(found.tools.map(({ name }) => name)).toEqual(names);
    const { length } = JSON.stringify(found.tools);
    expect(length, "shorten descriptions in functions/kith/mcp/tools/").toBeLessThan(18_000);
  });

  it("spell out each object, and have no references, no unions and no null", async () => {
    const odd: string[] = [];
    const look = (schema: Json, place: string) => {
      const isBare = schema.type === "object" && !schema.properties;
      if (isBare && place.includes("/")) odd.push(place);
      if (typeof schema.type !== "string" || schema.$ref || schema.$defs) odd.push(place);
      for (const [name, each] of Object.entries(schema.properties ?? {})) {
        look(each as Json, `${place}/${name}`);
      }
      if (schema.type === "array") look(schema.items ?? {}, `${place}/items`);
    };
    for (const { name, inputSchema } of (await client.listTools()).tools) look(inputSchema, name);
    expect(odd).toEqual([]);
  });

  it("cover each kind as kinds.ts says, and each tool has an example of its input in the tests", () => {
    const writers = kinds.map(toolOf).filter((tool) => tool !== null);
    const writing = tools.filter(({ effect }) => effect !== "read").map(({ name }) => name);
    expect(writing).toEqual(expect.arrayContaining(writers));
    const readers = tools.filter(({ scopes }) => scopes.every((scope) => scope.endsWith(":read")));
    expect([...writing, ...readers.map(({ name }) => name)].sort()).toEqual([...names].sort());
    expect(Object.keys(inputs).sort()).toEqual([...names].sort());
  });
});

/** Whether a tool may overwrite or take away, and whether repeating a call changes nothing more. */
const hints: Record<string, [destructive: boolean, idempotent: boolean]> = {
  save_contact: [true, false],
  change_contacts: [true, true],
  relate_people: [true, false],
  set_photo: [true, false],
  log_note: [false, false],
  edit_note: [true, true],
  set_reminder: [true, false],
  change_reminders: [true, false],
  save_network: [true, false],
  dismiss_duplicates: [false, true],
  merge_contacts: [true, false],
  import_contacts: [false, false],
  undo: [true, true],
};

it("the hints of each tool say what it may do", async () => {
  for (const { name, annotations } of (await client.listTools()).tools) {
    const [destructive, idempotent] = hints[name] ?? [];
    expect([name, annotations]).toEqual([name, {
      readOnlyHint: destructive === undefined,
      ...(destructive === undefined ? {} : { destructiveHint: destructive }),
      ...(idempotent ? { idempotentHint: true } : {}),
      openWorldHint: false,
    }]);
  }
});

it("a refused argument is told what it may be", () => {
  const wrong = [1, -1, 1.5, 99999, "", "zzz", true, null, [1], { a: 1 }];
  const vague = tools.flatMap((tool) =>
    Object.keys(tool.input.shape).flatMap((name) =>
      wrong.flatMap((value) => validateBody(tool.input, [], { [name]: value }).violations)
    )
  ).filter(({ message }) =>
    /^(Invalid (input|option)|This value is not allowed)\.?$/.test(message)
  );
  expect(vague).toEqual([]);
});

it("a prompt without its argument is refused, and names it", async () => {
  for (const given of [{}, { person: " " }, { person: "x".repeat(201) }]) {
    await expect(client.getPrompt({ name: "prepare_for_meeting", arguments: given }))
      .rejects.toThrow("prepare_for_meeting needs the argument person");
  }
  expect((await client.getPrompt({ name: "weekly_review" })).messages).toHaveLength(1);
});

it("every tool answers with the same text and structured content", async () => {
  for (const name of names.filter((name) => name !== "merge_contacts")) {
    const answer = await client.callTool({ name, arguments: inputs[name]!(world.ids) });
    const text = textOf(answer);
    expect(answer.isError, text).toBeFalsy();
    expect(JSON.parse(text)).toEqual(answer.structuredContent);
  }
});

describe("every tool", async () => {
  const assistant = { kind: "key", era: "2026" } as const;
  const unchanged = await createWorld();

  it.each(tools.map(({ name, scopes }) => [name, scopes] as const))(
    "%s is neither listed nor run without each of its scopes: %j",
    async (name, scopes) => {
      for (const scope of scopes) {
        // Writing a resource includes reading it.
        const lacking = [scope, scope.replace(":read", ":write")];
        const others = allScopes.filter((each) => !lacking.includes(each));
        await withAssistant(unchanged.account, assistant, { scopes: others }, async (by) => {
          const listed = (await by.listTools()).tools.map((tool) => tool.name);
          expect(listed).not.toContain(name);
          const { isError, read } = await call(name, inputs[name]!(unchanged.ids), by);
          expect([isError, read.code]).toEqual([true, "insufficient_scope"]);
        });
      }
    },
  );

  it("treats ids of another account like unknown ids, and changes nothing", async () => {
    const masked = (text: string) => text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "");
    const rows = () =>
      Promise.all([world, stranger].map(({ account }) => rowsBesidesUse(sql, account.id)));
    await withAssistant(world.account, assistant, {}, async (by) => {
      const before = await rows();
      for (const { name, effect } of tools) {
        const foreign = await call(name, inputs[name]!(stranger.ids), by);
        const unknown = await call(name, inputs[name]!(unknownIds()), by);
        expect(masked(foreign.text), name).toBe(masked(unknown.text));
        expect(foreign.isError || effect === "read", name).toBe(true);
      }
      expect(await rows()).toEqual(before);
    });
  });

  it("refuses days and times that do not exist, wherever it takes one", async () => {
    const isAccepted = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;
    const dated = tools.flatMap(({ name, input }) =>
      Object.entries(input.shape as Record<string, z.ZodType>)
        .filter(([, schema]) => isAccepted(schema, "2026-03-14") && !isAccepted(schema, "zzz"))
        .map(([member]) => ({ name, member, nest: (value: string): Json => ({ [member]: value }) }))
    );
    expect(dated.length).toBeGreaterThan(10);
    const nest = (due: string) => ({ reminder: { title: "Call", due } });
    dated.push({ name: "log_note", member: "reminder.due", nest });
    const wrong = ["2026-99-99", "2026-02-30", "0000-01-01", "10000-01-01", "2026-02-30T00:00:00Z"];
    const edges = ["9999-12-31", "9999-12-31T23:59:59-15:00", "0001-01-01", "P9999Y", "P99999D"];
    await withAssistant(unchanged.account, assistant, {}, async (by) => {
      for (const { name, member, nest } of dated) {
        await forget(sql, unchanged);
        for (const value of [...wrong, ...edges]) {
          const input = { ...inputs[name]!(unchanged.ids), ...nest(value) };
          const { isError, read } = await call(name, input, by);
          const place = `${name} ${member} ${value}`;
          if (wrong.includes(value)) {
            expect([place, read.code]).toEqual([place, "validation_failed"]);
          } else if (isError) expect([place, read.code]).not.toEqual([place, "internal"]);
        }
      }
    });
  });

  it("refuses arguments that it does not know", async () => {
    await withAssistant(world.account, assistant, {}, async (by) => {
      for (const name of names) {
        const { read } = await call(name, { ...inputs[name]!(world.ids), constructor: 1 }, by);
        expect([name, read.code, read.errors?.[0].pointer])
          .toEqual([name, "validation_failed", "/constructor"]);
      }
    });
  });

  it("answers a repeated call with the same idempotencyKey as before, and writes once", async () => {
    const me = await createWorld();
    await withAssistant(me.account, assistant, {}, async (by) => {
      const input = { content: "Once.", idempotencyKey: randomUUID() };
      const first = await call("log_note", input, by);
      expect((await call("log_note", input, by)).read).toEqual(first.read);
      expect((await as(me.key).get("/notes?search=once")).body.total).toBe(1);
    });
  });
});

it("arguments that are refused are counted as a request", async () => {
  const { key } = await makeKey(await signUp());
  const client = await connect(key);
  const remaining = async () =>
    Number((await as(key).get("/me")).headers.get("x-ratelimit-remaining"));
  const before = await remaining();
  const { isError, read } = await callTool(client, "get_contact", { nonsense: true });
  expect([isError, read.code]).toEqual([true, "validation_failed"]);
  // The call, and asking what is left.
  expect(await remaining()).toBe(before - 2);
  await client.close();
});

it("a refusal names the arguments of the tool, not the members of the request", async () => {
  const { contact } = world.ids;
  const refused = async (name: string, input: object) => (await call(name, input)).read.errors;
  const network = unknownIds().network;
  expect(await refused("change_contacts", { contacts: [contact], addToNetworks: [network] }))
    .toEqual([{
      pointer: "/addToNetworks/0",
      code: "invalid_reference",
      message: `There is no network "${network}". There are: "Climbing gym".`,
    }]);
  expect(await refused("set_reminder", { title: "Far", due: "P9999Y" })).toEqual([
    {
      pointer: "/due",
      code: expect.any(String),
      message: expect.stringContaining("in the years 1 to 9999"),
    },
  ]);
  const reminder = { title: "Far", due: "P9999Y" };
  const pointers = [
    ...await refused("log_note", { content: "x", reminder }),
    ...await refused("log_note", { content: "x", occurredAt: "2999-01-01", reminder }),
  ].map(({ pointer }) => pointer);
  expect(pointers).toEqual(["/reminder/due", "/occurredAt"]);
});

describe("people who are named as users speak of them", () => {
  it("are at most ten, and as many again by their ids", async () => {
    const errorsOf = async (people: string[]) =>
      (await call("log_note", { content: "Lunch.", people })).read.errors;
    const ids = Array.from({ length: 40 }, () => crypto.randomUUID());
    const names = Array.from({ length: 11 }, (_, n) => `Nobody ${n}`);
    expect((await errorsOf([...names.slice(1), ...ids]))[0].message).toContain("Nobody is found");
    expect(await errorsOf(names)).toEqual([{
      pointer: "/people",
      code: expect.any(String),
      message: "Must have at most 10 names. Send the ids of others.",
    }]);
  });

  it("are those with the word in their names, and nobody else for letters within words", async () => {
    const { key } = await makeKey(await signUp());
    const api = as(key);
    const by = await connect(key);
    const found = async (contact: string) => (await call("get_contact", { contact }, by)).read;
    await api.post("/contacts", { firstName: "Kenji", lastName: "Watanabe" });
    await api.post("/contacts", { firstName: "Ivo", jobTitle: "Manager" });
    const { body: ana } = await api.post("/contacts", { firstName: "Ana", lastName: "Silva" });
    expect((await found("ana")).contact.id).toBe(ana.id);
    expect((await found("tanabe")).errors[0].message)
      .toMatch(/^Nobody is found as "tanabe"\. The closest: "Kenji Watanabe" \(/);
    for (const firstName of ["Anastasia", "Anabel"]) await api.post("/contacts", { firstName });
    expect((await found("ana")).contact.id).toBe(ana.id);
    expect((await found("anab")).contact.firstName).toBe("Anabel");
    expect((await found("anas")).contact.firstName).toBe("Anastasia");
    for (const firstName of ["李明", "明华"]) await api.post("/contacts", { firstName });
    await api.post("/contacts", { firstName: "Ng" });
    for (const name of ["Ng's", "Ng and Li", "Ng 🎉"]) {
      expect((await found(name)).errors[0].message).toContain(`"Ng" (`);
    }
    // One character is a part of too many names to be one.
    expect((await found("明")).errors[0].message).toMatch(/^Nobody is found .*明华.*李明/);
    expect((await found("李明")).contact.firstName).toBe("李明");
    await by.close();
  });

  it("are understood as they are printed, and a company or a job title alone means nobody", async () => {
    const me = await signUp();
    const { id: ana } = await me.make("/contacts", {
      firstName: "Ana",
      lastName: "Silva",
      company: "Galp",
      emails: [{ value: "ana@example.com" }],
      phones: [{ value: "+351 912 345 678" }],
    });
    await me.change("/me", { country: "PT" });
    await me.make("/contacts", { firstName: "Ana", lastName: "Costa", company: "Michelin" });
    await me.make("/contacts", { firstName: "Gonçalo", jobTitle: "Editor", company: "Clínica" });
    const by = await connect((await makeKey(me)).key);
    const printed = [
      ...["Ana Silva, Galp", "Silva, Ana", "Ana (Galp)", "ANA at galp", "silva", '"Silva, Ana"'],
      ...["Ana Silva <new@example.com>", "Ana <ANA@example.com>", "mailto:ana@example.com"],
      ...["912 345 678", "00351912345678", "tel:+351-912-345-678"],
    ];
    for (const contact of printed) {
      expect((await call("get_contact", { contact }, by)).read.contact?.id, contact).toBe(ana);
    }
    for (
      const contact of [
        "Ed",
        "Nic",
        "Eli",
        "Galp",
        "Editor",
        "Ana (Clínica)",
        "Bo <ana@example.com>",
      ]
    ) {
      const { read } = await call("save_contact", { contact, jobTitle: "Chef" }, by);
      expect(read.errors?.[0].message, contact).toMatch(/^Nobody is found as /);
    }
    const { read } = await call("log_note", { content: "Lunch.", people: ["Ana"] }, by);
    expect(read.errors[0].message).toMatch(/^"Ana" may be 2 contacts: /);
    await by.close();
  });

  it("are suggested by similar names among those that the key sees", async () => {
    const nobody = await call("get_contact", { contact: "Max Webber" });
    expect(nobody.read.errors[0].message).toBe(
      `Nobody is found as "Max Webber". The closest: "Max Weber" (${world.ids.other}). Send the id of the one that is meant.`,
    );
    await withKey(world.account, { networkIds: [world.ids.network] }, async (_, key) => {
      const limited = await connect(key);
      const { read } = await call("get_contact", { contact: "Max Webber" }, limited);
      expect(read.errors[0].message).toBe('Nobody is found as "Max Webber".');
      const whole = await call("get_contact", { contact: "Max Weber" }, limited);
      expect(whole.read.errors[0].message).toBe('Nobody is found as "Max Weber".');
      await limited.close();
    });
  });

  it("are found by their networks too", async () => {
    const { key } = await makeKey(stranger.account);
    const api = as(key);
    const by = await connect(key);
    for (const company of ["Acme", "Initech"]) {
      await api.post("/contacts", { firstName: "John", lastName: "Doe", company });
    }
    await api.put(`/networks/${stranger.ids.network}/contacts/${stranger.ids.contact}`);
    const found = await call("get_contact", { contact: "Zoë from the climbing gym" }, by);
    expect(found.read.contact.id).toBe(stranger.ids.contact);
    const unclear = await call("log_note", { content: "Lunch.", people: ["John", "Nobody"] }, by);
    expect(unclear.isError).toBe(true);
    expect(unclear.read.code).toBe("invalid_reference");
    expect(unclear.read.errors[0].message).toMatch(
      /^"John" may be 2 contacts: "John Doe, (Acme|Initech)" \(.*\); "John Doe, (Acme|Initech)" \(/,
    );
    expect(unclear.read.errors[1].message).toBe('Nobody is found as "Nobody".');
    expect((await api.get("/notes?search=lunch")).body.total).toBe(0);
    await by.close();
  });
});

const withPhone = (value: string) => ({ firstName: "Somebody", phones: [{ value }] });

it("save_contact knows who is a contact already by the name or a number, in any spelling, and nobody else", async () => {
  const me = await signUp();
  const zoe = { firstName: "Zoë", lastName: "Müller", phones: [{ value: "+351 912 345 678" }] };
  await me.make("/contacts", zoe);
  await me.make("/contacts", { company: "Bakery", phones: [{ value: "0049 (0)30 1234-567" }] });
  const by = await connect((await makeKey(me)).key);
  const save = (input: Json) => call("save_contact", input, by);
  const expectKnown = async (input: Json, name: string) => {
    const { read } = await save(input);
    expect(read.errors[0]).toMatchObject({
      pointer: "/isNew",
      code: "duplicate",
      message: expect.stringMatching(
        /^This may be ".*\. Send its id as contact to change it, or isNew true/,
      ),
    });
    expect(read.errors[0].message).toContain(`"${name}" (`);
  };
  await expectKnown({ firstName: "Zoe", lastName: "Mueller" }, "Zoë Müller");
  await expectKnown({ firstName: "zoe", lastName: "MULLER" }, "Zoë Müller");
  await expectKnown(withPhone("00351 91 234 5678"), "Zoë Müller");
  await expectKnown(withPhone("+49 30 1234567"), "Bakery");
  for (
    const input of [
      { firstName: "Zora", lastName: "Müller" },
      { firstName: "Zoë", lastName: "Miller" },
      { firstName: "Zoë" },
      { ...withPhone("+351 912 345 679"), firstName: "Other" },
      { ...withPhone("678"), firstName: "Another" },
      withPhone("030 1234567"),
    ]
  ) expect((await save(input)).isError).toBe(false);
  await me.change("/me", { country: "DE" });
  await expectKnown(withPhone("030 1234567"), "Bakery");
  await by.close();
});
