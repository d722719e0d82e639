import { createHash, randomBytes, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { Load } from "../../bench/soak/load.ts";
import { tickSecret } from "../../local/core/keys.ts";
import { signPlatformToken } from "../../local/core/tokens.ts";
import { forgetMoved, giveUpMove, moveAccounts } from "../../tools/machines/move.ts";
import { prepareMachine } from "../../tools/machines/prepare.ts";
import { as, type Client, expectStatus, type Json } from "../support/client.ts";
import { type Database, openDatabase } from "../support/database.ts";
import { type OwnStack, startOwnStack } from "../support/own-stack.ts";
import { upload } from "../support/photos.ts";
import { until } from "../support/wait.ts";

/** Accounts on two databases: home, with Auth and Storage, and another one. */
let home: OwnStack;
let other: OwnStack;
let atHome: Database;
let atOther: Database;
let kith: Awaited<ReturnType<OwnStack["startFunction"]>>;

const placed = (from80: string) => JSON.stringify({ "00-7f": "home", "80-ff": from80 });
const baseOf = ({ url }: { url: string }) => `${url}/kith/api/v1`;

interface Person extends Client {
  id: string;
  session: string;
  token: string;
}

const tokenOf = (id: string, session: string) =>
  signPlatformToken({
    iss: `${home.url}/auth/v1`,
    aud: "authenticated",
    role: "authenticated",
    sub: id,
    session_id: session,
    exp: Math.floor(Date.now() / 1000) + 3600,
  });

/** Somebody whose id begins so, as Auth would sign them up at home. */
async function person(begin: string, at = kith): Promise<Person> {
  const [id, session] = [begin + randomUUID().slice(begin.length), randomUUID()];
  await atHome`insert into auth.users (id, email) values (${id}, ${`${id}@example.com`})`;
  await atHome`insert into auth.sessions (id, user_id) values (${session}, ${id})`;
  const token = await tokenOf(id, session);
  const client = as(token, baseOf(at));
  await until("the account is known", async () => (await client.get("/me")).status === 200);
  return { ...client, id, session, token };
}

const keyOf = async (owner: Client): Promise<string> =>
  (await owner.make("/api-keys", { name: "Agent" })).key;
const sha256 = (text: string) => createHash("sha256").update(text).digest();
const contactsAt = async (sql: Database, owner: { id: string }) =>
  Number((await sql`select count(*) from kith.contacts where owner_id = ${owner.id}`)[0]!["count"]);
const tick = () => as(tickSecret, baseOf(kith)).post("/tick");

beforeAll(async () => {
  const { template } = inject("stack");
  [home, other] = await Promise.all([startOwnStack({}, template), startOwnStack({}, template)]);
  [atHome, atOther] = [home, other].map((stack) => openDatabase(stack.adminDatabaseUrl)) as [
    Database,
    Database,
  ];
  await prepareMachine(home.adminDatabaseUrl, other.adminDatabaseUrl);
  kith = await home.startFunction({ KITH_DB_MAP: placed(other.databaseUrl) });
});
afterAll(async () => {
  await kith?.stop();
  await Promise.all([atHome?.end(), atOther?.end()]);
  await other?.stop();
  await home?.stop();
});

describe("accounts on two databases", () => {
  it("have all of their rows on their own, and nothing of each other", async () => {
    const [ada, zoe] = [await person("11"), await person("ee")];
    const made = await Promise.all(
      [ada, zoe].map((owner) => owner.make("/contacts", { firstName: "Max" })),
    );
    expect([await contactsAt(atHome, ada), await contactsAt(atOther, ada)]).toEqual([1, 0]);
    expect([await contactsAt(atHome, zoe), await contactsAt(atOther, zoe)]).toEqual([0, 1]);
    expect((await ada.get(`/contacts/${made[1]!.id}`)).status).toBe(404);
    expect((await zoe.get(`/contacts/${made[0]!.id}`)).status).toBe(404);
    // What is read in several pages as of one instant.
    expect(JSON.parse((await zoe.get("/export")).text).contacts).toHaveLength(1);
    const [change] = await zoe.listed("/activity");
    await zoe.undo(change!.id);
    expect(await contactsAt(atOther, zoe)).toBe(0);
  });

  it("are found by their keys, feeds and addresses for mail, of which one in 256 was drawn", async () => {
    for (const begin of ["05", "7f", "80", "fa"]) {
      const owner = await person(begin);
      await owner.make("/contacts", { firstName: `Of ${begin}`, birthday: "--03-14" });
      const key = await keyOf(owner);
      expect(sha256(key).toString("hex").slice(0, 2)).toBe(begin);
      expect(await as(key, baseOf(kith)).listed("/contacts")).toMatchObject([{
        firstName: `Of ${begin}`,
      }]);
      const { url } = expectStatus(await owner.post("/me/calendar"), 200);
      const feed = await fetch(
        `${kith.url}${new URL(url, kith.url).pathname.slice("/functions/v1".length)}`,
      );
      expect([feed.status, (await feed.text()).includes(`Of ${begin}`)]).toEqual([200, true]);
      const { url: inbox } = expectStatus(await owner.post("/me/inbox"), 200);
      const secret = new URL(inbox, kith.url).pathname.split("/").at(-1)!;
      expect(sha256(secret).toString("hex").slice(0, 2)).toBe(begin);
    }
  });

  it("are found by keys from before on each database, unless these were left behind where it was moved", async () => {
    const [ada, zoe] = [await person("22"), await person("dd")];
    const old = `kith_${randomBytes(20).toString("hex")}`;
    for (const [owner, sql] of [[ada, atHome], [zoe, atOther]] as const) {
      await keyOf(owner);
      await owner.make("/contacts", { firstName: "Old" });
      const key = sha256(old).toString("hex") < "8" === (owner === ada)
        ? `kith_${randomBytes(20).toString("hex")}`
        : old;
      await sql`update kith_private.api_keys set hash = ${
        sha256(key)
      } where owner_id = ${owner.id}`;
      expect(await as(key, baseOf(kith)).listed("/contacts")).toMatchObject([{ firstName: "Old" }]);
    }
    expect((await as(`kith_${"0".repeat(40)}`, baseOf(kith)).get("/contacts")).status).toBe(401);
    // Rows of an account that the other database has.
    const stray = await keyOf(zoe);
    const copied =
      await atOther`select to_jsonb(k) as row from kith_private.api_keys k where owner_id = ${zoe.id} and hash = ${
        sha256(stray)
      }`;
    await atHome`insert into kith_private.api_keys select * from jsonb_populate_record(null::kith_private.api_keys, ${copied[
      0
    ]!["row"] as Json})`;
    await atOther`delete from kith_private.api_keys where owner_id = ${zoe.id} and hash = ${
      sha256(stray)
    }`;
    const again = await home.startFunction({ KITH_DB_MAP: placed(other.databaseUrl) });
    try {
      expect((await as(stray, baseOf(again)).get("/contacts")).status).toBe(401);
    } finally {
      await again.stop();
    }
  });

  it("lose a session where it ends at home, and all of their rows where the account is deleted", async () => {
    const [ada, zoe, kim] = [await person("33"), await person("cc"), await person("cd")];
    for (const owner of [ada, zoe, kim]) await owner.make("/contacts", { firstName: "Max" });
    for (const owner of [ada, zoe]) {
      await atHome`delete from auth.sessions where id = ${owner.session}`;
      await until("the session is over", async () => (await owner.get("/me")).status === 401);
    }
    // By an administrator at home, and by themselves.
    await atHome`delete from auth.users where id = ${zoe.id}`;
    expect((await kim.delete("/me")).status).toBe(204);
    for (const owner of [zoe, kim]) {
      await until("the rows are gone", async () => await contactsAt(atOther, owner) === 0);
      expect(await atHome`select from auth.users where id = ${owner.id}`).toHaveLength(0);
      expect((await owner.get("/me")).status).toBe(401);
    }
  });

  it("are to be asked for again while a sign-up has not arrived, and are not refused", async () => {
    await atOther`alter subscription kith_accounts disable`;
    await until("nothing arrives any more", async () => {
      const workers = await atOther`
        select from pg_stat_subscription where subname = 'kith_accounts' and pid is not null`;
      return workers.length === 0;
    });
    const signedUp = person("be");
    const answers: number[] = [];
    await until("home has the account", async () => {
      const [row] = await atHome`select id from auth.users where id::text like 'be%'`;
      const [session] = row
        ? await atHome`select id from auth.sessions where user_id = ${row["id"]}`
        : [];
      if (!session) return false;
      const token = await tokenOf(row!["id"] as string, session["id"] as string);
      answers.push((await as(token, baseOf(kith)).get("/me")).status);
      return true;
    });
    await atOther`alter subscription kith_accounts enable`;
    expect(answers).toEqual([503]);
    await (await signedUp).make("/contacts", { firstName: "Max" });
  });

  it("have no passwords but at home", async () => {
    const zoe = await person("ba");
    await atHome`update auth.users set encrypted_password = 'hashed', email = 'new@example.com' where id = ${zoe.id}`;
    await until(
      "the change has come",
      async () => (await zoe.read("/me")).email === "new@example.com",
    );
    expect(
      await atOther`select encrypted_password as password from auth.users where id = ${zoe.id}`,
    )
      .toEqual([{ password: null }]);
  });

  it("are deleted at home though the request was broken off after their own database had done it", async () => {
    const zoe = await person("bb");
    await zoe.make("/contacts", { firstName: "Max" });
    await atOther`delete from auth.users where id = ${zoe.id}`;
    expect((await zoe.delete("/me")).status).toBe(204);
    expect(await atHome`select from auth.users where id = ${zoe.id}`).toHaveLength(0);
  });

  it("keep their photos when the sweep of either database looks at the bucket of both", async () => {
    const [ada, zoe] = [await person("44"), await person("aa")];
    const shown: Json[] = [];
    for (const owner of [ada, zoe]) {
      const contact = await owner.make("/contacts", { firstName: "With a photo" });
      shown.push(expectStatus((await upload(owner, contact.id)).answer, 200));
    }
    const [gone] = shown;
    await ada.delete(`/contacts/${gone!.id}`);
    expect((await ada.delete("/trash")).status).toBe(204);
    const files = async () =>
      (await atHome`select name from storage.objects where bucket_id = 'kith-photos'`).map((row) =>
        String(row["name"])
      );
    for (const sql of [atHome, atOther]) {
      await sql`update kith_private.photo_sweep set swept_at = null`;
    }
    await until("the photo is gone that no row names", async () => {
      await tick();
      for (const sql of [atHome, atOther]) {
        await sql`update kith_private.photo_sweep set swept_at = null`;
      }
      return !(await files()).some((name) => name.startsWith(ada.id));
    });
    expect((await files()).filter((name) => name.startsWith(zoe.id))).toHaveLength(1);
  });

  it("are told by one clock: what waits on either database is sent", async () => {
    for (const owner of [await person("55"), await person("99")]) {
      await owner.make("/webhooks", { name: "Hook", url: "https://hook.example/in" });
      await owner.make("/contacts", { firstName: "Told" });
      await until("the webhook was told", async () => {
        await tick();
        const [hook] = await owner.listed("/webhooks");
        return hook!.lastDeliveredAt !== null;
      });
    }
  });
});

describe("a range of accounts", () => {
  it("is moved while it is used, without a lost write, and is the same afterwards", async () => {
    const [busy, quiet] = [await person("e0"), await person("e1")];
    for (let n = 0; n < 40; n++) {
      const { id } = await quiet.make("/contacts", {
        firstName: `Contact ${n}`,
        birthday: "1990-01-02",
      });
      await quiet.make("/notes", { contactIds: [id], content: `Note ${n}` });
    }
    const exported = async (client: Client) => {
      const { exportedAt: _, ...rest } = JSON.parse((await client.get("/export")).text);
      return JSON.stringify(rest);
    };
    // The clock would change what is copied, and what is left behind.
    await atOther`
      insert into kith_private.channels (owner_id, kind, name, target, verified_at) values (${quiet.id}, 'email', 'Mail', 'quiet@example.com', now())`;
    await atOther`update kith_private.digests set next_at = now() - interval '1 minute' where owner_id = ${quiet.id}`;
    const ticked: number[] = [];
    let isOver = false;
    const ticking = (async () => {
      while (!isOver) ticked.push(await tick().then(({ status }) => status, () => 0));
    })();
    const load = new Load({ base: baseOf(kith), token: busy.token });
    load.start(4);
    await until("some writes are answered", () => load.recorded.length > 30);
    const move = { from: other.adminDatabaseUrl, to: home.adminDatabaseUrl, range: "e0-ef" };
    const stop = (step: string) => {
      if (step === "compare") throw new Error("Interrupted.");
    };
    await expect(moveAccounts({ ...move, say: stop })).rejects.toThrow("Interrupted.");
    expect((await quiet.post("/notes", { content: "Meanwhile" })).status).toBe(503);
    for (let n = 0; n < 2; n++) await giveUpMove(move);
    expect((await quiet.change("/me", { timezone: "Europe/Berlin" })).timezone).toBe(
      "Europe/Berlin",
    );
    const before = await exported(quiet);
    const activity = await quiet.listed("/activity?pageSize=200");
    for (const last of ["publish", "copy", "refuse writes", "compare", "end the copying"]) {
      const say = (step: string) => {
        if (step === last) throw new Error("Interrupted.");
      };
      await expect(moveAccounts({ ...move, say })).rejects.toThrow("Interrupted.");
      if (last !== "publish") await expect(forgetMoved(move)).rejects.toThrow("were not moved");
    }
    await moveAccounts(move);
    await expect(giveUpMove(move)).rejects.toThrow("were copied");
    expect((await quiet.post("/contacts", { firstName: "Meanwhile" })).status).toBe(503);
    expect(await exported(quiet)).toBe(before);
    const map = JSON.stringify({
      "00-7f": "home",
      "80-df": other.databaseUrl,
      "e0-ef": "home",
      "f0-ff": other.databaseUrl,
    });
    const next = await home.startFunction({ KITH_DB_MAP: map });
    try {
      load.target.base = baseOf(next);
      await load.waitForRecovery();
      const recorded = load.recorded.length;
      await until("writes are answered again", () => load.recorded.length > recorded + 10);
      await moveAccounts(move);
      await forgetMoved(move);
      await forgetMoved(move);
      await pause(200);
      await load.stop();
      isOver = true;
      await ticking;
      expect(new Set(ticked)).toEqual(new Set([202]));
      expect(load.report.faults).toEqual([]);
      expect(await load.findLostWrites()).toEqual([]);
      const moved = as(quiet.token, baseOf(next));
      expect(await exported(moved)).toBe(before);
      expect(await moved.listed("/activity?pageSize=200")).toEqual(activity);
      expect([await contactsAt(atHome, quiet), await contactsAt(atOther, quiet)]).toEqual([40, 0]);
    } finally {
      isOver = true;
      await next.stop();
    }
  });
});
