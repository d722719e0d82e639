/** Compressed bytes that are kept for a client that reads more slowly than the database writes. */
const spoolBytes = 33_554_432;

/**
 * Texts as bytes for a client. They are asked for as fast as they come, and kept compressed until the client reads them:
 * so a slow client does not hold what the texts come from. Beyond the spool they wait for the client.
 * @param zipped whether the client takes gzip
 */
export function spooled(
  texts: AsyncGenerator<string>,
  zipped: boolean,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const kept = streamOf(texts)
    .pipeThrough(new TextEncoderStream())
    .pipeThrough(new CompressionStream("gzip"))
    .pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>(
        undefined,
        undefined,
        new ByteLengthQueuingStrategy({ highWaterMark: spoolBytes }),
      ),
    );
  return zipped ? kept : kept.pipeThrough(new DecompressionStream("gzip"));
}

/** A stream that asks for the next text when there is room for it, and ends the generator when nobody reads any more. */
function streamOf(texts: AsyncGenerator<string>): ReadableStream<string> {
  return new ReadableStream<string>({
    async pull(controller) {
      const { done, value } = await texts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await texts.return(undefined);
    },
  }, { highWaterMark: 0 });
}
