// Several databases as one: each account is on the one that its id says, with all of its rows.
import type { Credential, Database, Handled, Work } from "../core/database.ts";
import { problems } from "../core/problems.ts";
import type { PostgresDatabase } from "./postgres.ts";

/** Databases by the first byte of the ids of accounts that they have: 256, of which many are the same. */
export type Placement = readonly PostgresDatabase[];

/**
 * Reads which database has which accounts.
 * @param text JSON: URLs of databases by ranges of the first byte of an account's id, such as
 * `{ "00-7f": "home", "80-ff": "postgres://…" }`; `home` is the database of Auth and Storage
 * @param home its URL
 * @returns 256 URLs
 * @throws Error that says what is wrong; it names no URL, which has a password in it
 */
export function readPlacement(text: string, home: string): string[] {
  const urls: string[] = [];
  let ranges: [string, unknown][] = [];
  try {
    ranges = Object.entries(JSON.parse(text));
  } catch {
    // As if there were none.
  }
  for (const [range, named] of ranges) {
    const url = named === "home" ? home : named;
    const [, from, to] = /^([0-9a-f]{2})-([0-9a-f]{2})$/.exec(range) ?? [];
    if (!from || !to || from > to) {
      throw new Error(`KITH_DB_MAP: "${range}" is no range of two bytes, such as 00-7f.`);
    }
    if (typeof url !== "string" || !/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
      throw new Error(`KITH_DB_MAP: what ${range} is on is no URL of a database.`);
    }
    for (let byte = parseInt(from, 16); byte <= parseInt(to, 16); byte++) {
      if (urls[byte] !== undefined) throw new Error(`KITH_DB_MAP: ${hex(byte)} is in two ranges.`);
      urls[byte] = url;
    }
  }
  for (let byte = 0; byte < 256; byte++) {
    if (urls[byte] === undefined) throw new Error(`KITH_DB_MAP: ${hex(byte)} is in no range.`);
  }
  return urls;
}

const hex = (byte: number) => byte.toString(16).padStart(2, "0");

const isRefused = ({ status, ownerId }: Handled) => status === null && ownerId === null;

/**
 * Several databases as one. What belongs to an account is asked of its database; what belongs to none, of all of them.
 * @param placement where accounts are
 * @param home the database of Auth and Storage
 */
export function connectMachines(placement: Placement, home: PostgresDatabase): Database {
  const machines = [...new Set(placement)];
  const machineOf = (id: string) => placement[parseInt(id.slice(0, 2), 16)]!;
  let turn = 0;

  /**
   * The database of a credential, or a refusal. The hash of a secret begins as the id of its account, unless it was made before that
   * was so; then each database is asked. One that has an account without being its own has what was left there when that was moved.
   */
  async function find(
    credential: Credential,
    operation: string,
  ): Promise<PostgresDatabase | Handled> {
    if (!("hash" in credential)) return machineOf(credential.sub);
    let refused: Handled | undefined;
    for (const machine of new Set([machineOf(credential.hash), ...machines])) {
      const found = await machine.ownerOf(credential, operation);
      if (typeof found !== "string") refused ??= found;
      else if (machineOf(found) === machine) return machine;
    }
    // Each has only rows that were left behind.
    if (!refused) throw problems.unauthorized();
    return refused;
  }

  /**
   * Checks what another database than home has refused: the account or the session may be new, and not be replicated yet. What has been
   * deleted is not looked for, and neither is what was granted to an app, because that ends there first.
   * @throws Problem unavailable where home knows the session
   */
  async function checkArrived(
    credential: Credential,
    operation: string,
    work: Work,
  ): Promise<void> {
    if (credential.kind !== "access_token" || credential.clientId || operation === "delete_me") {
      return;
    }
    const known = await home.handle({ ...credential, counted: true }, operation, null, work);
    if (known.ownerId !== null) throw problems.unavailable("The session is not replicated yet.");
  }

  /** Asks each database; one that fails does not keep the others from it. @throws what it threw, where the others had nothing */
  async function askAll<T>(
    ask: (machine: PostgresDatabase) => Promise<T>,
    isSomething: (answer: T) => boolean,
  ): Promise<T[]> {
    const asked = await Promise.allSettled(machines.map(ask));
    const answers = asked.flatMap((one) => one.status === "fulfilled" ? [one.value] : []);
    const failure = asked.find((one) => one.status === "rejected");
    if (failure && !answers.some(isSomething)) throw failure.reason;
    return answers;
  }

  /** Takes at most so many of what waits, from one database after the other, each time from another one first. */
  async function takeFromAll<T>(
    most: number,
    take: (machine: PostgresDatabase, most: number) => Promise<T[]>,
  ): Promise<T[]> {
    const taken: T[] = [];
    const first = turn++ % machines.length;
    let failure: unknown;
    for (const machine of [...machines.slice(first), ...machines.slice(0, first)]) {
      if (taken.length >= most) break;
      try {
        taken.push(...await take(machine, most - taken.length));
      } catch (error) {
        failure = error;
      }
    }
    if (failure && taken.length === 0) throw failure;
    return taken;
  }

  return {
    async handle(credential, operation, args, work) {
      const machine = await find(credential, operation);
      if ("status" in machine) return machine;
      const answer = await machine.handle(credential, operation, args, work);
      if (machine !== home && isRefused(answer)) await checkArrived(credential, operation, work);
      // The account itself is Auth's. Where it is gone on its own database only, a request that was broken off is sent again.
      const isGone = operation === "delete_me" && args !== null &&
        (answer.status === 204 || isRefused(answer));
      if (!isGone || machine === home) return answer;
      return await home.handle(credential, operation, args, work);
    },
    async openSnapshot(credential) {
      const machine = await find(credential, "");
      return await ("status" in machine ? home : machine).openSnapshot(credential);
    },
    async photosToRemove(account, byClock) {
      if (account !== null) return await machineOf(account).photosToRemove(account, byClock);
      const found = await Promise.all(machines.map(async (machine) => {
        const unnamed = await machine.photosToRemove(null, byClock);
        // Others' photos are named by no row here.
        const own = unnamed.filter((path) => isOfAccount(path) && machineOf(path) === machine);
        let uploads = unnamed.filter((path) => !isOfAccount(path));
        for (const other of machines) {
          if (other !== machine && uploads.length > 0) uploads = await other.unnamedPhotos(uploads);
        }
        return [...own, ...uploads];
      }));
      return [...new Set(found.flat())];
    },
    async tick() {
      const all = await askAll((machine) => machine.tick(), (done) => done !== null);
      const done = all.filter((one) => one !== null);
      if (done.length === 0) return null;
      const sums: Record<string, number> = {};
      for (const [name, count] of done.flatMap((one) => Object.entries(one))) {
        sums[name] = (sums[name] ?? 0) + count;
      }
      return sums;
    },
    takeDeliveries: (most) => takeFromAll(most, (machine, rest) => machine.takeDeliveries(rest)),
    takeCalendars: (most) => takeFromAll(most, (machine, rest) => machine.takeCalendars(rest)),
    takeWebhooks: (most) => takeFromAll(most, (machine, rest) => machine.takeWebhooks(rest)),
    async markDeliveries(results) {
      await askAll(async (machine) => {
        const own = results.filter(({ ownerId }) => machineOf(ownerId) === machine);
        if (own.length > 0) await machine.markDeliveries(own);
      }, () => false);
    },
    markCalendar: (calendar, ...result) =>
      machineOf(calendar.ownerId).markCalendar(calendar, ...result),
    markWebhook: (webhook, result) => machineOf(webhook.ownerId).markWebhook(webhook, result),
    pushKey: () => home.pushKey(),
    async stopChannel(secret) {
      const stopped = await askAll((machine) => machine.stopChannel(secret), (done) => done);
      return stopped.includes(true);
    },
    async ping() {
      await Promise.all([home, ...machines].map((machine) => machine.ping()));
    },
  };
}

const isOfAccount = (path: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\//.test(path);
