import { KithConnectionError } from "./error.ts";

/** What files that are whole end with, by their type; an empty file is whole, too. */
const endings: Record<string, RegExp> = {
  "application/json": /\}\n$/,
  "text/vcard": /(^|\n)END:VCARD\r\n$/,
};

/** Bytes of the longest ending. */
const tailLength = 16;

/**
 * The answer, with a body that fails with a KithConnectionError where it breaks off. Some servers between here and the
 * service end a broken answer as if it were whole, so that the end of the file is looked at too.
 */
export function wholeOrBroken(response: Response, signal?: AbortSignal): Response {
  const { body } = response;
  if (body === null) return response;
  const type = response.headers.get("content-type")?.replace(/;.*$/, "").trim() ?? "";
  const ending = endings[type];
  const reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> = body.getReader();
  let tail = "";
  const checked = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await reader.read().catch((cause) => {
        throw signal?.aborted ? signal.reason : broken(cause);
      });
      if (!done) {
        const last = String.fromCharCode(...value.subarray(-tailLength));
        tail = (tail + last).slice(-tailLength);
        return controller.enqueue(value);
      }
      const isEmpty = tail === "" && type === "text/vcard";
      if (ending && !isEmpty && !ending.test(tail)) throw broken(undefined);
      controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(checked, response);
}

function broken(cause: unknown): KithConnectionError {
  return new KithConnectionError("The answer broke off: it is not complete.", { cause });
}
