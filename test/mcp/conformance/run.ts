/**
 * `npm run check:mcp`: runs the official conformance scenarios and the inspector's command line against a stack of its
 * own. They are installed from npm into a temporary folder, with a newer Node.
 */
import { createServer, request } from "node:http";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exit } from "node:process";
import { beginCommand } from "../../../local/core/command.ts";
import { listen } from "../../support/listen.ts";
import { installPrograms, type RunProgram as RunProgramOf } from "../../support/npm-programs.ts";
import { keyOn, startOwnStack } from "../../support/own-stack.ts";

const programs = {
  "@modelcontextprotocol/conformance": "0.2.0-alpha.12",
  "@modelcontextprotocol/inspector": "2.12.0",
};

/** Scenarios of the official conformance suite for servers of any purpose: they need no tools made for them. */
const scenarios = [
  "server-initialize",
  "server-session-lifecycle",
  "server-stateless",
  "ping",
  "tools-list",
  "prompts-list",
  "resources-list",
  "sep-2164-resource-not-found",
  "dns-rebinding-protection",
  "caching",
  "http-header-validation",
  "input-required-result-unsupported-methods",
  "input-required-result-ignore-extra-params",
];

/** Checks in them that fail, and why that is right; one that passes has to be taken out. */
const failing: Record<string, string> = {
  "sep-2575-server-rejects-undeclared-capability": "needs the tool test_missing_capability",
  "sep-2575-missing-capability-http-400": "needs the tool test_missing_capability",
  "sep-2575-http-server-no-independent-requests-on-stream":
    "needs the tool test_streaming_elicitation",
  "sep-2575-server-no-log-without-loglevel": "needs the tool test_logging_tool",
  // Kith keeps no streams open: its lists do not change while a credential stays as it is.
  "sep-2575-server-sends-subscription-ack": "there are no subscriptions",
  "sep-2575-server-tags-subscription-id": "there are no subscriptions",
};

type RunProgram = RunProgramOf<keyof typeof programs>;

interface Check {
  id: string;
  status: string;
  errorMessage?: string;
}

/** Starts a server that passes requests on and adds a credential, which the scenarios have no option for. */
async function startProxy(target: URL, key: string) {
  const server = createServer((incoming, outgoing) => {
    const { method, headers } = incoming;
    const options = { method, headers: { ...headers, authorization: `Bearer ${key}` } };
    const passed = request(target, options, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  });
  const { url, stop } = await listen(server);
  return { url: url + target.pathname, stop };
}

/** What is wrong, a line each; empty where all is well. */
type Findings = string[];

async function runScenario(run: RunProgram, url: string, scenario: string, folder: string) {
  const results = join(folder, scenario);
  const parameters = ["server", "--url", url, "--scenario", scenario, "-o", results];
  const { output } = await run("@modelcontextprotocol/conformance", parameters);
  const [name] = await readdir(results).catch(() => []);
  if (name === undefined) throw new Error(`${scenario} did not run:\n${output}`);
  return JSON.parse(await readFile(join(results, name, "checks.json"), "utf8")) as Check[];
}

/** Runs all scenarios; prints how many checks passed. */
async function checkConformance(run: RunProgram, url: string, folder: string): Promise<Findings> {
  const findings: Findings = [];
  const failed = new Set<string>();
  let passed = 0;
  for (const scenario of scenarios) {
    for (const { id, status, errorMessage } of await runScenario(run, url, scenario, folder)) {
      if (status === "SUCCESS") passed++;
      if (status !== "FAILURE") continue;
      failed.add(id);
      if (!(id in failing)) findings.push(`${scenario}: ${id}: ${errorMessage}`);
    }
  }
  for (const id of Object.keys(failing)) {
    if (!failed.has(id)) findings.push(`${id} does not fail any more: take it out of this file`);
  }
  console.log(`conformance: ${scenarios.length} scenarios, ${passed} checks passed`);
  if (passed < 40) findings.push("fewer checks ran than there are");
  return findings;
}

/** Does with the inspector what its users do: lists the tools, calls one and gets a prompt. */
async function checkInspector(run: RunProgram, url: string, key: string): Promise<Findings> {
  const inspect = (...parameters: string[]) =>
    run("@modelcontextprotocol/inspector", [
      ...["--cli", url, "--transport", "http", "--header", `Authorization: Bearer ${key}`],
      ...parameters,
    ]);
  const calls: [string[], string][] = [
    // Its exit code is not 0 where a schema has an error.
    [["--method", "tools/list", "--strict"], '"merge_contacts"'],
    [
      ["--method", "tools/call", "--tool-name", "save_contact", "--tool-arg", "firstName=Zoë"],
      '"created": true',
    ],
    [
      ["--method", "prompts/get", "--prompt-name", "prepare_for_meeting"].concat(
        ["--prompt-args", "person=Zoë"],
      ),
      "Zoë",
    ],
  ];
  const findings: Findings = [];
  for (const [parameters, expected] of calls) {
    const { code, output } = await inspect(...parameters);
    if (code === 0 && output.includes(expected)) continue;
    findings.push(`inspector ${parameters.join(" ")}: exit code ${code}\n${output.slice(-2000)}`);
  }
  console.log(`inspector: ${calls.length} calls`);
  return findings;
}

beginCommand(`npm run check:mcp

Runs the official conformance scenarios of MCP and the inspector's command line. Needs npm's registry.`);
const work = await mkdtemp(join(tmpdir(), "kith-mcp-"));
const findings: Findings = [];
try {
  const run = await installPrograms(join(work, "programs"), programs);
  const stack = await startOwnStack();
  const endpoint = `${stack.url}/functions/v1/kith/mcp`;
  const { key } = await keyOn(stack, "mcp@example.com");
  const proxy = await startProxy(new URL(endpoint), key);
  try {
    findings.push(...await checkConformance(run, proxy.url, join(work, "results")));
    findings.push(...await checkInspector(run, endpoint, key));
  } finally {
    await proxy.stop();
    await stack.stop();
  }
} finally {
  await rm(work, { recursive: true, force: true });
}
for (const finding of findings) console.error(`✗ ${finding}`);
exit(findings.length > 0 ? 1 : 0);
