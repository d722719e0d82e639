import { items, orThrow } from "@kith/client";
import { kith } from "./kith.ts";
import type { Reminder, ReminderCreate } from "./types.ts";
import { ifMatch, tagged, written } from "./written.ts";

interface ReminderFilter {
  contactId?: string | undefined;
  completed?: boolean | undefined;
}

/** Open reminders before completed ones, by when they are due; completed ones alone the other way round. */
export function listReminders(
  { contactId, completed }: ReminderFilter,
  page: number,
  pageSize: number,
  signal?: AbortSignal,
) {
  const query = {
    ...(contactId && { contactId }),
    ...(completed !== undefined && { completed }),
    ...(completed && { sort: "-dueAt" as const }),
    page,
    pageSize,
  };
  return orThrow(kith.GET("/reminders", { params: { query }, ...(signal && { signal }) }));
}

/** All reminders about a contact, however many there are: the list has no order by when they were completed. */
export async function allReminders(contactId: string, signal: AbortSignal): Promise<Reminder[]> {
  const found: Reminder[] = [];
  for await (const each of items(kith, "/reminders", { contactId }, { signal })) found.push(each);
  return found;
}

export const getReminder = (id: string, signal?: AbortSignal): Promise<Reminder> =>
  tagged(kith.GET("/reminders/{id}", { params: { path: { id } }, ...(signal && { signal }) }));

export const createReminder = (body: ReminderCreate) => written(kith.POST("/reminders", { body }));

/** Changes a reminder, only if it is as it was read where it has an entity tag. */
export const updateReminder = (reminder: { id: string }, body: Partial<ReminderCreate>) =>
  written(
    kith.PATCH("/reminders/{id}", {
      params: { path: { id: reminder.id }, ...ifMatch(reminder) },
      body,
    }),
  );

export const completeReminder = (id: string, completed: boolean) =>
  updateReminder({ id }, { completed });

/** @param keepSeries deletes one of a recurring reminder, and the next one is made */
export const deleteReminder = (id: string, keepSeries = false) =>
  written(
    kith.DELETE("/reminders/{id}", {
      params: { path: { id }, query: keepSeries ? { keepSeries } : {} },
    }),
  );
