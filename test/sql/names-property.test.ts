import fc from "fast-check";
import { expect, it } from "vitest";
import { signUp } from "../support/accounts.ts";
import { become, superuser } from "../support/sql.ts";
import { rolledBack, type Sql } from "../support/database.ts";
import { count } from "../support/tier.ts";

const sql = superuser();
const { id: owner } = await signUp();

/** Words that begin, end or contain each other, so that letters within words are met all the time. */
const word = fc.constantFrom(
  ..."Ana Anabel Tanaka Silva Sil Ed Eduarda Editor Nic Nicole Clínica Eli Michelin Jo Joana Rui Ruiz O'Brien Le Zoë Ana-Rita 王 秉元 王秉元 A An My In Dr. Ana’s エド エドゥアルダ 김민수 김민 민수 민 สม สมชาย"
    .split(" "),
);
const words = (maxLength: number) =>
  fc.array(word, { minLength: 1, maxLength }).map((all) => all.join(" "));
const perhaps = fc.option(words(2), { nil: null });

const person = fc.record({
  first_name: words(2),
  last_name: perhaps,
  nickname: fc.option(word, { nil: null }),
  company: perhaps,
  job_title: perhaps,
  description: perhaps,
});
type Person = {
  [Member in "first_name" | "last_name" | "nickname" | "company" | "job_title" | "description"]:
    | string
    | null;
};

/** How a person is named: by words of a book, by a company too, or by the first name of one of its people. */
const name = fc.oneof(
  words(2),
  fc.tuple(words(2), fc.constantFrom(" from ", " at ", ", ", " of the "), word).map((parts) =>
    parts.join("")
  ),
  fc.tuple(word, word).map(([called, company]) => `${called} (${company})`),
);

const wordsOf = (...texts: (string | null)[]) =>
  texts.join(" ").normalize("NFD").replace(/\p{M}/gu, "").normalize("NFC").toLowerCase()
    .split(/[^\p{L}\p{N}]+/u).filter((each) => each !== "");
const carries = (names: string[], each: string) =>
  names.some((one) =>
    one === each || each.length > 2 && one.startsWith(each) ||
    each.length > 1 &&
      (/^\p{Script=Han}+$/u.test(each) && (one.startsWith(each) || one.endsWith(each)) ||
        /^\p{Script=Hangul}+$/u.test(each) && one.endsWith(each))
  );

/** Whom each of these names means, in one statement: there are thousands of books. */
async function findAll(tx: Sql, names: string[]): Promise<string[][]> {
  const [row] = await tx`
    select jsonb_agg(to_jsonb(kith_private.find_by_name(n.called)) order by n.place) as found
    from unnest(${names}::text[]) with ordinality n (called, place)`;
  return row!["found"];
}

it(
  "whoever is meant by a name carries each of its words, and letters within words mean nobody",
  async () => {
    let meant = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(person, { minLength: 1, maxLength: 12 }),
        fc.array(name, { minLength: 6, maxLength: 6 }),
        (people, names) =>
          rolledBack(sql, async (tx) => {
            await become(tx, { sub: owner });
            const [{ ids } = { ids: [] }] = await tx`
            with made as (
              insert into kith.contacts (first_name, last_name, nickname, company, job_title, description)
              select p.* from jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
                p (first_name text, last_name text, nickname text, company text, job_title text, description text)
              returning id, first_name, last_name, nickname, company)
            select jsonb_object_agg(id, to_jsonb(made)) as ids from made`;
            const all = await findAll(tx, [...names, ...people.map((each) => each.first_name!)]);
            for (const [place, called] of names.entries()) {
              const found = all[place]!;
              if (found.length !== 1) continue;
              meant += 1;
              const one = ids[found[0]!] as Person;
              const isNamed = wordsOf(
                one.first_name,
                one.last_name,
                one.nickname,
                (one.last_name ?? "") + one.first_name,
                one.first_name! + (one.last_name ?? ""),
              );
              const hasContext = /[,(]| from | at | of /.test(called);
              const around = hasContext ? wordsOf(one.company) : [];
              const missing = wordsOf(called.replace(/ (from|at|of the) /, " "))
                .filter((each) => !carries(isNamed, each) && !carries(around, each));
              expect(missing, `${called} is ${JSON.stringify(one)}`).toEqual([]);
            }
            for (const [place, { first_name }] of people.entries()) {
              const same = people.filter((other) =>
                other.first_name === first_name || other.nickname === first_name
              );
              if (same.length > 1) continue;
              const found = all[names.length + place]!;
              const whole = people.filter((other) =>
                [other.first_name, other.nickname].map((text) => wordsOf(text).join(" "))
                  .concat(wordsOf(other.first_name, other.last_name).join(" "))
                  .includes(wordsOf(first_name).join(" "))
              );
              expect(found.length, `${first_name} of ${JSON.stringify(people)}`).toBe(whole.length);
            }
          }),
      ),
      { numRuns: count({ quick: 40, thorough: 2_000 }) },
    );
    expect(meant).toBeGreaterThan(20);
    // Thousands of books take minutes where other programs run.
  },
  count({ quick: 240_000, thorough: 1_800_000 }),
);

it("nobody is meant where more contacts have the beginning of a name than are compared", async () => {
  const found = await rolledBack(sql, async (tx) => {
    await become(tx, { sub: owner });
    await tx`insert into kith.contacts (first_name, last_name, nickname)
      select 'Anna', 'No. ' || n, null from generate_series(1, 2100) n
      union all values ('An', 'Nguyen', null), ('Zoë', null, 'An')`;
    return await findAll(tx, ["An", "An Nguyen"]);
  });
  expect(found.map(({ length }) => length)).toEqual([2_000, 1]);
});

it("initials and short words of a name are never left out, and parts of names in other scripts mean nobody", async () => {
  const found = await rolledBack(sql, async (tx) => {
    await become(tx, { sub: owner });
    await tx`insert into kith.contacts (first_name, last_name) values
      ('Binh', 'Nguyen'), ('Zoë', 'Climbing Gym'), ('エドゥアルダ', null), ('김민수', null), ('王秉元', null), ('สมชาย', null)`;
    const meant = ["my Binh", "the Binh", "Zoë from the climbing gym", "민수", "秉元", "王秉"];
    const unclear = [
      "A Nguyen",
      "An Nguyen",
      "My Nguyen",
      "In Binh",
      "エド",
      "アル",
      "김민",
      "수",
      "秉",
      "ชาย",
    ];
    const all = await findAll(tx, [...meant, ...unclear]);
    return [all.slice(0, meant.length), all.slice(meant.length)];
  });
  expect(found[0]!.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1, 1]);
  expect(found[1]!.flat()).toEqual([]);
});

it("a name that only begins like somebody's may as well mean an archived contact that is called so", async () => {
  const found = await rolledBack(sql, async (tx) => {
    await become(tx, { sub: owner });
    await tx`insert into kith.contacts (first_name, last_name, is_archived)
      values ('Rui', null, true), ('Ruiz', 'Paz', false), ('Max', 'Old', true), ('Max', 'New', false)`;
    return await findAll(tx, ["Rui", "Max", "Ruiz"]);
  });
  expect(found.map(({ length }) => length)).toEqual([2, 1, 1]);
});
