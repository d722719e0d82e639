import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { env } from "node:process";
import { expect, inject, it } from "vitest";
import { seed } from "../../support/cases.ts";
import { withPhone } from "../../support/dav.ts";
import { installPython } from "../../support/python.ts";

/** vdirsyncer, which is somebody else's client, keeps a folder and an address book equal. */
const python = await installPython("vdirsyncer==0.21.0");

/** Changes on both sides in all, and how many there are between two runs. */
const [changes, together] = [1_000, 50];

it.skipIf(python === null)(
  "vdirsyncer keeps a folder and Kith equal over many changes on both sides, also where it is killed",
  async () => {
    const { folder, bin } = python!;
    const { person, key, book, phone } = await withPhone();
    const cards = join(folder, "cards", "contacts");
    await mkdir(cards, { recursive: true });
    const config = join(folder, "config");
    await writeFile(
      config,
      [
        "[general]",
        `status_path = "${join(folder, "status")}"`,
        "[pair both]",
        'a = "folder"',
        'b = "kith"',
        'collections = ["contacts"]',
        'conflict_resolution = "a wins"',
        "[storage folder]",
        'type = "filesystem"',
        `path = "${join(folder, "cards")}"`,
        'fileext = ".vcf"',
        "[storage kith]",
        'type = "carddav"',
        `url = "${inject("stack").url}/functions/v1/kith/dav/"`,
        'username = "anybody"',
        `password = "${key}"`,
      ].join("\n"),
    );
    const environment = { ...env, VDIRSYNCER_CONFIG: config };
    /** Runs the program; kills it after some milliseconds. */
    const start = (args: string[], killedAfter?: number) =>
      new Promise<{ code: number | null; said: string }>((resolve) => {
        const child = spawn(join(bin, "vdirsyncer"), args, { env: environment });
        let said = "";
        child.stdout.on("data", (chunk) => said += chunk);
        child.stderr.on("data", (chunk) => said += chunk);
        child.stdin.end("y\n".repeat(10));
        if (killedAfter !== undefined) setTimeout(() => child.kill("SIGKILL"), killedAfter);
        child.on("close", (code) => resolve({ code, said }));
      });
    /** Until there is nothing left to do: what both sides changed at once takes a second run. */
    const sync = async () => {
      for (let tries = 0; tries < 3; tries++) {
        const { code, said } = await start(["sync"]);
        if (code === 0) return;
        if (tries === 2) throw new Error(said);
      }
    };
    const discovered = await start(["discover"]);
    expect([discovered.code, discovered.said]).toEqual([0, expect.any(String)]);

    let state = seed;
    /** A number from 0 up to one below another: the same ones in every run. */
    const number = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor(state / 2 ** 32 * below);
    };
    const cardFor = (uid: string, n: number) =>
      [
        "BEGIN:VCARD",
        "VERSION:3.0",
        "PRODID:-//Somebody//Else//EN",
        `UID:${uid}`,
        `FN:Person ${uid} ${n}`,
        `N:${uid};Person ${n};;;`,
        ...(n % 2 ? [`item1.TEL;type=CELL;type=pref:+49 30 ${1000 + n}`] : []),
        ...(n % 3 ? [`X-ELSE;TYPE=odd:${n}`] : []),
        ...(n % 5 ? [] : ["CATEGORIES:Five"]),
        `NOTE:${"n".repeat(n % 90)} ü`,
        "END:VCARD",
        "",
      ].join("\r\n");
    const pick = <Item>(items: Item[]): Item | undefined => items[number(items.length)];
    let made = 0;
    const changeFolder = async () => {
      const files = await readdir(cards);
      const file = pick(files);
      const kind = number(4);
      if (file === undefined || kind < 2) {
        const uid = `folder-${made++}`;
        await writeFile(join(cards, `${uid}.vcf`), cardFor(uid, number(1000)));
      } else if (kind === 2) {
        const text = await readFile(join(cards, file), "utf8");
        await writeFile(
          join(cards, file),
          text.replace(/^NOTE:.*$/m, `NOTE:again ${number(1000)}`),
        );
      } else await unlink(join(cards, file));
    };
    const changeKith = async () => {
      const people = await person.listed("/contacts?pageSize=50");
      const one = pick(people);
      const kind = number(4);
      if (!one || kind < 2) {
        await person.make("/contacts", {
          firstName: `Kith ${made++}`,
          nickname: String(number(9)),
        });
      } else if (kind === 2) {
        await person.change(`/contacts/${one["id"]}`, { jobTitle: `Job ${number(1000)}` });
      } else await person.delete(`/contacts/${one["id"]}`);
    };
    /** The texts of both sides by what they are, without an order. */
    const both = async () => {
      const texts = await Promise.all(
        (await readdir(cards)).map((name) => readFile(join(cards, name), "utf8")),
      );
      const listed = await phone("PROPFIND", book, { depth: "1" });
      const hrefs = Object.keys(listed.resources).filter((href) => href !== book);
      const answers: string[] = [];
      for (const href of hrefs) answers.push((await phone("GET", href)).text);
      const named = (text: string) =>
        createHash("sha256").update(text.replaceAll("\r\n", "\n").trim()).digest("hex").slice(
          0,
          12,
        ) +
        ` ${/^UID:(.*?)\r?$/m.exec(text)?.[1]}`;
      return { folder: texts.map(named).sort(), kith: answers.map(named).sort() };
    };
    await sync();
    for (let done = 0; done < changes; done += together) {
      for (let n = 0; n < together; n++) await (number(2) ? changeFolder() : changeKith());
      if (number(3) === 0) await start(["sync"], 300 + number(1_500));
      await sync();
      const { folder: ours, kith } = await both();
      expect(ours).toEqual(kith);
    }
    expect((await readdir(cards)).length).toBeGreaterThan(50);
  },
  600_000,
);
