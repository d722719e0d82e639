import { type Account, expectStatus, make } from "../accounts.ts";
import type { Json } from "../client.ts";
import { restDoor } from "../rest-client.ts";

/** The two doors through which a reminder is written; both answer with what the API says of it. */
export const doors = ["the API", "PostgREST"] as const;
export type Door = typeof doors[number];

const columnOf = (member: string) =>
  member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const row = (body: Json) =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [columnOf(name), value]));

/** Reads a reminder. */
export const read = async (account: Account, id: string): Promise<Json> =>
  expectStatus(await account.get(`/reminders/${id}`), 200);

/** Changes a reminder. */
export async function change(account: Account, id: string, body: Json, door: Door = "the API") {
  if (door === "the API") return expectStatus(await account.patch(`/reminders/${id}`, body), 200);
  expectStatus(await restDoor(account.token).patch(`/reminders?id=eq.${id}`, row(body)), 200);
  return await read(account, id);
}

/** Makes a reminder. */
export async function create(account: Account, body: Json, door: Door = "the API"): Promise<Json> {
  if (door === "the API") return await make(account, "/reminders", { title: "T", ...body });
  const [made] = expectStatus(
    await restDoor(account.token).post("/reminders", row({ title: "T", ...body })),
    201,
  );
  return await read(account, made.id);
}

/** All reminders, the soonest first. */
export const all = async (account: Account): Promise<Json[]> =>
  expectStatus(await account.get("/reminders?sort=dueAt"), 200).data;

/** Completes a reminder; the next one, or null. */
export async function complete(account: Account, id: string, door: Door = "the API") {
  const { nextId } = await change(account, id, { completed: true }, door);
  return nextId && await read(account, nextId);
}
