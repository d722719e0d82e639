/**
 * The stack with the page. By hand, `npx tsx test/browser/support/stack-process.ts page.json` leaves a stack running,
 * which `KITH_TEST_STACK=page.json npm run test:browser` then uses.
 */
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startOwnStack } from "../../support/own-stack.ts";
import { serveFacts } from "../../support/stack-fork.ts";
import type { PageFacts } from "./global-setup.ts";

const stack = await startOwnStack({
  page: true,
  onMail: (mail) => appendFileSync(mails, JSON.stringify(mail) + "\n"),
});
const mails = join(stack.folder, "mails.jsonl");
writeFileSync(mails, "");
if (stack.pageFailure) {
  console.error(stack.pageFailure);
  await stack.stop();
  process.exit(1);
}
const { url, publishableKey, adminDatabaseUrl: databaseUrl } = stack;
const facts: PageFacts = { url, publishableKey, mails, databaseUrl };
await serveFacts(facts, () => stack.stop().then(() => []));
