import type { Json } from "../../client.ts";

/** Calls a tool; the answer is what a model reads. */
export type CallTool = (name: string, input?: Json) => Promise<Json>;

/** Sends a request to the API; the answer is its body. */
export type Send = (method: string, path: string, body?: unknown) => Promise<Json>;

/** What somebody asks, and the calls that a careful model makes for it over MCP and over REST. */
export interface Task {
  asked: string;
  mcp(call: CallTool): Promise<unknown>;
  rest(send: Send): Promise<unknown>;
  /** Texts that the last answer has to contain, and others that it must not. */
  tells?: string[];
  withholds?: string[];
  /** What reads the effect of a task that writes, and what it has to be. */
  effect?: { read(send: Send): Promise<unknown>; is: unknown };
}

/** The id of the only contact that a search finds. */
export async function idOf(send: Send, name: string): Promise<string> {
  return (await contactOf(send, name)).id;
}

/** The contact that a search finds first. */
export async function contactOf(send: Send, name: string): Promise<Json> {
  const { data } = await send("GET", `/contacts?search=${encodeURIComponent(name)}`);
  return data[0];
}

/** The day so many days from now, as a date. */
export const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Since when "today" is meant: the run may begin before midnight and end after it. */
export const yesterday = () => inDays(-1);

/** "Next month" as 1 to 12, which no day of the coming week belongs to. */
export const nextMonth = () => (Number(inDays(7).slice(5, 7)) % 12) + 1;
