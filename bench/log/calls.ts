import { randomUUID } from "node:crypto";
import type { Call } from "../scale/calls.ts";
import type { SeededOwner } from "../seed.ts";
import { idOf } from "../seed/random.ts";
import { Workload } from "../workload.ts";

/** An owner, and its number in the seed. */
export interface Numbered {
  owner: SeededOwner;
  index: number;
}

const call = (operation: string, id: string | undefined, body?: Record<string, unknown>): Call => ({
  operation,
  // The function always sends an id, which the log keeps.
  arguments: {
    requestId: randomUUID(),
    ...(id && { id }),
    ...(body && { body }),
  } as Call["arguments"],
});

export const noteContent =
  "Lunch was long and very pleasant. Wants to read the chapter on lighthouses before it is printed, 2026.";

/** Of the second half: deleting begins with the first ones. */
const someContact = (owner: SeededOwner, turn: number) => {
  const half = Math.floor(owner.contacts / 2);
  return owner.contactId(half + turn * 37 % half);
};

/** The turn-th write of an owner, as kith_private.handle takes it. */
export const typicalWrites: Record<string, (whose: Numbered, turn: number) => Call> = {
  "create contact": (_whose, turn) =>
    call("create_contact", undefined, { ...Workload.prototype.newPerson(turn) }),
  "patch contact (one field)": ({ owner }, turn) =>
    call("update_contact", someContact(owner, turn), {
      jobTitle: `Colleague ${turn}`,
    }),
  "create note about a contact": ({ owner }, turn) =>
    call("create_note", undefined, {
      contactId: someContact(owner, turn),
      content: noteContent,
    }),
  "complete a reminder": ({ owner, index }, turn) => {
    const count = Math.ceil(owner.contacts / 10);
    const completed = Math.floor(turn / count) % 2 === 0;
    return call("update_reminder", idOf("reminder", index, turn % count), { completed });
  },
  "delete contact, with memberships and links of notes": ({ owner }, turn) =>
    call("delete_contact", owner.contactId(turn)),
};
