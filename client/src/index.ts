export { createKithClient, type KithClient, type KithClientOptions } from "./client.ts";
export { KithError, orThrow, type Problem, type ProblemCode, type Violation } from "./error.ts";
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
