export type {
  Call,
  ChangeOptions,
  CreateOptions,
  ReadOptions,
  RequestOptions,
  WithResponse,
} from "./api.ts";
export type { Change } from "./changes.ts";
export { createKithClient, type KithClient, type KithClientOptions } from "./client.ts";
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
  orThrow,
  type ProblemCode,
} from "./error.ts";
export type { Feed, FeedPage, FeedQuery } from "./feed.ts";
export type { Hooks, ReceivedAnswer, SentRequest } from "./hooks.ts";
export type { FileImport } from "./imports/file-import.ts";
export type { FileOptions } from "./imports/imports.ts";
export type {
  AppliedFile,
  ApplyOptions,
  ImportOptions,
  ImportProgress,
} from "./imports/options.ts";
export { Kith } from "./kith.ts";
export type { List, Page } from "./list.ts";
export {
  items,
  type ListItem,
  type ListPage,
  type ListPath,
  type ListQuery,
  pages,
} from "./pages.ts";
export { type PhotoOptions, UploadError, uploadPhoto } from "./photo.ts";
export type { components, operations, paths } from "./schema.ts";
export type * from "./types.ts";
