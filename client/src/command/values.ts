import type { Kith } from "../kith.ts";

/** The options of the command line. */
export interface Values {
  url?: string | undefined;
  key?: string | undefined;
  "on-match"?: string | undefined;
  "dry-run"?: boolean | undefined;
  format?: string | undefined;
  output?: string | undefined;
  help?: boolean | undefined;
}

export type Command = (kith: Kith, args: string[], values: Values) => Promise<void>;

/** The command line is wrong. */
export class CommandError extends Error {}

/**
 * One of the values that an option takes.
 * @throws CommandError
 */
export function choose<Value extends string>(
  option: string,
  given: string | undefined,
  values: readonly [Value, ...Value[]],
): Value {
  const chosen = given === undefined ? values[0] : values.find((each) => each === given);
  if (!chosen) throw new CommandError(`--${option} is one of ${values.join(", ")}.`);
  return chosen;
}
