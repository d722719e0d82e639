import { createHash, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { expectStatus, signUp } from "../support/accounts.ts";
import { feedOf, readFeed } from "../support/calendar.ts";
import { anyone, type Json } from "../support/client.ts";
import { functionLog } from "../support/function-copy.ts";
import { expectProblem } from "../support/problems.ts";
import { superuser } from "../support/sql.ts";
import { placesOf } from "../support/traces.ts";

const sql = superuser();

describe("the state of the feed", () => {
  it("is off, on with a URL that is shown once, and off again", async () => {
    const me = await signUp();
    expect((await me.get("/me/calendar")).body).toEqual({ isEnabled: false, createdAt: null });
    const made = expectStatus(await me.post("/me/calendar"), 200);
    expect(made.url).toMatch(/\/functions\/v1\/kith\/api\/v1\/calendar\/[0-9a-f]{64}\.ics$/);
    const { isEnabled, createdAt } = made;
    expect((await me.get("/me/calendar")).body).toEqual({ isEnabled, createdAt });
    const path = made.url.slice(made.url.indexOf("/calendar/"));
    expect((await readFeed(path)).status).toBe(200);
    expectStatus(await me.delete("/me/calendar"), 204);
    expectStatus(await me.delete("/me/calendar"), 204);
    expectProblem(await readFeed(path), 404, "not_found");
  });

  it("a reset gives it another URL, and the one before works no longer", async () => {
    const me = await signUp();
    const [first, second] = [await feedOf(me), await feedOf(me)];
    expectProblem(await readFeed(first), 404, "not_found");
    expect((await readFeed(second)).status).toBe(200);
  });

  it("an answer that is repeated has no URL", async () => {
    const me = await signUp();
    const again = () => me.post("/me/calendar", undefined, { headers: { "idempotency-key": "k" } });
    const first = expectStatus(await again(), 200);
    expect(expectStatus(await again(), 200)).toEqual({ ...first, url: null });
  });
});

describe("the secret", () => {
  it("is kept as a hash, and stands in no log", async () => {
    const me = await signUp();
    const path = await feedOf(me);
    const secret = path.slice("/calendar/".length, -".ics".length);
    expect((await readFeed(path)).status).toBe(200);
    expect((await readFeed(`${path}?secret=${secret}`)).status).toBe(200);
    expect((await readFeed(path.replace(".ics", ".ical"))).status).toBe(404);
    expect((await anyone().post(path, {})).status).toBe(405);
    expect(await placesOf(sql, secret)).toEqual([]);
    expect((await functionLog()).join("\n")).not.toContain(secret.slice(0, 16));
    const [{ hash } = { hash: "" }] = await sql<{ hash: string }[]>`
      select encode(hash, 'hex') as hash from kith_private.calendars where owner_id = ${me.id}`;
    expect(hash).toBe(createHash("sha256").update(secret).digest("hex"));
  });

  it("of nobody, of no form, and of an account that is banned or deleted are not found alike", async () => {
    const me = await signUp();
    const [path, other] = [await feedOf(me), await signUp()];
    const deleted = await feedOf(other);
    expectStatus(await other.delete("/me"), 204);
    await sql`update auth.users set banned_until = now() + interval '1 day' where id = ${me.id}`;
    const unknown = `/calendar/${randomBytes(32).toString("hex")}.ics`;
    const answers = [];
    for (
      const each of [
        unknown,
        path,
        deleted,
        "/calendar/x.ics",
        unknown.toUpperCase().replace("CALENDAR", "calendar"),
      ]
    ) {
      const { status, body: { requestId: _, ...body } } = await readFeed(each);
      answers.push({ status, body });
    }
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(answers[0]!.status).toBe(404);
    await sql`update auth.users set banned_until = null where id = ${me.id}`;
    expect((await readFeed(path)).status).toBe(200);
  });

  it("is good for nothing else, and other credentials are not good for the feed", async () => {
    const me = await signUp();
    const path = await feedOf(me);
    const secret = path.slice("/calendar/".length, -".ics".length);
    const hash = createHash("sha256").update(secret).digest("hex");
    const handled = async (credential: Json, operation: string) => {
      const [row] = await sql`
        select status, body from kith_private.handle(${
        JSON.stringify(credential)
      }::jsonb, ${operation}, '{}'::jsonb)`;
      return [row!["status"], row!["body"]?.slice(0, 25)];
    };
    const refused = [null, '{"code":"unauthorized"}'];
    expect(await handled({ kind: "calendar", hash }, "get_me")).toEqual(refused);
    expect(await handled({ kind: "calendar", hash }, "get_calendar")).toEqual(refused);
    expect(await handled({ kind: "calendar", hash }, "get_calendar_feed")).toMatchObject([
      200,
      expect.any(String),
    ]);
    expect(await handled({ kind: "access_token", sub: me.id }, "get_calendar_feed")).toEqual(
      refused,
    );
  });
});
