import { figure, marks, rangeCell } from "../goal.ts";
import type { Goal, SectionResult } from "../section.ts";
import { median, spread } from "../statistics.ts";
import { type Cost, distance } from "./far-database.ts";

export interface RouteCosts {
  /** Method and path. */
  name: string;
  costs: Cost[];
}

/** Milliseconds that a request may take besides its one trip. */
const allowance = 10;

/** Holds every route against one trip; `aside` is told and held against nothing. */
export function latencyResult({ routes, aside, trips, storage, count }: {
  routes: RouteCosts[];
  aside: RouteCosts[];
  /** Milliseconds of one trip. */
  trips: number[];
  /** Milliseconds of the one request to Storage that signs an upload. */
  storage: number[];
  count: number;
}): SectionResult {
  const trip = median(trips);
  const beyond = ({ costs }: RouteCosts) => median(times(costs)) - trip;
  const slowest = [...routes].sort((a, b) => beyond(b) - beyond(a))[0]!;
  const goals: Goal[] = [
    ...tripGoals(routes),
    {
      name: `slowest of ${routes.length} routes beyond one trip (${slowest.name})`,
      measured: beyond(slowest),
      spread: spread(slowest.costs.map(({ milliseconds }) => milliseconds - trip)),
      unit: "ms",
      atMost: allowance,
    },
    {
      name: "middle of all routes beyond one trip",
      measured: median(routes.map(beyond)),
      spread: spread(routes.map(beyond)),
      unit: "ms",
    },
    {
      name: "signing an upload, which photo-upload asks Storage for",
      measured: median(storage),
      spread: spread(storage),
      unit: "ms",
    },
  ];
  const row = (route: RouteCosts, held: boolean) => {
    const isMet = beyond(route) <= allowance && tripsOf(route).every((n) => n === 1);
    const [fewest, most] = spread(tripsOf(route));
    return [
      route.name,
      fewest === most ? String(most) : `${fewest}–${most}`,
      rangeCell(times(route.costs)),
      figure(beyond(route)),
      held ? (isMet ? marks.met : marks.missed) : "aside",
    ];
  };
  return {
    title: "Distance to the database",
    method:
      `Function and database are ${distance} ms apart each way. Every route is asked ${count} times, one after ` +
      `the other, for something that succeeds, with access token and API key in turn where it takes both. One trip is ` +
      `the median of ${trips.length} times \`select 1\` on an open connection over the same way in the same run: ` +
      `${figure(trip)} ms.`,
    tables: [{
      caption:
        "Round trips to the database, and milliseconds to the answer: median (lowest–highest)",
      columns: ["route", "trips", "ms", "beyond one trip", ""],
      rows: [
        ...routes.map((route) => row(route, true)),
        ...aside.map((route) => row(route, false)),
      ],
    }],
    goals,
    skipped: [],
  };
}

function tripGoals(routes: RouteCosts[]): Goal[] {
  const all = routes.flatMap(tripsOf);
  const statements = routes.flatMap(({ costs }) => costs.map((cost) => cost.statements));
  const goal = (name: string, numbers: number[]): Goal => {
    const [low, high] = spread(numbers);
    // The one furthest from the promise: a middle would hide a route that makes two.
    const measured = low < 1 ? low : high;
    return { name, measured, spread: [low, high], unit: "a request", atLeast: 1, atMost: 1 };
  };
  return [
    goal(`round trips of ${routes.length} routes`, all),
    goal(`statements of ${routes.length} routes`, statements),
  ];
}

const times = (costs: Cost[]) => costs.map(({ milliseconds }) => milliseconds);
const tripsOf = ({ costs }: RouteCosts) => costs.map(({ trips }) => trips);
