import type { MergedContact } from "../api/types.ts";

/** “Moved: 3 notes and 1 reminder.”; empty where there was nothing to move. */
export function movedInWords({ notes, reminders, networks }: MergedContact["moved"]): string {
  const parts = [
    counted(notes, "note"),
    counted(reminders, "reminder"),
    counted(networks, "network"),
  ].filter((part) => part !== "");
  if (parts.length === 0) return "";
  const list = new Intl.ListFormat("en-GB", { type: "conjunction" }).format(parts);
  return `Moved: ${list}.`;
}

const counted = (count: number, what: string) =>
  count === 0 ? "" : `${count} ${what}${count === 1 ? "" : "s"}`;
