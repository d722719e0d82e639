// The endpoint of assistants: one JSON-RPC message a request, of MCP over HTTP.
import {
  createMcpHandler,
  localhostAllowedOrigins,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import type { Dependencies } from "../core/call.ts";
import { kindOf } from "../core/database.ts";
import { Problem, type ProblemCode } from "../core/problems.ts";
import { describeCause, type Trace } from "../core/trace.ts";
import { bodyLimit } from "../core/limits.ts";
import { largeBody, readBody } from "../http/body.ts";
import { parseJson } from "../core/json.ts";
import { createRunner, type Runner } from "../http/runner.ts";
import { withChallenge } from "./oauth.ts";
import { createServer, type McpCall } from "./server.ts";

// Without `subscriptions/listen`: what a server announces there are new tools, prompts and resources, and those of a key change only
// with its limits. The SDK passes announcements on within one process, and requests here share none: each may reach
// another isolate, which the platform ends after minutes.
const handler = createMcpHandler(
  ({ authInfo }) => createServer(authInfo!.extra!["call"] as McpCall),
  { responseMode: "json", maxRequestBodySize: bodyLimit, maxSubscriptions: 0 },
);

/**
 * Answers a request of the Model Context Protocol, without a session: each request is authenticated and counted.
 * @throws Problem where it is refused before the protocol begins, such as without a valid credential
 */
export async function answerMcp(
  request: Request,
  dependencies: Dependencies,
  trace: Trace,
): Promise<Response> {
  const foreign = originValidationResponse(request, allowedOrigins(dependencies));
  if (foreign) {
    trace.code = "validation_failed";
    return foreign;
  }
  const authorization = request.headers.get("authorization");
  try {
    return await answerAs(authorization, request, dependencies, trace);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw withChallenge(error, dependencies.oauthUrl, authorization !== null);
  }
}

async function answerAs(
  authorization: string | null,
  request: Request,
  dependencies: Dependencies,
  trace: Trace,
): Promise<Response> {
  const credential = await dependencies.authenticate(authorization);
  trace.credential = kindOf(credential);
  const runner = createRunner(dependencies, credential, trace);
  if (request.method !== "POST") {
    trace.code = "method_not_allowed";
    return await handler.fetch(request);
  }
  const text = await readBody(request, true);
  // Which operation it asks for is in the body, so this is for one that every credential may run.
  if (text.length > largeBody) await runner.check("get_me");
  const parsedBody = parseJson(text);
  if (Array.isArray(parsedBody)) return await refuseBatch(runner, trace);
  const asksForInstructions = ["initialize", "server/discover"].includes(methodOf(parsedBody));
  const profile = asksForInstructions ? await runner.run({}, "get_me", "read") : null;
  let refusal: Problem | undefined;
  const call: McpCall = {
    runner,
    dependencies,
    timezone: profile && JSON.parse(profile.body!).timezone,
    note: (cause) => void (trace.cause = describeCause(cause)),
    refuse: (problem) => refusal = problem,
    refused(code, cause) {
      trace.code = code;
      trace.cause = describeCause(cause) ?? trace.cause;
    },
  };
  const response = await handler.fetch(request, {
    parsedBody,
    authInfo: { token: "", clientId: "", scopes: [], extra: { call } },
  });
  // Read to its end, because the era of 2025 streams: only then it is known whether the call was refused.
  const answer = await response.arrayBuffer();
  if (refusal) throw refusal;
  // What needs no data is authenticated and counted too: a wrong key is noticed when a client connects.
  if (!runner.ran) await runner.countRefused("get_me");
  trace.code ??= codeOf(response.status, new TextDecoder().decode(answer));
  return new Response(answer.byteLength > 0 ? answer : null, response);
}

/** The method that a message asks for; empty where it is none. */
function methodOf(message: unknown): string {
  return String((message as { method?: unknown } | null)?.method ?? "");
}

/** Codes of errors of JSON-RPC. Others say that something of the message is not as it should be. */
const codes: Record<number, ProblemCode> = {
  [-32700]: "invalid_json",
  [-32601]: "not_found",
  [-32603]: "internal",
};

/** The code, for the log, of an error with which the SDK answers; null for other errors. */
function codeOf(status: number, answer: string): ProblemCode | null {
  // A member of that name, and not a text within the answer of a tool, in which quotes are escaped.
  if (status < 400 && !answer.includes('"error":')) return null;
  try {
    // A stream has one message, after the name of its event.
    const { error } = JSON.parse(answer.slice(answer.indexOf("{")));
    return error ? codes[error.code] ?? "validation_failed" : null;
  } catch {
    return "validation_failed";
  }
}

/** Only the first statement of a request is counted, so a batch would get around the limit of a key. */
async function refuseBatch(runner: Runner, trace: Trace): Promise<Response> {
  if (!runner.ran) await runner.countRefused("get_me");
  trace.code = "validation_failed";
  const error = { code: -32600, message: "Send one message a request, not a batch." };
  return Response.json({ jsonrpc: "2.0", id: null, error }, { status: 400 });
}

/** Pages of the project itself and of this machine, on which inspectors run. */
function allowedOrigins({ publicUrl }: Dependencies): string[] {
  return [...(publicUrl ? [new URL(publicUrl).hostname] : []), ...localhostAllowedOrigins()];
}
