// What a UUID looks like. It imports nothing, because the client reads files with it, without schemas.
export const uuidPattern = /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;
