// How much is read of a calendar, and why one was not read.

/** What is read of a calendar at most. */
export const calendarLimits = {
  bytes: 5_242_880,
  events: 10_000,
  /** Characters of an event or a time zone. */
  event: 16_384,
  found: 500,
  workMs: 1_000,
};

/** Why a calendar was not read; see `lastError` of calendars. */
export class CalendarError extends Error {
  constructor(readonly code: "not_a_calendar" | "too_large" | "status" | "gone", cause: string) {
    super(cause);
  }
}
