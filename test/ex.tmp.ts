import { openDatabase } from "./support/database.ts";
import { seed } from "./bench/seed.ts";
import { startBenchStack } from "./bench/stack.ts";
import { Client } from "pg";
const { stack, remove } = await startBenchStack();
try {
  const admin = openDatabase(stack.adminDatabaseUrl);
  const seeded = await seed(stack.adminDatabaseUrl, {
    owners: 20,
    contactsPerOwner: 100,
    notesPerOwner: 450,
    keysPerOwner: 1,
    large: { contacts: 5000, notes: 22500 },
  }, { progress() {} });
  const owner = seeded.large!;
  const c = new Client({ connectionString: stack.databaseUrl });
  c.on("error", (e) => console.log(e.message));
  await c.connect();
  await admin.query("vacuum kith.contact_networks");
  const asUser = async (q: string) => {
    await c.query("begin");
    await c.query(
      `select set_config('request.jwt.claims', '${
        JSON.stringify({ sub: owner.id, role: "authenticated" })
      }', true), set_config('role','authenticated',true)`,
    );
    await c.query(q);
    await c.query("commit");
  };
  for (let i = 0; i < 30; i++) {
    await asUser(
      `delete from kith.notes where id in (select id from kith.notes order by id limit 100)`,
    );
  }
  for (let i = 0; i < 200; i++) {
    await asUser(
      `update kith.contacts set nickname = 'x${i}' where id = (select id from kith.contacts order by id offset ${
        i * 7
      } limit 1)`,
    );
  }
  for (let i = 0; i < 20; i++) {
    await asUser(
      `delete from kith.contacts where id = (select id from kith.contacts order by id offset ${
        i * 11
      } limit 1)`,
    );
  }
  await admin.query(
    "insert into kith_private.api_keys (owner_id, name, key_prefix, hash, network_ids) values ($1,'k','kith_0000',decode(repeat('00',32),'hex'),$2)",
    [owner.id, owner.networkIds],
  );

  const cred = { kind: "api_key", hash: "0".repeat(64), counted: true },
    tok = { kind: "access_token", sub: owner.id };
  const h = async (cr: any, op: string, args: any) => {
    const b = performance.now();
    const r = (await c.query("select status, body, log from kith_private.handle($1,$2,$3)", [
      JSON.stringify(cr),
      op,
      JSON.stringify(args),
    ])).rows[0];
    return { ms: performance.now() - b, r };
  };
  const cur = JSON.parse((await h(cred, "list_changes", { query: {} })).r.body).cursor;
  for (
    const [op, args] of [
      ["list_activity", { query: {} }],
      ["list_activity", { query: { pageSize: 200 } }],
      ["list_trash", { query: {} }],
      ["list_changes", { query: {} }],
      ["list_contacts", { query: {} }],
    ] as any
  ) {
    for (const cr of [tok, cred]) {
      if (process.env.ONLY && !op.includes(process.env.ONLY)) continue;
      const t = [];
      let r: any;
      for (let i = 0; i < (process.env.ONLY ? 1 : 7); i++) {
        const x = await h(cr, op, args);
        t.push(x.ms);
        r = x.r;
      }
      console.log(
        op,
        JSON.stringify(args),
        cr.kind,
        Math.min(...t).toFixed(1),
        r.status,
        (r.body ?? "").slice(-90),
        r.log,
      );
    }
  }

  if (process.argv[2]) {
    await c.query("begin");
    await c.query(
      "set local enable_seqscan=off; set local enable_bitmapscan=off; set local jit=off; set local enable_sort=off",
    );
    await c.query(
      `select set_config('request.jwt.claims', $1, true), set_config('kith.checked_account', $2, true), set_config('kith.finds_many', $3, true), set_config('role', 'kith_limited', true)`,
      [
        JSON.stringify({
          sub: owner.id,
          role: "authenticated",
          kith: { scopes: null, networkIds: owner.networkIds },
        }),
        owner.id,
        process.env.MANY ?? "on",
      ],
    );
    for (const q of process.argv.slice(2)) {
      console.log(
        (await c.query("explain (analyze, costs off) " + q)).rows.map((r: any) => r["QUERY PLAN"])
          .join("\n"),
      );
    }
    await c.query("rollback");
  }
  await c.end();
  await admin.end();
} finally {
  await remove();
}
