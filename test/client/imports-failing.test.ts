import { beforeAll, describe, expect, it } from "vitest";
import { Kith } from "../../client/src/index.ts";
import { type Account, signUp } from "../support/accounts.ts";
import { baseUrl } from "../support/client.ts";
import { noConnection } from "../support/fake-fetch.ts";
import { card } from "../support/import-files.ts";
import { checkedFetch } from "../support/typed-client.ts";

let account: Account;
let kith: Kith;
beforeAll(async () => {
  account = await signUp();
  kith = new Kith({ baseUrl: baseUrl(), token: account.token, fetch: checkedFetch(account.token) });
});

const contactCount = async () => (await kith.contacts.list({ pageSize: 1 })).total;

describe("an import that breaks off", () => {
  it("goes on where it was, and applies nothing twice", async () => {
    let isBroken = false;
    const send = checkedFetch(account.token);
    const lossy = new Kith({
      baseUrl: baseUrl(),
      token: account.token,
      maxRetries: 0,
      fetch: async (input, init) => {
        const request = new Request(input, init);
        const answer = await send(request);
        // The second part is applied, but nobody is told.
        if (isBroken && request.url.endsWith("/apply") && !(isBroken = !answer.ok)) {
          throw noConnection();
        }
        return answer;
      },
    });
    const file = Array.from({ length: 1_100 }, (_, n) => card(n)).join("");
    let applied = 0;
    const found = await lossy.imports.fromFile(file, {
      onProgress: ({ step }) => {
        if (step === "apply" && ++applied === 1) isBroken = true;
      },
    });
    await expect(found.apply()).rejects.toThrow("There was no answer");
    const done = await found.apply();
    expect(done).toMatchObject({ created: 1_100, merged: 0, skipped: 0 });
    expect(done.activityIds).toHaveLength(2);
    expect(await contactCount()).toBe(1_100);
    await found.undo();
    expect(await contactCount()).toBe(0);
  });

  it("ends with the reason of its signal", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const file = Array.from({ length: 2_100 }, (_, n) => card(n)).join("");
    const upload = kith.imports.fromFile(file, {
      signal: controller.signal,
      onProgress: () => controller.abort(reason),
    });
    await expect(upload).rejects.toBe(reason);
  });
});

describe("a file that the service refuses", () => {
  it("is refused as a small one is", async () => {
    await expect(kith.imports.fromFile('{"kith":2}')).rejects.toMatchObject({ status: 400 });
    await expect(kith.imports.fromFile("")).rejects.toMatchObject({ status: 400 });
    await expect(kith.imports.fromFile(`{"a":"${"x".repeat(1_048_576)}"}`))
      .rejects.toMatchObject({ status: 413 });
  });
});
