// Questions back to the user, for clients that can ask them: who is meant, and whether many things are to be deleted.
import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { uuidPattern } from "../core/fields.ts";
import { Problem, type Violation } from "../core/problems.ts";

type Values = Record<string, unknown>;

/** Names of the questions, by which clients answer them. */
const who = "who";
const agreed = "agreed";

/** A contact that a name may mean. */
interface Candidate {
  id: string;
  name: string;
}

/** Whether the client declares that it shows forms to the user; a client of 2025 cannot, because requests share no session. */
export function canAsk({ mcpReq: { envelope } }: ServerContext): boolean {
  const declared = (envelope as Values | undefined)?.[CLIENT_CAPABILITIES_META_KEY];
  const { elicitation } = (declared ?? {}) as Values;
  if (typeof elicitation !== "object" || elicitation === null) return false;
  return "form" in elicitation || !("url" in elicitation);
}

/** Whether this call repeats another one, with what the user was asked. A user is asked once. */
export const wasAsked = ({ mcpReq }: ServerContext): boolean => mcpReq.inputResponses !== undefined;

/**
 * Asks which contact each unclear name means; null where one of them cannot be chosen.
 * @param placeOf the place of a violation in the arguments of the tool
 */
export function askWho(
  { errors = [] }: Problem,
  given: Values,
  placeOf: (pointer: string) => string[],
): InputRequiredResult | null {
  const unclear = errors.map((error) => {
    const { candidates = [] } = error as Violation & { candidates?: Candidate[] };
    const place = placeOf(error.pointer);
    return { place, name: valueAt(given, place), candidates };
  });
  const isChosen = ({ name, candidates }: typeof unclear[number]) =>
    typeof name === "string" && candidates.length > 0;
  if (unclear.length === 0 || !unclear.every(isChosen)) return null;
  const properties = unclear.map(({ place, name, candidates }) => [place.join("."), {
    type: "string" as const,
    title: `Who is ${JSON.stringify(name)}?`,
    oneOf: candidates.map(({ id, name }) => ({ const: id, title: name })),
  }]);
  return inputRequired({
    inputRequests: {
      [who]: inputRequired.elicit({
        message: "It is not clear who is meant.",
        requestedSchema: {
          type: "object",
          properties: Object.fromEntries(properties),
          required: properties.map(([name]) => name as string),
        },
      }),
    },
  });
}

/** The arguments with the ids that the user has chosen in the place of names. */
export function withChosen(given: Values, { mcpReq }: ServerContext): Values {
  const answer = inputResponse(mcpReq.inputResponses, who);
  if (answer.kind !== "elicit" || answer.action !== "accept") return given;
  const chosen = structuredClone(given);
  for (const [key, id] of Object.entries(answer.content ?? {})) {
    const place = key.split(".");
    const holder = valueAt(chosen, place.slice(0, -1)) as Values | undefined;
    // Only a name that was sent gives way, and only to an id: it is looked up like any other.
    if (typeof id !== "string" || !uuidPattern.test(id)) continue;
    if (typeof valueAt(chosen, place) === "string") holder![place.at(-1)!] = id;
  }
  return chosen;
}

/** Asks whether to go on. */
export function askWhether(question: string): InputRequiredResult {
  return inputRequired({
    inputRequests: {
      [agreed]: inputRequired.elicit({
        message: question,
        requestedSchema: {
          type: "object",
          properties: { [agreed]: { type: "boolean", title: "Yes, delete them", default: false } },
          required: [agreed],
        },
      }),
    },
  });
}

/** Whether the user has agreed to go on. */
export function hasAgreed({ mcpReq }: ServerContext): boolean {
  const answer = inputResponse(mcpReq.inputResponses, agreed);
  return answer.kind === "elicit" && answer.action === "accept" &&
    answer.content?.[agreed] === true;
}

/** The value at a place; undefined where there is none. */
function valueAt(values: unknown, place: string[]): unknown {
  return place.reduce<unknown>(
    (value, name) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, name)
        ? (value as Values)[name]
        : undefined,
    values,
  );
}
