import { z } from "zod";
import type { Call, ReadBy } from "../../core/call.ts";
import type { Arguments } from "../../core/database.ts";
import type { Scope } from "../../core/scopes.ts";

/** What a tool call has read or written. */
export interface Ran {
  // deno-lint-ignore no-explicit-any
  body: any;
  /** The change set of what it changed, which `undo` takes. */
  activityId: string | null;
}

/**
 * Runs one operation for a tool call.
 * @throws Problem when the database refuses
 */
export type Run = (operation: string, args: Arguments) => Promise<Ran>;

/**
 * Checks and counts the credential for an operation, before a file for it is read. Returns by what it is read.
 * @throws Problem when the database refuses
 */
export type Check = (operation: string) => Promise<ReadBy>;

/** Makes the call of an operation, for the handlers of routes that do more than run it. */
export type MakeCall = (operation: string, args: Arguments) => Call;

/** What a tool does with the address book: `write` only adds; `delete` also stands for what changes, replaces or takes away. */
export type Effect = "read" | "write" | "delete";

/** A tool that assistants call, as data. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  /** What an API key has to be allowed; the tool is not listed for a key that is not. */
  scopes: readonly Scope[];
  effect: Effect;
  /** Whether it reads for long whatever its arguments are. */
  readsLong?: boolean;
  /** Whether calling it twice with the same arguments does the same as once, as reading does. */
  idempotent?: boolean;
  input: z.ZodObject;
  /**
   * Members of the operation that are other arguments of the tool, for what is said to be wrong with them; empty for one
   * whose members are arguments.
   */
  members?: Record<string, string>;
  run(input: unknown, run: Run, makeCall: MakeCall, check: Check): Promise<object>;
}

interface Definition<Input extends z.ZodObject> extends Omit<Tool, "input" | "run"> {
  input: Input;
  run(input: z.output<Input>, run: Run, makeCall: MakeCall, check: Check): Promise<object>;
}

/** Creates a tool; `run` gets its input as the schema says. */
export function defineTool<Input extends z.ZodObject>(definition: Definition<Input>): Tool {
  return definition as unknown as Tool;
}

/** A tool as `tools/list` describes it. */
export function describeTool(tool: Tool) {
  const { name, title, description, effect, idempotent } = tool;
  return {
    name,
    title,
    description,
    // Answers explain themselves, so that they have no schema, which would take a seventh of all definitions.
    inputSchema: jsonSchema(tool.input),
    annotations: {
      readOnlyHint: effect === "read",
      // These two mean something where a tool writes only.
      ...(effect === "read" ? {} : { destructiveHint: effect === "delete" }),
      ...(effect !== "read" && idempotent ? { idempotentHint: true } : {}),
      openWorldHint: false,
    },
  };
}

/** Keywords that a model does not need: the service checks them and says what is wrong. */
const omitted = new Set([
  "$schema",
  "pattern",
  "example",
  "examples",
  "maxLength",
  "minLength",
  "maxItems",
  "format",
  "default",
  "undocumented",
  "shared",
  "id",
  "if",
  "then",
  // Input with other members is refused.
  "additionalProperties",
]);

/** The JSON Schema of input, with what a model needs of it. */
function jsonSchema(schema: z.ZodObject): { type: "object" } {
  return withoutRepetition(tidy(z.toJSONSchema(schema, { io: "input" })) as Schema) as {
    type: "object";
  };
}

/** Equal definitions once. */
function withoutRepetition({ $defs, ...schema }: Schema): Schema {
  if (!$defs) return schema;
  const firstOf = new Map<string, string>();
  const names = Object.entries($defs).map(([name, each]) => {
    const text = JSON.stringify(each);
    if (!firstOf.has(text)) firstOf.set(text, name);
    return [name, firstOf.get(text)!] as const;
  });
  const kept = [...firstOf].map(([text, name]) => [name, JSON.parse(text)]);
  const written = JSON.stringify({ ...schema, $defs: Object.fromEntries(kept) });
  const merged = names.reduce(
    (text, [name, first]) => text.replaceAll(`"#/$defs/${name}"`, `"#/$defs/${first}"`),
    written,
  );
  return JSON.parse(merged);
}

type Schema = Record<string, unknown>;

/** @param isPart whether it is part of a member, which says what its parts are */
function tidy(schema: unknown, isPart = false): unknown {
  if (typeof schema !== "object" || schema === null) return schema;
  const { brief, ...whole } = withNull(schema as Schema);
  // Its description says what it takes.
  if (brief) return { type: whole["type"], description: whole["description"] };
  const members = Object.entries(whole)
    .filter(([key, value]) =>
      !omitted.has(key) && !(isPart && key === "description") && value !== undefined &&
      !saysNothing(key, value)
    );
  return Object.fromEntries(members.map(([key, value]) => [key, tidyKeyword(key, value, isPart)]));
}

/** The limits of all integers, and that an object may have any members. */
function saysNothing(key: string, value: unknown): boolean {
  if (key === "properties") return Object.keys(value as Schema).length === 0;
  return (key === "minimum" || key === "maximum") &&
    Math.abs(value as number) === Number.MAX_SAFE_INTEGER;
}

function tidyKeyword(key: string, value: unknown, isPart: boolean): unknown {
  if (key === "anyOf") return (value as unknown[]).map((each) => tidy(each, true));
  if (key === "items") return tidy(value, true);
  if (key !== "properties" && key !== "$defs") return value;
  const schemas = Object.entries(value as Schema);
  return Object.fromEntries(
    schemas.map(([name, each]) => [name, tidy(each, isPart || key === "$defs")]),
  );
}

/** `type: ["string", "null"]` instead of an `anyOf` of the two. */
function withNull(schema: Schema): Schema {
  const [value, nothing] = (schema["anyOf"] ?? []) as Schema[];
  if (nothing?.["type"] !== "null" || typeof value?.["type"] !== "string") return schema;
  const { anyOf: _, ...rest } = schema;
  return { ...value, ...rest, type: [value["type"], "null"] };
}
