// Refuses a URL in a body that would never be reached, before it is kept.
import type { Call } from "../core/call.ts";
import { problems } from "../core/problems.ts";

/**
 * Checks a member of the body, where it is there.
 * @throws Problem validation_failed
 */
export async function checkBodyUrl(
  { arguments: args, dependencies }: Call,
  member: string,
): Promise<void> {
  const url = args.body?.[member];
  if (typeof url !== "string") return;
  const { checkUrl } = await import("./addresses.ts");
  try {
    checkUrl(url, dependencies.ownHosts);
  } catch (error) {
    const { message } = error as Error;
    throw problems.validationFailed([
      { in: "body", pointer: `/${member}`, code: "invalid_format", message },
    ]);
  }
}
