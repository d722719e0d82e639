import type { Json } from "../client.ts";
import type { Asked } from "./compare.ts";

/** A write of the key that has this status where the key is limited. */
export interface Write extends Asked {
  status: number;
  /** The code of a refusal, and the place that it names. */
  code?: string;
  /** The name of what it makes. */
  name?: string;
}

const write = (
  request: string,
  status: number,
  code?: string,
  body?: Json,
  name?: string,
): Write => {
  const [method, path] = request.split(" ") as [string, string];
  return {
    method,
    path: path.replaceAll("_", " "),
    status,
    body,
    ...(code === undefined ? {} : { code }),
    ...(name === undefined ? {} : { name }),
  };
};
/** A write that succeeds. */
export const good = (request: string, body?: Json, name?: string) =>
  write(request, name ? 201 : request.startsWith("delete") ? 204 : 200, undefined, body, name);
const gone = (request: string, body?: Json) => write(request, 404, "not_found", body);
const wrong = (request: string, code: string, body: Json) => write(request, 400, code, body);
const refused = (request: string, body?: Json) => write(request, 403, "insufficient_scope", body);

/** What a limited key may do as a key without limits may. */
export const sameWrites: Write[] = [
  good("post /contacts", {
    firstName: "New",
    lastContactedAt: "2021-09-09",
    networkIds: ["{left net 1}"],
  }, "left new"),
  good(
    "post /contacts",
    { nickname: "Two", networkIds: ["{left net 1}", "{left net 2}"] },
    "left two",
  ),
  good("patch /contacts/{left_new}", { jobTitle: "Baker", contactFrequencyDays: 3 }),
  good("patch /contacts/{left_two}", {
    networkIds: ["{left net 2}", "{left net 1}"],
    company: "C",
  }),
  good("patch /contacts/{left_jana}", { networkIds: ["{left net 1}"], nickname: "J" }),
  good("patch /contacts/{left_jana}", {
    addNetworkIds: ["{left net 1}"],
    removeNetworkIds: ["{left net 2}"],
    addEmails: [{ value: "j@example.com" }],
  }),
  good("post /contacts/bulk", { update: [{ id: "{left jana}", jobTitle: "Bulk" }] }),
  good("post /contacts/bulk", {
    create: [{ firstName: "X", networkIds: ["{right net 1}"] }],
    update: [{ id: "{right anna}", nickname: "X" }, { id: "{nobody anna}", nickname: "X" }],
    delete: ["{right anna}", "{nobody anna}", "{nothing}"],
    partial: true,
  }),
  gone("post /contacts/bulk", { delete: ["{right anna}"] }),
  gone("post /contacts/bulk", { update: [{ id: "{nobody anna}", nickname: "X" }] }),
  wrong("post /contacts/bulk", "invalid_reference", {
    create: [{ firstName: "X", networkIds: ["{right net 1}"] }],
  }),
  good("post /contacts/{left_anna}/photo-upload", { extension: "png" }),
  good("post /notes", {
    content: "N",
    contactId: "{left new}",
    noteTypeId: "{call}",
    occurredAt: "2022-01-01",
  }, "left made note"),
  good("patch /notes/{left_made_note}", {
    content: "M",
    contactId: "{left anna}",
    noteTypeId: null,
  }),
  good("post /notes", {
    content: "N",
    contactIds: ["{left new}", "{left anna}"],
    noteTypeId: "{memo}",
  }, "left made note about two"),
  good("patch /notes/{left_made_note_about_two}", {
    contactIds: ["{left emil}", "{left new}", "{left bert}"],
  }),
  good("patch /notes/{left_note_13}", { contactIds: ["{left anna}", "{left emil}"] }),
  good("post /reminders", {
    title: "R",
    contactIds: ["{left new}", "{left anna}"],
    dueAt: "2031-02-01",
  }, "left made reminder about two"),
  good("patch /reminders/{left_made_reminder_about_two}", { contactIds: ["{left anna}"] }),
  good(
    "post /reminders",
    { title: "R", contactId: "{left new}", dueAt: "2031-01-01" },
    "left made reminder",
  ),
  good("patch /reminders/{left_made_reminder}", { completed: true }),
  good("patch /reminders/{left_made_reminder}", { contactId: "{left anna}" }),
  good("post /reminders", {
    title: "Recurring",
    contactId: "{left new}",
    dueAt: "2031-01-31",
    recurrence: "FREQ=MONTHLY",
  }, "left recurring"),
  good("patch /reminders/{left_recurring}", { completed: true }),
  good("patch /reminders/{left_recurring}", { completed: false }),
  good("patch /reminders/{left_recurring}", { completed: true, recurrenceFrom: "completion" }),
  good("patch /reminders/{left_next_of_another_month}", { recurrence: "FREQ=DAILY" }),
  good("delete /reminders/{left_next_of_another_month}?keepSeries=true"),
  good("patch /me", { name: "Ada L." }),
  good("delete /notes/{left_made_note}"),
  good("delete /reminders/{left_made_reminder}"),
  good("delete /contacts/{left_two}"),
  good("post /activity/{left_set_of_nickname}/undo", { dryRun: true }),
  good("post /activity/{left_set_of_nickname}/undo", {}),
  good("post /activity/undo", {
    actorId: "{key}",
    since: "2026-01-01",
    dryRun: true,
    partial: true,
  }),
  write("post /activity/{left_set_of_promotion}/undo", 403, "access_token_required", {}),
  write("post /activity/undo", 403, "access_token_required", {
    actorId: "{owner}",
    since: "2026-01-01",
  }),
  wrong("post /activity/undo", "invalid_reference", {
    actorId: "{right actor}",
    since: "2026-01-01",
  }),
  wrong("patch /contacts/{left_anna}", "invalid_photo_path", { photoUrl: "{right upload}" }),
  wrong("patch /contacts/{left_anna}", "invalid_photo_path", { photoUrl: "{left upload}" }),
  wrong("post /contacts", "invalid_reference", { firstName: "X", networkIds: ["{right net 1}"] }),
  wrong("post /contacts", "invalid_reference", {
    firstName: "X",
    networkIds: ["{left net 1}", "{nobody net}"],
  }),
  wrong("post /notes", "invalid_reference", { content: "X", contactId: "{right anna}" }),
  wrong("post /notes", "invalid_reference", { content: "X", contactId: "{nobody anna}" }),
  wrong("patch /notes/{left_note_1}", "invalid_reference", { contactId: "{right anna}" }),
  wrong("patch /notes/{left_note_1}", "invalid_reference", { contactId: "{nobody anna}" }),
  wrong("post /notes", "invalid_reference", {
    content: "X",
    contactIds: ["{left anna}", "{right anna}"],
  }),
  wrong("post /notes", "invalid_reference", {
    content: "X",
    contactIds: ["{nobody anna}", "{left anna}"],
  }),
  wrong("patch /notes/{left_note_13}", "invalid_reference", {
    contactIds: ["{left anna}", "{nothing}", "{right emil}"],
  }),
  gone("patch /notes/{nobody_mixed_note_1}", { content: "X" }),
  gone("patch /notes/{nobody_mixed_note_2}", { contactIds: ["{left emil}"] }),
  gone("delete /notes/{nobody_mixed_note_1}"),
  wrong("post /reminders", "invalid_reference", { title: "X", contactId: "{right anna}" }),
  wrong("post /reminders", "invalid_reference", {
    title: "X",
    contactIds: ["{left anna}", "{right anna}"],
  }),
  gone("patch /reminders/{nobody_mixed_rem_1}", { completed: true }),
  gone("delete /reminders/{nobody_mixed_rem_2}"),
  wrong("patch /reminders/{left_reminder_1}", "invalid_reference", { contactId: "{right anna}" }),
  gone("post /activity/{right_set_of_nickname}/undo", {}),
  gone("post /activity/{nobody_set_of_edit}/undo", { dryRun: true }),
  gone("patch /contacts/{right_anna}", { photoUrl: "{right upload}" }),
  gone("patch /contacts/{nobody_anna}", {
    photoUrl: "{right upload}",
    networkIds: ["{left net 1}"],
  }),
  gone("patch /contacts/{right_anna}", { photoUrl: null }),
  gone("delete /contacts/{right_anna}"),
  gone("delete /contacts/{nobody_anna}"),
];

/** What only a key without limits may do. */
export const limitedWrites: Write[] = [
  refused("post /contacts/{left_anna}/merge", { duplicateId: "{left bert}" }),
  refused("post /contacts/{left_anna}/merge", { duplicateId: "{right anna}", dryRun: true }),
  refused("post /contacts/{nobody_anna}/merge", { duplicateId: "{left anna}" }),
  wrong("post /contacts/duplicates/dismiss", "invalid_reference", {
    contactIds: ["{left anna}", "{right anna}"],
  }),
  wrong("post /contacts/duplicates/dismiss", "invalid_reference", {
    contactIds: ["{nobody anna}", "{left anna}"],
    dismissed: false,
  }),
  wrong("post /contacts", "validation_failed", { firstName: "X" }),
  wrong("post /contacts", "validation_failed", { firstName: "X", networkIds: [] }),
  wrong("post /notes", "validation_failed", { content: "X" }),
  wrong("post /notes", "validation_failed", { content: "X", contactId: null }),
  wrong("patch /notes/{left_note_1}", "validation_failed", { contactId: null }),
  wrong("patch /notes/{left_note_13}", "validation_failed", { contactIds: [] }),
  wrong("post /reminders", "validation_failed", { title: "X" }),
  wrong("patch /reminders/{left_reminder_1}", "validation_failed", { contactId: null }),
  refused("patch /contacts/{left_anna}", { networkIds: [] }),
  refused("patch /contacts/{left_anna}", { networkIds: ["{left net 2}"] }),
  refused("patch /contacts/{left_jana}", { networkIds: ["{left net 1}", "{left net 2}"] }),
  refused("patch /contacts/{left_jana}", { addNetworkIds: ["{left net 2}"] }),
  refused("patch /contacts/{left_jana}", { removeNetworkIds: ["{left net 1}"] }),
  wrong("patch /contacts/{left_jana}", "invalid_reference", {
    networkIds: ["{left net 1}", "{right net 1}"],
  }),
  wrong("patch /contacts/{left_jana}", "invalid_reference", { networkIds: ["{right net 1}"] }),
  wrong("post /activity/undo", "invalid_reference", {
    actorId: "{other key}",
    since: "2026-01-01",
  }),
  refused("post /imports", { kith: 1, contacts: [{ firstName: "X" }] }),
  refused("post /imports/{nothing}/apply", { onMatch: "skip" }),
  refused("delete /imports/{nothing}"),
  refused("post /networks", { name: "Climbing left" }),
  refused("post /networks", { name: "Climbing right" }),
  refused("post /networks", { name: "Unheard of" }),
  refused("patch /networks/{left_net_1}", { name: "Choir left" }),
  refused("patch /networks/{right_net_1}", { name: "Choir right" }),
  refused("delete /networks/{left_net_1}"),
  refused("delete /networks/{right_net_1}"),
  refused("delete /networks/{nothing}"),
  refused("put /networks/{left_net_2}/contacts/{left_anna}"),
  refused("put /networks/{left_net_1}/contacts", { contactIds: [] }),
  refused("put /networks/{left_net_1}/contacts", { contactIds: ["{right anna}"] }),
  refused("put /networks/{right_net_1}/contacts", { contactIds: ["{left anna}"] }),
  refused("put /networks/{left_net_1}/contacts/{right_anna}"),
  refused("put /networks/{right_net_1}/contacts/{left_anna}"),
  refused("delete /networks/{left_net_1}/contacts/{left_anna}"),
  refused("delete /networks/{right_net_1}/contacts/{left_jana}"),
  refused("post /note-types", { name: "Call" }),
  refused("post /note-types", { name: "Fresh" }),
  refused("patch /note-types/{call}", { countsAsContact: false }),
  refused("delete /note-types/{call}"),
];
