import type { Arguments, Credential, Database } from "../db/handle.ts";
import type { LogEntry } from "./trace.ts";

/** What the function needs from the world around it. */
export interface Dependencies {
  /**
   * Who the `Authorization` header says is asking.
   * @throws Problem unauthorized, or unavailable when Auth had to be asked and did not answer
   */
  authenticate(authorization: string | undefined): Promise<Credential>;
  database: Database;
  log(entry: LogEntry): void;
}

/** An answer that succeeded: the JSON text goes to the client as it is. */
export interface Answer {
  status: number;
  body: string | null;
}

/** One validated request, as a handler sees it. */
export interface Call {
  arguments: Arguments;
  dependencies: Dependencies;
  /**
   * Runs the route's operation.
   * @throws Problem whatever the database refuses
   */
  run(args: Arguments): Promise<Answer>;
}
