// What the package exports.
export type {
  Call,
  ChangeOptions,
  CreateOptions,
  ReadOptions,
  RequestOptions,
  WithResponse,
} from "./api.ts";
export type { Change } from "./kith.ts";
export type { KithClientOptions } from "./client.ts";
export {
  KithAuthenticationError,
  KithConflictError,
  KithConnectionError,
  KithError,
  KithExpiredError,
  KithNotFoundError,
  KithPermissionError,
  KithRateLimitError,
  KithServerError,
  KithValidationError,
  type ProblemCode,
} from "./error.ts";
export type { Feed, FeedPage, FeedQuery } from "./lists.ts";
export type { Hooks, ReceivedAnswer, SentRequest } from "./client.ts";
export type { FileImport } from "./imports/file-import.ts";
export type { FileOptions } from "./imports/file-import.ts";
export type {
  AppliedFile,
  ApplyOptions,
  ImportOptions,
  ImportProgress,
} from "./imports/file-import.ts";
export { Kith } from "./kith.ts";
export type { List, Page } from "./lists.ts";
export { type PhotoOptions, UploadError } from "./photo.ts";
export type { components, operations } from "./schema.ts";
export type * from "./types.ts";
