/** The path that the function sees: the gateway removes `/functions/v1`, but not the function's name. */
export const basePath = "/kith/api/v1";

/** The path that clients use, below the URL of a Supabase project. */
export const publicPath = `/functions/v1${basePath}`;
