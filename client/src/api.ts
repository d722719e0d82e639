// What the methods of all resources share: options, paths, queries and headers of their requests.
import type { Connection } from "./client.ts";
import { answerOrThrow, KithConnectionError, type Outcome } from "./error.ts";
import { Feed, type FeedPage, type FeedQuery, List, type Page } from "./lists.ts";
import type { paths } from "./schema.ts";

/** Options of every method. */
export interface RequestOptions {
  /** Ends the request, and the waiting for another attempt. */
  signal?: AbortSignal;
  /** Milliseconds for each attempt; 0 for no limit. */
  timeoutMs?: number;
  /** How often the request is sent again after failures; 0 for never, after 429 neither. */
  maxRetries?: number;
}

/** Options of methods that create something. */
export interface CreateOptions extends RequestOptions {
  /** At most 255 characters, new for each new request. Without it every call has its own, for all of its attempts. */
  idempotencyKey?: string;
}

/** Options of methods that change a resource with an entity tag. */
export interface ChangeOptions extends RequestOptions {
  /** The `ETag` of what was read: KithConflictError when it has changed since. */
  ifMatch?: string;
}

/** Options of methods that read a resource with an entity tag. */
export interface ReadOptions extends RequestOptions {
  /** The `ETag` of what was read before: undefined instead of the resource when it has not changed since. */
  ifNoneMatch: string;
}

/** What an answer says besides its body. */
export interface WithResponse<T> {
  data: T;
  response: Response;
  /** The change set of what the request changed, for `kith.activity.undo`; undefined where it changed nothing. */
  activityId: string | undefined;
}

/** A request on its way: a promise of the body, or with `withResponse()` of the body and the answer with its headers. */
export interface Call<T> extends Promise<T> {
  withResponse(): Promise<WithResponse<T>>;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What a request says, by the place where it says it. */
interface Input {
  path?: Record<string, string>;
  query?: object;
  body?: unknown;
}

/** The body of a request that sends a file instead of JSON. */
interface FileBody {
  bytes: Uint8Array;
  contentType: string;
}

type AnyOptions = RequestOptions & {
  idempotencyKey?: string;
  ifMatch?: string;
  ifNoneMatch?: string;
};

/** What the methods of all resources use. */
export class Api {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Sends a request. With `ifNoneMatch` the answer is undefined where that is the current tag.
   * @throws KithError, or the reason of the aborted signal
   */
  send<T>(
    method: Method,
    path: keyof paths,
    input: Input,
    options: AnyOptions = {},
    parseAs: "json" | "text" = "json",
  ): Call<T> {
    const accepted = options.ifNoneMatch === undefined ? undefined : 304;
    return callOf(answerOrThrow(this.#request<T>(method, path, input, options, parseAs), accepted));
  }

  /** Sends a request whose body is a file. */
  sendFile<T>(
    path: keyof paths,
    file: FileBody,
    query: object,
    options: CreateOptions = {},
  ): Call<T> {
    return callOf(answerOrThrow(this.#request<T>("POST", path, { query, file }, options)));
  }

  /**
   * Requests a file, of which the body is read while it comes. `timeoutMs` is for the time until it begins to come.
   * @throws KithError, or the reason of the aborted signal
   */
  async download(
    path: keyof paths,
    query: object = {},
    options: RequestOptions = {},
  ): Promise<Response> {
    const outcome = this.#request<unknown>("GET", path, { query }, options, "stream");
    return wholeOrBroken((await answerOrThrow(outcome)).response, options.signal);
  }

  /** A list, which sends its requests when it is awaited or iterated. */
  list<Item>(
    path: keyof paths,
    query: object = {},
    options: RequestOptions = {},
    ids: Record<string, string> = {},
  ): List<Item> {
    return new List(
      query,
      (each) => this.send<Page<Item>>("GET", path, { path: ids, query: each }, options),
    );
  }

  /** A feed, which sends its requests when it is awaited or iterated. */
  feed<Item>(path: keyof paths, query: FeedQuery = {}, options: RequestOptions = {}): Feed<Item> {
    return new Feed(
      query,
      (each) => this.send<FeedPage<Item>>("GET", path, { query: each }, options),
    );
  }

  #request<T>(
    method: Method,
    path: keyof paths,
    { body, file, ...params }: Input & { file?: FileBody },
    options: AnyOptions,
    parseAs: "json" | "text" | "stream" = "json",
  ): Outcome<T> {
    const { signal, idempotencyKey, ifMatch, ifNoneMatch, ...policy } = options;
    for (const [name, value] of Object.entries(params.path ?? {})) {
      if (!value) return Promise.reject(new TypeError(`This needs ${name}, which is empty.`));
    }
    const header = {
      ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
      ...(ifMatch !== undefined && { "If-Match": ifMatch }),
      ...(ifNoneMatch !== undefined && { "If-None-Match": ifNoneMatch }),
      ...(file && { "Content-Type": file.contentType }),
    };
    const init = {
      params: { ...params, header },
      parseAs,
      fetch: this.#connection.fetchWith({ ...policy, isStreamed: parseAs === "stream" }),
    };
    // One signature for all operations, which the overloads by path cannot express.
    const request = this.#connection.client.request as unknown as (
      ...call: [string, string, object]
    ) => Outcome<T>;
    return request(method, path, {
      ...init,
      ...(body !== undefined && { body }),
      ...(file && { body: file.bytes, bodySerializer: (bytes: Uint8Array) => bytes }),
      ...(signal && { signal }),
    });
  }
}

function callOf<T>(answer: Promise<{ data: T; response: Response }>): Call<T> {
  const data = answer.then((each) => each.data);
  const withResponse = () => {
    // Whoever takes the answer handles its failure there.
    data.catch(() => {});
    return answer.then((each) => ({
      ...each,
      activityId: each.response.headers.get("x-activity-id") ?? undefined,
    }));
  };
  return Object.assign(data, { withResponse });
}

/** The methods of one resource. */
export class Resource {
  protected readonly api: Api;

  constructor(api: Api) {
    this.api = api;
  }
}

/** What files that are whole end with, by their type; an empty file is whole, too. */
const endings: Record<string, RegExp> = {
  "application/json": /\}\n$/,
  "application/jscontact+json": /\]\n$/,
  "text/vcard": /(^|\n)END:VCARD\r\n$/,
};

/** Bytes of the longest ending. */
const tailLength = 16;

/**
 * The answer, with a body that fails with a KithConnectionError where it breaks off. Some servers between here and the
 * service end a broken answer as if it were whole, so that the end of the file is looked at too.
 */
function wholeOrBroken(response: Response, signal?: AbortSignal): Response {
  const { body } = response;
  if (body === null) return response;
  const type = (response.headers.get("content-type") ?? "").split(";", 1)[0]!.trim();
  const ending = endings[type];
  const reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> = body.getReader();
  let tail = "";
  const checked = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await reader.read().catch((cause) => {
        throw signal?.aborted ? signal.reason : broken(cause);
      });
      if (!done) {
        const last = String.fromCharCode(...value.subarray(-tailLength));
        tail = (tail + last).slice(-tailLength);
        return controller.enqueue(value);
      }
      const isEmpty = tail === "" && type === "text/vcard";
      if (ending && !isEmpty && !ending.test(tail)) throw broken(undefined);
      controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(checked, response);
}

function broken(cause: unknown): KithConnectionError {
  return new KithConnectionError("The answer broke off: it is not complete.", { cause });
}
