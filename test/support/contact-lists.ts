// Lists of contacts, as tests read them.
import { expect } from "vitest";
import type { Client, Json } from "./client.ts";

/** The path of a list with these parameters. */
export const query = (parameters: Json) => `/contacts?${new URLSearchParams(parameters)}`;

/** The names of all contacts that a list has on its first page, in order; demands that there are no further ones. */
export async function namesIn(client: Client, parameters: Json): Promise<string[]> {
  const { data, total } = await client.read(query(parameters));
  expect(total).toBe(data.length);
  return data.map(({ displayName }: Json) => displayName);
}
