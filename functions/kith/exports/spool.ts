/** Bytes that are kept for a client that reads more slowly than the database writes. */
const spoolBytes = 33_554_432;

/**
 * Texts as bytes for a client. They are asked for as fast as they come, and kept until the client reads them: so a slow
 * client does not hold what the texts come from. Beyond the spool they wait for the client. They are not compressed,
 * which would take several times as long as all the rest of an export.
 */
export function spooled(texts: AsyncGenerator<string>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await texts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await texts.return(undefined);
    },
  }, new ByteLengthQueuingStrategy({ highWaterMark: spoolBytes }) as QueuingStrategy);
}
