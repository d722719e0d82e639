// How commands of the project print their usage and end.
import { argv, exit } from "node:process";

/** What every npm script of the project begins with: prints its usage and ends where `--help` asks for it. */
export function printUsageIfAsked(usage: string): void {
  if (!argv.slice(2).some((argument) => argument === "--help" || argument === "-h")) return;
  console.log(usage);
  exit(0);
}

/** As above; and where the system refuses something later, such as a file, that is one line and exit code 1. */
export function beginCommand(usage: string): void {
  printUsageIfAsked(usage);
  process.on("uncaughtException", (error: unknown) => {
    // The stack of any other error is needed to find its cause.
    console.error(isSystemError(error) ? `kith: ${describeError(error)}` : error);
    exit(1);
  });
}

interface SystemError extends Error {
  code: string;
  syscall: string;
  path?: string;
}

/** Whether the operating system refused something. */
export const isSystemError = (error: unknown): error is SystemError =>
  error instanceof Error && "syscall" in error && "code" in error;

/** The codes of a path that cannot be written, with their words. */
const reasons: Record<string, string> = {
  EACCES: "permission denied",
  EPERM: "not permitted",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  ENOTDIR: "a part of the path is not a folder",
  EEXIST: "it is not a folder",
  EISDIR: "it is a folder",
};

/** An error in one line; where a path cannot be written, which one and why. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!isSystemError(error) || !error.path) return error.message;
  const reason = reasons[error.code] ?? (error.syscall === "mkdir" ? "no such folder" : undefined);
  return reason ? `${error.path} cannot be written: ${reason} (${error.code}).` : error.message;
}
