import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { pid } from "node:process";
import { makeApiKey } from "../../functions/kith/auth/api-key.ts";
import { openDatabase } from "../../test/support/database.ts";
import type { Goal, Section } from "../section.ts";
import { seed } from "../seed.ts";
import { startBenchStack } from "../stack.ts";
import { median, spread } from "../statistics.ts";

const rounds = 3;

/** What an export takes of the function's memory, and of the time. */
export const exportsSection: Section = async ({ quick, progress }) => {
  const { stack, remove } = await startBenchStack();
  const sql = openDatabase(stack.adminDatabaseUrl);
  try {
    const contacts = quick ? 5_000 : 50_000;
    const size = { owners: 1, contactsPerOwner: contacts, notesPerOwner: 100, keysPerOwner: 1 };
    await seed(stack.adminDatabaseUrl, size, { progress });
    const { key, hash, keyPrefix } = makeApiKey();
    await sql`
      insert into kith_private.api_keys (owner_id, name, hash, key_prefix)
      select owner_id, 'Export', decode(${hash}, 'hex'), ${keyPrefix} from kith.contacts limit 1`;
    const get = async (path: string) => {
      const start = performance.now();
      const answer = await fetch(`${stack.url}/functions/v1/kith/api/v1${path}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      const { byteLength } = await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      return { seconds: (performance.now() - start) / 1000, bytes: byteLength };
    };
    await get("/contacts?pageSize=1");
    const deno = functionProcess();
    const rows: string[][] = [];
    const goals: Goal[] = [];
    for (const format of ["vcard", "vcard3", "csv", "json"]) {
      const seconds: number[] = [];
      const growth: number[] = [];
      let bytes = 0;
      for (let round = 0; round < (quick ? 1 : rounds); round++) {
        const idle = deno === null ? 0 : await memoryOf(deno, true);
        const read = await get(`/contacts/export?isArchived=any&format=${format}`);
        seconds.push(read.seconds);
        if (deno !== null) growth.push(await memoryOf(deno) - idle);
        bytes = read.bytes;
        progress(`${format}: ${read.seconds.toFixed(2)} s`);
      }
      rows.push([
        format,
        (bytes / 1e6).toFixed(1),
        median(seconds).toFixed(2),
        growth.length > 0 ? median(growth).toFixed(0) : "–",
      ]);
      if (growth.length > 0) {
        goals.push(goalOf(`export of ${contacts} contacts as ${format}`, growth));
      }
    }
    return {
      title: "Exports",
      method:
        `All ${contacts} contacts of an account over HTTP with gzip; memory is the function's highest while ` +
        `it answers, over that before. One after the other, median of ${rounds}.`,
      tables: [{ caption: "By format", columns: ["format", "MB", "s", "MB of memory"], rows }],
      goals,
      skipped: deno === null ? ["The memory of a process can be read on Linux only."] : [],
    };
  } finally {
    await sql.end();
    await remove();
  }
};

const goalOf = (name: string, memory: number[]): Goal => ({
  name,
  measured: median(memory),
  spread: spread(memory),
  unit: "MB",
  atMost: 100,
});

/** The process of the function, which is a child of this one; null where processes cannot be listed. */
function functionProcess(): number | null {
  try {
    const list = execFileSync("ps", ["-eo", "pid=,ppid=,comm="], { encoding: "utf8" });
    const all = list.trim().split("\n").map((line) => line.trim().split(/\s+/));
    const below = new Set([String(pid)]);
    for (const _ of all) for (const [id, parent] of all) if (below.has(parent!)) below.add(id!);
    const found = all.find(([id, , name]) => below.has(id!) && name!.includes("deno"));
    return found ? Number(found[0]) : null;
  } catch {
    return null;
  }
}

/** The most memory that a process had, in MB; from now on where that is asked for. */
async function memoryOf(process: number, fromNow = false): Promise<number> {
  if (fromNow) await writeFile(`/proc/${process}/clear_refs`, "5");
  const status = await readFile(`/proc/${process}/status`, "utf8");
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) / 1000;
}
