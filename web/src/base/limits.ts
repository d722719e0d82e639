// The limits of the API that views of the page repeat.

/** The longest text that the API searches for. */
export { searchLimit as longestSearch } from "../../../functions/kith/core/limits.ts";
