import { UnauthorizedError } from "@modelcontextprotocol/client";
import { expect, inject } from "vitest";
import { App } from "../../support/mcp/oauth.ts";

/** An app that has asked for authorization; it is led back to a file of the page's own host. */
export async function askingApp(name = "Assistant <b>"): Promise<App> {
  const { url } = inject("page");
  const app = new App(`${url}/favicon.svg`, name, `${url}/functions/v1/kith/mcp`);
  await ask(app);
  return app;
}

/** Lets an app ask again, as if it had lost its tokens; returns where it leads the browser. */
export async function ask(app: App): Promise<string> {
  app.stored = undefined;
  await expect(app.connect()).rejects.toThrow(UnauthorizedError);
  return app.authorizationUrl!.href;
}
