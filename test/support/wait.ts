/** Asks again until the answer is true; fails after `timeout` milliseconds with what was waited for. */
export async function until(
  what: string,
  ask: () => Promise<boolean> | boolean,
  timeout = 20_000,
): Promise<void> {
  const end = Date.now() + timeout;
  while (!await ask()) {
    if (Date.now() > end) throw new Error(`waited ${timeout} ms in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
