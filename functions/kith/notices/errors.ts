// Why something that was to be told was not.

/** See `lastError` of channels. */
export class DeliveryError extends Error {
  constructor(
    readonly code: "refused_address" | "unreachable" | "tls" | "timeout" | "status" | "gone",
    cause: string,
  ) {
    super(cause);
  }
}
