import type { Activity } from "../api/types.ts";
import { hrefOf } from "../shell/router.ts";

/** Most changes that are listed. */
const most = 20;

const kinds: Record<string, string> = { note_type: "note type", membership: "network of" };
const verbs: Record<string, string> = { create: "Added", update: "Changed", delete: "Deleted" };

/** What a change set changed, member by member, behind a line that opens it. */
export function Changes({ activity: { changes, changeCount } }: { activity: Activity }) {
  if (changes.length === 0) return null;
  const rest = changeCount - Math.min(changes.length, most);
  return (
    <details class="changes">
      <summary>{changeCount === 1 ? "Show the change" : `Show ${changeCount} changes`}</summary>
      <ul>
        {changes.slice(0, most).map(({ resource, id, name, action, fields }) => (
          <li key={`${resource} ${id} ${action}`}>
            <p>
              {verbs[action] ?? action} {kinds[resource] ?? resource}{" "}
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
                      <del>{valueInWords(before)}</del> <ins>{valueInWords(after)}</ins>
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

/** `lastContactedAt` as “last contacted at”. */
const memberInWords = (member: string) =>
  member.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Characters of a value that are shown. */
const longest = 200;

function valueInWords(value: unknown): string {
  if (value === null || value === undefined || value === "") return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) {
    return value.length === 0 ? "nothing" : value.map(valueInWords).join(", ");
  }
  if (typeof value === "object") {
    return Object.values(value).filter((part) => part !== null).map(valueInWords).join(" ");
  }
  const text = String(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
