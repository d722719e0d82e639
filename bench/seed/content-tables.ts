import { folded, foldedName, type Person, personOf, text } from "./person.ts";
import type { Population } from "./population.ts";
import { dice, idOf, stamp } from "./random.ts";
import { at, cell, flag, line, ownerId, type Table } from "./table.ts";

const words = (list: string) => list.split(" ");

const contacts: Table = {
  name: "kith.contacts",
  // Triggers do not run while these lines go in: what they derive, the lines bring along (last_noted_at, search_text).
  // check-derived.ts finds out when something derived is missing here or wrong.
  columns: words(
    "id owner_id first_name last_name nickname company job_title emails phones urls addresses birthday description " +
      "is_favorite contact_frequency_days last_contacted_by_hand last_noted_at search_text created_at updated_at",
  ),
  *lines(population) {
    for (const [owner, n] of population.interleaved((owner) => population.contactsOf(owner))) {
      const p = personOf(owner, n);
      const made = stamp(population.contactMadeAt(owner, n));
      yield line(
        idOf("contact", owner, n),
        ownerId(owner),
        ...[p.firstName, p.lastName, p.nickname, p.company, p.jobTitle].map(cell),
        ...[list(p.email, '"work"'), list(p.phone, "null"), list(p.url, "null"), addresses(p.city)],
        cell(p.birthday),
        cell(p.description),
        flag(p.isFavorite),
        cell(population.rhythm(owner, n)),
        at(population.contactedByHandAt(owner, n)),
        at(population.lastNotedAt(owner, n)),
        searchText(p),
        made,
        made,
      );
    }
  },
};

const list = (value: string | null, label: string) =>
  value === null ? "[]" : `[{"value":"${value}","label":${label}}]`;

const addresses = (city: string | null) =>
  city === null
    ? "[]"
    : `[{"label":"home","street":null,"city":"${city}","region":null,"postalCode":null,"country":null}]`;

/** As kith_private.searched_text, folded; the line ends are written as COPY reads them. */
function searchText(person: Person): string {
  const { firstName, lastName, nickname, company, jobTitle, email, phone, description } = person;
  const parts: string[] = [];
  for (const word of [firstName, lastName, nickname, company, jobTitle]) {
    if (word !== null) parts.push(foldedName(word));
  }
  if (email !== null) parts.push(email);
  if (phone !== null) parts.push(phone.replace(/\D/g, ""));
  if (description !== null) parts.push(folded(description));
  return parts.join("\\n");
}

const memberships: Table = {
  name: "kith.contact_networks",
  columns: words("owner_id contact_id network_id created_at"),
  *lines(population) {
    for (const [owner, n] of population.interleaved((owner) => population.contactsOf(owner))) {
      for (const network of population.networksOf(owner, n)) {
        const made = stamp(population.contactMadeAt(owner, n));
        yield line(
          ownerId(owner),
          idOf("contact", owner, n),
          idOf("network", owner, network),
          made,
        );
      }
    }
  },
};

const notes: Table = {
  name: "kith.notes",
  columns: words(
    "id owner_id contact_id contact_ids note_type_id content folded_content occurred_at created_at updated_at",
  ),
  *lines(population) {
    for (const [owner, n] of population.interleaved((owner) => population.notesOf(owner))) {
      const number = population.contactOfNote(owner, n);
      const contact = number < 0 ? null : idOf("contact", owner, number);
      const type = population.typeOfNote(owner, n);
      const content = text(dice("note", owner, n, 6));
      const made = stamp(population.noteMadeAt(owner, n));
      yield line(
        idOf("note", owner, n),
        ownerId(owner),
        cell(contact),
        contact === null ? "{}" : `{${contact}}`,
        cell(type < 0 ? null : idOf("noteType", owner, type)),
        content,
        cell(Buffer.byteLength(content) === content.length ? null : folded(content)),
        stamp(population.noteHappenedAt(owner, n)),
        made,
        made,
      );
    }
  },
};

const reminders: Table = {
  name: "kith.reminders",
  columns: words(
    "id owner_id contact_id contact_ids title due_at completed completed_at created_at updated_at",
  ),
  *lines(population) {
    for (const [owner, n] of population.interleaved((owner) => population.remindersOf(owner))) {
      yield reminderLine(population, owner, n);
    }
  },
};

/** One for every tenth contact, due from a year ago to a year ahead; most of those past are done. */
function reminderLine(population: Population, owner: number, n: number): string {
  const day = 86_400_000;
  const number = dice("reminder", owner, n);
  const due = population.now + (number % 730 - 365) * day;
  const made = stamp(Math.min(due, population.now) - 30 * day);
  const contact = idOf("contact", owner, n * 10);
  const isDone = due < population.now && number % 4 !== 0;
  return line(
    idOf("reminder", owner, n),
    ownerId(owner),
    contact,
    `{${contact}}`,
    text(number),
    cell(number % 11 === 0 ? null : stamp(due)),
    flag(isDone),
    cell(isDone ? stamp(due) : null),
    made,
    made,
  );
}

/** What people write; both halves may go in at the same time. */
export const contentTables: Table[][] = [[contacts, memberships, reminders], [notes]];
