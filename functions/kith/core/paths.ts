/** The gateway takes `/functions/v1` away and leaves the name of the function. */
export const basePath = "/kith/api/v1";

/** The same as clients see it, below the address of any Supabase project. */
export const publicPath = `/functions/v1${basePath}`;
