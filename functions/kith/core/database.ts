// What request handlers ask of the database: operations, their arguments and answers.

/** What a statement does: read what is found at once, read what takes long, or write. */
export type Work = "read" | "longRead" | "write";

/** The credential of a request, as the database checks it. */
export type Credential =
  & (ApiKeyCredential | AccessTokenCredential | PathCredential | ClockCredential)
  & {
    /** Whether an earlier statement of the same request has counted it. */
    counted?: true;
    /** Whether this statement only checks the credential, and a further one runs the operation: it is not counted as refused. */
    operationFollows?: true;
  };

/** An API key, by the SHA-256 of the secret in hexadecimal. */
export interface ApiKeyCredential {
  kind: "api_key";
  hash: string;
}

/** What a verified access token says about whose it is. */
export interface AccessTokenCredential {
  kind: "access_token";
  /** The account's id. */
  sub: string;
  /** The session that the token belongs to; the database refuses it when the session has ended. */
  sessionId?: string;
  /** The OAuth client that the token was issued to; none for the project's own apps. */
  clientId?: string;
  /** Whether the user signed in with a second factor (`aal2`). */
  secondFactor?: true;
}

/** What the secret in a URL is of: the calendar feed or the inbox of an account. It is good for nothing else. */
export type PathSecretKind = "calendar" | "inbox";

/** Such a secret, by its SHA-256 in hexadecimal. */
export interface PathCredential {
  kind: PathSecretKind;
  hash: string;
}

/** The clock, which acts for an account and one of its calendars or webhooks. */
export type ClockCredential =
  & { kind: "clock"; sub: string }
  & ({ calendarId: string } | { webhookId: string });

/** What a credential is; an access token of an OAuth client is good for its connection, and for nothing without one. */
export function kindOf(credential: Credential): CredentialKind {
  return "clientId" in credential ? "connection" : credential.kind;
}

export type CredentialKind = Credential["kind"] | "connection";

/** The conditions in the headers `Idempotency-Key` and `If-Match`. */
export interface Conditions {
  /** An earlier request of the owner with the same key is not run again: its answer is repeated. */
  idempotencyKey?: string;
  /** The operation is refused unless the resource's tag is among these. */
  ifMatch?: string[];
}

/** Members of the arguments that are ids of contacts or networks. */
type IdMember =
  | "id"
  | "contactIds"
  | "query.contactId"
  | "query.ids"
  | "query.networkId"
  | "matching.contactId"
  | "matching.networkId"
  | "body.note.contactIds"
  | "body.contactId"
  | "body.relatedContactId"
  | `body.${"contactIds" | "networkIds" | "addNetworkIds" | "removeNetworkIds"}`;

/** The type of a note by its name, which is created if necessary; without a name the type of notes that do not count as contact. */
interface NamedType {
  name?: string | undefined;
  countsAsContact?: boolean | undefined;
}

/** Names in the place of ids, as people say them: the database looks up the ids. */
export type ByName =
  & { [Member in IdMember]?: string | string[] | undefined }
  & { [Member in "body.noteTypeId" | "body.note.noteTypeId"]?: NamedType | undefined };

/** The arguments of an operation, as the request of a route says them. */
export interface Arguments extends Conditions {
  /** Of the path. */
  id?: string;
  contactId?: string;
  /** As the schemas of the route say. */
  query?: unknown;
  body?: Record<string, unknown>;
  /** A new secret, by its SHA-256 and how it begins. */
  hash?: string;
  keyPrefix?: string;
  /** A new secret of a webhook, which the database keeps to sign with. */
  secret?: string;
  /** Path that the attached photo has been copied to. */
  photo?: string;
  /** What address books get of a photo: lines of a vCard, and the SHA-256 of the picture in them. */
  cardPhoto?: { digest: string; lines: string };
  /** How far earlier statements of this request came with an operation that writes; empty at first. */
  progress?: Progress;
  /** Identifies the request in the log of changes; sent with every statement that runs an operation. */
  requestId?: string;
}

/** What only tools of assistants send besides. */
export interface ToolArguments extends Arguments {
  /** Names in the place of ids. */
  byName?: ByName;
  /** With `get_contact`: of what is included, that which the API key may not read is left out, and not refused. */
  onlyReadable?: true;
  /** With `create_contact`: it is refused where a contact with its name, e-mail address or phone number exists. */
  refuseDuplicates?: true;
  /** What `change_contacts` or `change_reminders` changes by `body`. */
  contactIds?: string[];
  reminderIds?: string[];
  /** Filters of contacts or reminders instead, and how many they find. */
  matching?: Record<string, unknown>;
  total?: number;
  /** Whether these are deleted and not changed. */
  delete?: true;
  /** How much later reminders are due, as a duration. */
  moveBy?: string;
}

/** How far an operation is that is done in parts, as its 202 says, with what each of these operations is told. */
export interface Progress extends Record<string, unknown> {
  /** The change set that the parts belong to. */
  activityId?: string | null;
  /** Whether the request has had its time: what has been done so far is answered. */
  isLast?: boolean;
  /** Whether what was done is undone where a later part is refused. */
  isTakenBack?: boolean;
}

/** The state of the rate limit of an API key or a connection. */
export interface RateLimit {
  limit: number;
  remaining: number;
  /** Unix seconds at which the oldest counted request leaves the window. */
  reset: number;
}

/** The row that `kith_private.handle` returns. */
export interface Handled {
  /** 0: authenticated, no operation run; 200 to 204: success; 202: something is left; null: refused. */
  status: number | null;
  /** JSON text: the answer, or a refusal's code, detail and errors. */
  body: string | null;
  /** The account of the credential; null where that is refused. */
  ownerId: string | null;
  keyId: string | null;
  rateLimit: RateLimit | null;
  /** Whole seconds, with 429 only. */
  retryAfter: number | null;
  /** Entity tag of the resource in the body. */
  tag: string | null;
  /** Whether this is the answer to an earlier request with the same `Idempotency-Key`. */
  replayed: boolean;
  /** The change set of what the request changed; null where it changed nothing. */
  activityId: string | null;
  /** Cause of an unexpected failure: for the log, never for the client. */
  log: string | null;
}

/** A transaction that reads several pages as of one instant. */
export interface Snapshot {
  /** @throws Problem unavailable, or internal */
  handle(credential: Credential, operation: string, args: Arguments | null): Promise<Handled>;
  /** Ends the transaction; may be called again. */
  end(): Promise<void>;
}

/** What waits to be sent to a channel. */
export interface Delivery {
  /** Also for providers that send nothing twice. */
  id: string;
  ownerId: string;
  kind: "digest" | "reminder" | "code" | "test";
  /** Of a digest its day, of a reminder its id and when it is due, with a space between them. */
  occurrence: string;
  /** How it is sent; null where the channel was deleted. */
  channel: "email" | "webPush" | "ntfy" | null;
  /** The address or URL; null where the channel was deleted, or for what is told switched off. */
  target: string | null;
  /** What messages to a browser are encrypted for. */
  keys: { p256dh: string; auth: string } | null;
  /** What they are signed with, in hexadecimal; null for other channels. */
  pushKey: string | null;
  /** Whether people are named, of channels other than mail. */
  withNames: boolean;
  code: string | null;
  /** What switches the channel off. */
  stopSecret: string;
  /** How many days before a date a digest says it. */
  leadDays: number;
  /** At what time of the day digests come. */
  digestAt: string;
}

/** What has become of a delivery: sent, unless there is an error or nothing was to be said. */
export interface DeliveryResult {
  id: string;
  ownerId: string;
  error?: string;
  isEmpty?: true;
  /** Whether it was not begun, and is somebody else's at once. */
  isLeft?: true;
}

/** Of the version of a calendar that was read last. */
export interface CalendarValidators {
  /** What its provider said of it. */
  etag?: string;
  lastModified?: string;
  /** SHA-256 of its events. */
  digest?: string;
  /** The instant from which its events are others, though it may be the same: one more has ended by then. */
  sameUntil?: string;
}

/** A calendar that is to be read. */
export interface CalendarToRead {
  id: string;
  ownerId: string;
  url: string;
  validators: CalendarValidators;
  /** Of its owner. */
  timeZone: string;
  /** Addresses of its owner, in lower case. */
  ownAddresses: string[];
}

/** A webhook that is to be told of changes. */
export interface WebhookToTell {
  id: string;
  ownerId: string;
  url: string;
  /** What messages are signed with: the secret, and for a day the one before. */
  secrets: string[];
  /** A message that tries it out. */
  testId: string | null;
  /** The number of the change set up to which it has been told. */
  toldTo: number;
}

/** What has become of it. */
export interface WebhookResult {
  /** As it was given. */
  toldTo: number;
  /** The number of the change set up to which it has been told now. */
  readTo: number;
  /** How many messages it has taken, and whether one was what tries it out. */
  delivered: number;
  tested: boolean;
  /** Why the next one failed. */
  error?: string;
  /** The status of the last answer. */
  status?: number;
}

/** The database, as request handlers use it. */
export interface Database {
  /**
   * Runs one operation as the owner of the credential, in one statement. Without arguments it only checks and counts
   * the credential.
   * @param work what the operation was declared to do
   * @throws Problem unavailable, or internal
   */
  handle(
    credential: Credential,
    operation: string,
    args: Arguments | null,
    work: Work,
  ): Promise<Handled>;
  /**
   * Returns paths of photos that no row names any more: of an account, or some of any, for the clock or where that does not run.
   * @throws Problem unavailable, or internal
   */
  photosToRemove(account: string | null, byClock: boolean): Promise<string[]>;
  /**
   * Does a part of what is due although nobody asks; says how many digests and reminders were planned and how much of each was deleted, null
   * where nothing was left.
   * @throws Problem unavailable, or internal
   */
  tick(): Promise<Record<string, number> | null>;
  /**
   * Takes at most so many deliveries that are due; they are somebody else's after a minute.
   * @throws Problem unavailable, or internal
   */
  takeDeliveries(most: number): Promise<Delivery[]>;
  /** @throws Problem unavailable, or internal */
  markDeliveries(results: DeliveryResult[]): Promise<void>;
  /**
   * Takes at most so many calendars that are to be read; they are due again in an hour.
   * @throws Problem unavailable, or internal
   */
  takeCalendars(most: number): Promise<CalendarToRead[]>;
  /**
   * Marks a calendar as read, or as not read for this reason. Its validators are kept where there are none.
   * @throws Problem unavailable, or internal
   */
  markCalendar(
    calendar: CalendarToRead,
    failure: string | null,
    validators?: CalendarValidators,
  ): Promise<void>;
  /**
   * Takes at most so many webhooks that there is something to tell; they are somebody else's after a minute.
   * @throws Problem unavailable, or internal
   */
  takeWebhooks(most: number): Promise<WebhookToTell[]>;
  /** @throws Problem unavailable, or internal */
  markWebhook(webhook: WebhookToTell, result: WebhookResult): Promise<void>;
  /**
   * The private key that messages to browsers are signed with, in hexadecimal: always the same one.
   * @throws Problem unavailable, or internal
   */
  pushKey(): Promise<string>;
  /**
   * Switches the channel off whose secret a link has; false where there is none.
   * @throws Problem unavailable, or internal
   */
  stopChannel(secret: string): Promise<boolean>;
  /**
   * Checks that the database answers.
   * @throws Problem unavailable, or internal
   */
  ping(): Promise<void>;
  /**
   * Begins a transaction that only reads, as of one instant. It has a connection of its own until it is ended, or a time
   * limit is over; an account has one at a time, few are open together, and others wait for a moment.
   * @throws Problem unavailable, or internal
   */
  openSnapshot(credential: Credential): Promise<Snapshot>;
}
