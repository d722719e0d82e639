import type { Activity } from "../api/types.ts";
import { useTimeZone } from "../shell/context.tsx";
import { hrefOf } from "../shell/router.ts";
import { formatBirthday, formatInstant } from "../ui/dates.ts";

/** Most changes that are listed. */
const most = 20;

const kinds: Record<string, string> = { membership: "network of" };
const verbs: Record<string, string> = { create: "Added", update: "Changed", delete: "Deleted" };

/** What a change set changed, member by member, behind a line that opens it. */
export function Changes({ activity: { changes, changeCount } }: { activity: Activity }) {
  const timeZone = useTimeZone();
  if (changes.length === 0) return null;
  const rest = changeCount - Math.min(changes.length, most);
  return (
    <details class="changes">
      <summary>{changeCount === 1 ? "Show the change" : `Show ${changeCount} changes`}</summary>
      <ul>
        {changes.slice(0, most).map(({ resource, id, name, action, fields }) => (
          <li key={`${resource} ${id} ${action}`}>
            <p>
              {verbs[action] ?? action} {kinds[resource] ?? resource.replaceAll("_", " ")}{" "}
              {resource === "contact" && action !== "delete"
                ? <a href={hrefOf("contacts", id)}>{name}</a>
                : <strong>{name}</strong>}
            </p>
            {action === "update" && (
              <dl class="change-fields">
                {Object.entries(fields).map(([member, { before, after }]) => (
                  <div key={member}>
                    <dt>{memberInWords(member)}</dt>
                    <dd>
                      <del>{valueInWords(before, timeZone)}</del> →{" "}
                      <ins>{valueInWords(after, timeZone)}</ins>
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </li>
        ))}
      </ul>
      {rest > 0 && <p class="fine">And {rest} more.</p>}
    </details>
  );
}

/** Members whose names are not what people call them. */
const members: Record<string, string> = {
  isFavorite: "favourite",
  isArchived: "archived",
  lastContactedAt: "last contact",
  contactFrequencyDays: "days between contacts",
  networkIds: "networks",
  contactIds: "people",
  noteTypeId: "type",
  occurredAt: "when it was",
  dueAt: "due",
  completedAt: "done at",
  recurrence: "repeats",
  countsAsContact: "counts as contact",
  hasPhoto: "photo",
  timezone: "time zone",
  emails: "e-mail addresses",
  phones: "phone numbers",
  urls: "links",
};

/** `jobTitle` as “job title”. */
const memberInWords = (member: string) =>
  members[member] ?? member.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Characters of a value that are shown. */
const longest = 200;

function valueInWords(value: unknown, timeZone: string): string {
  const inner = (part: unknown) => valueInWords(part, timeZone);
  if (value === null || value === undefined || value === "") return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) {
    return value.length === 0 ? "nothing" : value.map(inner).join(", ");
  }
  if (typeof value === "object") {
    return Object.values(value).filter((part) => part !== null).map(inner).join(" ");
  }
  const text = String(value);
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text)) return formatInstant(text, timeZone);
  if (/^(\d{4}|-)-\d\d-\d\d$/.test(text)) return formatBirthday(text);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
