import type { Client, Json } from "../client.ts";
import { upload } from "../photos.ts";
import type { World } from "./world.ts";

/** Which part of an account a step is about: names in it are those of this part, or else of the whole account. */
export type Part = "left" | "right" | "nobody" | "account";

/** A request that builds an account. Names in braces stand for ids, and SIDE for the name of the part. */
export interface Step {
  by?: "owner" | "key" | "other key" | "third key";
  method: string;
  path: string;
  body?: Json;
  /** The name of what it makes, or of what it is about; its change set is `set of <name>`. */
  name?: string;
}

/** Short for a step: method and path in one text. */
export function step(
  request: string,
  body?: Json,
  name?: string,
  by: NonNullable<Step["by"]> = "owner",
): Step {
  const space = request.indexOf(" ");
  const [method, path] = [request.slice(0, space), request.slice(space + 1)];
  return { method, path, body, by, ...(name === undefined ? {} : { name }) };
}

/** Runs a step for one part of an account. */
export async function run(world: World, part: Part, clients: Record<string, Client>, each: Step) {
  const own = (name: string) => part !== "account" && !isShared(name) ? `${part} ${name}` : name;
  const text = (value: string) =>
    value.replaceAll("SIDE", part).replace(
      /\{([a-z][a-z0-9 -]*)\}/g,
      (_, name) => `{${own(name)}}`,
    );
  const client = clients[each.by ?? "owner"]!;
  const body = each.body === undefined ? undefined : JSON.parse(text(JSON.stringify(each.body)));
  if (each.method === "PHOTO") {
    const { answer } = await upload(client, world.id(own(each.path)));
    if (answer.status !== 200) throw new Error(answer.text);
    return;
  }
  const answer = await world.send(client, each.method, text(each.path), body);
  if (answer.status >= 300) {
    throw new Error(`${each.method} ${text(each.path)}: ${answer.status} ${answer.text}`);
  }
  if (each.name === undefined) return;
  const collection = each.path.split("/")[1]!;
  if (answer.status === 201) world.keep(own(each.name), answer.body.id, collection);
  if (answer.body?.nextId) world.keep(own(`next of ${each.name}`), answer.body.nextId, collection);
  const set = answer.headers.get("x-activity-id");
  if (set !== null) world.keep(own(`set of ${each.name}`), set, "activity");
}

/** Things that both halves use. */
function isShared(name: string): boolean {
  return /^(call|memo|fleeting|owner|key|other key|third key|left .*|right .*)$/.test(name);
}
