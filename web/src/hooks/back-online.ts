/**
 * After so many milliseconds with a network, what failed without one is tried again: browsers say that there is one
 * before it can be used.
 */
const delays = [0, 1000, 3000, 10_000, 30_000];

const tries = new EventTarget();
let timers: ReturnType<typeof setTimeout>[] = [];

addEventListener("online", () => {
  timers.forEach(clearTimeout);
  timers = delays.map((delay) => setTimeout(() => tries.dispatchEvent(new Event("try")), delay));
});
addEventListener("offline", () => timers.forEach(clearTimeout));

/** Calls the function, which may have nothing to do, whenever something may have become reachable; the result ends that. */
export function whenBackOnline(callback: () => void): () => void {
  tries.addEventListener("try", callback);
  return () => tries.removeEventListener("try", callback);
}
