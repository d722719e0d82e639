import type { z } from "zod";
import { uuidPattern } from "../core/fields.ts";
import type { Violation } from "../core/problem.ts";
import type { ItemLists } from "../core/route.ts";
import { validateBody, type ValidationResult, without } from "./validate.ts";

type Body = Record<string, unknown>;
type Change = (item: unknown, list: string, place: string) => unknown;

/**
 * Validates a body with lists of items. Where its member `partial` is true, an item with violations does not refuse the
 * others: in the value it is an object with its violations as `refused`, and with its `id` where that is valid.
 * @throws Problem invalid_json when the nesting is too deep
 */
export function validateItems(
  schema: z.ZodType,
  lists: ItemLists,
  sent: unknown,
): ValidationResult {
  const body = withItems(lists, sent, (item, list) => without(lists[list]!.readOnly, item));
  const isPartial = (body as Body | null)?.["partial"] === true;
  const refused = new Map<string, Violation[]>();
  while (true) {
    // A valid item stands in for each that is refused, so that the others keep their places.
    const rest = withItems(
      lists,
      body,
      (item, list, place) => refused.has(place) ? lists[list]!.valid : item,
    );
    const { value, violations } = validateBody(schema, [], rest);
    const places = violations.map(({ pointer }) => placeOf(pointer, lists));
    if (violations.length > 0 && (!isPartial || places.includes(undefined))) {
      return { value, violations };
    }
    if (violations.length === 0) {
      const shown = withItems(lists, value, (item, list, place) => {
        const [found, index] = [refused.get(place), Number(place.split("/")[2])];
        return found
          ? { refused: found, ...idOf(((body as Body)[list] as unknown[])[index]) }
          : item;
      });
      return { value: shown, violations };
    }
    violations.forEach((found, index) => {
      const place = places[index]!;
      refused.set(place, [...refused.get(place) ?? [], found]);
    });
  }
}

/** The body with other items in its lists; `place` is the JSON pointer to an item. */
function withItems(lists: ItemLists, body: unknown, change: Change): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const members = Object.entries(body).map(([name, value]) => {
    if (!Object.hasOwn(lists, name) || !Array.isArray(value)) return [name, value];
    return [name, value.map((item, index) => change(item, name, `/${name}/${index}`))];
  });
  return Object.fromEntries(members);
}

/** The pointer to the item that a pointer leads into. */
function placeOf(pointer: string, lists: ItemLists): string | undefined {
  const [, list = "", index] = pointer.split("/");
  return Object.hasOwn(lists, list) && index !== undefined ? `/${list}/${index}` : undefined;
}

/** The id of an item that was sent, as far as it is one. */
function idOf(item: unknown): { id?: string } {
  const id = typeof item === "string" ? item : (item as { id?: unknown } | null)?.id;
  return typeof id === "string" && uuidPattern.test(id) ? { id: id.toLowerCase() } : {};
}
