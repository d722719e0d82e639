// What a handler of a route gets and answers: the call, the dependencies, the answer.
import type { Arguments, Credential, Database } from "./database.ts";
import type { Incident, LogEntry } from "./trace.ts";

/** A mail to one address. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

/**
 * Sends a mail. The id is that of the delivery, so that a provider that knows it sends nothing twice.
 * @throws DeliveryError of notices/mail.ts
 */
export type SendMail = (mail: Mail, id: string) => Promise<void>;

/** What a browser, or an app of ntfy, is told. */
export interface Message {
  /** "Zoë’s birthday, and 3 to get in touch with". */
  text: string;
  /** Where it leads within the page: `#/contacts/…`. */
  path?: string | undefined;
}

/** A request to an address outside. */
export interface OutsideRequest {
  method: "GET" | "POST";
  /** Names in lower case. */
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  /** How many bytes of the answer's body are read; more is an error. Of 0 none are read, whatever there is. */
  limit: number;
  /** For everything together. */
  timeoutMs: number;
}

/** Its answer. A redirect is an answer like any other: it is not followed. */
export interface OutsideAnswer {
  status: number;
  headers: Headers;
  body: Uint8Array;
}

/** Reaches an address that somebody else has written. @throws ReachError of outside/addresses.ts */
export type Reach = (url: string, request: OutsideRequest) => Promise<OutsideAnswer>;

/** The services that request handlers use. */
export interface Dependencies {
  /**
   * Reads the credential in the `Authorization` header.
   * @throws Problem unauthorized, or unavailable when a request to Auth was necessary and failed
   */
  authenticate(authorization: string | null): Promise<Credential>;
  database: Database;
  photos: PhotoStore;
  /** Where clients reach the project; absent where the function does not know. */
  publicUrl?: string | undefined;
  /** Where clients reach the project, where its Auth gives tokens to apps that ask by OAuth. */
  oauthUrl?: string | undefined;
  /** Where people open the settings page; absent where the function does not know. */
  pageUrl?: string | undefined;
  /** Sends mails; absent where the deployment sends none. */
  mail?: SendMail | undefined;
  /** Reaches addresses that somebody else has written. */
  reach: Reach;
  /** Hosts of the project itself, which are not reached so. */
  ownHosts: string[];
  /** SHA-256 of the secret that a scheduler calls `POST /tick` with; absent where there is none. */
  tickSha256?: string | undefined;
  log(entry: LogEntry | Incident): void;
  /** Keeps the function alive after the answer until the work is done; it must not reject. */
  waitUntil(work: Promise<unknown>): void;
}

/** A successful answer; its JSON text is sent to the client unchanged. */
export interface Answer {
  status: number;
  body: string | null;
  /** Entity tag of the resource in the body. */
  tag?: string | null;
  /** Whether this is the answer to an earlier request with the same `Idempotency-Key`. */
  replayed?: boolean;
  /** The change set of what the request changed. */
  activityId?: string | null;
  /** The account of the credential. */
  ownerId?: string | null;
  /** Whether the body has URLs that expire, so that it is never answered with 304. */
  expires?: boolean;
  /** A body that is too long for memory, instead of `body`. An error in it breaks the connection. */
  stream?: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Headers in addition to those of every answer. */
  headers?: Record<string, string>;
}

/** Runs an operation several times as of one instant. */
export interface SnapshotRunner {
  /** @throws Problem when the database refuses */
  run(args: Arguments): Promise<Answer>;
  /** Ends it; may be called again. */
  end(): Promise<void>;
}

/** A body that is a file. */
export interface UploadedFile {
  bytes: Uint8Array;
  /** With its parameters, as it was sent. */
  contentType: string;
}

/** What the profile says that files are read by. */
export interface ReadBy {
  timezone: string;
  /** As in ISO 3166-1. */
  country: string | null;
}

/** One validated request, as a handler sees it. */
export interface Call {
  arguments: Arguments;
  /** The body, where the route takes files. */
  file?: UploadedFile;
  /** What it is read by, there as well. */
  readBy?: ReadBy;
  dependencies: Dependencies;
  /**
   * Runs the route's operation, or the named one.
   * @throws Problem when the database refuses
   */
  run(args: Arguments, operation?: string): Promise<Answer>;
  /**
   * Begins to run the route's operation several times as of one instant, for one request that is counted once.
   * @throws Problem when the database refuses
   */
  openSnapshot(): Promise<SnapshotRunner>;
  /** The headers of the request. */
  headers: Headers;
  /** How the id of the account begins, for secrets that are drawn for it: two hexadecimal digits. */
  begin: string;
  /** The last part of the path of a public route, where that is a secret. */
  secret?: string;
  /** Logs a failure with a request that succeeds nevertheless. */
  note(cause: unknown): void;
}

/** A signed URL to upload a file to. */
export interface UploadLink {
  uploadUrl: string;
  token: string;
  expiresAt: Date;
}

/** Signed URLs by path, and the cause when some are missing because Storage did not answer. */
interface ReadLinks {
  links: Map<string, string>;
  cause?: unknown;
}

/** The files of photos. The methods throw Problem unavailable when Storage does not answer, unless they never reject. */
export interface PhotoStore {
  /** An absolute URL to upload to, without any other credential. */
  signUpload(path: string): Promise<UploadLink>;
  /** Stores a photo that was read already, without its metadata. */
  store(path: string, contentType: string, bytes: Uint8Array): Promise<void>;
  /** Copies an object to a path where there is none; false when it does not exist. */
  copy(from: string, to: string): Promise<boolean>;
  /** Cuts the metadata out of an object; false where it is no JPEG, PNG or WebP image of an allowed size by its content. */
  cleanPhoto(path: string): Promise<Uint8Array | null>;
  /** Signed URLs to read objects; those that do not exist are missing. At most one request; never rejects. */
  signReads(paths: string[]): Promise<ReadLinks>;
  /** Removes objects; one that does not exist counts as removed. */
  remove(paths: string[]): Promise<void>;
  /**
   * Removes files that no row names any more: all of an account, or some of any, for the clock or where that does not run. Returns how many.
   * Never rejects: a later sweep does what fails.
   */
  sweep(dependencies: Dependencies, account?: string | null, byClock?: boolean): Promise<number>;
  /** The same after an answer, some of any account, where this isolate has not done it lately. */
  sweepSometimes(dependencies: Dependencies): void;
}
