import { orThrow } from "@kith/client";
import { projectUrl } from "../settings.ts";
import { kith } from "./kith.ts";

export const getCalendar = (signal: AbortSignal) => orThrow(kith.GET("/me/calendar", { signal }));

/** Gives the feed a new URL, which only this answer has. */
export async function createCalendar() {
  const { url, ...state } = await orThrow(kith.POST("/me/calendar"));
  // The service may not know its address.
  return { state, url: new URL(url!, projectUrl).href };
}

export const deleteCalendar = () => orThrow(kith.DELETE("/me/calendar"));
