/**
 * Lite: prints every statement that the database refuses, with a stack, to the console.
 * The platform: logs it. Refused statements are ordinary and would fill the terminal of `npm start`.
 * Can be removed when lite has an option for its log.
 */
import { AsyncLocalStorage } from "node:async_hooks";

const captured = new AsyncLocalStorage<unknown[]>();
let installed = false;

/** Handles a request to lite without its console output; for a 5xx, one line says why. */
export async function withoutConsole(
  request: Request,
  answer: () => Promise<Response>,
): Promise<Response> {
  install();
  const printed: unknown[] = [];
  const response = await captured.run(printed, answer);
  if (response.status >= 500) {
    const error = printed.find((item) => item instanceof Error);
    const path = new URL(request.url).pathname;
    console.error(
      `${request.method} ${path} → ${response.status} ${
        error instanceof Error ? error.message : ""
      }`,
    );
  }
  return response;
}

/** Runs what may fail again and again without lite's console output. */
export function quietly<T>(work: () => Promise<T>): Promise<T> {
  install();
  return captured.run([], work);
}

function install(): void {
  if (installed) return;
  installed = true;
  const print = console.error;
  console.error = (...items: unknown[]) => {
    const store = captured.getStore();
    if (store) store.push(...items);
    else print(...items);
  };
}
