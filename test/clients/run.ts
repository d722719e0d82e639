/**
 * `npm run check:clients`: generates the clients that docs/clients.md describes, and runs an example of each against a
 * stack of its own. A language whose tools are not installed is skipped, which the output says.
 */
import { cp, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { argv, env, exit } from "node:process";
import { fileURLToPath } from "node:url";
import { beginCommand } from "../../local/core/command.ts";
import { keyOn, startOwnStack } from "../support/own-stack.ts";
import { runProgram } from "../support/programs.ts";
import { type Command, type Language, languages } from "./languages.ts";

const usage = `npm run check:clients -- [--where-possible] [${
  languages.map(({ folder }) => folder).join("|")
} …]

  --where-possible               skips a language whose packages cannot be downloaded

  KITH_OPENAPI_GENERATOR=<file>  the jar of OpenAPI Generator; without it the command openapi-generator-cli is used`;

const examples = fileURLToPath(new URL(".", import.meta.url));
const document = fileURLToPath(new URL("../../docs/openapi.json", import.meta.url));
const wherePossible = argv.includes("--where-possible");
const jar = env["KITH_OPENAPI_GENERATOR"];
const generator: Command = jar ? ["java", "-jar", jar] : ["openapi-generator-cli"];

/** Runs a program to its end. @throws Error with what it printed where it fails */
async function run([program, ...parameters]: Command, cwd: string, more = {}): Promise<void> {
  const { code, output, errors } = await runProgram(program, parameters, more, cwd);
  if (code === 0) return;
  const command = [program, ...parameters].join(" ");
  throw new Error(`${command} exited with ${code}:\n${(output + errors).slice(-4000)}`);
}

/** The first of these programs that is not there. */
async function findMissing(commands: Command[]): Promise<string | undefined> {
  for (const command of commands) {
    if (await run(command, examples).then(() => false, () => true)) return command[0];
  }
  return undefined;
}

/** Why a language is skipped. */
class Skipped extends Error {}

async function check(language: Language, work: string, facts: object): Promise<void> {
  const folder = join(work, language.folder);
  await cp(join(examples, language.folder), folder, { recursive: true });
  if (language.generate) {
    const { generator: name, options, into } = language.generate;
    const output = join(folder, into);
    // The generator reads no document below a path with spaces.
    await cp(document, join(folder, "openapi.json"));
    const parameters = ["generate", "-i", "openapi.json", "-g", name, "-o", output, ...options];
    await run([...generator, ...parameters], folder);
  }
  // What was copied is in the place of what was generated, such as the pom.xml of Kotlin.
  await cp(join(examples, language.folder), folder, { recursive: true });
  for (const [from, to] of Object.entries(language.move ?? {})) {
    await mkdir(dirname(join(folder, to)), { recursive: true });
    await rename(join(folder, from), join(folder, to));
  }
  const cwd = language.generate ? folder : examples;
  for (const command of language.fetch ?? []) {
    await run(command, cwd).catch((error: Error) => {
      if (wherePossible) throw new Skipped(`its packages cannot be downloaded: ${error.message}`);
      throw error;
    });
  }
  for (const command of language.run) await run(command, cwd, facts);
}

async function checkAll(chosen: Language[]): Promise<number> {
  const work = await mkdtemp(join(tmpdir(), "kith-clients-"));
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const stack = await startOwnStack();
  try {
    const { api, key } = await keyOn(stack, "clients@example.com");
    // As the examples read them.
    const facts = { KITH_URL: api, KITH_KEY: key };
    for (const language of chosen) {
      const { name, generate, tools } = language;
      const missing = await findMissing([
        ...tools,
        ...(generate ? [[...generator, "version"] as Command] : []),
      ]);
      if (missing) {
        counts.skipped++;
        console.log(`${name}: skipped, because ${missing} is not installed`);
        continue;
      }
      const began = Date.now();
      const failure = await check(language, work, facts).then(() => null, (error: Error) => error);
      const outcome = failure instanceof Skipped ? "skipped" : failure ? "failed" : "passed";
      counts[outcome]++;
      const seconds = Math.round((Date.now() - began) / 1000);
      console.log(`${name}: ${outcome} (${seconds} s)${failure ? `\n${failure.message}` : ""}`);
    }
  } finally {
    await stack.stop();
    await rm(work, { recursive: true, force: true });
  }
  const { passed, failed, skipped } = counts;
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  return failed;
}

beginCommand(usage);
const names = argv.slice(2).filter((each) => each !== "--where-possible");
if (names.some((name) => !languages.some((each) => each.folder === name))) {
  console.error(usage);
  exit(1);
}
const chosen = languages.filter(({ folder }) => names.length === 0 || names.includes(folder));
exit(await checkAll(chosen) > 0 ? 1 : 0);
