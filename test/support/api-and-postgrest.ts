import { expect } from "vitest";
import { type Account, signUp } from "./accounts.ts";
import type { Answer, Json } from "./client.ts";
import { type Database, identifier } from "./database.ts";
import type { References } from "./field-changes.ts";
import { postgrestClient } from "./supabase-clients.ts";
import { makeOne } from "./route-examples.ts";

/** JSON that `JSON.stringify` cannot write, in place of a value. */
export class Raw {
  constructor(readonly json: string) {}
}

export type Write = Record<string, Json>;

/** The row that the API made or changed, and the one that PostgREST did. */
export type Ids = [api: string, postgrest: string];

/** The table of a resource that is at this path of the API. */
export const tableOf = (path: string) =>
  path === "/me" ? "profiles" : path.slice(1).replace("-", "_");

/** The column of a member of the API. */
function columnOf(member: string): string {
  if (member === "lastContactedAt") return "last_contacted_by_hand";
  if (member === "photoUrl") return "photo_path";
  return member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Three contacts, two networks and two note types of an account. */
export interface Owned extends Omit<References, "contacts"> {
  contacts: [string, string, string];
}

async function makeOwned(account: Account): Promise<Owned> {
  const one = (collection: string) => makeOne(account, collection);
  await account.make("/fields", { name: "Diet" });
  return {
    contacts: [await one("contacts"), await one("contacts"), await one("contacts")],
    networks: [await one("networks"), await one("networks")],
    noteTypes: [await one("note-types"), await one("note-types")],
  };
}

const allOf = ({ contacts, networks, noteTypes }: Owned) => [
  ...contacts,
  ...networks,
  ...noteTypes,
];

/** Two accounts that make the same writes, one through the API, the other through PostgREST. */
export class Pair {
  private constructor(
    readonly sql: Database,
    readonly api: Account,
    readonly postgrest: Account,
    /** What the account of the API owns; the other account owns as much, and refers to that. */
    readonly owned: Owned,
    readonly ownedByOther: Owned,
  ) {}

  static async signUp(sql: Database): Promise<Pair> {
    const [api, postgrest] = [await signUp(), await signUp()];
    return new Pair(sql, api, postgrest, await makeOwned(api), await makeOwned(postgrest));
  }

  /** A text with what one account owns in place of what the other one does. */
  #translated(text: string, from: Owned, to: Owned): string {
    const others = allOf(to);
    return allOf(from).reduce((rest, id, index) => rest.replaceAll(id, others[index]!), text);
  }

  /** The write in the words of PostgREST, about what its account owns. */
  forPostgrest(text: string): string {
    return this.#translated(text, this.owned, this.ownedByOther);
  }

  /**
   * Makes the write both ways, and demands that both let it in and store the same row, or that both refuse it.
   * @param ids what is changed; where they are left out, a resource is made
   * @returns the ids of what was written, and nothing where it was refused
   */
  async write(path: string, write: Write, ids?: Ids): Promise<Ids | undefined> {
    const isProfile = path === "/me";
    const method = ids ? "PATCH" : "POST";
    const query = ids ? `?${isProfile ? "owner_id" : "id"}=eq.${ids[1]}` : "";
    const body = json(write, (member) => member);
    const [api, postgrest] = await Promise.all([
      this.api.send(method, ids && !isProfile ? `${path}/${ids[0]}` : path, undefined, raw(body)),
      postgrestClient(this.postgrest.token).send(
        method,
        `/${tableOf(path)}${query}`,
        undefined,
        raw(this.forPostgrest(json(write, columnOf))),
      ),
    ]);
    const said = `${method} ${path} ${body.slice(0, 1500)}\nAPI ${api.status} ${
      api.text.slice(0, 400)
    }\nPostgREST ${postgrest.status} ${postgrest.text.slice(0, 400)}`;
    expect(isAccepted(postgrest), said).toBe(isAccepted(api));
    if (!isAccepted(api)) return undefined;
    const written: Ids = ids ?? [api.body.id, postgrest.body[0].id];
    const [one, other] = await Promise.all([
      this.#stored(path, written[0], write),
      this.#stored(path, written[1], write),
    ]);
    expect(JSON.parse(this.#translated(JSON.stringify(other), this.ownedByOther, this.owned)), said)
      .toEqual(one);
    return written;
  }

  /** The row as it is stored, without whose it is and when it was written. */
  async #stored(path: string, id: string, write: Write): Promise<Json> {
    const key = path === "/me" ? "owner_id" : "id";
    const [found] = await this.sql<{ row: Json }[]>`
      select to_jsonb(t) as row from ${identifier("kith", tableOf(path))} t where ${
      identifier(key)
    } = ${id}`;
    const row = found?.row;
    for (const name of ["id", "owner_id", "created_at", "updated_at", "snoozed_after"]) {
      delete row[name];
    }
    // The API leaves a day alone that a later contact has ended; PostgREST may clear it.
    if (row.active_snooze === null) delete row.snoozed_until;
    if (row.completed_at) row.completed_at = "some time";
    if (row.next_id) row.next_id = await this.#stored(path, row.next_id, write);
    // Now, where nothing was said.
    if (path === "/notes" && !("occurredAt" in write)) delete row.occurred_at;
    return row;
  }
}

/** Whether an answer is a success. @throws where it is neither that nor a refusal */
export function isAccepted(answer: Answer): boolean {
  expect(answer.status, answer.text).toBeLessThan(500);
  return answer.status < 300;
}

const raw = (text: string) => ({ raw: text, headers: { "content-type": "application/json" } });

function json(write: Write, name: (member: string) => string): string {
  const members = Object.entries(write).map(([member, value]) =>
    `${JSON.stringify(name(member))}:${value instanceof Raw ? value.json : JSON.stringify(value)}`
  );
  return `{${members.join(",")}}`;
}
