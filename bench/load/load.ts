import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { cleanUp } from "../clean-up.ts";
import type { BenchRequest } from "../contender.ts";
import type { HttpJob, Job, JobResult, Slice } from "./jobs.ts";

/** Sends requests as fast as they are answered, from a process of its own: lite's REST runs in this one. */
export interface Load {
  /** @throws Error when a request fails or is not answered with 2xx */
  run(job: Job): Promise<Slice>;
  stop(): Promise<void>;
}

export async function startLoad(): Promise<Load> {
  const child = fork(fileURLToPath(new URL("./worker.ts", import.meta.url)), {
    execArgv: ["--import", "tsx"],
    serialization: "advanced",
    // Ctrl-C reaches this process alone, which then ends the other.
    detached: true,
  });
  const stop = cleanUp(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  await once(child, "message");
  return { run: (job) => run(child, job), stop };
}

function run(child: ChildProcess, job: Job): Promise<Slice> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error("the process that sends the requests has ended"));
    child.once("exit", ended);
    child.once("message", (result: JobResult) => {
      child.off("exit", ended);
      if ("slice" in result) resolve(result.slice);
      else reject(new Error(result.failure));
    });
    child.send(job);
  });
}

/** Writes requests out as they go over the wire. */
export function toBytes(
  host: string,
  requests: BenchRequest[],
): Pick<HttpJob, "bytes" | "offsets"> {
  const texts = requests.map(({ method, path, headers, body }) => {
    const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join("");
    const length = body === undefined ? "" : `content-length: ${Buffer.byteLength(body)}\r\n`;
    return Buffer.from(
      `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${fields}${length}\r\n${body ?? ""}`,
    );
  });
  const offsets = new Uint32Array(texts.length + 1);
  texts.forEach((text, index) => offsets[index + 1] = offsets[index]! + text.length);
  return { bytes: new Uint8Array(Buffer.concat(texts)), offsets };
}
