import type { Arguments } from "../../../functions/kith/core/database.ts";
import {
  type DavArguments,
  type DavOperation,
  writerVersion,
} from "../../../functions/kith/dav/operations.ts";
import { takesIfMatch } from "../../../functions/kith/core/route.ts";
import type { Json } from "../client.ts";
import { accounts, credentials, seededId } from "./database.ts";
import {
  bodyArguments,
  filtersOf,
  isList,
  type Known,
  knownOf,
  type OperationRoute,
  operationRoutes,
  pairsOf,
  type PlannedRequest,
  queryArguments,
  toRequest,
} from "./requests.ts";

/**
 * By operation, all kinds of requests of an account, the plainest first.
 * @param limits of the key that sends them, as a cursor has them
 */
export function everyRequest(
  account: number,
  limits: string[] = [],
): Map<string, PlannedRequest[]> {
  const requests = operationRoutes.map((route): [string, PlannedRequest[]] => [
    route.operation,
    [...plainRequests(route, account, limits), ...refusedRequests(route, account)],
  ]);
  return new Map([...requests, ...Object.entries(furtherRequests(account))]);
}

const seededCard = (account: number, number: number) =>
  `${seededId("contacts", account, number)}.vcf`;

const writtenCard: Partial<DavArguments> = {
  uid: "new",
  body: { firstName: "New" },
  networks: ["Family"],
  card: { text: "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:New\r\nEND:VCARD\r\n", parts: [] },
};

const sentPicture = { digest: "0", linesTag: "0", bytes: 1, extension: "png" };

/** Of operations that no route names. */
export const furtherRequests = (account: number): Record<string, PlannedRequest[]> => ({
  attach_photo: [attachment(account)],
  change_contacts: [changeOfMany(account)],
  change_reminders: [changeOfReminders(account)],
  notice_meetings: [noticing(account)],
  list_webhook_messages: [telling(account)],
  dav_book: [davRequest(account, "dav_book", { withTag: true })],
  dav_list: [
    davRequest(account, "dav_list", { withTag: true }),
    davRequest(account, "dav_list", { after: seededId("contacts", account, 2), withText: true }),
  ],
  dav_read: [davRequest(account, "dav_read", { names: [2, 3].map((n) => seededCard(account, n)) })],
  dav_changes: [{
    ...davRequest(account, "dav_changes", {}),
    steps: [
      () => {
        const args: DavArguments = { writer: writerVersion };
        return { operation: "dav_book", arguments: args };
      },
      ([book]) => {
        // A key that is limited to networks gets none.
        const { token: last } = JSON.parse(book!.body!);
        const token = last?.replace(/\d+-/, "0-") ?? "data:,0-00000000";
        const args: DavArguments = { writer: writerVersion, token, limit: 2 };
        return { operation: "dav_changes", arguments: args };
      },
    ],
  }],
  dav_put: [
    davRequest(account, "dav_put", { name: seededCard(account, 2), ...writtenCard }),
    davRequest(account, "dav_put", { name: "new.vcf", ...writtenCard, ifNoCard: true }),
  ],
  dav_photo: [{
    ...davRequest(account, "dav_photo", {}),
    steps: [
      () => {
        const args: Partial<DavArguments> = {
          name: seededCard(account, 2),
          ...writtenCard,
          picture: sentPicture,
        };
        return { operation: "dav_put", arguments: { writer: writerVersion, ...args } };
      },
      ([put]) => {
        const path = JSON.parse(put!.body!.split("\n")[0]!).photoPath;
        const picture = { ...sentPicture, path, lines: "PHOTO:" };
        const args: DavArguments = { writer: writerVersion, name: seededCard(account, 2), picture };
        return { operation: "dav_photo", arguments: args };
      },
    ],
  }],
  dav_group: [davRequest(account, "dav_group", {
    network: "A group",
    uids: [2, 3].map((n) => seededId("contacts", account, n)),
  })],
  dav_delete: [davRequest(account, "dav_delete", { name: seededCard(account, 2) })],
});

/** What can be written besides the examples, because other statements come of it. */
const bodies = (account: number): Record<string, Json[]> => ({
  create_contact: [{ company: "Example", lastContactedAt: "2026-01-31", contactFrequencyDays: 7 }],
  update_contact: [{ photoUrl: null, lastContactedAt: "2026-01-31" }, { networkIds: [] }, {
    addEmails: [{ value: "ann@example.com" }],
    removePhones: ["1"],
    addUrls: [],
  }],
  bulk_contacts: [{
    update: [3, 4].map((n) => ({ id: seededId("contacts", account, n), nickname: "Changed" })),
  }],
  bulk_reminders: [{
    update: [3, 4].map((n) => ({ id: seededId("reminders", account, n), completed: true })),
  }],
  create_relationship: [{
    contactId: seededId("contacts", account, 3),
    relatedName: "Example",
    kind: "friend",
  }],
  create_note: [{ content: "Example", occurredAt: "2026-01-31" }],
  update_note: [{ occurredAt: "2026-01-31", contactId: null }, { noteTypeId: null }],
  update_note_type: [{ countsAsContact: false }],
  update_field: [{ position: 2 }],
  create_reminder: [
    { title: "Example", dueAt: "2026-01-31", completed: true },
    { title: "Example", dueAt: "2026-01-31", recurrence: "FREQ=DAILY;COUNT=9999", completed: true },
  ],
  update_reminder: [{ dueAt: "2026-01-31", completed: true }, { contactId: null }, {
    dueAt: "2026-01-31",
    recurrence: "FREQ=MONTHLY",
    completed: true,
  }],
  create_api_key: [{ name: "Example", expiresAt: "2099-01-31" }],
  dismiss_duplicate: [{
    contactIds: [seededId("contacts", account, 3), seededId("contacts", account, 4)],
    dismissed: false,
  }],
  merge_contacts: [{ duplicateId: seededId("contacts", account, 8), dryRun: true }, {
    duplicateId: seededId("contacts", account, 8),
    fields: { photoUrl: "duplicate", emails: "duplicate", nickname: "duplicate" },
  }],
  update_api_key: [{ expiresAt: "2099-01-31" }, { expiresAt: null }],
  rotate_api_key: [{}],
  update_me: [{ timezone: "Europe/Paris" }],
});

/** Where the function goes on in an export. */
const places = (account: number): Record<string, Json[]> => ({
  export_contacts: [{ part: "contacts", after: seededId("contacts", account, 3) }],
  export_account: ["networks", "note_types", "contacts", "notes", "relationships", "reminders"].map(
    (part) => ({
      part,
      after: seededId(part.replace("_", "-"), account, 3),
    }),
  ),
});

/**
 * Queries of a list: every filter, every order, also deep within the list and behind its end; for an account of ordinary
 * size also every filter in every order, and every two filters together.
 */
function queriesOf(route: OperationRoute, account: number, known: Known): string[] {
  const all = filtersOf(route, known);
  const sorts = all.filter(({ name }) => name === "sort").map(({ text }) => text);
  const filters = all.filter(({ name }) => name !== "sort");
  const single = filters.map(({ text }) => text);
  const pages = [
    "pageSize=1",
    "page=2&pageSize=20",
    "page=6&pageSize=200",
    "page=12&pageSize=200",
    "page=1000000",
  ];
  const isOrdinary = account === accounts.ordinary;
  return [
    "",
    ...single,
    ...sorts.flatMap((sort) => [sort, ...pages.map((page) => `${sort}&${page}`)]),
    ...(isOrdinary ? sorts.flatMap((sort) => single.map((filter) => `${filter}&${sort}`)) : []),
    ...(isOrdinary ? pairsOf(filters) : []),
  ];
}

function plainRequests(
  route: OperationRoute,
  account: number,
  limits: string[],
): PlannedRequest[] {
  const known = knownOf(account, limits);
  const args = isList(route)
    ? queriesOf(route, account, known).map((text) => queryArguments(route, known, text))
    : bodyArguments(route, account, bodies(account)[route.operation] ?? []);
  const later = (places(account)[route.operation] ?? []).map((startAt) => ({ query: { startAt } }));
  return [...args, ...later].flatMap((each) => [
    toRequest(route, account, each),
    ...(route.idempotent ? [repeated(route, account, each)] : []),
    ...(takesIfMatch(route) ? [conditional(route, account, each)] : []),
  ]);
}

/** Without arguments, as for what the function has found wanting, and about what is not there. */
function refusedRequests(route: OperationRoute, account: number): PlannedRequest[] {
  const nothing = Object.fromEntries(
    route.facts.ids.map(({ name }) => [name, seededId("nothing", 0, 0)]),
  );
  const args = isList(route) ? {} : bodyArguments(route, account, [])[0];
  return [
    { ...toRequest(route, account, null), status: 0 },
    ...(route.facts.ids.length === 0
      ? []
      : [{ ...toRequest(route, account, { ...args, ...nothing }), status: 404 }]),
  ];
}

/** Twice with the same key: carried out, and answered again. */
function repeated(route: OperationRoute, account: number, args: Arguments): PlannedRequest {
  const request = toRequest(route, account, { ...args, idempotencyKey: "key" });
  return { ...request, steps: [...request.steps, ...request.steps] };
}

/** With the tag that the resource has. */
function conditional(route: OperationRoute, account: number, args: Arguments): PlannedRequest {
  const get = route.operation.replace(/^[a-z]+/, "get");
  return {
    ...toRequest(route, account, args),
    name: `${route.operation} ${JSON.stringify(args)} if it matches`,
    steps: [
      () => ({ operation: get, arguments: args }),
      ([current]) => ({
        operation: route.operation,
        arguments: { ...args, ifMatch: [current!.tag!] },
      }),
    ],
  };
}

/** Both statements of attaching a photo. */
function attachment(account: number): PlannedRequest {
  const id = seededId("contacts", account, 2);
  const upload = `uploads/${seededId("uploads", account, 2)}.png`;
  const args = { id, body: { nickname: "Changed", photoUrl: upload } };
  return {
    name: "attach_photo",
    steps: [
      () => ({ operation: "prepare_photo", arguments: args }),
      ([prepared]) => ({
        operation: "attach_photo",
        arguments: { ...args, photo: JSON.parse(prepared!.body!).path },
      }),
    ],
    credential: credentials.token(account),
  };
}

/** What assistants ask for: the same change of some contacts. */
function changeOfReminders(account: number): PlannedRequest {
  const reminders = [3, 4].map((n) => seededId("reminders", account, n));
  return {
    ...attachment(account),
    name: "change_reminders",
    steps: [() => ({
      operation: "change_reminders",
      arguments: { reminderIds: reminders, body: { completed: true } },
    })],
  };
}

/** What the clock has read in a calendar: one that is there already, and one that is new, by an address and by a name. */
function noticing(account: number): PlannedRequest {
  const calendarId = seededId("calendars", account, 1);
  const times = { startedAt: "2026-01-31T09:00:00Z", endedAt: "2026-01-31T10:00:00Z" };
  const events = [
    { event: "1".repeat(64), title: "Changed", addresses: ["c1@example.com"], ...times },
    { event: "f".repeat(64), title: "Anna 2 Example", addresses: ["c2@example.com"], ...times },
  ];
  return {
    name: "notice_meetings",
    steps: [() => ({
      operation: "notice_meetings",
      arguments: { body: { calendarId, events, all: [] } },
    })],
    credential: { kind: "clock", sub: seededId("accounts", account, 0), calendarId },
  };
}

/** What the clock tells a webhook. */
function telling(account: number): PlannedRequest {
  const webhookId = seededId("webhooks", account, 1);
  return {
    name: "list_webhook_messages",
    steps: [() => ({ operation: "list_webhook_messages", arguments: { body: { webhookId } } })],
    credential: { kind: "clock", sub: seededId("accounts", account, 0), webhookId },
  };
}

/** What a phone asks for. */
function davRequest(
  account: number,
  operation: DavOperation,
  args: Partial<DavArguments>,
): PlannedRequest {
  return {
    name: `${operation} ${JSON.stringify(args)}`,
    steps: [() => ({ operation, arguments: { writer: writerVersion, ...args } })],
    credential: credentials.token(account),
  };
}

function changeOfMany(account: number): PlannedRequest {
  const people = [3, 4].map((n) => seededId("contacts", account, n));
  return {
    ...attachment(account),
    name: "change_contacts",
    steps: [() => ({
      operation: "change_contacts",
      arguments: { byName: { contactIds: people }, body: { isFavorite: true } },
    })],
  };
}
