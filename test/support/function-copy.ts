import { inject } from "vitest";

/** A further copy of the function on the shared stack's database, as the platform runs several isolates. */
export interface FunctionCopy {
  /** What all paths of the interface are below. */
  base: string;
  stop(): Promise<void>;
}

/** Starts a copy of the function with some of its environment replaced. */
export async function startFunctionCopy(
  environment: Record<string, string> = {},
): Promise<FunctionCopy> {
  const control = inject("stack").controlUrl;
  const response = await fetch(`${control}/functions`, {
    method: "POST",
    body: JSON.stringify(environment),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  return {
    base: `${answer.url.replace(/\/$/, "")}/kith/api/v1`,
    async stop() {
      await fetch(`${control}/functions/${answer.id}`, { method: "DELETE" });
    },
  };
}

/** All lines that the shared stack's function has logged up to now. */
export async function functionLog(): Promise<string[]> {
  return await (await fetch(`${inject("stack").controlUrl}/log`)).json();
}
