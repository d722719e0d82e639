// The endpoint of CardDAV clients (RFC 6352): methods, the credential, and what each address answers.
import type { Dependencies } from "../core/call.ts";
import { kindOf } from "../core/database.ts";
import { davPath } from "../core/paths.ts";
import { Problem, problems } from "../core/problems.ts";
import type { Trace } from "../core/trace.ts";
import { matchesIfNoneMatch } from "../http/arguments.ts";
import { largeBody, readPlainText } from "../http/body.ts";
import type { Outgoing } from "../http/respond.ts";
import { createRunner } from "../http/runner.ts";
import { bookOf, type DavCall } from "./call.ts";
import { readListed, readPerson, textOfCard } from "./cards.ts";
import { readBasic } from "./credential.ts";
import { mobileConfig } from "./mobile-config.ts";
import { createResponseWriter, multistatus, streamed } from "./multistatus.ts";
import { dav, nameOf } from "./names.ts";
import { hrefOf, type Place, readPlace } from "./places.ts";
import { type Asked, maxResourceSize, propertiesOf, readAsked, readFacts } from "./properties.ts";
import { badXml, DavRefusal, readOnly, refuseDav, unmet } from "./refusals.ts";
import { answerReport, createCardWriter, needsText } from "./reports.ts";
import { deleteCard, patchProperties, putCard } from "./writing.ts";
import { readXml, xmlLimits } from "./xml.ts";

/** Characters of a body from which on the credential is checked in a statement of its own before the body is parsed. */
const large = { xml: 4_096, card: 2_048 };

/** Answers a request of a CardDAV client. Each request is authenticated and counted. */
export async function answerDav(
  request: Request,
  path: string,
  dependencies: Dependencies,
  trace: Trace,
): Promise<Outgoing> {
  const answer = await answerRequest(request, path, dependencies, trace).catch((error: unknown) =>
    refuseDav(error, trace, request.headers.get("user-agent"))
  );
  answer.headers["dav"] = "1, 3, addressbook";
  return answer;
}

/** Where a client has sent a request to, as far as the gateway says. */
function originOf({ headers, url }: Request): string {
  const [hostname, port = headers.get("x-forwarded-port")] =
    (headers.get("x-forwarded-host") ?? headers.get("host") ?? "").split(":");
  const host = port ? `${hostname}:${port}` : hostname;
  const protocol = headers.get("x-forwarded-proto") === "https" ? "https:" : "http:";
  return URL.parse(`${protocol}//${host}`)?.origin ?? new URL(url).origin;
}

async function answerRequest(
  request: Request,
  path: string,
  dependencies: Dependencies,
  trace: Trace,
): Promise<Outgoing> {
  // With the escapes of the names of cards.
  const place = readPlace(new URL(request.url).pathname);
  // Says nothing about an account, and is asked without a credential by some.
  if (request.method === "OPTIONS") {
    return { status: 200, headers: { allow: allMethods }, body: "" };
  }
  if (path === `${davPath}/profile.mobileconfig`) {
    if (request.method !== "GET" && request.method !== "HEAD") {
      throw problems.methodNotAllowed("GET, HEAD");
    }
    return mobileConfig(dependencies.publicUrl ?? originOf(request));
  }
  const { headers } = request;
  const credential = await readBasic(headers.get("authorization"), dependencies);
  trace.credential = kindOf(credential);
  const runner = createRunner(dependencies, credential, trace);
  try {
    const isCard = request.method === "PUT";
    const check = () => runner.check(isCard ? "dav_put" : "dav_book");
    // Before megabytes of a card are read, which may have a picture.
    if (isCard && !(Number(headers.get("content-length")) < largeBody)) await check();
    const text = await readPlainText(request, isCard ? maxResourceSize : xmlLimits.bytes);
    if (!runner.ran && text.length > (isCard ? large.card : large.xml)) await check();
    if (!place) throw problems.notFound();
    const { publicUrl } = dependencies;
    return await answerMethod({ request, place, runner, publicUrl, text, dependencies });
  } catch (error) {
    // A request that is refused here counts too, and 401 and the rate limit take precedence over its error.
    const isRefusal = error instanceof DavRefusal || error instanceof Problem;
    if (isRefusal && !runner.ran) await runner.countRefused("dav_book");
    throw error;
  }
}

function answerMethod(call: DavCall): Promise<Outgoing> {
  const { request: { method }, place, publicUrl } = call;
  const href = hrefOf(place, publicUrl);
  switch (method) {
    case "PROPFIND":
      return answerPropfind(call);
    case "REPORT":
      return answerReport(call);
    case "GET":
    case "HEAD":
      if (place.kind === "card") return answerGet(call, place.name);
      break;
    case "PUT":
      if (place.kind === "card") return putCard(call, place.name);
      break;
    case "DELETE":
      if (place.kind === "card") return deleteCard(call, place.name);
      throw readOnly(href, "unbind");
    case "PROPPATCH":
      return patchProperties(call);
  }
  throw problems.methodNotAllowed(allMethods);
}

/** Those of every address: some clients take a book for read-only where one of them is missing. */
const allMethods = "OPTIONS, GET, HEAD, PUT, DELETE, PROPFIND, PROPPATCH, REPORT, MKCOL";

async function answerPropfind(call: DavCall): Promise<Outgoing> {
  const { request, place, text } = call;
  const depth = readDepth(request.headers);
  if (place.kind === "card") return await answerPropfindOfCard(call, place.name);
  if (place.kind === "book" && depth === 1) return await answerPropfindOfCards(call);
  const showsBook = place.kind === "book" || place.kind === "home" && depth === 1;
  const facts = await readFacts(call, showsBook ? { withTag: true } : {});
  const write = createResponseWriter(readPropfind(text));
  const { account, publicUrl } = facts;
  const shown: Place[] = [place];
  if (depth === 1 && place.kind === "root") shown.push({ kind: "home", account });
  if (depth === 1 && place.kind === "home") shown.push({ kind: "book", account });
  return multistatus(
    shown.map((each) => write(hrefOf(each, publicUrl), propertiesOf(each.kind, facts))),
  );
}

/** The book with all its cards. */
async function answerPropfindOfCards(call: DavCall): Promise<Outgoing> {
  const { place, publicUrl } = call;
  const asked = readPropfind(call.text);
  const people = await readListed(call, { withText: needsText(asked) });
  const facts = { ...people.head, account: bookOf(call), publicUrl };
  const book = createResponseWriter(asked)(hrefOf(place, publicUrl), propertiesOf("book", facts));
  return streamed(call, people, { begin: book, write: createCardWriter(call, asked, people.head) });
}

async function answerPropfindOfCard(call: DavCall, name: string): Promise<Outgoing> {
  const asked = readPropfind(call.text);
  const { head, first: [card] } = await readListed(call, {
    names: [name],
    withText: needsText(asked),
  });
  if (!card) throw problems.notFound();
  return multistatus([createCardWriter(call, asked, head)(card)]);
}

async function answerGet(call: DavCall, name: string): Promise<Outgoing> {
  const person = await readPerson(call, name);
  const { tag } = person.card;
  const headers = {
    etag: `"${tag}"`,
    "content-type": "text/vcard; charset=utf-8",
    // Runtimes and gateways that compress an answer make its tag weak, and clients compare it with that of a list.
    "cache-control": "no-store, no-transform",
  };
  const isKnown = matchesIfNoneMatch(call.request.headers, tag);
  return isKnown
    ? { status: 304, headers, body: null }
    : { status: 200, headers, body: textOfCard(person) };
}

/** @throws DavRefusal for a depth that would list everything below an address */
function readDepth(headers: Headers): 0 | 1 {
  const depth = headers.get("depth")?.trim().toLowerCase() ?? "infinity";
  if (depth === "0") return 0;
  if (depth === "1") return 1;
  if (depth === "infinity") throw unmet("d:propfind-finite-depth", "Send Depth: 0 or 1.");
  throw badXml("The header Depth is 0 or 1.");
}

/** What is asked for by the body of a PROPFIND; everything where there is none. */
function readPropfind(text: string): Asked {
  if (text.trim() === "") return { all: true };
  const root = readXml(text);
  if (root.name !== nameOf(dav, "propfind")) throw badXml("The body is a propfind element.");
  return readAsked(root);
}
