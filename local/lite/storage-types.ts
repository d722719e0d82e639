/** Handles a request to Storage. */
export type Storage = (request: Request) => Promise<Response>;

/** The path of Storage at the gateway. */
export const storageRoot = "/storage/v1";
