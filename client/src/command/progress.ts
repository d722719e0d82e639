import process from "node:process";
import type { ImportProgress } from "../index.ts";

const width = 24;

const words = { preview: "Reading", apply: "Importing", undo: "Undoing" };

/** Shows progress as a bar in one line of a terminal; elsewhere, as in a log, nothing. */
export function createBar(
  stream: Pick<NodeJS.WriteStream, "isTTY" | "write"> = process.stderr,
): { show(progress: ImportProgress): void; end(): void } {
  let isShown = false;
  return {
    show({ step, part, parts, rows, total }) {
      if (!stream.isTTY) return;
      const filled = Math.round(width * part / parts);
      const bar = "█".repeat(filled) + "░".repeat(width - filled);
      stream.write(`\r\x1b[K${words[step].padEnd(9)} ${bar} ${rows} of ${total}`);
      isShown = true;
    },
    end() {
      if (isShown) stream.write("\n");
      isShown = false;
    },
  };
}
