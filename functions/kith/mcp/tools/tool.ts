import { z } from "zod";
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

/** What a tool does with the address book: `delete` also stands for what replaces or takes away. */
export type Effect = "read" | "write" | "delete";

/** A tool that assistants call, as data. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  /** What an API key has to be allowed; the tool is not listed for a key that is not. */
  scopes: readonly Scope[];
  effect: Effect;
  /** Whether calling it twice with the same arguments does the same as once. */
  idempotent: boolean;
  input: z.ZodObject;
  output: z.ZodObject;
  /** Members of the operation that are other arguments of the tool, for what is said to be wrong with them. */
  members?: Record<string, string>;
  run(input: unknown, run: Run): Promise<object>;
}

interface Definition<Input extends z.ZodObject> extends Omit<Tool, "input" | "run"> {
  input: Input;
  run(input: z.output<Input>, run: Run): Promise<object>;
}

/** Creates a tool; `run` gets its input as the schema says. */
export function defineTool<Input extends z.ZodObject>(definition: Definition<Input>): Tool {
  return definition as unknown as Tool;
}

/** Answers explain themselves: the instructions say what an `activityId` is. */
function withoutDescriptions<Schema>(schema: Schema): Schema {
  const isText = (key: string, value: unknown) =>
    key === "description" && typeof value === "string";
  return JSON.parse(
    JSON.stringify(schema, (key, value) => isText(key, value) ? undefined : value),
  );
}

/** A tool as `tools/list` describes it. */
export function describeTool(tool: Tool) {
  const { name, title, description, effect, idempotent } = tool;
  return {
    name,
    title,
    description,
    inputSchema: jsonSchema(tool.input, "input"),
    outputSchema: withoutDescriptions(jsonSchema(tool.output, "output")),
    annotations: {
      readOnlyHint: effect === "read",
      destructiveHint: effect === "delete",
      idempotentHint: idempotent,
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
  // Objects of answers may have more members, and input with others is refused.
  "additionalProperties",
]);

/** The JSON Schema of a Zod schema, with what a model needs of it. */
function jsonSchema(schema: z.ZodObject, io: "input" | "output"): { type: "object" } {
  return tidy(z.toJSONSchema(schema, { io })) as { type: "object" };
}

type Schema = Record<string, unknown>;

/** @param isPart whether it is part of a member, which says what its parts are */
function tidy(schema: unknown, isPart = false): unknown {
  if (typeof schema !== "object" || schema === null) return schema;
  const members = Object.entries(withNull(schema as Schema))
    .filter(([key, value]) =>
      !omitted.has(key) && !(isPart && key === "description") && value !== undefined &&
      !saysNothing(key, value)
    );
  return Object.fromEntries(members.map(([key, value]) => [key, tidyKeyword(key, value)]));
}

/** The limits of all integers, and that an object may have any members. */
function saysNothing(key: string, value: unknown): boolean {
  if (key === "properties") return Object.keys(value as Schema).length === 0;
  return (key === "minimum" || key === "maximum") &&
    Math.abs(value as number) === Number.MAX_SAFE_INTEGER;
}

function tidyKeyword(key: string, value: unknown): unknown {
  if (key === "anyOf") return (value as unknown[]).map((each) => tidy(each, true));
  if (key === "items") return tidy(value, true);
  if (key !== "properties" && key !== "$defs") return value;
  const schemas = Object.entries(value as Schema);
  return Object.fromEntries(schemas.map(([name, each]) => [name, tidy(each, key === "$defs")]));
}

/** `type: ["string", "null"]` instead of an `anyOf` of the two. */
function withNull(schema: Schema): Schema {
  const [value, nothing] = (schema["anyOf"] ?? []) as Schema[];
  if (nothing?.["type"] !== "null" || typeof value?.["type"] !== "string") return schema;
  const { anyOf: _, ...rest } = schema;
  return { ...value, ...rest, type: [value["type"], "null"] };
}
