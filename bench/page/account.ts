import { randomUUID } from "node:crypto";
import { createKithClient, orThrow } from "../../client/src/index.ts";
import type { Stack } from "../../supabase/local/stack.ts";

export interface PageAccount {
  email: string;
  password: string;
}

const firstNames = ["Ana", "Bela", "Carla", "Dora", "Elif", "Femi", "Greta", "Hana", "Ines", "Jun"];
const lastNames = ["Abebe", "Bauer", "Costa", "Diaz", "Eriksen", "Fischer", "Garcia", "Haddad"];
const pick = (words: string[], index: number) => words[index % words.length]!;

/** One contact of many, different from the others; each seventh is due. */
function contactNumber(index: number) {
  return {
    firstName: pick(firstNames, index),
    lastName: `${pick(lastNames, Math.floor(index / 10))} ${index}`,
    company: `Company ${index % 500}`,
    jobTitle: pick(["Editor", "Engineer", "Teacher", "Nurse"], index),
    emails: [{ value: `person${index}@example.com`, label: "home" }],
    ...(index % 7 === 0 && { contactFrequencyDays: 30, lastContactedAt: "2024-01-01" }),
  };
}

/** Somebody new who can sign in, with so many contacts. */
export async function accountWith(stack: Stack, contacts: number): Promise<PageAccount> {
  const account = { email: `bench-${randomUUID()}@example.com`, password: randomUUID() };
  const answer = await fetch(`${stack.url}/auth/v1/signup`, {
    method: "POST",
    headers: { apikey: stack.publishableKey, "content-type": "application/json" },
    body: JSON.stringify(account),
  });
  const { access_token: token } = await answer.json();
  const kith = createKithClient({ baseUrl: `${stack.url}/functions/v1/kith/api/v1`, token });
  for (let from = 0; from < contacts; from += 200) {
    const length = Math.min(200, contacts - from);
    const create = Array.from({ length }, (_, index) => contactNumber(from + index));
    await orThrow(kith.POST("/contacts/bulk", { body: { create } }));
  }
  return account;
}
