import { createHash } from "node:crypto";
import { apiKeyOf, emailOf, sessionOf } from "./credentials.ts";
import { networksPerOwner, noteTypesPerOwner, type Population, quietType } from "./population.ts";
import { idOf } from "./random.ts";
import { flag, line, ownerId, signedUpAt, type Table } from "./table.ts";

/** What an account has before it has contacts; see content-tables.ts for what triggers derive. */
export const accountTables: Table[] = [
  {
    name: "auth.users",
    columns: words(
      "id aud role email email_confirmed_at raw_app_meta_data raw_user_meta_data created_at updated_at",
    ),
    lines: perOwner((owner, since) => {
      const email = emailOf(owner);
      const app = `{"provider":"email","providers":["email"]}`;
      const user = `{"email":"${email}","email_verified":true,"phone_verified":false}`;
      const role = "authenticated";
      return [line(ownerId(owner), role, role, email, since, app, user, since, since)];
    }),
  },
  {
    name: "auth.sessions",
    columns: words("id user_id created_at updated_at"),
    lines: perOwner((owner, since) => [line(sessionOf(owner), ownerId(owner), since, since)]),
  },
  {
    name: "kith.profiles",
    columns: words("owner_id timezone created_at updated_at"),
    lines: perOwner((owner, since) => [line(ownerId(owner), "UTC", since, since)]),
  },
  {
    name: "kith_private.api_keys",
    columns: words("id owner_id name key_prefix hash created_at"),
    lines: perOwner((owner, since, { size }) =>
      Array.from({ length: size.keysPerOwner }, (_, n) => {
        const key = apiKeyOf(owner, n);
        const hash = createHash("sha256").update(key).digest("hex");
        const name = `Key ${n + 1}`;
        const prefix = key.slice(0, 9);
        return line(idOf("key", owner, n), ownerId(owner), name, prefix, `\\\\x${hash}`, since);
      })
    ),
  },
  {
    name: "kith.networks",
    columns: words("id owner_id name color created_at updated_at"),
    lines: perOwner((owner, since) =>
      ["Family", "Friends", "Work"].slice(0, networksPerOwner).map((name, n) =>
        line(idOf("network", owner, n), ownerId(owner), name, "#81B29A", since, since)
      )
    ),
  },
  {
    name: "kith.note_types",
    columns: words("id owner_id name counts_as_contact created_at updated_at"),
    lines: perOwner((owner, since) =>
      ["Call", "Meeting", "Message", "Letter", "Idea"].slice(0, noteTypesPerOwner).map(
        (name, n) => {
          const id = idOf("noteType", owner, n);
          return line(id, ownerId(owner), name, flag(n !== quietType), since, since);
        },
      )
    ),
  },
];

function perOwner(rows: (owner: number, since: string, population: Population) => string[]) {
  return function* (population: Population): Iterable<string> {
    const since = signedUpAt(population);
    for (let owner = 0; owner < population.owners; owner++) yield* rows(owner, since, population);
  };
}

function words(text: string): string[] {
  return text.split(" ");
}
