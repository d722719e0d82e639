import type { Values } from "./kinds.ts";

/** A resource that changed: as it is now, or that it was deleted. */
export type Change = {
  [Kind in keyof Values]:
    | { resource: Kind; id: string; deleted?: never; value: Values[Kind] }
    | { resource: Kind; id: string; deleted: true; value?: never };
}[keyof Values];
