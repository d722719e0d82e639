// Which version of Kith this is.
/** The version of Kith, as package.json has it. */
export const version = "1.1.0";
