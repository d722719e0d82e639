/** The longest text that the API searches for. */
export const longestSearch = 200;
