// What a tool is, and how `tools/list` describes it.
import { z } from "zod";
import type { Call, ReadBy } from "../../core/call.ts";
import type { ToolArguments } from "../../core/database.ts";
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
export type Run = (operation: string, args: ToolArguments) => Promise<Ran>;

/**
 * Checks and counts the credential for an operation, before a file for it is read. Returns by what it is read.
 * @throws Problem when the database refuses
 */
export type Check = (operation: string) => Promise<ReadBy>;

/** Makes the call of an operation, for the handlers of routes that do more than run it. */
export type MakeCall = (operation: string, args: ToolArguments) => Call;

/** What a tool does with the address book: `write` only adds; `delete` also stands for what changes, replaces or takes away. */
export type Effect = "read" | "write" | "delete";

/** A tool that assistants call, as data. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  /** The scopes that an API key needs. The tool is not listed for keys without them. */
  scopes: readonly Scope[];
  effect: Effect;
  /** Whether it reads for long whatever its arguments are. */
  readsLong?: boolean;
  /** Whether calling it twice with the same arguments does the same as once, as reading does. */
  idempotent?: boolean;
  input: z.ZodObject;
  /** What it answers with, where clients ask for a schema of it. */
  output?: z.ZodObject;
  /**
   * Members of the operation that are other arguments of the tool, for what is said to be wrong with them; empty for one
   * whose members are arguments.
   */
  members?: Record<string, string>;
  /** The operation that a question to the user comes before, and the question; null where there is none. */
  asks?: { operation: string; question(input: never): string | null };
  /** What to do about a violation that the database finds, by its pointer in the arguments of the operation. */
  advice?: Record<string, string>;
  run(input: unknown, run: Run, makeCall: MakeCall, check: Check): Promise<object>;
}

interface Definition<Input extends z.ZodObject> extends Omit<Tool, "input" | "run" | "asks"> {
  input: Input;
  asks?: { operation: string; question(input: z.output<Input>): string | null };
  run(input: z.output<Input>, run: Run, makeCall: MakeCall, check: Check): Promise<object>;
}

/** Creates a tool; `run` gets its input as the schema says. */
export function defineTool<Input extends z.ZodObject>(definition: Definition<Input>): Tool {
  return definition as unknown as Tool;
}

/** A tool as `tools/list` describes it. */
export function describeTool(tool: Tool) {
  const { name, title, description, effect, idempotent, output } = tool;
  return {
    name,
    title,
    description,
    inputSchema: jsonSchema(tool.input),
    // Other answers explain themselves, so that they have no schema, which would take a seventh of all definitions.
    ...(output ? { outputSchema: jsonSchema(output, "output") } : {}),
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
  "alsoCalled",
  "brief",
  "unlisted",
  "shared",
  "id",
  "if",
  "then",
  // Input with other members is refused.
  "additionalProperties",
]);

type Schema = Record<string, unknown>;

/** The JSON Schema of input or output, with what a model needs of it. Without `$ref` and null, which not all converters of schemas understand. */
function jsonSchema(schema: z.ZodObject, io: "input" | "output" = "input"): { type: "object" } {
  const { $defs, ...whole } = z.toJSONSchema(schema, { io }) as Schema;
  return tidy(whole, ($defs ?? {}) as Record<string, Schema>) as { type: "object" };
}

/** @param isPart whether it is part of a member, which says what its parts are */
function tidy(schema: Schema, definitions: Record<string, Schema>, isPart = false): Schema {
  const whole = withoutNull(resolved(schema, definitions), definitions);
  const isBrief = isPart || whole["brief"];
  const members = Object.entries(whole)
    .filter(([key, value]) =>
      !omitted.has(key) && !(isBrief && (key === "description" || key === "maximum")) &&
      value !== undefined && !saysNothing(key, value)
    );
  return Object.fromEntries(
    members.map(([key, value]) => [key, tidyKeyword(key, value, definitions, isPart)]),
  );
}

/** What is below 1 is refused, and so is what no integer is. */
function saysNothing(key: string, value: unknown): boolean {
  return key === "minimum" || key === "minItems" ||
    key === "maximum" && value === Number.MAX_SAFE_INTEGER;
}

function tidyKeyword(
  key: string,
  value: unknown,
  definitions: Record<string, Schema>,
  isPart: boolean,
): unknown {
  if (key === "items") return tidy(value as Schema, definitions, true);
  if (key !== "properties") return value;
  const schemas = Object.entries(value as Record<string, Schema>);
  return Object.fromEntries(
    schemas.filter(([, each]) => !each["unlisted"])
      .map(([name, each]) => [name, tidy(each, definitions, isPart)]),
  );
}

/** The schema that a `$ref` leads to, in its place. */
function resolved({ $ref, ...schema }: Schema, definitions: Record<string, Schema>): Schema {
  if ($ref === undefined) return schema;
  return { ...definitions[String($ref).slice("#/$defs/".length)], ...schema };
}

/** The schema without null, which stands for "not given" or clears a member. */
function withoutNull(schema: Schema, definitions: Record<string, Schema>): Schema {
  const { anyOf, type, ...rest } = schema as { anyOf?: Schema[]; type?: unknown };
  if (Array.isArray(type)) return { type: type.find((each) => each !== "null"), ...rest };
  const value = anyOf?.find((each) => each["type"] !== "null");
  return value ? { ...resolved(value, definitions), ...rest } : schema;
}
