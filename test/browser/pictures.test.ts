import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { clientOf, fillAccount, newPerson } from "./support/account.ts";
import { accountViews, emptyViews, factorViews } from "./support/views.ts";
import { useBrowser } from "./support/visit.ts";
import { orThrow } from "../../client/src/index.ts";

const { visit } = useBrowser();

/** The folder for the pictures; without it none are made. */
const folder = process.env["KITH_PICTURES"];
const screens = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

/** An account in which every view has something to show. */
async function fullAccount() {
  const person = await newPerson();
  const id = await fillAccount(person);
  const { key } = await orThrow(
    person.kith.POST("/api-keys", { body: { name: "Mail assistant" } }),
  );
  const client = { clientId: "a-client", redirectHost: "claude.ai", name: "Claude" };
  await orThrow(person.kith.POST("/connections", { body: client }));
  for (const firstName of ["Clara", "Dora"]) {
    const made = await orThrow(clientOf(key!).POST("/contacts", { body: { firstName } }));
    const path = { id: made.id };
    await orThrow(clientOf(key!).DELETE("/contacts/{id}", { params: { path } }));
  }
  return { person, id };
}

const emptyAccount = async () => ({ person: await newPerson(), id: "" });

test.runIf(folder)("every view, in light and dark, on a desktop and a phone", async () => {
  await mkdir(folder!, { recursive: true });
  for (const colorScheme of ["light", "dark"] as const) {
    for (const [screen, viewport] of Object.entries(screens)) {
      const accounts = [
        { ...await fullAccount(), views: accountViews },
        { ...await emptyAccount(), views: emptyViews },
        { ...await emptyAccount(), views: factorViews },
      ];
      for (const { person, id, views } of accounts) {
        const { page, expectOnConsole } = await visit({ person, colorScheme, viewport });
        expectOnConsole(/./);
        for (const [name, open] of Object.entries(views)) {
          await page.reload();
          const drawn = await open(page, id).then(() => true, () => false);
          expect.soft(drawn, name).toBe(true);
          const file = `${name.replaceAll(" ", "-")}-${screen}-${colorScheme}.png`;
          await page.screenshot({ path: join(folder!, file), fullPage: !name.includes("form") });
        }
      }
    }
  }
}, 600_000);
