// What is outside during the soak: a receiver of webhooks, and a calendar.
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { listen } from "../../test/support/listen.ts";
import type { Load } from "./load.ts";

/** How long is waited for the next message before all are taken to have come. */
const quietMs = 90_000;

/** Stands for all addresses outside: takes the messages of a webhook, one in 20,000 of which it refuses, and has a calendar. */
export async function startOutside() {
  const host = "soak.example.com";
  /** The change sets that were told, in the order of their first messages. */
  const told = new Set<string>();
  let [requests, readings, lastAt] = [0, 0, Date.now()];
  const { url, stop } = await listen(createServer(async (request, response) => {
    for await (const _ of request);
    if (String(request.headers["x-kith-url"]).endsWith("/calendar")) {
      readings += 1;
      return void response.writeHead(200, { "content-type": "text/calendar" }).end(calendar);
    }
    requests += 1;
    if (requests % 20_000 === 100) return void response.writeHead(500).end();
    lastAt = Date.now();
    told.add(String(request.headers["webhook-id"]));
    response.writeHead(204).end();
  }));
  return {
    url,
    host,
    stop,
    taken: () => told.size,
    readings: () => readings,
    /** @returns a line for each of the last change sets that was not told, or before an earlier one */
    async findUntold(load: Load): Promise<string[]> {
      lastAt = Date.now();
      while (Date.now() < lastAt + quietMs) await sleep(1000);
      const last: string[] = [];
      for (let page = 1; page <= 5; page++) {
        const { body } = await load.send("GET", `/activity?pageSize=200&page=${page}`);
        last.unshift(...body.data.map(({ id }: { id: string }) => id).reverse());
      }
      const places = new Map([...told].map((id, place) => [id, place]));
      let before = -1;
      return last.flatMap((id) => {
        const place = places.get(id);
        if (place === undefined) return [`the webhook was not told of ${id}`];
        const isLate = place < before;
        before = place;
        return isLate ? [`the webhook was told of ${id} too early`] : [];
      });
    },
  };
}

const calendar = [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "BEGIN:VEVENT",
  "UID:soak",
  "DTSTART:20260105T120000Z",
  "DTEND:20260105T130000Z",
  "SUMMARY:Lunch",
  "ATTENDEE:mailto:nobody@example.com",
  "END:VEVENT",
  "END:VCALENDAR",
  "",
].join("\r\n");
