// Finds out whether phones can synchronise with a deployed service: they use methods that some gateways refuse.

const address = "/functions/v1/kith/dav/";

/**
 * Says whether phones will work, and if not why. The service works without them, so this never fails.
 * @param key of an account of the service
 * @returns a sentence in words for whoever deploys it
 */
export async function tryPhones(projectUrl: string, key: string): Promise<string> {
  try {
    const found = await ask("PROPFIND", new URL(address, projectUrl), key, {
      body: '<propfind xmlns="DAV:"><prop><current-user-principal/></prop></propfind>',
      wanted: /\/dav\/principals\/([0-9a-f]{8})\//,
    });
    await ask("REPORT", new URL(`${address}${found}/contacts/`, projectUrl), key, {
      body: '<c:addressbook-query xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav">' +
        "<prop><getetag/></prop><c:filter/></c:addressbook-query>",
      wanted: /(multistatus)/,
    });
    return "phones will work";
  } catch (error) {
    return `phones: not here, because ${(error as Error).message}`;
  }
}

/** The part of the answer that is wanted. @throws Error with the end of a sentence */
async function ask(
  method: string,
  url: URL,
  key: string,
  { body, wanted }: { body: string; wanted: RegExp },
): Promise<string> {
  const answer = await fetch(url, {
    method,
    headers: {
      authorization: `Basic ${btoa(`kith:${key}`)}`,
      "content-type": "application/xml",
      depth: "0",
    },
    body,
    redirect: "manual",
    signal: AbortSignal.timeout(30_000),
  }).catch((error: Error) => {
    throw new Error(`${method} was not answered: ${error.message}`);
  });
  const text = await answer.text();
  const [, part] = wanted.exec(text) ?? [];
  if (answer.status === 207 && part !== undefined) return part;
  const what = answer.status === 207 ? "without what was asked for" : `${answer.status}`;
  throw new Error(
    `${method} was answered ${what}${text ? `: ${text.slice(0, 200)}` : ""}`,
  );
}
