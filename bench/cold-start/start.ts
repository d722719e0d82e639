import { get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { launchDeno } from "../contenders/deno.ts";

/** Milliseconds between two looks whether a process answers by now. */
const between = 1;

/** A server to start and what to ask it first. */
export interface Start {
  name: string;
  script: URL;
  environment: Record<string, string>;
  headers: Record<string, string>;
  /** Looks at the first answer. */
  verify(status: number, body: string): void;
}

interface Answer {
  status: number;
  body: string;
}

/**
 * Milliseconds from nothing to the whole first answer: a new process, asked until it answers.
 * @throws Error when it ends instead, or answers with something else
 */
export async function timeToAnswer({ name, script, environment, headers, verify }: Start) {
  const began = performance.now();
  const server = await launchDeno(script, environment);
  try {
    while (true) {
      const answer = await ask(`${server.origin}/kith/api/v1/contacts?pageSize=50`, headers);
      const time = performance.now() - began;
      if (answer) {
        verify(answer.status, answer.body);
        return time;
      }
      server.checkRunning();
      await sleep(between);
    }
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`);
  } finally {
    await server.stop();
  }
}

/** The answer; null where nobody listens yet. */
function ask(url: string, headers: Record<string, string>): Promise<Answer | null> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers, agent: false }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (chunk) => body += chunk);
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
      response.on("error", reject);
    });
    request.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") resolve(null);
      else reject(error);
    });
  });
}
