import { type Credential, kindOf } from "../../../functions/kith/core/database.ts";
import type { PlannedRequest } from "./requests.ts";
import { type Catalogue, judge } from "./rules.ts";
import { seededCalendarHash, seededHash, seededId } from "./seed.ts";
import type { CapturedPlan, PlanSession, Told } from "./session.ts";
import { findChanging, findSharedTables, tablesOfIndexes, type Way } from "./shared-tables.ts";
import type { Sql } from "../database.ts";

interface RunOptions {
  credential?: Credential;
  /** Statements that come first. */
  before?: string;
  mayBeRefused?: boolean;
}

/** Looks at the plans of requests and keeps in mind what it has seen. */
export class Study {
  /** Ways besides the owner that have led to a row. */
  readonly waysUsed = new Set<Way>();
  /** Operations that have been carried out. */
  readonly operations = new Set<string>();
  readonly #catalogue: Catalogue;
  readonly #judged = new Set<CapturedPlan>();

  private constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
  }

  static async begin(sql: Sql): Promise<Study> {
    const [tables, tableOfIndex, changing] = await Promise.all([
      findSharedTables(sql),
      tablesOfIndexes(sql),
      findChanging(sql),
    ]);
    return new Study({ tables, tableOfIndex, changing });
  }

  get tables() {
    return [...this.#catalogue.tables.values()];
  }

  /**
   * Runs the requests with a token; the first of them also with API keys and connections, and as often as is said.
   * @returns in words whatever a plan does that none may, each plan once
   * @throws Error when a request is not answered as it should be: its plans are then not those that were meant
   */
  async violations(
    session: PlanSession,
    [plainest, ...others]: PlannedRequest[],
    times = 1,
  ): Promise<string[]> {
    const found: string[] = [];
    if (!plainest) return found;
    for (let time = 0; time < times; time++) found.push(...await this.#run(session, plainest));
    // One was used just now, one the day before, which is then put on record, and one is that before a rotation.
    for (const key of [1, 2, 6]) {
      found.push(...await this.#run(session, plainest, { credential: keyOf(plainest, key) }));
    }
    for (const number of [1, 2]) {
      const credential = connectionOf(plainest, number);
      found.push(...await this.#run(session, plainest, { credential }));
    }
    for (const request of others) found.push(...await this.#run(session, request));
    return found;
  }

  /** The same for a key that is limited to networks, whatever it is answered. */
  async violationsWithLimits(session: PlanSession, requests: PlannedRequest[]): Promise<string[]> {
    const found: string[] = [];
    for (const request of requests) {
      for (const credential of [keyOf(request, 3), connectionOf(request, 3)]) {
        found.push(...await this.#run(session, request, { credential, mayBeRefused: true }));
      }
    }
    return found;
  }

  /** The same for one request, in a database that these statements have changed; it is then as it was. */
  async violationsAfter(session: PlanSession, before: string, request: PlannedRequest) {
    return await this.#run(session, request, { before });
  }

  /** The same for a statement of the function that is no operation. */
  async violationsOf(session: PlanSession, statement: string): Promise<string[]> {
    return this.#judge(await session.query(statement), statement);
  }

  async #run(
    session: PlanSession,
    request: PlannedRequest,
    { credential = ownCredentialOf(request), before, mayBeRefused = false }: RunOptions = {},
  ): Promise<string[]> {
    const operations: string[] = [];
    const calls = request.steps.map((step) => (told: Told[]) => {
      const call = { credential, ...step(told) };
      operations.push(call.operation);
      return call;
    });
    const { told, plans } = await session.run(calls, before);
    told.forEach((each, index) => isSuccess(each) && this.operations.add(operations[index]!));
    const answer = told.at(-1)!;
    const isOwn = kindOf(credential) === "access_token";
    const wanted = !isOwn && request.needsToken
      ? 403
      : request.needsSecret && credential.kind !== "calendar"
      ? 401
      : request.status;
    const isRefused = mayBeRefused && answer.status < 500;
    if (!isRefused && (wanted === "succeeds" ? !isSuccess(answer) : answer.status !== wanted)) {
      throw new Error(`${request.name} was answered with ${answer.status} ${answer.body}`);
    }
    return this.#judge(plans, request.name);
  }

  #judge(plans: CapturedPlan[], request: string): string[] {
    return plans.filter((plan) => !this.#judged.has(plan)).flatMap((plan) => {
      this.#judged.add(plan);
      return judge(plan, this.#catalogue, this.waysUsed).map(({ rule, statement, node }) =>
        `${rule}\n  request: ${request}\n  statement: ${statement}\n  node: ${node}`
      );
    });
  }
}

function keyOf({ account }: PlannedRequest, number: number): Credential {
  return { kind: "api_key", hash: seededHash(account, number) };
}

function connectionOf(request: PlannedRequest, number: number): Credential {
  const sessionId = seededId("sessions", request.account, 1);
  return { ...tokenOf(request), clientId: `client-${number}`, sessionId } as Credential;
}

function ownCredentialOf(request: PlannedRequest): Credential {
  return request.needsSecret
    ? { kind: "calendar", hash: seededCalendarHash(request.account) }
    : tokenOf(request);
}

function tokenOf({ account }: PlannedRequest): Credential {
  return { kind: "access_token", sub: seededId("accounts", account, 0) };
}

function isSuccess({ status }: Told): boolean {
  return status >= 200 && status < 300;
}
