import { describe, expect, it } from "vitest";
import {
  accountOf,
  isTooOld,
  textToKeep,
  worthKeeping,
} from "../../web/src/offline/kept-answers.ts";
import { fileOf, isPage, namesOnly, withoutOld } from "../../web/worker/files.ts";

const json = (headers: Record<string, string> = {}, status = 200) =>
  new Response("{}", { status, headers: { "content-type": "application/json", ...headers } });

describe("what is kept for reading without a connection", () => {
  it("is JSON answers of a limited length, without files, searches and deleted things", () => {
    const url = "https://project/functions/v1/kith/api/v1";
    expect(worthKeeping(`${url}/contacts?page=1`, json())).toBe(true);
    expect(worthKeeping(`${url}/contacts`, json({ "content-length": "1000001" }))).toBe(false);
    expect(worthKeeping(`${url}/contacts`, json({}, 404))).toBe(false);
    expect(worthKeeping(`${url}/contacts`, json({ "content-type": "text/csv" }))).toBe(false);
    const files = ["/export", "/contacts/export", "/contacts?search=a", "/imports/1"];
    for (const path of [...files, "/trash?page=1", "/activity", "/contacts/1/activity?page=1"]) {
      expect(worthKeeping(url + path, json())).toBe(false);
    }
  });

  it("is shown for 30 days", () => {
    const now = Date.parse("2030-03-31T12:00:00Z");
    expect(isTooOld("2030-03-01T12:00:00Z", now)).toBe(false);
    expect(isTooOld("2030-03-01T11:59:59Z", now)).toBe(true);
    expect(isTooOld(null, now)).toBe(true);
  });

  it("is of limited length, also when the answer does not say its length", () => {
    expect(worthKeeping("https://project/contacts", json())).toBe(true);
    expect(textToKeep("1".repeat(1_000_000))).toHaveLength(1_000_000);
    expect(textToKeep("1".repeat(1_000_001))).toBeUndefined();
  });

  it("has no signed URLs, and keeps texts that look like one", () => {
    const contact = { photoUrl: 'https://storage/x?token="a"', note: '"photoUrl":"x"', other: 1 };
    expect(JSON.parse(textToKeep(JSON.stringify([contact, contact]))!)).toEqual(
      [{ ...contact, photoUrl: null }, { ...contact, photoUrl: null }],
    );
  });

  it("belongs to the account of the token that asked", () => {
    const payload = btoa(JSON.stringify({ sub: "somebody" }));
    expect(accountOf(`Bearer a.${payload}.b`)).toBe("somebody");
    for (const other of [null, "", "Bearer kith_0", "a.b.c"]) {
      expect(accountOf(other)).toBeUndefined();
    }
  });
});

describe("the service worker", () => {
  const folder = "https://host/kith/";

  it("answers for the page and its files in any folder, and for nothing else", () => {
    expect(fileOf(`${folder}assets/a.js?x#y`, folder)).toBe("assets/a.js");
    expect(fileOf("https://host/other/assets/a.js", folder)).toBeUndefined();
    expect(isPage(`${folder}?code=1#/today`, folder)).toBe(true);
    expect(isPage(`${folder}index.html`, folder)).toBe(true);
    expect(isPage(`${folder}reference`, folder)).toBe(false);
  });

  it("keeps no page of another version", () => {
    const html = '<script src="./assets/a.js"></script><link href="./assets/b.css">';
    expect(namesOnly(html, new Set(["assets/a.js", "assets/b.css"]))).toBe(true);
    expect(namesOnly(html, new Set(["assets/a.js"]))).toBe(false);
    expect(namesOnly("<h1>Sign in to the network</h1>", new Set())).toBe(false);
  });

  it("keeps the files of the previous version, whose pages may be open", () => {
    const names = ["k:1", "k:2", "other", "k:3"];
    expect(withoutOld(names, "k:", "k:3")).toEqual(["k:1"]);
    expect(withoutOld(["k:1", "k:2"], "k:", "k:2")).toEqual([]);
  });
});
