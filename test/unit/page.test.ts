import { describe, expect, it, vi } from "vitest";
import { changed, rebased } from "../../web/src/hooks/drafts.ts";
import { beginsWith, matches } from "../../web/src/palette/match.ts";
import {
  contactKey,
  emptyMemory,
  latestFirst,
  openedContacts,
  remember,
} from "../../web/src/shell/opened.ts";
import { hrefOf, parseAddress, sameRoute } from "../../web/src/shell/address.ts";
import {
  accountOf,
  isTooOld,
  textToKeep,
  worthKeeping,
} from "../../web/src/offline/kept-answers.ts";
import { fileOf, isPage, namesOnly, withoutOld } from "../../web/worker/files.ts";
import { type Note, type Reminder } from "../../client/src/index.ts";
import { daysOf } from "../../web/src/contacts/timeline/entries.ts";
import { groupsOf, recurrenceInWords } from "../../web/src/reminders/when.ts";

const read = (hash: string) => {
  const { view, id, query } = parseAddress(hash);
  return { view, id, query: Object.fromEntries(query) };
};

describe("the address of a view", () => {
  it("the address is the first view when it names none", () => {
    const today = { view: "today", id: undefined, query: {} };
    for (const hash of ["", "#", "#/", "#/nowhere?search=a", "#access_token=x", "#/contacts/a/b"]) {
      expect(read(hash)).toEqual(today);
    }
  });

  it("the address is read as it was written, whatever the text", () => {
    for (const search of ["ana & bo", "a=b#c?d", "100 %", "%zz", "Zoë +49", "🙂\nline", "a/b"]) {
      const href = hrefOf("contacts", "1a", { search, sort: "-createdAt" });
      expect(read(href)).toEqual({
        view: "contacts",
        id: "1a",
        query: { search, sort: "-createdAt" },
      });
    }
  });

  it("the address has only the parts of the query that are set", () => {
    expect(hrefOf("contacts", undefined, { search: "", networkId: undefined })).toBe("#/contacts");
    expect(hrefOf("contacts", "1a")).toBe("#/contacts/1a");
    expect(hrefOf("contacts", undefined, { search: "a b" })).toBe("#/contacts?search=a+b");
  });

  it("the address is the same route only with the same query", () => {
    const route = parseAddress("#/contacts?search=a");
    expect(sameRoute(route, parseAddress("#/contacts?search=a"))).toBe(true);
    expect(sameRoute(route, parseAddress("#/contacts?search=b"))).toBe(false);
    expect(sameRoute(route, parseAddress("#/contacts/1?search=a"))).toBe(false);
    expect(sameRoute(route, parseAddress("#/activity?search=a"))).toBe(false);
  });
});

const entry = { label: "Log a note about somebody", words: "write Übersicht" };

describe("an entry of the palette", () => {
  it.each([
    ["note", true],
    ["no lo", true],
    ["LOG", true],
    ["uber", true],
    ["ote", false],
    ["note xyz", false],
    ["", false],
    ["?!", false],
  ])("is found by %j: %s", (query, found) => {
    expect(matches(entry, query)).toBe(found);
  });

  it("comes before people when its label begins with the query", () => {
    expect(beginsWith(entry, "Log a ")).toBe(true);
    expect(beginsWith(entry, "note")).toBe(false);
  });
});

describe("what was opened", () => {
  it("the view is remembered once, the latest first, up to a limit", () => {
    const memory = emptyMemory();
    for (let id = 0; id < 50; id++) remember(memory, contactKey(String(id)));
    remember(memory, "view data");
    remember(memory, contactKey("48"));
    expect(memory.opened.slice(0, 3)).toEqual(["contact 48", "view data", "contact 49"]);
    expect(memory.opened.length).toBeLessThan(50);
    expect(new Set(memory.opened).size).toBe(memory.opened.length);
    expect(openedContacts(memory).slice(0, 2)).toEqual(["48", "49"]);
  });

  it("comes before the rest, which keeps its order", () => {
    const list = ["a", "b", "c", "d"].map((key) => ({ key }));
    expect(latestFirst(list, ["d", "x", "b"]).map(({ key }) => key)).toEqual(["d", "b", "a", "c"]);
  });
});

describe("a draft", () => {
  it("differs in the members whose values differ, lists compared item by item", () => {
    expect(changed({ a: "1", b: ["x"], c: null }, { a: "1", b: ["x"], c: null })).toEqual({});
    expect(changed({ a: "2", b: ["x", "y"], c: null }, { a: "1", b: ["x"], c: "z" } as never))
      .toEqual({ a: "2", b: ["x", "y"], c: null });
  });

  it("keeps what was typed, and takes everything else as it is now", () => {
    const base = { content: "Old", type: "call", people: ["ana"] };
    const typed = { ...base, content: "Mine" };
    const now = { content: "Theirs", type: "mail", people: ["ana", "bela"] };
    expect(rebased(typed, base, now)).toEqual({ ...now, content: "Mine" });
  });
});

const json = (headers: Record<string, string> = {}, status = 200) =>
  new Response("{}", { status, headers: { "content-type": "application/json", ...headers } });

describe("what is kept for reading without a connection", () => {
  it("the copy is JSON answers of a limited length, without files, searches and deleted things", () => {
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

  it("the copy is shown for 30 days", () => {
    const now = Date.parse("2030-03-31T12:00:00Z");
    expect(isTooOld("2030-03-01T12:00:00Z", now)).toBe(false);
    expect(isTooOld("2030-03-01T11:59:59Z", now)).toBe(true);
    expect(isTooOld(null, now)).toBe(true);
  });

  it("the copy is of limited length, also when the answer does not say its length", () => {
    expect(worthKeeping("https://project/contacts", json())).toBe(true);
    expect(textToKeep("1".repeat(1_000_000))).toHaveLength(1_000_000);
    expect(textToKeep("1".repeat(1_000_001))).toBeUndefined();
  });

  it("the copy has no signed URLs, and keeps texts that look like one", () => {
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

const due = (title: string, dueAt: string | null) => ({ title, dueAt }) as Reminder;
const shown = (reminders: Reminder[], now: string, timeZone: string) =>
  groupsOf(reminders, new Date(now), timeZone).map(({ title, reminders }) => [
    title,
    ...reminders.map((each) => each.title),
  ]);

// Dates are written in the browser's language.
vi.stubGlobal("navigator", { language: "en-GB" });

describe("open reminders", () => {
  it("are grouped by due day in the time zone, in their order", () => {
    const reminders = [
      due("a", "2026-03-13T22:59:00Z"),
      due("b", "2026-03-13T23:00:00Z"),
      due("c", "2026-03-14T22:59:00Z"),
      due("d", "2026-03-14T23:00:00Z"),
      due("e", null),
    ];
    expect(shown(reminders, "2026-03-14T12:00:00Z", "Europe/Berlin")).toEqual([
      ["Overdue", "a"],
      ["Today", "b", "c"],
      ["Later", "d"],
      ["Whenever", "e"],
    ]);
  });
});

/** How the settings page says rules. */
const cases: [rule: string, words: string][] = [
  ["FREQ=DAILY", "every day"],
  ["FREQ=WEEKLY;INTERVAL=3", "every 3 weeks"],
  ["FREQ=WEEKLY;BYDAY=MO", "every week on Monday"],
  ["FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR", "every 2 weeks on Monday, Wednesday and Friday"],
  ["FREQ=MONTHLY;BYDAY=1MO", "every month on the first Monday"],
  [
    "FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR,-2TU",
    "every 2 months on the last Friday and the second to last Tuesday",
  ],
  ["FREQ=YEARLY;BYMONTH=5,11;BYDAY=4TH", "every year on the fourth Thursday of May and November"],
  ["FREQ=YEARLY;BYDAY=23MO", "every year on the 23rd Monday"],
  ["FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "every month on the last of Monday to Friday"],
  [
    "FREQ=MONTHLY;BYDAY=SA,SU;BYSETPOS=1,12",
    "every month on the first and 12th of Saturday and Sunday",
  ],
  ["FREQ=MONTHLY;COUNT=1", "every month, for the last time"],
  ["FREQ=MONTHLY;COUNT=2", "every month, once more after this"],
  ["FREQ=YEARLY;COUNT=10", "every year, 9 more times after this"],
  ["FREQ=DAILY;UNTIL=20270105", "every day, until 5 Jan 2027"],
  ["FREQ=DAILY;UNTIL=20270105T130000Z", "every day, until 6 Jan 2027"],
  ["FREQ=HOURLY", "by a rule that this page does not know"],
];

describe("a recurring reminder", () => {
  it.each(cases)("%s is said as “%s”", (rule, words) => {
    expect(recurrenceInWords(rule, "due", "Pacific/Auckland")).toBe(words);
  });

  it("says when it counts from the day of its completion", () => {
    expect(recurrenceInWords("FREQ=WEEKLY;INTERVAL=3;COUNT=3", "completion", "UTC"))
      .toBe("every 3 weeks, after I did it, 2 more times after this");
  });
});

it("entries are grouped by their day in the time zone", () => {
  const at = (instant: string) => ({ time: Date.parse(instant), note: { id: instant } as Note });
  const entries = ["2026-03-14T22:59:00Z", "2026-03-13T23:00:00Z", "2026-03-13T22:59:00Z"].map(at);
  expect(daysOf(entries, "Europe/Berlin").map(({ date, entries }) => [date, entries.length]))
    .toEqual([["2026-03-14", 2], ["2026-03-13", 1]]);
});
