/** Where the gateway leads: it takes `/functions/v1` away and leaves the function's name. */
export const basePath = "/api/v1";

/** The same as clients see it, below the address of any Supabase project. */
export const publicPath = `/functions/v1${basePath}`;
