import { createServer } from "node:http";
import { expect, inject, it } from "vitest";
import { tryPhones } from "../../supabase/deploy/phones.ts";
import { makeKey, signUp } from "../support/accounts.ts";
import { listen } from "../support/listen.ts";

/** A gateway that answers one method itself, and all others as Kith does. */
async function behindGateway(refused: string, key: string): Promise<string> {
  const server = await listen(createServer(async (request, response) => {
    if (request.method === refused) return void response.writeHead(405).end("no such method");
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const answer = await fetch(inject("stack").url + request.url, {
      method: request.method!,
      headers: {
        authorization: request.headers.authorization!,
        depth: String(request.headers["depth"]),
      },
      body: Buffer.concat(chunks),
    });
    response.writeHead(answer.status).end(await answer.text());
  }));
  return await tryPhones(server.url, key).finally(() => server.stop());
}

it("a deployment is told whether phones will work, and if not by which method", async () => {
  const { key } = await makeKey(await signUp());
  expect(await tryPhones(inject("stack").url, key)).toBe("phones will work");
  expect(await behindGateway("PROPFIND", key))
    .toBe("phones: not here, because PROPFIND was answered 405: no such method");
  expect(await behindGateway("REPORT", key))
    .toBe("phones: not here, because REPORT was answered 405: no such method");
  expect(await tryPhones("http://127.0.0.1:9", key))
    .toMatch(/^phones: not here, because PROPFIND was not answered: /);
});
