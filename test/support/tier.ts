/** Whether this is npm run test:thorough. */
export const isThorough = Boolean(process.env["KITH_THOROUGH"]);

/** How often something is repeated: few times in npm test, many in npm run test:thorough. */
export const count = ({ quick, thorough }: { quick: number; thorough: number }): number =>
  isThorough ? thorough : quick;
