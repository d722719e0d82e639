import type { Fault } from "./fault.ts";
import { faultsAround } from "./faults/around.ts";
import { databaseFaults } from "./faults/database.ts";
import { functionFaults } from "./faults/function.ts";
import { logAndLimitFaults } from "./faults/log-and-limits.ts";
import { pageFaults } from "./faults/page.ts";

/** From all parts of the project and for all promises of SECURITY.md. */
export const faults: Fault[] = [
  ...databaseFaults,
  ...logAndLimitFaults,
  ...functionFaults,
  ...faultsAround,
  ...pageFaults,
];
