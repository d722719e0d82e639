import { setTimeout as sleep } from "node:timers/promises";
import {
  everything,
  httpSource,
  Replica,
  type Source,
} from "../../test/support/activity/replica.ts";
import { differences } from "../../test/support/activity/snapshot.ts";
import type { Client } from "../../test/support/client.ts";

/** Asks as the copy does, and asks again until there is an answer: an outage is no fault of the log's. */
function patientSource(base: string, token: string): Source {
  const get = async (path: string): Promise<{ status: number; body: unknown; text: string }> => {
    for (let tries = 0;; tries++) {
      try {
        const response = await fetch(base + path, {
          headers: { authorization: `Bearer ${token}` },
        });
        const text = await response.text();
        if (response.status < 500 || tries > 100) {
          return { status: response.status, body: JSON.parse(text), text };
        }
      } catch (error) {
        if (tries > 100) throw error;
      }
      await sleep(200);
    }
  };
  return httpSource({ get } as unknown as Client);
}

/** A copy of an account that only follows its log of changes. */
export interface Copy {
  /** Reads what has changed. */
  follow(): Promise<void>;
  /** Where it differs from the rows, a line each; and how many things there are. */
  compare(): Promise<{ differences: string[]; things: number }>;
}

export async function startCopy(base: string, token: string): Promise<Copy> {
  const source = patientSource(base, token);
  // One change set may have many things, which come together.
  const replica = await Replica.of(source, undefined, 200, 10_000);
  return {
    follow: () => replica.follow(),
    async compare() {
      await replica.follow();
      const rows = await everything(source);
      return { differences: differences(replica.things, rows), things: rows.size };
    },
  };
}
