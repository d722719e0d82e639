import { problemCatalogue, type ProblemCode, problemType } from "../core/problem.ts";
import { accessErrors } from "./errors/access.ts";
import type { Page } from "./errors/page.ts";
import { requestErrors } from "./errors/requests.ts";
import { serviceErrors } from "./errors/service.ts";
import { stateErrors } from "./errors/state.ts";
import type { Json } from "./json-schema.ts";

/** A page for each code, in the order in which they are listed. */
export const errorPages: Record<ProblemCode, Page> = {
  ...accessErrors,
  ...requestErrors,
  ...stateErrors,
  ...serviceErrors,
};

/** The body of a realistic answer with this code. */
export function problemExample(code: ProblemCode): Json {
  const { detail, errors } = errorPages[code].example;
  const { title, status } = problemCatalogue[code];
  return {
    type: problemType(code),
    title,
    status,
    detail,
    code,
    requestId: "5f0c4a0e-8f54-4a3b-9d0e-1c0b1a5a7e11",
    ...(errors ? { errors } : {}),
  };
}
