/**
 * Lite: ignores `?download`.
 * The platform's Storage: `Content-Disposition: attachment`, with the file name if one is given, so that a browser
 * saves the object instead of showing it.
 * Can be removed when lite reads `?download`.
 */

/** Adds `Content-Disposition` to an object where its URL has `?download`. */
export function nameDownload(url: URL, answer: Response): Response {
  const name = url.searchParams.get("download");
  if (!answer.ok || name === null) return answer;
  const headers = new Headers(answer.headers);
  const encoded = encodeURIComponent(name);
  headers.set(
    "content-disposition",
    name ? `attachment; filename=${encoded}; filename*=UTF-8''${encoded};` : "attachment;",
  );
  return new Response(answer.body, { headers });
}
