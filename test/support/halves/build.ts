import type { Client } from "../client.ts";
import {
  accountSteps,
  commonSteps,
  halfSteps,
  leavingSteps,
  networkSteps,
  nobodySteps,
} from "./halves.ts";
import { type Part, run, type Step, step } from "./steps.ts";
import { type Place, type Shape, World } from "./world.ts";

/** An account with the left half, or both, and the clients that have written it. */
export interface Built {
  world: World;
  clients: Record<"owner" | "key" | "other key" | "third key", Client>;
}

/** Makes an account. Requests come one after the other, so that nothing ties in time. */
export async function build(place: Place, shape: Shape): Promise<Built> {
  const world = await World.make(place, shape);
  const owner: Client = world.owner;
  for (const each of accountSteps) await run(world, "account", { owner }, each);
  await inHalves(world, { owner }, networkSteps);
  const networkIds = shape.isLimited ? ["{left net 1}", "{left net 2}", "{left net 3}"] : null;
  world.key = await world.newKey("key", networkIds && { networkIds });
  const [other, third] = [await world.newKey("other key"), await world.newKey("third key")];
  const clients = { owner, key: world.key, "other key": other, "third key": third };
  world.keepText("start", (await world.key.get("/changes")).body.cursor);
  await inHalves(world, clients, [bridge(world), ...halfSteps]);
  if (shape.hasRightHalf) {
    for (const each of nobodySteps) await run(world, "nobody", clients, each);
  }
  for (const each of commonSteps) await run(world, "account", clients, each);
  return { world, clients };
}

/** Lets contacts leave the networks of the key, and leaves notes and reminders without a contact. */
export async function leave({ world, clients }: Built): Promise<void> {
  await inHalves(world, clients, [...leavingSteps, ...crossing(world)]);
}

/** What goes to the other half, or where there is none, to nowhere. */
function crossing({ shape: { hasRightHalf } }: World): Step[] {
  return [
    step(
      "patch /contacts/{lena}",
      { networkIds: hasRightHalf ? ["{right net 2}"] : [] },
      "crossing",
    ),
    step("patch /notes/{note 9}", { contactId: hasRightHalf ? "{right anna}" : null }, "moving"),
    step(
      "patch /reminders/{next of a week}",
      { contactId: hasRightHalf ? "{right anna}" : null },
      "moving of a week",
    ),
    step(
      "post /notes",
      { content: "Coming", contactId: hasRightHalf ? "{right emil}" : null },
      "note 11",
    ),
    step("patch /notes/{note 11}", { contactId: "{cora}" }, "coming"),
    step("patch /notes/{note 15}", {
      contactIds: hasRightHalf ? ["{cora}", "{right anna}", "{anna}"] : [],
    }, "adding another"),
    step("post /notes", {
      content: "Coming with others",
      contactIds: hasRightHalf ? ["{cora}", "{right emil}"] : ["{cora}"],
      noteTypeId: "{memo}",
      occurredAt: "2019-07-01",
    }, "note 19"),
    step("patch /notes/{note 19}", { contactIds: ["{cora}", "{emil}"] }, "coming with another"),
  ];
}

/** A contact of the left half that is in a network of the right one too. */
function bridge({ shape }: World): Step {
  const networkIds = ["{net 1}", ...(shape.hasRightHalf ? ["{right net 1}"] : [])];
  const body = {
    firstName: "Jana",
    contactFrequencyDays: 106,
    lastContactedAt: "2020-07-07",
    networkIds,
  };
  return step("post /contacts", body, "jana");
}

/** Each step for both halves in turn. What the key does in the left half, the other key does in the right one. */
async function inHalves(
  world: World,
  clients: Record<string, Client>,
  steps: Step[],
): Promise<void> {
  for (const each of steps) {
    await run(world, "left", clients, each);
    if (!world.shape.hasRightHalf) continue;
    const right: Part = "right";
    await run(world, right, { ...clients, key: clients["other key"]! }, withoutOtherHalf(each));
  }
}

/** The right half's contact of the name is in its own network only. */
function withoutOtherHalf(each: Step): Step {
  if (each.body?.networkIds === undefined) return each;
  const networkIds = each.body.networkIds.filter((id: string) => !id.includes("right"));
  return { ...each, body: { ...each.body, networkIds } };
}
