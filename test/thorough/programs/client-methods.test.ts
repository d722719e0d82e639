import { describe, expect, it } from "vitest";
import { Kith } from "../../../client/src/index.ts";
import { type ClientMethod, clientMethods, nameOfMethod } from "../../../tools/client-methods.ts";
import { signUp } from "../../support/accounts.ts";
import { baseUrl } from "../../support/client.ts";
import { document } from "../../support/contract.ts";
import { routes, successfulRequest } from "../../support/route-table.ts";
import { checkedFetch } from "../../support/typed-client.ts";

type Methods = Record<string, (...args: unknown[]) => PromiseLike<unknown>>;

describe("the methods of the client", () => {
  it.each(clientMethods(document).map((each) => [nameOfMethod(each), each] as const))(
    "send what the document says, and the service takes it: %s",
    async (_, { resource, name, path, verb }: ClientMethod) => {
      const account = await signUp();
      const route = routes.find((each) => each.method === verb && each.path === path)!;
      const example = await successfulRequest(route, account);
      const url = new URL(baseUrl() + example.path);
      const ids = new RegExp(`^${path.replace(/\{\w+\}/g, "([^/]+)")}$`)
        .exec(url.pathname.slice(new URL(baseUrl()).pathname.length))!.slice(1);
      const requests: Request[] = [];
      const send = checkedFetch(account.token);
      const kith = new Kith({
        baseUrl: baseUrl(),
        token: account.token,
        fetch: async (input, init) => {
          const request = new Request(input, init);
          requests.push(request.clone());
          return await send(request);
        },
      });
      const methods = (kith as unknown as Record<string, Methods>)[resource]!;
      const method = name === undefined ? methods : methods[name]!.bind(methods);
      const query = url.search ? [Object.fromEntries(url.searchParams)] : [];
      await (method as Methods[string])(
        ...ids,
        ...(route.takesBody ? [example.body] : []),
        ...query,
      );
      const [request] = requests;
      expect(`${request?.method} ${request?.url}`).toBe(`${verb.toUpperCase()} ${url.href}`);
      const text = await request!.text();
      expect(text === "" ? undefined : JSON.parse(text))
        .toEqual(route.takesBody ? example.body : undefined);
    },
  );
});
