import { type Account, expectStatus, make } from "./accounts.ts";
import type { Json } from "./client.ts";
import { postgrestClient } from "./supabase-clients.ts";

/** How a reminder can be written; either way the answer is what the API says of it. */
export const ways = ["the API", "PostgREST"] as const;
export type Way = typeof ways[number];

const columnOf = (member: string) =>
  member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const row = (body: Json) =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [columnOf(name), value]));

/** Reads a reminder. */
export const read = async (account: Account, id: string): Promise<Json> =>
  expectStatus(await account.get(`/reminders/${id}`), 200);

/** Changes a reminder. */
export async function change(account: Account, id: string, body: Json, way: Way = "the API") {
  if (way === "the API") return expectStatus(await account.patch(`/reminders/${id}`, body), 200);
  expectStatus(
    await postgrestClient(account.token).patch(`/reminders?id=eq.${id}`, row(body)),
    200,
  );
  return await read(account, id);
}

/** Makes a reminder. */
export async function create(account: Account, body: Json, way: Way = "the API"): Promise<Json> {
  if (way === "the API") return await make(account, "/reminders", { title: "T", ...body });
  const [made] = expectStatus(
    await postgrestClient(account.token).post("/reminders", row({ title: "T", ...body })),
    201,
  );
  return await read(account, made.id);
}

/** All reminders, the soonest first. */
export const all = async (account: Account): Promise<Json[]> =>
  expectStatus(await account.get("/reminders?sort=dueAt"), 200).data;

/** Completes a reminder; the next one, or null. */
export async function complete(account: Account, id: string, way: Way = "the API") {
  const { nextId } = await change(account, id, { completed: true }, way);
  return nextId && await read(account, nextId);
}
