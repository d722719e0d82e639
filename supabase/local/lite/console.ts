import { AsyncLocalStorage } from "node:async_hooks";

const captured = new AsyncLocalStorage<unknown[]>();
let installed = false;

/**
 * Runs a request to lite with its console kept quiet: it prints every statement that the database
 * refuses, with a stack, though a refusal is an answer and no news. What leads to a 5xx is news: of
 * that, one line.
 */
export async function quietly(
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
